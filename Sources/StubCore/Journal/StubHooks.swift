/// Closures that are told of what happens; each is called once for each event, never under a lock.
public struct StubHooks: Sendable {
  /// A stub has been chosen for a request.
  public var activated: @Sendable (ReceivedRequest, HTTPStub) -> Void = { _, _ in }
  /// No stub answers a request.
  public var missing: @Sendable (ReceivedRequest, UnmatchedReport) -> Void = { _, _ in }
  /// A redirect is about to be followed: the request, its stub and the new request.
  public var redirected: @Sendable (ReceivedRequest, HTTPStub, ReceivedRequest) -> Void = {
    _, _, _ in
  }
  /// The response to a stubbed request is out, or was cut off.
  public var finished: @Sendable (ReceivedRequest, HTTPStub, ResponseEnding) -> Void = { _, _, _ in
  }
  /// Something is wrong with a stub or with the set-up; the text says what and what to try.
  public var problem: @Sendable (String) -> Void = { _ in }
  /// A request has been decided on, whatever its fate; for hosts that log every request.
  package var decided: @Sendable (ReceivedRequest, Fate) -> Void = { _, _ in }

  public init() {}
}

/// How the response to a request ended.
public enum ResponseEnding: Sendable, Hashable {
  case completed
  /// With the error that the stub asked for.
  case failed(StubFailure)
  /// By the client, before the response was out.
  case cancelled
}
