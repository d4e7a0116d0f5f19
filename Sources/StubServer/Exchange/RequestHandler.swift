package import StubCore

/// A closure that answers a request.
///
/// A handler mostly runs on the thread of an event loop, so it must not block.
package typealias RequestHandler = @Sendable (ReceivedRequest) -> ListenerAnswer

/// A closure that answers a request through the network links
/// of the listener and of the connection.
///
/// The handler gets the links because journal and log describe the response as the links send it.
typealias LinkedRequestHandler = @Sendable (ReceivedRequest, [NetworkLink]) -> ListenerAnswer

/// A closure that gets a request without its body, and returns how many bytes of its body are
/// needed.
package typealias BodyNeed = @Sendable (ReceivedRequest) -> Int

extension Listener {
  /// Creates a listener that answers requests with a handler instead of stubs.
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
