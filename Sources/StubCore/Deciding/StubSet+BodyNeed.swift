extension StubSet {
  /// How many bytes of its body a request needs of which only the head has come: all, or no more than the
  /// journal keeps.
  ///
  /// The stub that would answer is looked for with a body that tells whether a condition asks for it. What
  /// the stubs decide when the body has come counts: one that is added meanwhile may find the body cut.
  package func neededBodyCount(of head: ReceivedRequest) -> Int {
    let kept = journal.limits.bodyBytes
    let snapshot = snapshot
    guard kept < .max, snapshot.value.recorders.isEmpty else { return .max }
    let isRead = AtomicBool(false)
    let body = RequestBody {
      isRead.store(true)
      return nil
    }
    guard case .stub(let claim)? = snapshot.decide(head.with(body: body), .peek), !isRead.load(),
      !claim.installed.readsBody(claim)
    else { return .max }
    return kept
  }
}

extension StubSessions {
  /// The same for the stubs of the request's session, or for those of no session.
  package func neededBodyCount(of head: ReceivedRequest) -> Int {
    switch select(head) {
    case .base: base.neededBodyCount(of: head)
    case .session(let session, let head): session.stubs.neededBodyCount(of: head)
    // It is refused whatever the body is.
    case .unknown: 0
    }
  }
}
