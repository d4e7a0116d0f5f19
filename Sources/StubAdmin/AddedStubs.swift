import StubCore
import StubLanguages

/// The stubs that were added over HTTP, with the text that was sent of each.
final class AddedStubs: Sendable {
  /// How a stub was sent.
  enum Form: Sendable {
    /// In WireMock's form, with its identifier.
    case mapping(JSONValue)
    /// As a stub of a rule file.
    case rule(JSONValue)
  }

  /// A stub of a file in whose place another was put.
  struct Replaced: Sendable {
    let origin: HTTPStub.Origin
    /// Whether it is all that its file has, in WireMock's form, so that the other can be saved there.
    let isAlone: Bool
    /// Whether a server has saved it there, so that the file goes with the other.
    let isSaved: Bool
  }

  struct Entry: Sendable {
    let name: String
    let stub: HTTPStub.ID
    let form: Form
    /// The file in which it was saved, maybe as it was before; `nil` for a stub that ends with the server.
    var file: String?
    /// What it took the place of; `nil` for a stub that was added.
    var replaced: Replaced?
  }

  private struct State {
    var byName: [ScalarText: Entry] = [:]
    var names: [HTTPStub.ID: String] = [:]
    var ignoreRules: [HTTPStubIgnoreRule] = []
    /// Files of saved stubs as they were written.
    var files: [String: FileStamp] = [:]
  }

  private let state = Lock(State())
  /// Those of the server, for those of a session.
  private let outer: AddedStubs?

  init(in outer: AddedStubs? = nil) { self.outer = outer }

  subscript(name: String) -> Entry? {
    state.withLock { $0.byName[ScalarText(name)] } ?? outer?[name]
  }

  subscript(stub: HTTPStub.ID) -> Entry? {
    state.withLock { state in state.names[stub].flatMap { state.byName[ScalarText($0)] } }
      ?? outer?[stub]
  }

  /// Those that were added here.
  var all: [Entry] { state.withLock { Array($0.byName.values) } }

  /// Keeps an entry in the place of another of that name.
  func set(_ entry: Entry) {
    state.withLock { state in
      if let old = state.byName[ScalarText(entry.name)] { state.names[old.stub] = nil }
      state.byName[ScalarText(entry.name)] = entry
      state.names[entry.stub] = entry.name
    }
  }

  func remove(_ stub: HTTPStub.ID) {
    state.withLock { state in
      if let name = state.names.removeValue(forKey: stub) { state.byName[ScalarText(name)] = nil }
    }
  }

  /// The ignore rules that were added here, which have no names.
  var ignoreRules: [HTTPStubIgnoreRule] { state.withLock { $0.ignoreRules } }

  func add(_ rules: [HTTPStubIgnoreRule]) { state.withLock { $0.ignoreRules += rules } }

  /// Forgets the ignore rules.
  ///
  /// - Returns: those there were.
  func takeIgnoreRules() -> [HTTPStubIgnoreRule] {
    state.withLock { state in
      defer { state.ignoreRules = [] }
      return state.ignoreRules
    }
  }

  // Files.

  /// Notes that stubs have just been saved in a file.
  func noteWriting(of file: String) { state.withLock { $0.files[file] = FileStamp(path: file) } }

  /// The files that have stubs which were added, and nothing that was written by others.
  var ownFiles: Set<String> {
    let (entries, stamps) = state.withLock { (Array($0.byName.values), $0.files) }
    let shared = Set(entries.filter { $0.replaced != nil }.compactMap(\.file))
    let files = Set(entries.compactMap(\.file)).subtracting(shared)
    return files.filter { stamps[$0] != nil && stamps[$0] == FileStamp(path: $0) }
  }

  func removeAll() { state.withLock { $0 = State() } }
}
