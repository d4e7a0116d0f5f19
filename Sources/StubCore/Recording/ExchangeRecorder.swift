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
  private let report: Mutex<(@Sendable (LoadedExchange?) -> Void)?>
  private let recordingEnd = Mutex<@Sendable () -> Void>({})

  /// - Parameter report: Called once, with `nil` for a request that the client gave up.
  package init(report: @escaping @Sendable (LoadedExchange?) -> Void) {
    self.report = Mutex(report)
  }

  deinit { finish(nil) }

  /// What the host does when the recording is about to end: ends what would not end by itself.
  package var onRecordingEnd: @Sendable () -> Void {
    get { recordingEnd.withLock { $0 } }
    set { recordingEnd.withLock { $0 = newValue } }
  }

  /// Reports the end; more calls do nothing.
  package func finish(_ exchange: LoadedExchange?) {
    let report = report.withLock { report in
      defer { report = nil }
      return report
    }
    report?(exchange)
  }
}
