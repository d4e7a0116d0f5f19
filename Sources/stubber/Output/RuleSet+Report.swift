import StubFiles

extension RuleSet {
  /// From this many files on, reading them takes long enough to be announced.
  private static let manyFiles = 500

  /// Reads rule files and folders of rule files, telling somebody who waits for many or large ones.
  init(
    reading paths: [String], cassettes: CassetteConfiguration = CassetteConfiguration(),
    announcingTo console: Console, quietly isQuiet: Bool
  ) {
    Self.announceReading(paths, to: console)
    self = console.loading(quietly: isQuiet) {
      RuleSet(reading: paths, cassettes: cassettes, progress: $0)
    }
  }

  /// Tells somebody at a terminal that reading will take a while, when there are many files.
  static func announceReading(_ paths: [String], to console: Console) {
    guard console.isTerminal else { return }
    let count = RuleFileFinder(paths).files.count
    if count >= manyFiles { console.printError("Reading \(count) files…") }
  }

  /// `2 stubs from 1 file`.
  var scope: String { "\(Count(allStubs.count, "stub")) from \(Count(files.count, "file"))" }

  /// Prints what is wrong.
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
