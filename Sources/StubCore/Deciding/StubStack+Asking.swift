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
    /// What says that a turn has been taken since a stub refused.
    fileprivate var changes: [@Sendable () -> Bool] = []

    /// Whether a stub's turn may have come while others were asked: it did not if all of them
    /// refuse still, which is when nothing has changed for any.
    var hasPassed: Bool { changes.contains { $0() } }
  }

  /// Takes a response of the first stub that accepts the request and has one.
  func firstClaim(for request: ReceivedRequest) -> Asked {
    var refusal = Refusal()
    var candidates = candidates(for: request)
    while let installed = candidates.next() {
      guard let place = installed.place(for: request.method),
        let captures = installed.match(request)
      else { continue }
      do throws(TurnObstacle) {
        return .claimed(installed, captures, try installed.claim(place, for: request))
      } catch {
        if let hasPassed = error.hasPassed { refusal.changes.append(hasPassed) }
        if refusal.consequence == nil, error.consequence != .fallThrough {
          refusal.consequence = error.consequence
        }
      }
    }
    return .refused(refusal)
  }
}
