import Dispatch
import StubCore

extension ListenerAnswer {
  /// Requests of clients that have left are decided on too, for the journal, while no more than so many wait.
  private static let mostAbandoned = 64
  static let waitingCount = AtomicInt(0)
  private static let largeBodies = DispatchQueue(label: "large request bodies", qos: .utility)

  /// An answer that is decided on apart from the event loops, whose other clients would have to wait for it.
  ///
  /// As many are decided on at once as there are cores, but those on large bodies one after another: what is
  /// parsed of one can take 30 times its memory.
  static func deferred(
    isLarge: Bool = false, _ decide: @escaping @Sendable () -> ListenerAnswer
  ) -> ListenerAnswer {
    let ending = DeferredEnding()
    let queue = isLarge ? largeBodies : DispatchQueue.global(qos: .utility)
    return ListenerAnswer(
      .pending {
        let answer = await withCheckedContinuation { continuation in
          waitingCount.add(1)
          queue.async {
            let isCrowded = waitingCount.add(-1) >= mostAbandoned
            continuation.resume(
              returning: isCrowded && ending.isKnown
                ? ListenerAnswer(.ready(.failing(.network(.cancelled)))) : decide())
          }
        }
        ending.tell(answer.finish)
        switch answer.answer {
        case .ready(let plan): return plan
        case .pending(let make): return await make()
        }
      },
      finish: { ending.end($0) })
  }
}

/// How an exchange has ended, which may be known before it is known whom to tell.
private final class DeferredEnding: Sendable {
  private struct State {
    var ending: ResponseEnding?
    var report: ResponseReport?
  }

  private let state = Lock(State())

  var isKnown: Bool { state.withLock { $0.ending != nil } }

  /// Notes the end, and reports it if it is known to whom.
  func end(_ ending: ResponseEnding) {
    let report = state.withLock { state in
      state.ending = ending
      return state.report
    }
    report?(ending)
  }

  /// Reports the end here, now or when it comes.
  func tell(_ report: ResponseReport) {
    let ending = state.withLock { state in
      state.report = report
      return state.ending
    }
    if let ending { report(ending) }
  }
}
