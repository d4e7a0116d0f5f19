/// Closures for events; each is called once for each event, never under a lock.
package struct StubHooks: Sendable {
  private struct Closures: Sendable {
    var activated: (@Sendable (ReceivedRequest, HTTPStub) -> Void)?
    var missing: (@Sendable (ReceivedRequest, UnmatchedReport) -> Void)?
    var redirected: (@Sendable (ReceivedRequest, HTTPStub, ReceivedRequest) -> Void)?
    var finished: (@Sendable (ReceivedRequest, HTTPStub, ResponseEnding) -> Void)?
    var incomplete: (@Sendable (ReceivedRequest, SentResponse) -> Void)?
    var problem: (@Sendable (String) -> Void)?
    var decided: (@Sendable (ReceivedRequest, Outcome) -> Void)?
    var webhookEnded: (@Sendable (ReceivedRequest, HTTPStub, SentWebhook) -> Void)?
  }

  private static let none = Shared(Closures())

  /// Shared by all copies: they are handed around for each request, but hardly ever changed.
  private var closures = StubHooks.none

  /// Hooks that do nothing.
  package init() {}

  /// A stub has been chosen for a request.
  package var activated: @Sendable (ReceivedRequest, HTTPStub) -> Void {
    get { closures.value.activated ?? { _, _ in } }
    set { closures.value.activated = newValue }
  }

  /// No stub answers a request.
  package var missing: @Sendable (ReceivedRequest, UnmatchedReport) -> Void {
    get { closures.value.missing ?? { _, _ in } }
    set { closures.value.missing = newValue }
  }

  /// A redirect is about to be followed: the request, its stub and the new request.
  package var redirected: @Sendable (ReceivedRequest, HTTPStub, ReceivedRequest) -> Void {
    get { closures.value.redirected ?? { _, _, _ in } }
    set { closures.value.redirected = newValue }
  }

  /// The response to a stubbed request is out, or was cut off.
  package var finished: @Sendable (ReceivedRequest, HTTPStub, ResponseEnding) -> Void {
    get { closures.value.finished ?? { _, _, _ in } }
    set { closures.value.finished = newValue }
  }

  /// The response of a stub to a request is over before it was complete; for hosts that log it.
  ///
  /// The request has no body, so that none is kept until then.
  package var incomplete: @Sendable (ReceivedRequest, SentResponse) -> Void {
    get { closures.value.incomplete ?? { _, _ in } }
    set { closures.value.incomplete = newValue }
  }

  /// Something is wrong with a stub or with the set-up; the text says what and what to try.
  package var problem: @Sendable (String) -> Void {
    get { closures.value.problem ?? { _ in } }
    set { closures.value.problem = newValue }
  }

  /// A request has been decided on, whatever its outcome; for hosts that log every request.
  package var decided: @Sendable (ReceivedRequest, Outcome) -> Void {
    get { closures.value.decided ?? { _, _ in } }
    set { closures.value.decided = newValue }
  }

  /// Something was sent after a response, or could not be.
  package var webhookEnded: @Sendable (ReceivedRequest, HTTPStub, SentWebhook) -> Void {
    get { closures.value.webhookEnded ?? { _, _, _ in } }
    set { closures.value.webhookEnded = newValue }
  }

  // Each hook that is added is called after those before it; `nil` removes them all.

  package mutating func addActivated(_ hook: (@Sendable (ReceivedRequest, HTTPStub) -> Void)?) {
    closures.value.activated = Self.after(closures.value.activated, hook)
  }

  package mutating func addMissing(
    _ hook: (@Sendable (ReceivedRequest, UnmatchedReport) -> Void)?
  ) { closures.value.missing = Self.after(closures.value.missing, hook) }

  package mutating func addRedirected(
    _ hook: (@Sendable (ReceivedRequest, HTTPStub, ReceivedRequest) -> Void)?
  ) { closures.value.redirected = Self.after(closures.value.redirected, hook) }

  package mutating func addFinished(
    _ hook: (@Sendable (ReceivedRequest, HTTPStub, ResponseEnding) -> Void)?
  ) { closures.value.finished = Self.after(closures.value.finished, hook) }

  private static func after<First, Second>(
    _ first: (@Sendable (First, Second) -> Void)?, _ next: (@Sendable (First, Second) -> Void)?
  ) -> (@Sendable (First, Second) -> Void)? {
    guard let first, let next else { return next }
    return {
      first($0, $1)
      next($0, $1)
    }
  }

  private static func after<First, Second, Third>(
    _ first: (@Sendable (First, Second, Third) -> Void)?,
    _ next: (@Sendable (First, Second, Third) -> Void)?
  ) -> (@Sendable (First, Second, Third) -> Void)? {
    guard let first, let next else { return next }
    return {
      first($0, $1, $2)
      next($0, $1, $2)
    }
  }

  // The calls of the set; they do nothing without a hook.

  func tellDecided(_ request: ReceivedRequest, _ outcome: Outcome) {
    closures.value.decided?(request, outcome)
  }

  func tellActivated(_ request: ReceivedRequest, _ installed: InstalledStub) {
    closures.value.activated?(request, installed.stub)
  }

  /// Whether anybody wants to know of requests that stubs answer.
  var areToldOfStubs: Bool {
    let closures = closures.value
    return closures.activated != nil || closures.finished != nil || closures.decided != nil
      || closures.incomplete != nil
  }

  /// What is to be told of what is sent of the response to a request; `nil` for nothing.
  func end(
    of request: ReceivedRequest, _ installed: InstalledStub
  ) -> (@Sendable (SentResponse) -> Void)? {
    let (finished, incomplete) = (closures.value.finished, closures.value.incomplete)
    if finished == nil, incomplete == nil { return nil }
    let kept = finished == nil && request.bodyCount > 0 ? request.with(body: .none) : request
    return { sent in
      if let finished, let ending = sent.newEnding { finished(kept, installed.stub, ending) }
      if let incomplete, sent.isOver, !sent.isComplete { incomplete(kept, sent) }
    }
  }
}

/// How the response to a request ended.
public enum ResponseEnding: Sendable, Hashable {
  /// The client was sent all that was announced.
  case completed
  /// With the error that the stub asked for.
  case failed(StubFailure)
  /// By the client, before the response was out.
  case cancelled
}
