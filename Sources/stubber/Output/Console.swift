import StubCore
import StubPlatform

/// The output of a command, in whole lines; any thread may write to it.
struct Console: Sendable {
  /// Whether events are printed as JSON, for programs.
  var isJSON = false
  /// Whether standard output is a terminal, where a person reads it line by line.
  var isTerminal = false
  var usesColor = false
  /// Overwrites the current line of the terminal with a text; `nil` if standard error is not a
  /// terminal.
  var overwrite: (@Sendable (String) -> Void)?
  /// Prints text on standard output and adds a line end.
  let print: @Sendable (any TextOutputStreamable) -> Void
  /// Prints text on standard error and adds a line end.
  let printError: @Sendable (String) -> Void
  /// The outputs to which this console writes; `nil` for a console that collects the text.
  var streams: Streams?

  /// The console of the process; on a terminal, it uses color unless the variable `NO_COLOR` is
  /// set.
  static var standard: Console {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let refusesColor = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? false
    let output = LineOutput(STDOUT_FILENO, isDelayed: !isTerminal)
    let errors = LineOutput(STDERR_FILENO, isDelayed: false)
    // Returns to the start of the line and clears it (ECMA-48 §8.3.41, EL).
    let overwrite: @Sendable (String) -> Void = { errors.write("\r\u{1B}[2K\($0)") }
    return Console(
      isTerminal: isTerminal, usesColor: isTerminal && !refusesColor && !isDumb,
      overwrite: isatty(STDERR_FILENO) == 1 && !isDumb ? overwrite : nil,
      print: { output.print($0) },
      printError: { line in
        // If both outputs go to the same file, earlier text must come first.
        output.flush()
        errors.print(line)
      },
      streams: Streams(output: output, errors: errors))
  }

  /// This console with all its output on standard error.
  var onStandardError: Console {
    Console(
      isJSON: isJSON, usesColor: usesColor, overwrite: overwrite,
      print: { [printError] line in
        var text = ""
        line.write(to: &text)
        printError(text)
      },
      printError: printError)
  }

  /// Prints an event as text or as JSON.
  func emit(_ event: some Event) {
    if isJSON {
      for line in event.jsonLines { print(line) }
    } else if event.isProblem {
      if let text = event.text(self) { printError(text) }
    } else if let line = event.line(self) {
      print(line)
    }
  }

  func colored(_ text: String, _ color: Color) -> String {
    usesColor ? "\(color.start)\(text)\(Color.end)" : text
  }
}

/// An output of a command, which is text for people and JSON for programs.
protocol Event {
  /// Returns one or more lines, without the last line end; `nil` if the event is only for programs.
  func text(_ console: Console) -> String?
  /// Returns the text in a form that is written to the output without making a string of it.
  ///
  /// By default it is the text itself.
  func line(_ console: Console) -> (any TextOutputStreamable)?
  /// The JSON objects, each to be printed on one line; empty if the event is only for people.
  var jsonLines: [String] { get }
  /// Whether the text is printed on standard error.
  var isProblem: Bool { get }
}

extension Event {
  var isProblem: Bool { false }

  func line(_ console: Console) -> (any TextOutputStreamable)? { text(console) }

  /// Returns the JSON object of an event, with the members in this order; `nil` members are left
  /// out.
  static func json(_ event: String, _ members: KeyValuePairs<String, JSONValue?>) -> String {
    let members = members.compactMap { name, value in value.map { (name, $0) } }
    return JSONValue.object(JSONObject([("event", .string(event))] + members)).text()
  }
}

/// An event that consists of one sentence.
struct Notice: Event {
  enum Kind: String {
    case information
    case warning
    case error
  }

  let kind: Kind
  /// The name of the event in JSON.
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

/// The color of a text on a terminal (ECMA-48, select graphic rendition).
enum Color: Int, Sendable {
  case red = 31
  case green = 32
  case yellow = 33
  case gray = 90

  /// The control sequence that begins text in this color.
  var start: String { "\u{1B}[\(rawValue)m" }

  /// The control sequence that ends colored text.
  static let end = "\u{1B}[0m"
}

extension Console {
  /// The outputs of the process.
  struct Streams: Sendable {
    let output: LineOutput
    let errors: LineOutput
  }

  /// The console for a running server, which must not wait until its output is read.
  ///
  /// If there is no room for a line, the line is dropped; a later line says how many were dropped.
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

  /// Writes all printed text, and blocks the thread until it is written.
  func flush() { streams?.output.flush() }

  /// Writes all printed text before the process ends.
  ///
  /// - Returns: `false` if a part could not be written; the reason is then printed on standard
  ///   error.
  func finish() -> Bool {
    guard let streams else { return true }
    let problem = streams.output.finish()
    if let problem { log.printError("error: cannot write to standard output: \(problem)") }
    _ = streams.errors.finish()
    return problem == nil
  }

  /// Whether the reader of the output has ended, as `head` does,
  /// so that further text would be lost.
  var isReaderGone: Bool { streams?.output.isReaderGone ?? false }
}
