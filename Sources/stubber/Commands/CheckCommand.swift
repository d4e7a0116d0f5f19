import StubCore
import StubFiles

/// `stubber check`: finds mistakes in stub files without serving them.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "Find mistakes in stub files"
  static let syntax = CommandSyntax<Self>(
    operands: [.paths { $0.paths.append($1) }],
    OptionGroup([
      .flag("fail-on-secrets", "Exit with 1 for possible secrets too") { $0.failsOnSecrets = true },
      .values("keep", "NAME", "Values with this name are not secrets; repeatable") {
        try $0.keptNames.append($1.filled)
      },
      .largestFile { $0.context.fileSizeLimit = $1 },
    ]))
  static let notes = """
    Reports syntax errors, unknown keys, stubs that never answer, slow patterns and possible secrets,
    with their positions. For each name of a possible secret, only the first value in a file is
    reported. Exit code 1: problems found. Possible secrets are problems only with --fail-on-secrets.
    """
  static let examples = ["Stubs", "Stubs --fail-on-secrets --keep page_key"]

  var paths: [String] = []
  var failsOnSecrets = false
  var keptNames: [String] = []
  var context = RuleContext(formats: .all)

  func run(_ console: Console) -> ExitCode {
    let check = console.loading {
      RuleCheck(of: paths, keeping: keptNames, context: context, progress: $0)
    }
    for finding in check.diagnostics.sorted + check.secrets.sorted {
      console.emit(FindingEvent(finding: finding, isProblem: false))
    }
    console.emit(CheckSummary(check: check))
    let isSound = check.diagnostics.isEmpty && (check.secrets.isEmpty || !failsOnSecrets)
    return isSound ? .success : .problems
  }
}

extension CommandOption {
  /// Returns the option `--max-file`, the size of the largest stub file that a command reads.
  static func largestFile(_ take: @escaping @Sendable (inout Target, Int) -> Void) -> Self {
    .value(
      "max-file", "SIZE", "Size of each stub file, recording or mapping (default: 256MiB)"
    ) { take(&$0, try $1.size()) }
  }
}

extension Operand {
  /// Returns the operand that names stub files.
  static func paths(
    default: String? = nil, take: @escaping @Sendable (inout Target, String) throws -> Void
  ) -> Self {
    let note = `default`.map { " (default: \($0))" } ?? ""
    return Operand(
      "PATH",
      "a rule file, a recording, another tool's stub file, or a folder of them\(note)",
      isOptional: `default` != nil, isRepeatable: true, take: take)
  }
}

/// The totals at the end of `check`,
/// after notes about bodies that could not be searched for secrets.
private struct CheckSummary: Event {
  let check: RuleCheck

  func text(_ console: Console) -> String? {
    let notes = UnsearchedBody.lines(check.unsearched).map { "note: \($0)" }
    return (notes + ["\(scope): \(result)"]).joined(separator: "\n")
  }

  var jsonLines: [String] {
    check.unsearched.map {
      Self.json("unsearched", ["request": .string($0.request), "coding": .string($0.coding)])
    }
  }

  private var scope: String {
    "\(Count(check.rules.files.count, "file")), \(Count(check.rules.allStubs.count, "stub"))"
  }

  private var result: String {
    let (found, secrets) = (check.diagnostics, check.secretCount)
    let hidden = found.omittedCount + check.secrets.omittedCount
    let omitted = hidden > 0 ? " (\(hidden) not shown)" : ""
    let problems =
      found.isEmpty
      ? "no problems"
      : "\(Count(found.errorCount, "error")), \(Count(found.warningCount, "warning"))"
    return problems + (secrets > 0 ? ", \(Count(secrets, "possible secret"))" : "") + omitted
  }
}
