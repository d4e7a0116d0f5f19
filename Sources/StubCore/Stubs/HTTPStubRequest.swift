/// Builds a stub: matchers, combined with AND, and a response for each method.
///
/// Adding it to a stubber takes a copy. To change a stub, remove it and add it again.
public final class HTTPStubRequest {
  /// The identity of the first copy that is added; each later copy has one of its own.
  public let id: HTTPStub.ID
  /// The identities of the copies that were added so far.
  package private(set) var copies: [HTTPStub.ID] = []
  /// What reports and listings call the stub; `nil` for its place in the source.
  public var name: String? {
    didSet { lateName?(name) }
  }
  /// Stubs with lower numbers are tried first; by convention, from 1 on.
  public var priority = 5
  /// The conditions so far, all of which have to accept a request.
  package private(set) var matchers: [any HTTPStubMatcher] = []
  package var limit: Int?
  package var responses = ResponseScripts()
  /// What it sends after each of its responses.
  package var webhooks: [Webhook] = []
  package private(set) var problems: [String] = []
  private let origin: HTTPStub.Origin
  /// Where in its file it is written; `nil` for a stub of a program.
  package var written: HTTPStub.Written?
  /// Is told of a name that is set after a copy of the stub was added.
  package var lateName: ((String?) -> Void)?

  /// A stub that answers every request, until you add matchers; reports show the place of this call.
  public convenience init(file: String = #fileID, line: Int = #line) {
    self.init(origin: HTTPStub.Origin(file: file, line: line))
  }

  /// The same, for a place of another kind.
  package init(origin: HTTPStub.Origin) {
    id = Self.newID()
    self.origin = origin
  }

  private static let lastNumber = AtomicInt(0)

  private static func newID() -> HTTPStub.ID { HTTPStub.ID(number: lastNumber.add(1)) }

  /// Adds a matcher; all matchers of a stub must accept a request.
  @discardableResult
  public func match(_ matcher: any HTTPStubMatcher) -> Self {
    // As each stub keeps them, there is room for no more.
    matchers.reserveCapacity(matchers.count + 1)
    matchers.append(matcher.unwrapped)
    for problem in matcher.problems { note(problem: problem) }
    return self
  }

  /// Adds matchers that nothing is wrong with, as is known.
  package func match(sound matchers: [any HTTPStubMatcher]) {
    if self.matchers.isEmpty { self.matchers = matchers } else { self.matchers += matchers }
  }

  /// Gives the stub a name for listings and reports.
  @discardableResult
  public func named(_ name: String) -> Self {
    self.name = name
    return self
  }

  /// Sets the priority: the lower the number, the earlier the stub is asked.
  @discardableResult
  public func priority(_ priority: Int) -> Self {
    self.priority = priority
    return self
  }

  /// Lets the stub answer that many requests; later ones go to the next stub.
  ///
  /// - Precondition: the limit is not negative.
  @discardableResult
  public func times(_ limit: Int) -> Self {
    precondition(limit >= 0, "a limit must be 0 or more, not \(limit)")
    self.limit = limit
    return self
  }

  /// Keeps an error of the stub, which is reported when it is added and in every report.
  package func note(problem: String) { problems.append(problem) }

  /// The stub as it is now, with the identity of the builder.
  package var snapshot: HTTPStub { snapshot(id) }

  /// Returns a copy of the stub as it is now, to be added.
  func copy() -> HTTPStub {
    let copy = snapshot(copies.isEmpty ? id : Self.newID())
    copies.append(copy.id)
    return copy
  }

  private func snapshot(_ id: HTTPStub.ID) -> HTTPStub {
    HTTPStub(
      id: id, name: name, origin: origin, priority: priority, matchers: matchers, limit: limit,
      responses: responses, webhooks: webhooks, problems: problems, written: written)
  }
}

@available(*, unavailable)
extension HTTPStubRequest: Sendable {}
