/// A stub as it was when it was added: its conditions and responses.
///
/// Only its name can change later.
public struct HTTPStub: Sendable, Identifiable {
  public struct ID: Sendable, Hashable {
    /// A number that is unique in the process.
    package let number: Int

    package init(number: Int) { self.number = number }
  }

  /// The place from which a stub comes, in the source code or in a rule file.
  package struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// The file, as `#fileID` gives it, or as the path of a rule file.
    package let file: String
    /// The line in the file, counted from 1; 0 for the whole file.
    package let line: Int
    /// The name of the stub set with this stub that was sent to a running server; `nil` for a stub
    /// in a file.
    private let sentSet: String?

    /// Creates the place of a stub that a tool makes, for reports.
    package init(file: String, line: Int) {
      self.init(file: file, line: line, sentSet: nil)
    }

    /// Creates a place in a stub set that was sent.
    ///
    /// `file` is the path that the set would have as a file.
    package init(file: String, line: Int, sentSet: String?) {
      self.file = file
      self.line = line
      self.sentSet = sentSet
    }

    package var description: String { description(of: "") }

    /// Returns the place in words, after the text `stub`.
    fileprivate func description(of stub: String) -> String {
      if let sentSet {
        return "\(stub.isEmpty ? "" : stub + " ")added over HTTP (\(sentSet):\(line))"
      }
      let start = stub.isEmpty ? "" : stub + " at "
      return line > 0 ? String(start, file, ":", String(line)) : String(start, file)
    }
  }

  /// The exact place of a stub in its file, for tools that show the stub's source text.
  package struct Written: Sendable, Hashable {
    /// The number of bytes before the stub in its file.
    package let offset: Int
    /// The identifier of the stub in the file, in lower case; `nil` if it has none.
    package let id: String?

    package init(offset: Int, id: String? = nil) {
      self.offset = offset
      self.id = id?.lowercasedASCII()
    }
  }

  private final class Storage: Sendable {
    let id: ID
    let name: Lock<String?>
    let origin: Origin
    let priority: Int
    let matchers: [any HTTPStubMatcher]
    let limit: Int?
    let responses: ResponseScripts
    let webhooks: [Webhook]
    let problems: [String]
    let written: Written?
    let exactPath: String?
    let otherKeys: [StubKey]
    /// The title without a name, which the log shows for each request.
    let place = Once<String>()

    init(
      id: ID, name: String?, origin: Origin, priority: Int, matchers: [any HTTPStubMatcher],
      limit: Int?, responses: ResponseScripts, webhooks: [Webhook], problems: [String],
      written: Written?
    ) {
      self.id = id
      self.name = Lock(name)
      self.origin = origin
      self.priority = priority
      self.matchers = matchers
      self.limit = limit
      self.responses = responses
      self.webhooks = webhooks
      self.problems = problems
      self.written = written
      var exactPath: String?
      var otherKeys: [StubKey] = []
      for (place, matcher) in matchers.enumerated() {
        // Only a path matcher itself counts here: a combined matcher may have the same keys, but
        // more conditions.
        if place == 0, let path = (matcher as? PartMatcher)?.exactPath {
          exactPath = path
        } else {
          otherKeys += matcher.keys
        }
      }
      self.exactPath = exactPath
      self.otherKeys = otherKeys
    }
  }

  /// The properties, which all copies share because only the name of a stub can change.
  private let storage: Storage

  init(
    id: ID, name: String?, origin: Origin, priority: Int, matchers: [any HTTPStubMatcher],
    limit: Int?, responses: ResponseScripts, webhooks: [Webhook] = [], problems: [String],
    written: Written?
  ) {
    storage = Storage(
      id: id, name: name, origin: origin, priority: priority, matchers: matchers, limit: limit,
      responses: responses, webhooks: webhooks, problems: problems, written: written)
  }

  /// Returns the same stub with other responses.
  func with(_ responses: ResponseScripts) -> HTTPStub {
    HTTPStub(
      id: id, name: name, origin: origin, priority: priority, matchers: matchers, limit: limit,
      responses: responses, webhooks: webhooks, problems: problems, written: written)
  }

  public var id: ID { storage.id }

  /// The name of the stub, for listings and reports; `nil` if it has none.
  ///
  /// It can be set at any time: `stubber.add(stub: stub).name = "users"`.
  public var name: String? {
    get { storage.name.withLock { $0 } }
    nonmutating set { storage.name.withLock { $0 = newValue } }
  }

  /// The place where the stub was written, which reports show.
  package var origin: Origin { storage.origin }

  /// The priority; stubs with lower numbers are asked first (default: 5).
  public var priority: Int { storage.priority }

  /// The conditions, which all have to accept a request.
  package var matchers: [any HTTPStubMatcher] { storage.matchers }

  /// The decoded path that a request must have; `nil` if the first matcher checks anything else.
  var exactPath: String? { storage.exactPath }

  /// The matchers apart from the one that checks ``exactPath``.
  var matchersAfterPath: ArraySlice<any HTTPStubMatcher> {
    matchers.dropFirst(exactPath == nil ? 0 : 1)
  }

  /// The index keys of all matchers; a matching request has every one of them.
  ///
  /// They are read from the matchers once, when the stub is made, and never under the lock of a
  /// set.
  var keys: [StubKey] {
    guard let exactPath else { return storage.otherKeys }
    return [StubKey(.path(exactPath))] + storage.otherKeys
  }

  /// The number of requests that the stub answers, after which the next stub is asked; `nil` for no
  /// limit.
  package var limit: Int? { storage.limit }

  package var responses: ResponseScripts {
    // `_read` lends the responses, so reading them copies nothing.
    _read { yield storage.responses }
  }

  /// The webhooks that the stub sends after each of its responses.
  package var webhooks: [Webhook] { storage.webhooks }

  /// The mistakes in the stub, such as a literal pattern that does not compile.
  public var problems: [String] { storage.problems }

  /// The exact place in its file; `nil` for a stub in Swift code or from a recording.
  package var written: Written? { storage.written }

  /// Whether matching and answering neither run caller code nor block.
  var isSynchronous: Bool {
    responses.allSatisfy { $0.script.isSynchronous } && matchers.allSatisfy { $0.isSynchronous }
  }

  /// The methods that the stub answers; empty if it answers every method.
  package var methods: [HTTPMethod] {
    responses.compactMap(\.key.method).sorted { $0.rawValue < $1.rawValue }
  }

  /// The name, or the place in the source code or file.
  public var title: String {
    name == nil ? storage.place.value { Self.title(nil, origin) } : Self.title(name, origin)
  }

  static func title(_ name: String?, _ origin: Origin) -> String {
    name.map { "stub \"\($0)\" (\(origin))" } ?? origin.description(of: "stub")
  }

  /// Returns the responses for a method: its own, or else those for all methods.
  ///
  /// If there are neither, HEAD has the responses for GET.
  func script(for method: HTTPMethod) -> ResponseScripts.Entry? {
    responses.place(for: method).map { responses[$0] }
  }
}

/// The key of a list of responses, which is their method.
package struct ResponseKey: Sendable, Hashable {
  /// The method; `nil` for all methods that have no responses of their own.
  package let method: HTTPMethod?

  package init(method: HTTPMethod?) { self.method = method }

  static let any = ResponseKey(method: nil)
}
