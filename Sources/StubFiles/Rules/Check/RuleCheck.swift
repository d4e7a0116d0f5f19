import StubCore

/// Reads rule files and looks for what is not wrong but hardly meant.
package struct RuleCheck: Sendable {
  package let rules: RuleSet
  /// The errors of reading and the warnings of the checks.
  package private(set) var diagnostics: DiagnosticList
  /// Bodies of recordings that secrets were not looked for in.
  package let unsearched: [UnsearchedBody]

  package init(
    of paths: [String], environment: EnvironmentVariables = .process,
    progress: LoadingProgress.Observer? = nil
  ) {
    let finder = RuleFileFinder(paths)
    var reader = RuleFileReader(variables: environment, keepsOutlines: true)
    reader.read(paths: finder.files, progress: progress)
    reader.readCassettesOfSettings(progress: progress)
    self.init(reader, finder)
  }

  init(_ reader: RuleFileReader, _ finder: RuleFileFinder = RuleFileFinder([])) {
    rules = RuleSet(reader, finder)
    var diagnostics = rules.diagnostics
    for document in reader.documents {
      for check in DocumentCheck.all { check.run(document, &diagnostics) }
    }
    unsearched = RecordedSecretCheck.run(reader.draft.cassettes, &diagnostics)
    for check in StubCheck.all { check.run(reader.draft.outlines ?? [], &diagnostics) }
    self.diagnostics = diagnostics
  }
}

/// Looks for doubtful values in one document.
struct DocumentCheck: Sendable {
  let run: @Sendable (DocumentNode, inout DiagnosticList) -> Void

  /// All checks of documents; a new one is a file and a word here.
  static let all: [DocumentCheck] = [.patterns, .secrets]
}

/// Looks for stubs that are doubtful, each for itself or beside others.
struct StubCheck: Sendable {
  let run: @Sendable ([StubOutline], inout DiagnosticList) -> Void

  /// All checks of stubs; a new one is a file and a word here.
  static let all: [StubCheck] = [.silence, .reachability]
}
