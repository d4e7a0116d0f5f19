extension StubStack {
  /// What came of asking the stubs one after the other.
  enum Asked {
    /// This stub answers.
    case claimed(InstalledStub, Captures, InstalledStub.Claim)
    case refused(Refusal)
  }

  /// What stubs say that accept a request but have no response for it.
  struct Refusal {
    /// What the first of them says; `nil` for none.
    var consequence: HTTPStubSequenceEnding?
    /// Whether another time might have another result.
    var canPass = false
  }

  /// Takes a response of the first stub that accepts the request and has one.
  func firstClaim(for request: ReceivedRequest) -> Asked {
    var refusal = Refusal()
    var candidates = candidates(for: request)
    while let installed = candidates.next() {
      guard installed.answers(request.method), let captures = installed.match(request)
      else { continue }
      do throws(TurnObstacle) {
        return .claimed(installed, captures, try installed.claim(for: request))
      } catch {
        refusal.canPass = refusal.canPass || error.canPass
        if refusal.consequence == nil, error.consequence != .fallThrough {
          refusal.consequence = error.consequence
        }
      }
    }
    return .refused(refusal)
  }
}
