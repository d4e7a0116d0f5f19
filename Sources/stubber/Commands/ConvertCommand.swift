import StubCore
import StubFiles

/// `stubber convert`: writes recordings in another tool's format.
struct ConvertCommand: Command {
  static let name = "convert"
  static let summary = "Convert a recording to another tool's format"
  static let syntax = CommandSyntax<Self>(
    operands: [
      Operand("IN", "a recording in any format that stubber reads, or a folder of them") {
        $0.input = $1
      },
      Operand(
        "OUT",
        "the file to write; its extension selects the format if only one format has it"
      ) { $0.output = $1 },
    ],
    OptionGroup([
      .value("to", letter: "t", "FORMAT", "Format of OUT, from the list below") {
        $0.formatName = try $1.filled
      },
      .flag("force", letter: "f", "Overwrite OUT if it exists") { $0.isForced = true },
      .largestFile { $0.context.fileSizeLimit = $1 },
    ]))
  static var notes: String {
    let formats = WritableFormat.withTools.map { format in
      [format.name, format.fileExtensions.map { ".\($0)" }.joined(separator: " "), format.title]
    }
    return """
      Formats:
      \(Table(rows: formats, indent: 2).text)

      Details that a format cannot store are listed; the exit code is still 0.
      """
  }
  static let examples = ["users.yaml users.har", "users.har users.yml --to vcr"]

  var input = ""
  var output = ""
  var formatName: String?
  var isForced = false
  var context = RuleContext(formats: .all)

  /// Returns the format with this name; without a name,
  /// the only format that has the file's extension.
  static func format(
    _ name: String?, for file: String, option: String
  ) throws(UsageError) -> WritableFormat {
    if let name {
      if let format = WritableFormat.named(name, among: WritableFormat.withTools) { return format }
      let names = WritableFormat.withTools.map { $0.name }
      let hint =
        NearestName.to(name, among: names).map { "did you mean \($0)?" }
        ?? "available: \(names.joined(separator: ", "))"
      throw UsageError("unknown format \"\(name)\"; \(hint)")
    }
    let fitting = WritableFormat.fitting(file, among: WritableFormat.withTools)
    if let format = fitting.first, fitting.count == 1 { return format }
    let names = (fitting.isEmpty ? WritableFormat.withTools : fitting).map {
      "\(option) \($0.name)"
    }
    let list = "\(names.dropLast().joined(separator: ", ")) or \(names[names.count - 1])"
    let ending = file.split(separator: "/").last?.split(separator: ".").dropFirst().last
    throw UsageError(
      fitting.isEmpty
        ? "no format uses the extension of \(file); add \(list)"
        : "several formats use .\(ending ?? ""); add \(list)")
  }

  func run(_ console: Console) throws -> ExitCode {
    let format = try Self.format(formatName, for: output, option: "--to")
    guard let rules = console.read([input], context: context) else { return .cannotStart }
    guard let (cassette, losses) = Cassette.joining(rules.cassettes.map(\.cassette)) else {
      let what = rules.stubs.isEmpty ? "no recordings" : "stubs"
      console.emit(.error("\(input) contains \(what); only recordings can be converted"))
      return .cannotStart
    }
    if !isForced, DurableFile.mode(of: output) != nil, !DurableFile.isStream(output) {
      console.emit(.error("\(output) already exists; use --force to overwrite it"))
      return .cannotStart
    }
    var written: WrittenCassette
    do throws(RecordingError) {
      written = try CassetteFile(path: output).write(cassette, as: format)
    } catch {
      console.emit(.error(error.description))
      return .cannotStart
    }
    guard written.count > 0 || cassette.interactions.isEmpty else {
      console.emit(
        .error(
          "\(format.title) can store none of the interactions in \(input), so nothing is written\n"
            + written.losses.joined(separator: "\n")))
      return .cannotStart
    }
    written.losses = losses + written.losses
    console.emit(
      ConvertedEvent(
        file: output, format: format, count: cassette.interactions.count, written: written))
    return .success
  }
}

private struct ConvertedEvent: Event {
  let file: String
  let format: WritableFormat
  /// The number of interactions in the input file.
  let count: Int
  let written: WrittenCassette

  func text(_ console: Console) -> String? {
    let scope =
      written.count == count
      ? "\(Count(count, "interaction"))" : "\(written.count) of \(Count(count, "interaction"))"
    let lines = ["\(scope) written to \(file) as \(format.title)"] + written.losses
    return lines.joined(separator: "\n")
  }

  var jsonLines: [String] {
    [
      Self.json(
        "converted",
        [
          "file": .string(file), "format": .string(format.name),
          "interactions": .number(written.count), "leftOut": .number(count - written.count),
          "losses": .strings(written.losses),
        ])
    ]
  }
}
