import Dispatch
import StubCore

extension ListenerResponse {
  /// The number of waiting requests up to which a request is answered even if its client has left.
  ///
  /// So the journal has all of these requests.
  private static let mostAbandoned = 64
  static let waitingCount = AtomicInt(0)
  private static let largeBodies = DispatchQueue(label: "large request bodies", qos: .utility)

  /// Returns an answer that is found on another queue, so that the event loop can serve other
  /// clients.
  ///
  /// As many answers are found at once as there are cores. Answers to large bodies are found one
  /// after another, because parsing a body can take 30 times its memory.
  static func deferred(
    isLarge: Bool = false, _ decide: @escaping @Sendable () -> ListenerResponse
  ) -> ListenerResponse {
    let ending = DeferredEnding()
    let queue = isLarge ? largeBodies : DispatchQueue.global(qos: .utility)
    return ListenerResponse(
      answer: .deferred {
        let answer = await withCheckedContinuation { continuation in
          waitingCount.add(1)
          queue.async {
            let isCrowded = waitingCount.add(-1) >= mostAbandoned
            continuation.resume(
              returning: isCrowded && ending.isKnown
                ? ListenerResponse(.ready(.failing(.network(.cancelled)))) : decide())
          }
        }
        ending.tell(answer.finish)
        return answer.answer
      },
      finish: ResponseReport(following: ending.note))
  }
}

/// The progress of a deferred response, stored until the receiver of its reports is known.
private final class DeferredEnding: Sendable {
  private struct State {
    var sent: SentResponse?
    var report: ResponseReport?
  }

  private let state = Lock(State())

  /// Whether the response has ended.
  var isKnown: Bool { state.withLock { $0.sent?.ending != nil } }

  /// Stores the progress, and reports it once the receiver is known.
  func note(_ sent: SentResponse) {
    let report = state.withLock { state in
      state.sent = sent
      return state.report
    }
    report?(sent)
  }

  /// Sets the receiver of reports, which gets the progress so far at once and later progress when
  /// it is noted.
  func tell(_ report: ResponseReport) {
    let sent = state.withLock { state in
      state.report = report
      return state.sent
    }
    if let sent { report(sent) }
  }
}
