package import StubCore

/// A closure that answers a request.
///
/// It mostly runs on the thread of an event loop, so it must not block.
package typealias RequestHandler = @Sendable (ReceivedRequest) -> ListenerAnswer

/// A closure that answers a request whose response is limited by links: the listener's and the connection's.
///
/// It gets the links so that journal and log describe the response as it is sent.
typealias LinkedRequestHandler = @Sendable (ReceivedRequest, [NetworkLink]) -> ListenerAnswer

/// A closure that returns how many bytes of the body are needed, when only the request's head has arrived.
package typealias BodyNeed = @Sendable (ReceivedRequest) -> Int

extension Listener {
  /// Creates a listener that answers requests with its own handler instead of stubs.
  package convenience init(
    addresses: [ListenAddress], configuration: ListenerConfiguration = ListenerConfiguration(),
    random: SeededRandom = SeededRandom(),
    onProblem: @escaping @Sendable (String) -> Void = { _ in }, handler: @escaping RequestHandler
  ) throws {
    try self.init(
      addresses: addresses, configuration: configuration, random: random, onProblem: onProblem,
      answer: { handler($0).through($1, random: random) })
  }
}
