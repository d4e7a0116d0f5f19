import StubCore
import StubFiles

/// `stubber check`: finds what is wrong in rule files without serving them.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "Find what is wrong in rule files"
  static let discussion = """
    Every finding names file, line and column, what was expected and what to try. A PATH is a rule
    file or a folder of rule files. The exit code is 1 when there are findings.
    """
  static let syntax = CommandSyntax(
    operands: CommandSyntax.Operands(placeholder: "PATH…", atLeast: 1), options: [.json])

  let paths: [String]
  let isJSON: Bool

  init(_ arguments: Arguments) {
    paths = arguments.operands
    isJSON = arguments.has(.json)
  }

  func run(_ console: Console) -> ExitCode {
    RuleSet.announceReading(paths, to: console)
    let check = console.loading(quietly: isJSON) { RuleCheck(of: paths, progress: $0) }
    for finding in check.diagnostics.sorted {
      console.print(isJSON ? finding.jsonLine : DiagnosticText.colored(finding, console))
    }
    if isJSON {
      for body in check.unsearched {
        console.print([
          "event": "unsearched", "request": .string(body.request), "coding": .string(body.coding),
        ])
      }
    } else {
      for line in UnsearchedBody.lines(check.unsearched) { console.print("note: \(line)") }
      console.print(Self.summary(of: check))
    }
    return check.diagnostics.isEmpty ? .success : .findings
  }

  static func summary(of check: RuleCheck) -> String {
    let found = check.diagnostics
    let scope =
      "\(Count(check.rules.files.count, "file")), \(Count(check.rules.allStubs.count, "stub"))"
    if found.isEmpty { return "\(scope): nothing wrong" }
    let counts = [Count(found.errorCount, "error"), Count(found.warningCount, "warning")]
    let omitted = found.omittedCount > 0 ? " (\(found.omittedCount) not shown)" : ""
    return "\(scope): \(counts.map(\.description).joined(separator: ", "))\(omitted)"
  }
}
