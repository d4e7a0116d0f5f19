/// A stub that did not answer a request, matcher by matcher.
public struct NearMiss: Sendable, Hashable {
  /// What one matcher of the stub said.
  public struct Verdict: Sendable, Hashable {
    public let matcher: String
    /// `nil` when it accepted the request.
    public let mismatch: Mismatch?
  }

  public struct Mismatch: Sendable, Hashable {
    public let expected: String
    public let found: String
  }

  /// Name and place of the stub.
  public var stub: String { HTTPStub.title(name, origin) }
  private let name: String?
  public let origin: HTTPStub.Origin
  public let verdicts: [Verdict]

  init(_ installed: InstalledStub, _ request: ReceivedRequest) {
    self.init(StubComparison(installed, request), request)
  }

  /// What is to be said of a stub that was compared with the request.
  init(_ comparison: StubComparison, _ request: ReceivedRequest) {
    let stub = comparison.installed.stub
    name = stub.name
    origin = stub.origin
    verdicts =
      stub.matchers.map {
        Verdict(matcher: $0.description, $0.evaluate(request, for: .stubRequest))
      }
      + (StubComparison.obstacle(comparison.installed, request).map { [$0] } ?? [])
      + stub.problems.map {
        Verdict(matcher: "the stub is sound", mismatch: Mismatch(expected: "no fault", found: $0))
      }
  }
}

extension NearMiss.Verdict {
  fileprivate init(matcher: String, _ result: MatchResult) {
    self.matcher = matcher
    switch result {
    case .matched: mismatch = nil
    case .mismatched(let expected, let found):
      mismatch = NearMiss.Mismatch(expected: expected, found: found)
    }
  }
}
