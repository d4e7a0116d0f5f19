package import StubCassettes
public import StubCore
public import StubDocuments

/// The stubs, ignore rules, mode, network and recordings in stub files.
///
/// Of stubs with equal priority, the last one is tried first. So later stubs of a file override
/// earlier ones, and files with later paths override files with earlier paths.
public struct RuleSet: Sendable {
  /// The stubs in the order of the files; each of them knows its file and its line.
  public let stubs: [HTTPStub]
  /// The ignore rules of all files, in the order of the files.
  package let ignoreRules: [HTTPStubIgnoreRule]
  /// The mode for unmatched requests; `nil` if no file sets it.
  package let unhandledMode: HTTPUnhandledMode?
  /// The network limits that all responses share; `nil` if no file sets them.
  package let network: NetworkProfile?
  /// The recordings among the files, whose stubs are not in ``stubs``.
  package private(set) var cassettes: [InsertedCassette]
  /// The faults of connections and TLS, to be assigned to the `faults` of a listener.
  public let faults: ListenerFaults
  /// The gates to which the key `gate` refers, by name.
  public let gates: [String: HTTPStubGate]
  /// The stub files that were read, in order.
  package let files: [String]
  /// The files and folders that were found or named but cannot be read.
  package let unreadable: [String]
  /// The other files that these files needed, with their state when they were read; `nil` for a
  /// missing file.
  ///
  /// Files that are read again for each request are not included.
  package let referredFiles: [String: FileStamp?]
  /// The files as they were read, from which the next reading takes the ones that have not changed.
  package let readFiles: [String: ReadFile]
  /// The errors and warnings; if there is an error, the other properties must not be used.
  package let diagnostics: DiagnosticList

  /// Reads stub files, and the stub files in folders, sorted by path.
  ///
  /// `diagnostics` contains the errors. `configuration` is the default for cassettes without
  /// playback settings in a file. Files in `leftOut` are skipped wherever they are found. Files in
  /// `earlier`, which were read with the same context, are read only if they have changed; the
  /// stubs of the others are the same as before, except for those of recordings.
  package init(
    reading paths: [String], keeping earlier: [String: ReadFile] = [:],
    leavingOut leftOut: Set<String> = [],
    environment: EnvironmentVariables = .process,
    cassettes configuration: CassetteConfiguration = CassetteConfiguration(),
    context: RuleContext = RuleContext(), progress: LoadingProgress.Observer? = nil
  ) {
    let finder = RuleFileFinder(paths, leavingOut: leftOut, formats: context.formats)
    var reader = RuleFileReader(variables: environment)
    reader.draft.use(context)
    reader.read(paths: finder.files, keeping: earlier, progress: progress)
    reader.readCassettesOfSettings(progress: progress)
    self.init(reader, finder, cassettes: configuration)
  }

  /// All stubs; the last one is tried first.
  ///
  /// Stubs of cassettes that have placeholders for secrets come first, then other stubs of
  /// cassettes, and then ``stubs``.
  package var allStubs: [HTTPStub] {
    cassettes.flatMap { $0.stubs[..<$0.lenientCount] }
      + cassettes.flatMap { $0.stubs[$0.lenientCount...] } + stubs
  }

  init(
    _ reader: RuleFileReader, _ finder: RuleFileFinder,
    cassettes configuration: CassetteConfiguration = CassetteConfiguration()
  ) {
    var diagnostics = finder.diagnostics
    diagnostics.append(contentsOf: reader.diagnostics)
    for file in finder.files {
      if let warning = RecordingJournal.warning(about: file) { diagnostics.append(warning) }
    }
    stubs = reader.draft.stubs
    ignoreRules = reader.draft.ignoreRules
    unhandledMode = reader.draft.unhandledMode?.value
    network = reader.draft.network?.value
    cassettes = reader.insertedCassettes(configuration)
    faults = ListenerFaults(
      connection: reader.draft.connection?.value, tls: reader.draft.tls?.value ?? [])
    gates = Dictionary(
      reader.draft.scope.gates.all.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
    ) { first, _ in first }
    files = finder.files.filter { !reader.bodyOnlyFiles.contains($0) }
    unreadable = finder.unreadable
    referredFiles = reader.referredFiles
    readFiles = reader.readFiles
    self.diagnostics = diagnostics
  }

  /// Reads stub files, and all stub files in folders, sorted by path.
  ///
  /// No file may have more bytes than `largestFile` (default: 256 MiB). The formats ``StubFormats/own``
  /// do not have the stub files of other tools; `StubFormats.all` of StubTools has them.
  ///
  /// - Throws: `DiagnosticList` with all errors, each with its position.
  public init(
    contentsOf paths: [String], largestFile: Int? = nil, formats: StubFormats = .own
  ) throws(DiagnosticList) {
    var context = RuleContext(formats: formats)
    if let largestFile { context.fileSizeLimit = largestFile }
    self.init(reading: paths, context: context)
    if diagnostics.hasErrors { throw diagnostics }
  }
}

extension StubSet {
  /// Adds the stubs and ignore rules of stub files, or of all stub files in folders.
  ///
  /// Nothing is added if there is an error. A file with `unhandled` or `network` also sets the mode
  /// or the network of the set. With `StubFormats.all` of StubTools, the files may also be stub
  /// files of other tools.
  ///
  /// - Throws: `DiagnosticList`, whose description lists all errors with file, line and column.
  /// - Returns: the added stubs.
  @discardableResult
  public func load(
    contentsOf paths: String..., formats: StubFormats = .own
  ) throws(DiagnosticList) -> [HTTPStub] {
    load(try RuleSet(contentsOf: paths, formats: formats))
  }

  /// Adds stubs and ignore rules that have already been read.
  ///
  /// - Returns: the added stubs.
  @discardableResult
  public func load(_ rules: RuleSet) -> [HTTPStub] {
    add(rules.allStubs)
    for rule in rules.ignoreRules { add(ignore: rule) }
    if let mode = rules.unhandledMode { unhandledMode = mode }
    if let network = rules.network { self.network = network }
    return rules.allStubs
  }

  /// Replaces all stubs, ignore rules and settings in one step.
  ///
  /// `network` and `unhandled` take precedence over the rules; if neither sets the mode, it is
  /// `optout`. `others` and `ignoring` are added to the rules. Stubs of the rules from the files in
  /// `files` are left out.
  package func replaceAll(
    with rules: RuleSet, network: NetworkProfile? = nil, unhandled: HTTPUnhandledMode? = nil,
    others: [HTTPStub] = [], ignoring: [HTTPStubIgnoreRule] = [],
    leavingOutFiles files: Set<String> = [], keepsAdded: Bool = false,
    leavingOut left: Set<HTTPStub.ID> = []
  ) {
    var stubs = rules.allStubs
    if !files.isEmpty { stubs.removeAll { files.contains($0.origin.file) } }
    replaceAll(
      stubs: stubs + others, ignoreRules: rules.ignoreRules + ignoring,
      unhandledMode: unhandled ?? rules.unhandledMode ?? .optout,
      network: network ?? rules.network, keepsAdded: keepsAdded, leavingOut: left)
  }
}

/// The gates of rule files by their names, which mean the same gate in all files.
///
/// A test opens a gate to let the responses that wait for it begin.
package final class GateTable: Sendable {
  private let gates = Lock<[ScalarText: HTTPStubGate]>([:])

  func gate(named name: String) -> HTTPStubGate {
    let name = ScalarText(name)
    return gates.withLock { gates in
      if let gate = gates[name] { return gate }
      let gate = HTTPStubGate()
      gates[name] = gate
      return gate
    }
  }

  /// The gate named `name`; `nil` if no rule waits for it.
  package subscript(name: String) -> HTTPStubGate? { gates.withLock { $0[ScalarText(name)] } }

  package var all: [ScalarText: HTTPStubGate] { gates.withLock { $0 } }

  /// Opens all gates, so that no response waits for one that can no longer be opened.
  package func openAll() { for gate in all.values { gate.open() } }
}
