import StubCore
import StubFiles

/// The result for a recorded request: how the response now differs from the recorded one.
struct ComparedEvent: Event {
  let interaction: Interaction
  let changes: [RecordingChange]

  func text(_ console: Console) -> String? {
    if changes.isEmpty { return nil }
    let lines = changes.map { "  \($0.part): \($0.recorded) → \($0.found)" }
    return ([interaction.title] + lines).joined(separator: "\n")
  }

  var jsonLines: [String] {
    let changes = changes.map { change -> JSONValue in
      [
        "part": .string(change.part), "recorded": .string(change.recorded),
        "found": .string(change.found),
      ]
    }
    return [
      Self.json(
        "compared",
        [
          "method": .string(interaction.request.method.rawValue),
          "url": .string(interaction.request.url), "changes": .array(changes),
        ])
    ]
  }
}

/// The message that a recorded request was not sent.
struct SkippedEvent: Event {
  let interaction: Interaction
  let reason: String

  func text(_ console: Console) -> String? { "\(interaction.title)\n  skipped: \(reason)" }

  var jsonLines: [String] {
    [
      Self.json(
        "skipped",
        [
          "method": .string(interaction.request.method.rawValue),
          "url": .string(interaction.request.url), "reason": .string(reason),
        ])
    ]
  }
}

/// The totals at the end of `compare`.
struct ComparisonSummary: Event {
  var changed = 0
  var unchanged = 0
  var skipped = 0
  /// The number of recorded requests that went to other servers, so that they were not sent.
  var otherServers = 0
  /// The header fields that were not sent, because their recorded values are hidden.
  var missingHeaders: [HTTPHeaderName] = []

  mutating func add(_ compared: ComparedInteraction, _ changes: [RecordingChange]) {
    if changes.isEmpty { unchanged += 1 } else { changed += 1 }
    for name in compared.missingHeaders where !missingHeaders.contains(name) {
      missingHeaders.append(name)
    }
  }

  func text(_ console: Console) -> String? {
    let left = [
      skipped > 0 ? "\(skipped) skipped" : nil,
      otherServers > 0 ? "\(otherServers) of other servers" : nil,
    ].compactMap(\.self).joined(separator: ", ")
    return "\(Count(changed + unchanged, "request")) compared: \(changed) changed, "
      + "\(unchanged) unchanged" + (left.isEmpty ? "" : "; \(left)")
  }

  var jsonLines: [String] {
    [
      Self.json(
        "summary",
        [
          "changed": .number(changed), "unchanged": .number(unchanged),
          "skipped": .number(skipped), "otherServers": .number(otherServers),
          "missingHeaders": .strings(missingHeaders.map(\.rawName)),
        ])
    ]
  }
}

extension Interaction {
  fileprivate var title: String { "\(request.method) \(request.url)" }
}
