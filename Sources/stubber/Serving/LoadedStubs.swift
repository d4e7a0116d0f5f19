import StubCore
import StubFiles

/// The stubs of rule files, or what is wrong with the files.
struct LoadedStubs {
  private(set) var stubs: [HTTPStub] = []
  private(set) var ignoreRules: [HTTPStubIgnoreRule] = []
  private(set) var unhandledMode = HTTPUnhandledMode.optout
  private(set) var fileCount = 0
  private(set) var diagnostics = DiagnosticList()

  /// Reads rule files and folders of rule files.
  init(paths: [String], console: Console) {
    let finder = RuleFileFinder(paths)
    diagnostics = finder.diagnostics
  }

  /// `2 stubs from 1 file`.
  var scope: String { "\(Count(stubs.count, "stub")) from \(Count(fileCount, "file"))" }

  func replaceContents(of set: StubSet) {
    set.replaceAll(stubs: stubs, ignoreRules: ignoreRules, unhandledMode: unhandledMode)
  }

  /// Prints what was found.
  ///
  /// - Returns: whether the stubs can be used.
  func report(to console: Console, asJSON isJSON: Bool) -> Bool {
    for finding in diagnostics.sorted {
      if isJSON {
        console.print(finding.jsonLine)
      } else {
        console.printError(DiagnosticText.colored(finding, console))
      }
    }
    return !diagnostics.hasErrors
  }
}
