import StubCore
import StubFiles

/// `stubber convert`: writes recordings in the format of another tool.
struct ConvertCommand: Command {
  static let name = "convert"
  static let summary = "Write recordings in the format of another tool"
  static var discussion: String {
    """
    IN is a recording in any format that is read, or a folder of them, which become one file. The
    format of OUT is that of its extension, or the one that is asked for:

    \(Table(rows: formats, indent: 2).text)

    What OUT has no place for is told in sentences; the exit code is 0 all the same. It is 1 when IN
    cannot be read.
    """
  }
  static let format = CommandOption(
    name: "to", letter: "t", value: "FORMAT", summary: "The format of OUT, from the list below")
  static let force = CommandOption(
    name: "force", letter: "f", summary: "Write OUT although it is there")
  static let syntax = CommandSyntax(
    operands: CommandSyntax.Operands(placeholder: "IN OUT", atLeast: 2, atMost: 2),
    options: [format, force, .json])

  private static var formats: [[String]] {
    WritableFormats.all.map { format in
      [
        format.name, format.fileExtensions.map { ".\($0)" }.joined(separator: ", "),
        format.title,
      ]
    }
  }

  let input: String
  let output: String
  let format: any WritableFormat.Type
  let isForced: Bool
  let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    (input, output) = (arguments.operands[0], arguments.operands[1])
    isForced = arguments.has(Self.force)
    isJSON = arguments.has(.json)
    format = try Self.format(arguments.value(of: Self.format), for: output, option: "--to")
  }

  /// The format of that name, or else the one that the extension of the file stands for.
  static func format(
    _ name: String?, for file: String, option: String
  ) throws(UsageError) -> any WritableFormat.Type {
    if let name {
      if let format = WritableFormats.named(name) { return format }
      let names = WritableFormats.all.map { $0.name }
      let nearest = NearestName.to(name, among: names).map { "; did you mean \($0)?" } ?? ""
      throw UsageError(
        "expected one of \(names.joined(separator: ", ")) after \(option), found \"\(name)\""
          + nearest)
    }
    let fitting = WritableFormats.fitting(file)
    if let format = fitting.first, fitting.count == 1 { return format }
    let candidates = fitting.isEmpty ? WritableFormats.all : fitting
    let names = candidates.map { $0.name }.joined(separator: ", ")
    throw UsageError(
      "expected a file name that tells the format, found \(file); try \(option) with one of \(names)"
    )
  }

  func run(_ console: Console) -> ExitCode {
    let rules = RuleSet(reading: [input], announcingTo: console, quietly: isJSON)
    guard rules.report(to: console, asJSON: isJSON) else { return .findings }
    guard var cassette = rules.cassettes.first?.cassette else {
      let found = rules.stubs.isEmpty ? "none" : Count(rules.stubs.count, "stub").description
      console.report(
        error: "expected recordings in \(input), found \(found); only recordings are converted",
        asJSON: isJSON)
      return .findings
    }
    cassette.tracks = rules.cassettes.flatMap(\.cassette.tracks)
    if !isForced, DurableFile.mode(of: output) != nil {
      console.report(
        error: "expected no file \(output) yet, found one; try --force to replace it",
        asJSON: isJSON)
      return .cannotStart
    }
    let written = format.write(cassette)
    do throws(FileProblem) {
      try DurableFile.replace(
        output, with: Array(written.bytes), mode: DurableFile.mode(of: output) ?? 0o644)
    } catch {
      console.report(
        error: "expected to write \(output), found \(error); check the folder and its permissions",
        asJSON: isJSON)
      return .cannotStart
    }
    report(written, tracks: cassette.tracks.count, to: console)
    return .success
  }

  private func report(_ written: WrittenCassette, tracks: Int, to console: Console) {
    if isJSON {
      return console.print([
        "event": "converted", "file": .string(output), "format": .string(format.name),
        "tracks": .number(JSONNumber(tracks)),
        "losses": .array(written.losses.map { .string($0) }),
      ])
    }
    let lines = ["\(Count(tracks, "track")) written to \(output) as \(format.title)"]
    console.print((lines + written.losses).joined(separator: "\n"))
  }
}
