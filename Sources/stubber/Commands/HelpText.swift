/// The texts of `--help`.
enum HelpText {
  static var program: String {
    let rows = Commands.all.map { [$0.name, $0.summary] }
    return """
      Answers HTTP requests from stubs in files, and says why a request found none.

      Usage: stubber COMMAND …

      Commands:
      \(Table(rows: rows, indent: 2).text)

      Options:
        --help     Show this text, or with a command its own
        --version  Show the version

      Exit codes: 0 success, 1 findings, 2 wrong use, 3 cannot start.
      """
  }

  static func text(for command: any Command.Type) -> String {
    let rows = command.syntax.allOptions.map { [$0.spelling, $0.summary] }
    return """
      \(command.summary).

      Usage: stubber \(command.name) \(command.syntax.usage)

      Options:
      \(Table(rows: rows, indent: 2).text)

      \(command.discussion)
      """
  }
}
