import StubCore
import StubLanguages

/// The stubs that clients have added over the admin API, each with the text that they sent.
final class AddedStubs: Sendable {
  /// The form in which a client sent a stub.
  enum Form: Sendable {
    /// A stub in WireMock's form, with the members that WireMock adds.
    case mapping(JSONObject)
    /// A stub in the form of a rule file.
    case rule(JSONValue)

    /// The stub as it was sent, with the name of the form.
    var member: (name: String, value: JSONValue) {
      switch self {
      case .mapping(let document): ("mapping", .object(document))
      case .rule(let rule): ("rule", rule)
      }
    }

    /// Whether the client asks for the stub to be saved at once.
    var isPersistent: Bool {
      if case .mapping(let document) = self { document["persistent"]?.bool == true } else { false }
    }
  }

  /// A stub from a file that an added stub has replaced.
  struct Replaced: Sendable {
    let origin: HTTPStub.Origin
    /// Whether the file is in WireMock's form and contains only this stub, so that the replacement
    /// can be saved in it.
    let isAlone: Bool
    /// Whether the admin API wrote the file, so that it is deleted together with the replacement.
    let isSaved: Bool
  }

  struct Entry: Sendable {
    let name: String
    let stub: HTTPStub.ID
    var form: Form
    /// The file in which the stub, perhaps in an older version, is saved; `nil` if it is not saved.
    var file: String?
    /// The stub from a file that this stub has replaced; `nil` if there is none.
    var replaced: Replaced?
  }

  private struct State {
    var byName: [ScalarText: Entry] = [:]
    var names: [HTTPStub.ID: String] = [:]
    var ignoreRules: [HTTPStubIgnoreRule] = []
    /// The files of saved stubs, each with its state right after it was written.
    var files: [String: FileStamp] = [:]
  }

  private let state = Lock(State())
  /// The added stubs of the server, if this object belongs to a session; otherwise `nil`.
  private let outer: AddedStubs?

  init(in outer: AddedStubs? = nil) { self.outer = outer }

  subscript(name: String) -> Entry? {
    state.withLock { $0.byName[ScalarText(name)] } ?? outer?[name]
  }

  subscript(stub: HTTPStub.ID) -> Entry? {
    state.withLock { state in state.names[stub].flatMap { state.byName[ScalarText($0)] } }
      ?? outer?[stub]
  }

  /// The stubs that were added to the server or, in a session, to the session alone.
  var all: [Entry] { state.withLock { Array($0.byName.values) } }

  /// Adds an entry, in place of one with the same name.
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

  /// The ignore rules that were added to the server or, in a session, to the session; they have no
  /// names.
  var ignoreRules: [HTTPStubIgnoreRule] { state.withLock { $0.ignoreRules } }

  func add(_ rules: [HTTPStubIgnoreRule]) { state.withLock { $0.ignoreRules += rules } }

  /// Removes the added ignore rules.
  ///
  /// - Returns: the removed rules.
  func takeIgnoreRules() -> [HTTPStubIgnoreRule] {
    state.withLock { state in
      defer { state.ignoreRules = [] }
      return state.ignoreRules
    }
  }

  // Files.

  /// Notes that stubs have just been saved in a file.
  func noteWriting(of file: String) { state.withLock { $0.files[file] = FileStamp(path: file) } }

  /// The files that contain only added stubs, and that no other program has changed.
  var ownFiles: Set<String> {
    let (entries, stamps) = state.withLock { (Array($0.byName.values), $0.files) }
    let shared = Set(entries.filter { $0.replaced != nil }.compactMap(\.file))
    let files = Set(entries.compactMap(\.file)).subtracting(shared)
    return files.filter { stamps[$0] != nil && stamps[$0] == FileStamp(path: $0) }
  }

  func removeAll() { state.withLock { $0 = State() } }
}
