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
    let loaded = LoadedStubs(paths: paths, console: console)
    for finding in loaded.diagnostics.sorted {
      console.print(isJSON ? finding.jsonLine : DiagnosticText.colored(finding, console))
    }
    if !isJSON { console.print(Self.summary(of: loaded)) }
    return loaded.diagnostics.isEmpty ? .success : .findings
  }

  static func summary(of loaded: LoadedStubs) -> String {
    let found = loaded.diagnostics
    let scope = "\(Count(loaded.fileCount, "file")), \(Count(loaded.stubs.count, "stub"))"
    if found.isEmpty { return "\(scope): nothing wrong" }
    let counts = [Count(found.errorCount, "error"), Count(found.warningCount, "warning")]
    let omitted = found.omittedCount > 0 ? " (\(found.omittedCount) not shown)" : ""
    return "\(scope): \(counts.map(\.description).joined(separator: ", "))\(omitted)"
  }
}
