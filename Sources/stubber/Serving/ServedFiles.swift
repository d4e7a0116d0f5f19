import StubAdmin
import StubCore
import StubFiles
import StubPlatform
import StubServer

/// The stub files of `serve`, which are read at the start, after changes and on request.
final class ServedFiles: Sendable {
  /// The result of reading the files once more.
  private enum Reading {
    case rules(RuleSet)
    /// The files have not changed.
    case unchanged
    /// The file at this path is still being written, so all files must be read again later.
    case unfinished(String)
  }

  /// The largest number of times that a reload reads files that keep changing, and that a reset
  /// checks for changes.
  private static let (mostReadings, mostLooks) = (3, 25)

  private let command: ServeCommand
  private let paths: ServedPaths
  private let admin: Admin
  private let console: Console
  /// The console for the output of reloads, which never waits until it is read.
  private let log: Console
  /// The stubs for a folder of static files, which reloads do not change.
  private let staticFiles: [HTTPStub]
  private let referred = Lock<[String: FileStamp?]>([:])
  /// The files as they were last read; a reload reads again only files that have changed.
  private let readFiles = Lock<[String: ReadFile]>([:])
  private let whole: StableFiles
  /// Whether a file was being written at the last check, so that another check is needed.
  private let awaitsFile = AtomicBool(false)

  init(
    _ command: ServeCommand, _ paths: ServedPaths, _ admin: Admin, _ console: Console,
    whole: StableFiles = StableFiles()
  ) {
    self.whole = whole
    (self.command, self.paths, self.admin, self.console) = (command, paths, admin, console)
    log = console.log
    staticFiles = paths.staticFolder.map { [StaticFolder($0).stub] } ?? []
  }

  /// The other files to which the stub files refer, each with its state when it was read.
  var referredFiles: [String: FileStamp?] { referred.withLock { $0 } }

  /// Whether the files must be read again even if none of them has changed.
  var isUnfinished: Bool { awaitsFile.load() }

  /// Reads all files for the first time, and uses them unless one has an error.
  ///
  /// - Throws: all findings if one of them is an error; they have been printed already.
  func load() throws(DiagnosticList) -> RuleSet {
    let rules = console.loading { read(console, $0) }
    for finding in rules.diagnostics.sorted { console.emit(FindingEvent(finding: finding)) }
    if rules.diagnostics.hasErrors { throw rules.diagnostics }
    whole.note(FileStamps([:]), inUse: rules.files)
    use(rules)
    return rules
  }

  /// Reads the files that have changed, and uses all files unless one has an error.
  ///
  /// The admin API never runs two reloads at once. If a file is being written, its earlier contents
  /// are used. A reset, which removes added stubs, waits for the file instead.
  ///
  /// - Returns: the findings if the files cannot be used; otherwise `nil`.
  func reload(_ listener: Listener, keepsAdded: Bool) -> DiagnosticList? {
    // The request log is written at the same time, so no progress is shown.
    let rules: RuleSet
    switch keepsAdded ? readWhole() : readCurrentFiles() {
    case .rules(let read): rules = read
    case .unchanged: return nil
    case .unfinished(let file):
      return DiagnosticList([
        FileDiagnostic(
          file: file, found: "this file is being written",
          remedy: "reload the files when it is complete")
      ])
    }
    for finding in rules.diagnostics.sorted { log.emit(FindingEvent(finding: finding)) }
    guard !rules.diagnostics.hasErrors else {
      log.emit(.notice("reloadFailed", "Keeping the previous stubs."))
      return rules.diagnostics
    }
    use(rules, keepsAdded: keepsAdded)
    listener.faults = faults(rules)
    for warning in warnings(rules) { log.emit(.warning(warning)) }
    log.emit(.notice("reloaded", "Reloaded \(rules.scope)."))
    return nil
  }

  /// Reads all files if one has changed.
  ///
  /// For a file that is being written, it uses the earlier contents.
  private func readWhole() -> Reading {
    var last = Reading.unchanged
    for _ in 0..<Self.mostReadings {
      let files = whole.settle(lookedAt)
      awaitsFile.store(!files.unfinished.isEmpty)
      if let file = files.unknown.sorted().first { return .unfinished(file) }
      if files.stamps == whole.stamps { return .unchanged }
      if let rules = read(files) { return .rules(rules) }
      last = .unfinished(paths.shown)
      awaitsFile.store(true)
    }
    return last
  }

  /// Reads all files as they are when none of them is being written.
  private func readCurrentFiles() -> Reading {
    var unfinished = paths.shown
    for _ in 0..<Self.mostLooks {
      let files = whole.settle(lookedAt)
      if let file = files.unfinished.sorted().first {
        unfinished = file
      } else if let rules = read(files) {
        awaitsFile.store(false)
        return .rules(rules)
      }
    }
    awaitsFile.store(true)
    return .unfinished(unfinished)
  }

  /// Reads all files; returns `nil` if one of them, or the list of files, has changed since `files`
  /// was made.
  private func read(_ files: StableFiles.StableState) -> RuleSet? {
    let rules = read(log, leavingOut: files.new)
    let looked = Set(lookedAt)
    guard looked == files.paths, FileStamps(of: files.resting.paths) == files.resting,
      looked.isSuperset(of: rules.referredFiles.keys)
    else { return nil }
    whole.note(files.stamps, inUse: rules.diagnostics.hasErrors ? nil : rules.files)
    return rules
  }

  /// The paths of the stub files, and of the other files to which they refer.
  private var lookedAt: [String] {
    let watched = RuleFileFinder(paths.current, formats: .all).watched
    return watched + Set(referredFiles.keys).subtracting(watched)
  }

  /// Reads the files that have changed since they were last read.
  ///
  /// With `--keep-going`, files with errors are left out if they were found in a folder, and their
  /// errors are printed.
  private func read(
    _ console: Console, leavingOut new: Set<String> = [],
    _ progress: LoadingProgress.Observer? = nil
  ) -> RuleSet {
    var leftOut = new
    var context = admin.context
    context.reading = whole.reading
    var found: [String: FileStamp?] = [:]
    while true {
      let paths = paths.current
      let rules = RuleSet(
        reading: paths, keeping: readFiles.withLock { $0 }, leavingOut: leftOut,
        cassettes: command.cassettes, context: context, progress: progress)
      readFiles.withLock { $0 = rules.readFiles }
      found.merge(rules.referredFiles) { first, _ in first }
      referred.withLock { [found] in $0 = found }
      let errors = rules.diagnostics.sorted.filter { $0.severity == .error }
      let faulty = Set(errors.map(\.file)).intersection(rules.files + rules.unreadable)
        .subtracting(paths)
      guard command.keepsGoing, !faulty.isEmpty else {
        let count = leftOut.subtracting(new).count
        if count > 0 { console.emit(.warning("left out \(Count(count, "file")) with errors")) }
        return rules
      }
      for finding in errors where faulty.contains(finding.file) {
        console.emit(FindingEvent(finding: finding))
      }
      leftOut.formUnion(faulty)
    }
  }

  /// Replaces the stubs of the earlier files with the stubs of the rules.
  ///
  /// If unmatched requests go to real servers, they all do, even if a file sets another mode.
  private func use(_ rules: RuleSet, keepsAdded: Bool = true) {
    admin.context.scenarios.reset()
    admin.replaceFiles(
      with: rules, network: command.network,
      unhandled: command.passesUnmatched ? .optin : nil, others: staticFiles,
      keepsAdded: keepsAdded)
  }

  /// Returns the faults of the command line or, if it has none, the faults of the files.
  func faults(_ rules: RuleSet) -> ListenerFaults {
    ListenerFaults(
      connection: command.connectionFault ?? rules.faults.connection,
      tls: command.tlsFaults ?? rules.faults.tls)
  }

  /// Returns warnings that there are no stubs, or that faults have no effect.
  func warnings(_ rules: RuleSet) -> [String] {
    var warnings: [String] = []
    if rules.allStubs.isEmpty, staticFiles.isEmpty, command.configuration.upstream == nil {
      warnings.append("no stubs in \(paths.shown); every request gets a 404")
    }
    if command.securePort == nil, !rules.faults.tls.isEmpty {
      warnings.append("TLS faults are configured without --https-port: no effect")
    }
    return warnings
  }
}

/// The paths at which `serve` finds stub files and static files.
struct ServedPaths: Sendable, Hashable {
  private let named: [String]
  /// WireMock's root folder, with `mappings` and `__files`; `nil` if there is none.
  private let root: String?
  private let wantedStaticFolder: String?
  /// Whether the folder may be missing at first; saving stubs creates it.
  private let isMadeLater: Bool

  /// Uses the given paths or, if there are none, `./Stubs` or the working directory.
  ///
  /// The working directory is used if it is WireMock's root folder. A missing `./Stubs` is an error
  /// when it is read, unless `mayMakeLater` is set.
  ///
  /// - Throws: `UsageError` if `root` or `staticFolder` is not a folder.
  init(
    _ paths: [String], root: String? = nil, staticFolder: String? = nil, mayMakeLater: Bool = false
  ) throws(UsageError) {
    if let root, !Self.isFolder(root) { throw UsageError("no such folder \(root)") }
    if let staticFolder, !Self.isFolder(staticFolder) {
      throw UsageError("no such folder \(staticFolder)")
    }
    let isWireMocks =
      paths.isEmpty && DurableFile.mode(of: "./Stubs") == nil && Self.isFolder("./mappings")
    self.root = root ?? (isWireMocks ? "." : nil)
    named = paths.isEmpty && self.root == nil ? ["./Stubs"] : paths
    isMadeLater = mayMakeLater && paths.isEmpty && self.root == nil
    wantedStaticFolder = staticFolder
  }

  /// The files and folders to read now; WireMock's folder `mappings` may be created later.
  var current: [String] {
    let mappings = root.map { "\($0)/mappings" }
    let named = isMadeLater ? named.filter(Self.isFolder) : named
    return named + [mappings].compactMap(\.self).filter(Self.isFolder)
  }

  /// All paths in one text, for messages.
  var shown: String { (named + [root].compactMap(\.self)).joined(separator: ", ") }

  /// The folder in which stubs are saved, and to which names of files are relative; empty if there
  /// is none.
  var folder: String {
    root ?? named.first { isMadeLater || Self.isFolder($0) } ?? ""
  }

  /// The given folders, and the folders of the given files.
  var folders: [String] {
    named.map { path in
      Self.isFolder(path) ? path : path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }
  }

  /// The folder in which rule files are saved, and from which they are read again; empty if there
  /// is none.
  var ruleFolder: String { root.map { "\($0)/mappings" } ?? folder }

  /// The folder with the static files that answer requests without a stub; `nil` if there is none.
  var staticFolder: String? { wantedStaticFolder ?? root.map { "\($0)/__files" } }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
