/// The closures for events, each called once for each event and never under a lock.
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

  /// The closures, which all copies share, because hooks are passed along for each request but
  /// rarely change.
  private var closures = StubHooks.none

  /// Creates hooks that do nothing.
  package init() {}

  /// Called when a stub has been chosen for a request.
  package var activated: @Sendable (ReceivedRequest, HTTPStub) -> Void {
    get { closures.value.activated ?? { _, _ in } }
    set { closures.value.activated = newValue }
  }

  /// Called when no stub answers a request.
  package var missing: @Sendable (ReceivedRequest, UnmatchedReport) -> Void {
    get { closures.value.missing ?? { _, _ in } }
    set { closures.value.missing = newValue }
  }

  /// Called before a redirect is followed, with the request, its stub and the new request.
  package var redirected: @Sendable (ReceivedRequest, HTTPStub, ReceivedRequest) -> Void {
    get { closures.value.redirected ?? { _, _, _ in } }
    set { closures.value.redirected = newValue }
  }

  /// Called when the response to a stubbed request has been sent, or has been broken off.
  package var finished: @Sendable (ReceivedRequest, HTTPStub, ResponseEnding) -> Void {
    get { closures.value.finished ?? { _, _, _ in } }
    set { closures.value.finished = newValue }
  }

  /// Called when a stub's response ended before it was complete; hosts use it for their log.
  ///
  /// The request comes without its body, which therefore need not be kept until then.
  package var incomplete: @Sendable (ReceivedRequest, SentResponse) -> Void {
    get { closures.value.incomplete ?? { _, _ in } }
    set { closures.value.incomplete = newValue }
  }

  /// Called for a problem of a stub or of the setup, with a text that says what is wrong and what
  /// to do.
  package var problem: @Sendable (String) -> Void {
    get { closures.value.problem ?? { _ in } }
    set { closures.value.problem = newValue }
  }

  /// Called when a request has been decided on, with any outcome; hosts use it for their log.
  package var decided: @Sendable (ReceivedRequest, Outcome) -> Void {
    get { closures.value.decided ?? { _, _ in } }
    set { closures.value.decided = newValue }
  }

  /// Called when a webhook has been sent after a response, or could not be sent.
  package var webhookEnded: @Sendable (ReceivedRequest, HTTPStub, SentWebhook) -> Void {
    get { closures.value.webhookEnded ?? { _, _, _ in } }
    set { closures.value.webhookEnded = newValue }
  }

  // An added hook is called after the previous ones; adding `nil` removes all hooks of that kind.

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

  func tellDecided(_ request: ReceivedRequest, _ outcome: @autoclosure () -> Outcome) {
    if let decided = closures.value.decided { decided(request, outcome()) }
  }

  func tellActivated(_ request: ReceivedRequest, _ installed: InstalledStub) {
    closures.value.activated?(request, installed.stub)
  }

  /// Whether any hook is called for requests that stubs answer.
  var observeStubs: Bool {
    let closures = closures.value
    return closures.activated != nil || closures.finished != nil || closures.decided != nil
      || closures.incomplete != nil
  }

  /// Whether a hook is called at the end of each response.
  var observeEnds: Bool { closures.value.finished != nil }

  /// Whether a hook is called for responses that end before they are complete.
  var observeIncomplete: Bool { closures.value.incomplete != nil }

  /// Calls the hook if a response has ended before it was complete.
  func tellIncomplete(_ request: ReceivedRequest, _ sent: SentResponse) {
    if sent.isOver, !sent.isComplete { closures.value.incomplete?(request, sent) }
  }

  /// Returns a closure for reports on the progress of a response; `nil` if no hook needs them.
  func end(
    of request: ReceivedRequest, _ installed: InstalledStub
  ) -> (@Sendable (SentResponse) -> Void)? {
    let finished = closures.value.finished
    if finished == nil, !observeIncomplete { return nil }
    let kept = finished == nil ? request.withoutBody : request
    return { sent in
      if let finished, let ending = sent.newEnding { finished(kept, installed.stub, ending) }
      tellIncomplete(kept, sent)
    }
  }
}

/// The end of the response to a request, from the client's view.
public enum ResponseEnding: Sendable, Hashable {
  /// The complete response, as its head announced it, was sent to the client.
  case completed
  /// The response failed with an error of the stub, or of the host, such as a timeout.
  case failed(StubFailure)
  /// The client cancelled the request or left before the response was complete.
  case cancelled
}
