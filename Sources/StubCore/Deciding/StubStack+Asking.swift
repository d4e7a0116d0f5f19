extension StubStack {
  /// What came of asking the stubs one after the other.
  struct Asked {
    /// The stub that answers.
    var claimed: (installed: InstalledStub, captures: Captures, claim: InstalledStub.Claim)?
    /// What the first stub says that accepts the request but has no response for it; `nil` for none.
    var consequence: HTTPStubSequenceEnding?
    /// Whether another time might have another result.
    var canPass = false
  }

  /// Takes a response of the first stub that accepts the request and has one.
  func firstClaim(for request: ReceivedRequest) -> Asked {
    var asked = Asked()
    for installed in candidates(for: request) where installed.answers(request.method) {
      guard let captures = installed.match(request) else { continue }
      switch installed.claim(for: request) {
      case .success(let claim):
        asked.claimed = (installed, captures, claim)
        return asked
      case .failure(let obstacle):
        asked.canPass = asked.canPass || obstacle.canPass
        if asked.consequence == nil, obstacle.consequence != .fallThrough {
          asked.consequence = obstacle.consequence
        }
      }
    }
    return asked
  }
}
