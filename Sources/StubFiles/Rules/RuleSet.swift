public import StubCore

/// The stubs, ignore rules, mode and network that rule files describe.
///
/// Of stubs with one priority the last is asked first, as everywhere: later stubs of a file win
/// over earlier ones, and files that come later by path over those before.
public struct RuleSet: Sendable {
  /// The stubs in the order of the files; each knows its file and line.
  public let stubs: [HTTPStub]
  /// The ignore rules of all files, in the order of the files.
  package let ignoreRules: [HTTPStubIgnoreRule]
  /// `nil` when no file says.
  package let unhandledMode: HTTPUnhandledMode?
  /// The line that all responses share; `nil` when no file says.
  package let network: NetworkProfile?
  /// The recordings among the files; their stubs are not in ``stubs``.
  package private(set) var cassettes: [InsertedCassette]
  /// What goes wrong before any request; a listener takes it in its `faults`.
  public let faults: ListenerFaults
  /// What `gate` waits for, by name.
  public let gates: [String: HTTPStubGate]
  /// The rule files that were read, in order.
  package let files: [String]
  /// What was found in folders, or named, but cannot be read.
  package let unreadable: [String]
  /// Other files that were read for these, as they were then; `nil` for one that is missing.
  ///
  /// Those that are read for each request are none.
  package let referredFiles: [String: FileStamp?]
  /// The errors and warnings; if there is an error, do not use the rest.
  package let diagnostics: DiagnosticList

  /// Reads rule files, and those in folders, by path; `diagnostics` contains their errors.
  ///
  /// The configuration says how cassettes are played where no file does. Files that are left out are
  /// passed over, wherever they are found.
  package init(
    reading paths: [String], leavingOut leftOut: Set<String> = [],
    environment: EnvironmentVariables = .process,
    cassettes configuration: CassetteConfiguration = CassetteConfiguration(),
    context: RuleContext = RuleContext(), progress: LoadingProgress.Observer? = nil
  ) {
    let finder = RuleFileFinder(paths, leavingOut: leftOut)
    var reader = RuleFileReader(variables: environment)
    reader.draft.use(context)
    reader.read(paths: finder.files, progress: progress)
    reader.readCassettesOfSettings(progress: progress)
    self.init(reader, finder, cassettes: configuration)
  }

  /// The stubs and, asked after them, those of the cassettes; last those with placeholders of secrets.
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
    gates = reader.draft.scope.gates.all
    files = finder.files.filter { !reader.passedOver.contains($0) }
    unreadable = finder.unreadable
    referredFiles = reader.referredFiles
    self.diagnostics = diagnostics
  }

  /// Reads rule files, and all those in folders, by path; none may have more bytes than `largestFile`,
  /// which is 256 MiB unless given.
  ///
  /// - Throws: `DiagnosticList` with everything that is wrong, each with its place.
  public init(
    contentsOf paths: [String], largestFile: Int? = nil
  ) throws(DiagnosticList) {
    var context = RuleContext()
    if let largestFile { context.fileSizeLimit = largestFile }
    self.init(reading: paths, context: context)
    if diagnostics.hasErrors { throw diagnostics }
  }
}

extension StubSet {
  /// Adds the stubs and ignore rules of a rule file or of all rule files in a folder.
  ///
  /// Nothing is added when anything is wrong. A file that says `unhandled` or `network` sets the
  /// mode or the network.
  ///
  /// - Throws: `DiagnosticList`, which prints all that is wrong with file, line and column.
  /// - Returns: the stubs.
  @discardableResult
  public func load(contentsOf paths: String...) throws(DiagnosticList) -> [HTTPStub] {
    load(try RuleSet(contentsOf: paths))
  }

  /// Adds the stubs and ignore rules that were read before.
  ///
  /// - Returns: the stubs.
  @discardableResult
  public func load(_ rules: RuleSet) -> [HTTPStub] {
    add(rules.allStubs)
    for rule in rules.ignoreRules { add(ignore: rule) }
    if let mode = rules.unhandledMode { unhandledMode = mode }
    if let network = rules.network { self.network = network }
    return rules.allStubs
  }

  /// Replaces all rules in one step; the mode is `optout` by default.
  ///
  /// A network and a mode that are given here count, whatever the rules say. The other stubs and ignore rules
  /// are added to those of the rules, without the stubs of some files.
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

/// The gates of rule files by their names; one name is one gate, in whatever file it stands.
package final class GateTable: Sendable {
  private let gates = Lock<[String: HTTPStubGate]>([:])

  func gate(named name: String) -> HTTPStubGate {
    gates.withLock { gates in
      if let gate = gates[name] { return gate }
      let gate = HTTPStubGate()
      gates[name] = gate
      return gate
    }
  }

  package var all: [String: HTTPStubGate] { gates.withLock { $0 } }

  /// Lets go of all that waits, as nothing can be told to the gates any more.
  package func openAll() { for gate in all.values { gate.open() } }
}
