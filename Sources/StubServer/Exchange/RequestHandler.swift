package import StubCore

/// Decides on a request; mostly called on the thread of an event loop, so it must not wait.
package typealias RequestHandler = @Sendable (ReceivedRequest) -> ListenerAnswer

/// Decides on a request whose response goes through lines: the listener's, and that of its connection.
///
/// It knows them so that journal and log say what comes of the response.
typealias LinkedRequestHandler = @Sendable (ReceivedRequest, [NetworkLink]) -> ListenerAnswer

/// How many bytes of its body a request needs of which only the head has come.
package typealias BodyNeed = @Sendable (ReceivedRequest) -> Int

extension Listener {
  /// A listener that answers requests in a way of its own.
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
