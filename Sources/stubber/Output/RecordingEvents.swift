import StubCore
import StubFiles

/// The message that `record` is ready.
struct RecordingStarted: Event {
  let url: String
  let upstream: String
  let file: String

  func text(_ console: Console) -> String? {
    """
    Recording \(upstream) to \(file) on \(url)

    Try it:
      curl '\(url)/'

    Press Control-C to stop.
    """
  }

  var jsonLines: [String] {
    [
      Self.json(
        "recording",
        ["url": .string(url), "upstream": .string(upstream), "file": .string(file)])
    ]
  }
}

/// The message how much of a recording is saved, and so would survive a crash.
struct RecordingProgress: Event, Equatable {
  let recorded: Int
  let saved: Int

  init(recorded: Int, saved: Int) {
    self.recorded = recorded
    self.saved = saved
  }

  init(_ progress: (recorded: Int, saved: Int)) {
    self.init(recorded: progress.recorded, saved: progress.saved)
  }

  func text(_ console: Console) -> String? {
    console.colored("\(saved) of \(Count(recorded, "interaction")) saved", .gray)
  }

  var jsonLines: [String] {
    [Self.json("saved", ["saved": .number(saved), "recorded": .number(recorded)])]
  }
}

/// A recorded interaction; the password in its URL is hidden.
struct InteractionRecorded: Event {
  let interaction: Interaction

  private var url: String { RequestURL.withoutPassword(interaction.request.url) }
  private var request: String { "\(interaction.request.method) \(url)" }

  func text(_ console: Console) -> String? {
    if let failure = interaction.failure {
      return "\(console.colored("error", .red)) \(request)  \(failure.message ?? "")"
    }
    let status = interaction.response?.status.rawValue ?? 0
    let rest =
      interaction.leftOut.isEmpty
      ? "" : "  not recorded: \(interaction.leftOut.joined(separator: ", "))"
    return "\(console.colored("\(status)", status < 400 ? .green : .yellow)) \(request)\(rest)"
  }

  var jsonLines: [String] {
    let failure = interaction.failure
    let response = failure == nil ? interaction.response : nil
    let error = failure.map { $0.message ?? "\($0.domain) \($0.code)" }
    return [
      Self.json(
        "recorded",
        [
          "method": .string(interaction.request.method.rawValue),
          "url": .string(url),
          "status": response.map { .number($0.status.rawValue) },
          "bytes": response.map { .number($0.bodyCount) }, "error": error.map { .string($0) },
          "leftOut": interaction.leftOut.isEmpty ? nil : .strings(interaction.leftOut),
        ])
    ]
  }
}

/// The summary at the end of `record`: the recorded interactions and the hidden values.
struct RecordingEnded: Event {
  let summary: RecordingSummary

  func text(_ console: Console) -> String? {
    let kept = summary.kept > 0 ? ", \(summary.kept) kept" : ""
    var lines = ["\(Count(summary.recorded, "request")) recorded\(kept); \(result)"]
    if summary.bodyFiles > 0 {
      let count = Count(summary.bodyFiles, "large body", plural: "large bodies")
      lines.append("\(count) in \(summary.file).bodies")
    }
    if !summary.redactions.isEmpty { lines += ["Hidden:"] + summary.redactions.map { "  \($0)" } }
    lines += summary.unsearched.map { "warning: \($0)" }
    return (lines + summary.losses).joined(separator: "\n")
  }

  private var result: String {
    if summary.isChanged { return "written to \(summary.file)" }
    let exists = DurableFile.mode(of: summary.file) != nil
    return exists ? "\(summary.file) is unchanged" : "\(summary.file) was not created"
  }

  var jsonLines: [String] {
    [
      Self.json(
        "summary",
        [
          "file": .string(summary.file), "recorded": .number(summary.recorded),
          "kept": .number(summary.kept), "dropped": .number(summary.dropped),
          "changed": .bool(summary.isChanged), "outstanding": .strings(summary.outstanding),
          "redactions": .strings(summary.redactions),
          "unsearched": .strings(summary.unsearched), "losses": .strings(summary.losses),
        ])
    ]
  }
}
