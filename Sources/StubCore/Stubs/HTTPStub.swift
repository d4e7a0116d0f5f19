/// A stub as it was when it was added, apart from its name: what it matches and what it answers.
public struct HTTPStub: Sendable, Identifiable {
  public struct ID: Sendable, Hashable {
    /// Different for each stub of the process.
    package let number: Int

    package init(number: Int) { self.number = number }
  }

  /// The place in the source code or in a rule file that a stub comes from.
  package struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// The file as `#fileID` gives it, or the path of a rule file.
    package let file: String
    /// The line in the file, from 1; 0 for the file as a whole.
    package let line: Int
    /// The set that a stub belongs to which was sent to a running server; `nil` for one in a file.
    private let sentSet: String?

    /// A place to show in reports, for stubs that another tool makes.
    package init(file: String, line: Int) {
      self.init(file: file, line: line, sentSet: nil)
    }

    /// The place in a text that was sent, as part of that set, and would have that path as a file.
    package init(file: String, line: Int, sentSet: String?) {
      self.file = file
      self.line = line
      self.sentSet = sentSet
    }

    package var description: String { description(of: "") }

    /// The place, behind what is there.
    fileprivate func description(of stub: String) -> String {
      if let sentSet {
        return "\(stub.isEmpty ? "" : stub + " ")added over HTTP (\(sentSet):\(line))"
      }
      let start = stub.isEmpty ? "" : stub + " at "
      return line > 0 ? String(start, file, ":", String(line)) : String(start, file)
    }
  }

  /// Where a stub of a file is written exactly, for those that show it as it is written.
  package struct Written: Sendable, Hashable {
    /// The bytes before it in its file.
    package let offset: Int
    /// The identifier that the file gives it, in lowercase; `nil` for none.
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
        // By the matcher itself: one that has others in it may have the same keys, and ask for more.
        if place == 0, let path = (matcher as? HTTPStubPathMatcher)?.exactPath {
          exactPath = path
        } else {
          otherKeys += matcher.keys
        }
      }
      self.exactPath = exactPath
      self.otherKeys = otherKeys
    }
  }

  /// Shared by all copies, as nothing but the name of a stub ever changes.
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

  /// The same stub with other responses.
  func with(_ responses: ResponseScripts) -> HTTPStub {
    HTTPStub(
      id: id, name: name, origin: origin, priority: priority, matchers: matchers, limit: limit,
      responses: responses, webhooks: webhooks, problems: problems, written: written)
  }

  public var id: ID { storage.id }

  /// The name its author gave it, for listings and reports.
  ///
  /// It can be set at any time: `stubber.add(stub: stub).name = "users"`.
  public var name: String? {
    get { storage.name.withLock { $0 } }
    nonmutating set { storage.name.withLock { $0 = newValue } }
  }

  /// Where the stub was written; reports show it.
  package var origin: Origin { storage.origin }

  /// Stubs with lower numbers are tried first (default: 5).
  public var priority: Int { storage.priority }

  /// The conditions, all of which have to accept a request.
  package var matchers: [any HTTPStubMatcher] { storage.matchers }

  /// The readable path that is all that its first matcher asks for; `nil` for another condition.
  var exactPath: String? { storage.exactPath }

  /// What each request has that all its matchers accept.
  ///
  /// Matchers say so once, when the stub is made: never under the lock of a set.
  var keys: [StubKey] {
    guard let exactPath else { return storage.otherKeys }
    return [StubKey(.path(exactPath))] + storage.otherKeys
  }

  /// How many requests it answers before the next stub is asked; `nil` for any number.
  package var limit: Int? { storage.limit }

  package var responses: ResponseScripts {
    // Lends them, so that looking at them copies nothing.
    _read { yield storage.responses }
  }

  /// What it sends after each of its responses.
  package var webhooks: [Webhook] { storage.webhooks }

  /// What is wrong with the stub, such as a literal pattern that does not compile.
  public var problems: [String] { storage.problems }

  /// Where in its file it is written; `nil` for a stub of a program or of a recording.
  package var written: Written? { storage.written }

  /// Whether asking it, and answering with it, runs no caller code and waits for nothing.
  var isSynchronous: Bool {
    responses.allSatisfy { $0.script.isSynchronous } && matchers.allSatisfy { $0.isSynchronous }
  }

  /// The methods it answers; empty when it answers every method.
  package var methods: [HTTPMethod] {
    responses.compactMap(\.key.method).sorted { $0.rawValue < $1.rawValue }
  }

  /// The name, or the place it comes from.
  public var title: String { Self.title(name, origin) }

  static func title(_ name: String?, _ origin: Origin) -> String {
    name.map { "stub \"\($0)\" (\(origin))" } ?? origin.description(of: "stub")
  }

  /// The responses for a method: its own, else those for any method, else for HEAD those for GET.
  func script(for method: HTTPMethod) -> ResponseScripts.Entry? {
    responses.place(for: method).map { responses[$0] }
  }
}

/// The method that a list of responses is for.
package struct ResponseKey: Sendable, Hashable {
  /// `nil` for the methods that have no responses of their own.
  package let method: HTTPMethod?

  package init(method: HTTPMethod?) { self.method = method }

  static let any = ResponseKey(method: nil)
}
