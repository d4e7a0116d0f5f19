extension StubStack {
  /// What came of asking the stubs one after the other.
  enum Asked {
    /// This stub answers.
    case answered(Claim)
    case refused(Refusal)
    /// Asking on could block.
    case blocked
  }

  /// What stubs say that accept a request but have no response for it.
  struct Refusal {
    /// What the first of them says; `nil` for none.
    var consequence: HTTPStubSequenceEnding?
    /// What says that another claim has changed something since a stub refused.
    fileprivate var changes: [@Sendable () -> Bool] = []

    /// Whether a stub may have a response by now that had none while others were asked.
    var hasPassed: Bool { changes.contains { $0() } }
  }

  /// Asks for the response of the first stub that accepts the request and has one.
  func ask(_ request: ReceivedRequest, _ mode: DecisionMode) -> Asked {
    var refusal = Refusal()
    var candidates = candidates(for: request)
    while let installed = candidates.next() {
      guard let place = installed.place(for: request.method) else { continue }
      if mode == .claimSynchronously, !installed.isSynchronous { return .blocked }
      guard let captures = installed.match(request) else { continue }
      do throws(Obstacle) {
        let (number, leave) = try installed.response(place, mode)
        return .answered(
          Claim(
            installed: installed, request: request.with(captures), place: place, number: number,
            leave: leave))
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
