package import StubCore

/// Answers the requests of a listener, and says how their bodies are received.
///
/// All functions are called on the threads of event loops, so they must not block. Only classes
/// conform, because a call copies a value, and a reference is cheap to copy.
protocol Answering: AnyObject, Sendable {
  /// The stubs that answer requests outside of sessions; `nil` if no stubs do.
  var stubs: StubSet? { get }
  /// The source of the random values of faults and network links.
  var random: SeededRandom { get }
  /// Whether there are sessions; each may have its own link.
  var hasSessions: Bool { get }

  /// Returns the answer to a request, to be sent through `links`.
  ///
  /// These are the links of the listener and of the connection. Journal and log describe the
  /// response as the links send it.
  func answer(_ request: ReceivedRequest, through links: [NetworkLink]) -> ListenerResponse

  /// Returns whether a `CONNECT` request to the proxy gets an answer instead of a tunnel.
  func answersTunnel(_ request: ReceivedRequest) -> Bool

  /// Returns how many bytes of the body are needed by the request with this head.
  func neededBodyCount(of head: ReceivedRequest) -> Int

  /// Returns the links that the body of a request passes: the links of its stubs, then `links`.
  ///
  /// Without a head, these are the links for requests outside of sessions.
  func bodyLinks(of head: ReceivedRequest?, through links: [NetworkLink]) -> [NetworkLink]

  /// Reports a problem that no request has caused.
  func report(_ problem: String)
}

/// A closure that answers a request.
///
/// A handler mostly runs on the thread of an event loop, so it must not block.
package typealias RequestHandler = @Sendable (ReceivedRequest) -> ListenerResponse

/// Answers all requests with a handler.
final class HandlerAnswering: Answering {
  let random: SeededRandom
  private let onProblem: @Sendable (String) -> Void
  private let handler: RequestHandler

  init(
    random: SeededRandom = SeededRandom(),
    onProblem: @escaping @Sendable (String) -> Void = { _ in }, handler: @escaping RequestHandler
  ) {
    (self.random, self.onProblem, self.handler) = (random, onProblem, handler)
  }

  var stubs: StubSet? { nil }

  var hasSessions: Bool { false }

  func answer(_ request: ReceivedRequest, through links: [NetworkLink]) -> ListenerResponse {
    handler(request).through(links, random: random)
  }

  func answersTunnel(_ request: ReceivedRequest) -> Bool { false }

  func neededBodyCount(of head: ReceivedRequest) -> Int { .max }

  func bodyLinks(of head: ReceivedRequest?, through links: [NetworkLink]) -> [NetworkLink] {
    links
  }

  func report(_ problem: String) { onProblem(problem) }
}

extension Listener {
  /// Creates a listener that answers requests with a handler instead of stubs.
  package convenience init(
    addresses: [ListenAddress], configuration: ListenerConfiguration = ListenerConfiguration(),
    random: SeededRandom = SeededRandom(),
    onProblem: @escaping @Sendable (String) -> Void = { _ in }, handler: @escaping RequestHandler
  ) throws {
    let clock = ListenerClock()
    try self.init(
      addresses, configuration, clock, try Outbound(configuration, clock),
      HandlerAnswering(random: random, onProblem: onProblem, handler: handler))
  }
}
