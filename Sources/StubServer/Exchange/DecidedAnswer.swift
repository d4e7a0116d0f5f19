import Dispatch
import StubCore

/// An answer that is decided on apart from an event loop, as it may take long.
///
/// If nothing takes it, because the client is gone, the request is reported as cancelled.
final class DecidedAnswer: Sendable {
  private let answer: Lock<ListenerAnswer?>

  private init(_ answer: ListenerAnswer) { self.answer = Lock(answer) }

  deinit { take()?.finish(.cancelled) }

  /// The answer, the first time.
  func take() -> ListenerAnswer? { answer.withLock { $0.take() } }

  /// Whether deciding on a request may take longer than a loop's other clients should wait: its body is large
  /// and needed.
  static func mayTakeLong(_ request: ReceivedRequest) -> Bool {
    request.wholeBodyCount == nil && request.hasBody(over: IncomingBody.freeSize)
  }

  /// Decides on one of the system's threads, of which as many work at once as there are cores.
  static func decide(
    _ answer: @escaping @Sendable () -> ListenerAnswer,
    then deliver: @escaping @Sendable (DecidedAnswer) -> Void
  ) {
    DispatchQueue.global(qos: .utility).async { deliver(DecidedAnswer(answer())) }
  }
}
