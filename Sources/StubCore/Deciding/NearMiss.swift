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

  /// What is to be said of a stub that was compared with the request.
  init(_ installed: InstalledStub, _ request: ReceivedRequest) {
    let stub = installed.stub
    name = stub.name
    origin = stub.origin
    var verdicts = stub.matchers.map {
      Verdict(matcher: $0.description, $0.evaluate(request, for: .stubRequest))
    }
    if let obstacle = StubComparison.obstacle(installed, request) { verdicts.append(obstacle) }
    for problem in stub.problems {
      let mismatch = Mismatch(expected: "no fault", found: problem)
      verdicts.append(Verdict(matcher: "the stub is sound", mismatch: mismatch))
    }
    self.verdicts = verdicts
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
