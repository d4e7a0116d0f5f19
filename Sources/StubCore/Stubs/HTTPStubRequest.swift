/// A builder of a stub: its conditions, which must all hold, and its response for each method.
///
/// Adding it to a stubber makes a copy. To change a stub, remove it and add it again.
public final class HTTPStubRequest {
  /// The identity of the first copy that is added; each later copy has a new identity.
  public let id: HTTPStub.ID
  /// The identities of the copies that have been added.
  package private(set) var copies: [HTTPStub.ID] = []
  /// The name in reports and listings; if it is `nil`, they show the place in the source code.
  public var name: String? {
    didSet { onNameChange?(name) }
  }
  /// The priority, by convention 1 or more (default: 5); stubs with lower numbers are asked first.
  public var priority = 5
  /// The matchers added so far, which all have to accept a request.
  package private(set) var matchers: [any HTTPStubMatcher] = []
  package var limit: Int?
  package var responses = ResponseScripts()
  /// The webhooks to send after each response.
  package var webhooks: [Webhook] = []
  package private(set) var problems: [String] = []
  private let origin: HTTPStub.Origin
  /// The exact place in its file; `nil` for a stub in Swift code.
  package var written: HTTPStub.Written?
  /// A closure that is called when the name is set after a copy of the stub was added.
  package var onNameChange: ((String?) -> Void)?

  /// Creates a stub that answers every request until you add matchers.
  ///
  /// Reports show the place of this call.
  public convenience init(file: String = #fileID, line: Int = #line) {
    self.init(origin: HTTPStub.Origin(file: file, line: line))
  }

  /// Creates a stub whose origin is not a line of Swift code.
  package init(origin: HTTPStub.Origin) {
    id = Self.newID()
    self.origin = origin
  }

  private static let lastNumber = AtomicInt(0)

  private static func newID() -> HTTPStub.ID { HTTPStub.ID(number: lastNumber.add(1)) }

  /// Adds a matcher; all matchers of a stub must accept a request.
  @discardableResult
  public func match(_ matcher: any HTTPStubMatcher) -> Self {
    // Every stub keeps this list for a long time, so the list gets no spare memory.
    matchers.reserveCapacity(matchers.count + 1)
    matchers.append(matcher.unwrapped)
    for problem in matcher.problems { note(problem: problem) }
    return self
  }

  /// Adds matchers that are known to have no problems.
  package func match(sound matchers: [any HTTPStubMatcher]) {
    if self.matchers.isEmpty { self.matchers = matchers } else { self.matchers += matchers }
  }

  /// Gives the stub a name for listings and reports.
  @discardableResult
  public func named(_ name: String) -> Self {
    self.name = name
    return self
  }

  /// Sets the priority; a stub with a lower number is asked earlier.
  @discardableResult
  public func priority(_ priority: Int) -> Self {
    self.priority = priority
    return self
  }

  /// Limits the number of requests that the stub answers; for later requests, the next stub is
  /// asked.
  ///
  /// - Precondition: the limit is not negative.
  @discardableResult
  public func times(_ limit: Int) -> Self {
    precondition(limit >= 0, "a limit must be 0 or more, not \(limit)")
    self.limit = limit
    return self
  }

  /// Notes a mistake in the stub, which is reported when the stub is added, and in every report.
  package func note(problem: String) { problems.append(problem) }

  /// A copy of the stub as it is now, with the identity of the builder.
  package var snapshot: HTTPStub { snapshot(id) }

  /// Returns a copy of the stub as it is now, for a set, with an identity that no other copy has.
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
