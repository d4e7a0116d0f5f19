import Synchronization

/// Who takes recordings of requests that hosts load for real.
///
/// All members can be called from any thread, and none of them may wait.
package protocol ExchangeRecorder: AnyObject, Sendable {
  /// Whether a request is to be loaded for real and recorded.
  ///
  /// It is asked twice: before any stub has been asked, and once none has answered.
  func wants(_ request: ReceivedRequest, beforeStubs: Bool) -> Bool

  /// Called when a host is about to load a request that is wanted.
  ///
  /// - Returns: what the host calls, once, with the finished exchange.
  func begin(_ request: ReceivedRequest) -> RecordingTicket
}

/// The obligation to report how a request that is loaded for real has ended.
///
/// A ticket that nobody has used when it goes reports that the client gave up.
package final class RecordingTicket: Sendable {
  /// A struct: a lock around a bare closure wraps it once more each time it is read.
  private struct State {
    var report: (@Sendable (LoadedExchange?) -> Void)?
    var onRecordingEnd: @Sendable () -> Void = {}
  }

  private let state: Mutex<State>

  /// - Parameter report: Called once, with `nil` for a request that the client gave up.
  package init(report: @escaping @Sendable (LoadedExchange?) -> Void) {
    state = Mutex(State(report: report))
  }

  deinit { finish(nil) }

  /// What the host does when the recording is about to end: ends what would not end by itself.
  package var onRecordingEnd: @Sendable () -> Void {
    get { state.withLock { $0.onRecordingEnd } }
    set { state.withLock { $0.onRecordingEnd = newValue } }
  }

  /// Reports the end; more calls do nothing.
  package func finish(_ exchange: LoadedExchange?) {
    let report = state.withLock { state in
      defer { state.report = nil }
      return state.report
    }
    report?(exchange)
  }
}
