public import StubCore

extension HTTPStubber {
  /// Every request that was answered, or that no stub answered, with what became of it.
  public var journal: Journal { stubSet.journal }

  /// Has the closure called when a stub has been chosen for a request; replaces an earlier one.
  public func onStubActivation(
    _ closure: @escaping @Sendable (ReceivedRequest, HTTPStub) -> Void
  ) { stubSet.hooks.activated = closure }

  /// Has the closure called when no stub answers a request; replaces an earlier one.
  public func onStubMissing(
    _ closure: @escaping @Sendable (ReceivedRequest, UnmatchedReport) -> Void
  ) { stubSet.hooks.missing = closure }

  /// Has the closure called with request, stub and new request before a redirect is followed.
  public func onRedirect(
    _ closure: @escaping @Sendable (ReceivedRequest, HTTPStub, ReceivedRequest) -> Void
  ) { stubSet.hooks.redirected = closure }

  /// Has the closure called when a stubbed response ends, just before its client is told the end.
  public func onFinish(
    _ closure: @escaping @Sendable (ReceivedRequest, HTTPStub, ResponseEnding) -> Void
  ) { stubSet.hooks.finished = closure }

  /// Has the closure called with what is wrong with a stub or with the set-up.
  ///
  /// Without one, warnings go to standard error, one line each. Nothing else is ever printed.
  public func onWarning(_ closure: @escaping @Sendable (String) -> Void) {
    stubSet.hooks.problem = closure
  }

  /// Checks how many requests a stub has answered.
  ///
  /// - Throws: `VerificationFailure` with the requests received.
  public func verify(stub: HTTPStub, count: Int) throws(VerificationFailure) {
    try stubSet.verify(stub: stub.id, count: count)
  }

  /// Checks how many requests the stub added from this builder has answered.
  ///
  /// - Throws: `VerificationFailure` with the requests received.
  public func verify(stub: HTTPStubRequest, count: Int) throws(VerificationFailure) {
    try stubSet.verify(stub: stub.id, count: count)
  }
}
