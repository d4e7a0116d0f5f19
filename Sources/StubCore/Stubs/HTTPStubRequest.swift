/// Builds a stub: matchers, combined with AND, and a response for each method.
///
/// Adding it to a stubber takes a copy. To change a stub, remove it and add it again.
public final class HTTPStubRequest {
  /// The identity of the first copy that is added; later copies get new identities.
  public let id: HTTPStub.ID
  /// The identities of the copies that were added so far.
  package private(set) var copies: [HTTPStub.ID] = []
  /// The name in reports and listings; `nil` to show the place in the source code.
  public var name: String? {
    didSet { lateName?(name) }
  }
  /// The priority (default: 5); stubs with lower numbers are tried first, by convention from 1 on.
  public var priority = 5
  /// The conditions so far, all of which have to accept a request.
  package private(set) var matchers: [any HTTPStubMatcher] = []
  package var limit: Int?
  package var responses = ResponseScripts()
  /// The webhooks to send after each response.
  package var webhooks: [Webhook] = []
  package private(set) var problems: [String] = []
  private let origin: HTTPStub.Origin
  /// The place in its file; `nil` for a stub in Swift code.
  package var written: HTTPStub.Written?
  /// Called when the name is set after a copy of the stub was added.
  package var lateName: ((String?) -> Void)?

  /// Creates a stub that answers every request until you add matchers; reports show the place of
  /// this call.
  public convenience init(file: String = #fileID, line: Int = #line) {
    self.init(origin: HTTPStub.Origin(file: file, line: line))
  }

  /// Creates a stub whose place is not a line of Swift code.
  package init(origin: HTTPStub.Origin) {
    id = Self.newID()
    self.origin = origin
  }

  private static let lastNumber = AtomicInt(0)

  private static func newID() -> HTTPStub.ID { HTTPStub.ID(number: lastNumber.add(1)) }

  /// Adds a matcher; all matchers of a stub must accept a request.
  @discardableResult
  public func match(_ matcher: any HTTPStubMatcher) -> Self {
    // Each stub keeps this list, so it gets no spare room.
    matchers.reserveCapacity(matchers.count + 1)
    matchers.append(matcher.unwrapped)
    for problem in matcher.problems { note(problem: problem) }
    return self
  }

  /// Adds matchers that are known to have no errors.
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

  /// Limits how many requests the stub answers; later ones go to the next stub.
  ///
  /// - Precondition: the limit is not negative.
  @discardableResult
  public func times(_ limit: Int) -> Self {
    precondition(limit >= 0, "a limit must be 0 or more, not \(limit)")
    self.limit = limit
    return self
  }

  /// Notes an error of the stub, which is reported when it is added and in every report.
  package func note(problem: String) { problems.append(problem) }

  /// The stub as it is now, with the identity of the builder.
  package var snapshot: HTTPStub { snapshot(id) }

  /// Returns a copy of the current stub, to be added to a set.
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
