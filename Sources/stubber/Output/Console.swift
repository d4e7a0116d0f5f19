import StubCore
import StubPlatform

/// Where the command's output goes; whole lines, from any thread.
struct Console: Sendable {
  /// Whether events are printed for programs, as JSON.
  var isJSON = false
  /// Whether a person is likely to read the output as it comes.
  var isTerminal = false
  var usesColor = false
  /// Overwrites the current line of the terminal; `nil` if errors do not go to a terminal.
  var overwrite: (@Sendable (String) -> Void)?
  /// Prints text, without its last line end, on standard output.
  let print: @Sendable (String) -> Void
  /// Prints text, without its last line end, on standard error.
  let printError: @Sendable (String) -> Void
  /// Where it all goes; `nil` for a console that keeps what it is given.
  var streams: Streams?

  /// The output of the process; in color only on a terminal, unless `NO_COLOR` is set.
  static var standard: Console {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let refusesColor = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? false
    let output = LineOutput(STDOUT_FILENO, isDelayed: !isTerminal)
    let errors = LineOutput(STDERR_FILENO, isDelayed: false)
    // Back to the start of the line and clear it (ECMA-48 §8.3.41, EL).
    let overwrite: @Sendable (String) -> Void = { errors.write("\r\u{1B}[2K\($0)") }
    return Console(
      isTerminal: isTerminal, usesColor: isTerminal && !refusesColor && !isDumb,
      overwrite: isatty(STDERR_FILENO) == 1 && !isDumb ? overwrite : nil,
      print: { output.print($0) },
      printError: { line in
        // What was printed before comes before it, where both go to one file.
        output.flush()
        errors.print(line)
      },
      streams: Streams(output: output, errors: errors))
  }

  /// Prints an event as text or as JSON.
  func emit(_ event: some Event) {
    if isJSON {
      for line in event.jsonLines { print(line) }
    } else if let text = event.text(self) {
      if event.isProblem { printError(text) } else { print(text) }
    }
  }

  func colored(_ text: String, _ color: Color) -> String {
    usesColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// Output of a command: text for people, or JSON for programs.
protocol Event {
  /// One or more lines, without the last line end; `nil` for an event that only programs need.
  func text(_ console: Console) -> String?
  /// JSON objects, one per line; none for an event that only people need.
  var jsonLines: [String] { get }
  /// Whether people read the text on standard error.
  var isProblem: Bool { get }
}

extension Event {
  var isProblem: Bool { false }

  /// A JSON object with its members in that order, without those that are `nil`.
  static func json(_ event: String, _ members: KeyValuePairs<String, JSONValue?>) -> String {
    let members = members.compactMap { name, value in value.map { (name, $0) } }
    return JSONValue.object(JSONObject([("event", .string(event))] + members)).text()
  }
}

/// An event that is one sentence.
struct Notice: Event {
  enum Kind: String {
    case information
    case warning
    case error
  }

  let kind: Kind
  /// The name of the event for programs.
  let name: String
  let message: String

  var isProblem: Bool { kind != .information }

  func text(_ console: Console) -> String? {
    switch kind {
    case .information: message
    case .warning: "\(console.colored("warning:", .yellow)) \(message)"
    case .error: "\(console.colored("error:", .red)) \(message)"
    }
  }

  var jsonLines: [String] { [Self.json(name, ["message": .string(message)])] }
}

extension Event where Self == Notice {
  static func notice(_ name: String, _ message: String) -> Notice {
    Notice(kind: .information, name: name, message: message)
  }

  static func warning(_ message: String) -> Notice {
    Notice(kind: .warning, name: "warning", message: message)
  }

  static func error(_ message: String) -> Notice {
    Notice(kind: .error, name: "error", message: message)
  }
}

extension JSONValue {
  static func number(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }

  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

/// A color of text on a terminal (ECMA-48, select graphic rendition).
enum Color: Int, Sendable {
  case red = 31
  case green = 32
  case yellow = 33
  case gray = 90
}

extension Console {
  /// The outputs of the process.
  struct Streams: Sendable {
    let output: LineOutput
    let errors: LineOutput
  }

  /// The same output for a server, which has to go on when its output is not read.
  ///
  /// Then lines are dropped, and counted in a line that comes later.
  var log: Console {
    guard let streams else { return self }
    let note: LineOutput.Note = { count in
      let notice = Notice(
        kind: .warning, name: "dropped",
        message: "dropped \(Count(count, "line")) of output, which was not read")
      return isJSON ? notice.jsonLines.joined() : notice.text(self) ?? ""
    }
    return Console(
      isJSON: isJSON, isTerminal: isTerminal, usesColor: usesColor, overwrite: overwrite,
      print: { streams.output.print($0, orDropping: note) },
      printError: { line in
        streams.output.flushInTime()
        streams.errors.print(line, orDropping: note)
      },
      streams: streams)
  }

  /// Writes what has been printed, and may wait for more.
  func flush() { streams?.output.flush() }

  /// Writes all that has been printed, before the process ends.
  ///
  /// - Returns: whether everything could be written; if not, standard error says why.
  func finish() -> Bool {
    guard let streams else { return true }
    let problem = streams.output.finish()
    if let problem { log.printError("error: cannot write to standard output: \(problem)") }
    _ = streams.errors.finish()
    return problem == nil
  }

  /// Whether what is printed is lost, as `head` and others end when they have read enough.
  var isReaderGone: Bool { streams?.output.isReaderGone ?? false }
}
