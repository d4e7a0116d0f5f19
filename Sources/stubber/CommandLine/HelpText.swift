/// The texts of `--help`.
enum HelpText {
  /// The width of a line in columns; the rest of a longer summary is on the next line, below its
  /// start.
  private static let width = 100

  static var program: String {
    let commands = Commands.all.map { [$0.name, $0.summary] }
    let options = [
      ["-h, --help", "Show this help; \"stubber COMMAND --help\" shows the options of a command"],
      ["    --version", "Show the version"],
    ]
    return """
      Answer HTTP requests from stub files, and see why a request did not match.

      Usage: stubber COMMAND [OPTION…]

      \(rows(commands))

      Options:
      \(rows(options))

      Examples: stubber serve Stubs --port 8080
                stubber explain Stubs -- GET /books/7

      Exit codes: 0 success, 1 problems found or no match, 2 wrong usage, 3 cannot start or write
      """
  }

  static func of<Target: Command>(_ command: Target.Type) -> String {
    let syntax = command.syntax
    let operands = (syntax.operands + syntax.request).flatMap(\.help)
    let column = syntax.options.map(\.spelling.count).max() ?? 0
    let groups = syntax.groups.map { group in
      "\(group.title):\n" + rows(group.options.map { [$0.spelling, $0.summary] }, column: column)
    }
    let examples = command.examples.enumerated().map { number, example in
      let label = command.examples.count == 1 ? "Example:  " : "Examples: "
      let words = ["stubber", command.name, example].filter { !$0.isEmpty }
      return (number == 0 ? label : "          ") + words.joined(separator: " ")
    }
    let paragraphs =
      ["\(command.summary).", "Usage: stubber \(command.name) \(syntax.usage)", rows(operands)]
      + groups + [command.notes, examples.joined(separator: "\n")]
    return paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Returns the rows as text in two columns; the second column is wrapped.
  ///
  /// The first column has at least `column` characters.
  static func rows(_ rows: [[String]], column: Int = 0) -> String {
    let column = max(column, rows.map { $0[0].count }.max() ?? 0)
    let indent = String(repeating: " ", count: column + 4)
    return rows.map { row in
      let name = "  \(row[0])" + String(repeating: " ", count: column - row[0].count + 2)
      return name + wrapped(row[1], width - indent.count).joined(separator: "\n\(indent)")
    }.joined(separator: "\n")
  }

  private static func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let line = lines.last, line.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
