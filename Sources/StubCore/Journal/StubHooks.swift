/// Closures that are told of what happens; each is called once for each event, never under a lock.
public struct StubHooks: Sendable {
  private final class Storage: Sendable {
    let closures: Closures

    init(_ closures: Closures) { self.closures = closures }
  }

  private struct Closures: Sendable {
    var activated: (@Sendable (ReceivedRequest, HTTPStub) -> Void)?
    var missing: (@Sendable (ReceivedRequest, UnmatchedReport) -> Void)?
    var redirected: (@Sendable (ReceivedRequest, HTTPStub, ReceivedRequest) -> Void)?
    var finished: (@Sendable (ReceivedRequest, HTTPStub, ResponseEnding) -> Void)?
    var problem: (@Sendable (String) -> Void)?
    var decided: (@Sendable (ReceivedRequest, Fate) -> Void)?
  }

  private static let none = Storage(Closures())

  /// Shared by all copies: they are handed around for each request, but hardly ever changed.
  private var storage = StubHooks.none

  public init() {}

  private mutating func change(_ body: (inout Closures) -> Void) {
    var closures = storage.closures
    body(&closures)
    storage = Storage(closures)
  }

  /// A stub has been chosen for a request.
  public var activated: @Sendable (ReceivedRequest, HTTPStub) -> Void {
    get { storage.closures.activated ?? { _, _ in } }
    set { change { $0.activated = newValue } }
  }

  /// No stub answers a request.
  public var missing: @Sendable (ReceivedRequest, UnmatchedReport) -> Void {
    get { storage.closures.missing ?? { _, _ in } }
    set { change { $0.missing = newValue } }
  }

  /// A redirect is about to be followed: the request, its stub and the new request.
  public var redirected: @Sendable (ReceivedRequest, HTTPStub, ReceivedRequest) -> Void {
    get { storage.closures.redirected ?? { _, _, _ in } }
    set { change { $0.redirected = newValue } }
  }

  /// The response to a stubbed request is out, or was cut off.
  public var finished: @Sendable (ReceivedRequest, HTTPStub, ResponseEnding) -> Void {
    get { storage.closures.finished ?? { _, _, _ in } }
    set { change { $0.finished = newValue } }
  }

  /// Something is wrong with a stub or with the set-up; the text says what and what to try.
  public var problem: @Sendable (String) -> Void {
    get { storage.closures.problem ?? { _ in } }
    set { change { $0.problem = newValue } }
  }

  /// A request has been decided on, whatever its fate; for hosts that log every request.
  package var decided: @Sendable (ReceivedRequest, Fate) -> Void {
    get { storage.closures.decided ?? { _, _ in } }
    set { change { $0.decided = newValue } }
  }

  /// Whether anybody wants to know of the ends of responses.
  var isToldOfEnds: Bool { storage.closures.finished != nil }
}

/// How the response to a request ended.
public enum ResponseEnding: Sendable, Hashable {
  case completed
  /// With the error that the stub asked for.
  case failed(StubFailure)
  /// By the client, before the response was out.
  case cancelled
}
