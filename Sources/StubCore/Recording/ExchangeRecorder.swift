package import StubPlatform

/// Records requests that hosts send to real servers.
///
/// All members can be called from any thread, and must not wait for other requests.
package protocol ExchangeRecorder: AnyObject, Sendable {
  /// Returns whether to send a request to the real server and record it.
  ///
  /// It is called twice: before any stub has been asked, and again if no stub answers.
  func wants(_ request: ReceivedRequest, beforeStubs: Bool) -> Bool

  /// Called when a host is about to send a request that is recorded.
  ///
  /// - Returns: a ticket, which the host calls once with the finished exchange.
  func begin(_ request: ReceivedRequest) -> RecordingTicket
}

/// Sends unmatched requests to the real server, and passes on each exchange when it has ended.
///
/// ```swift
/// stubber.stubSet.add(recorder: InteractionRecorder { interaction in store.append(interaction) })
/// ```
///
/// Secrets are not hidden, and nothing is written: that is up to the closure.
public final class InteractionRecorder: ExchangeRecorder {
  private let take: @Sendable (Interaction) -> Void

  /// Creates a recorder that calls the closure once for each exchange, on any thread.
  ///
  /// Requests that the client cancelled are left out.
  public init(_ take: @escaping @Sendable (Interaction) -> Void) { self.take = take }

  package func wants(_ request: ReceivedRequest, beforeStubs: Bool) -> Bool { !beforeStubs }

  package func begin(_ request: ReceivedRequest) -> RecordingTicket {
    RecordingTicket { [take] interaction in
      if let interaction { take(interaction) }
    }
  }
}

/// The duty to report how a request to a real server ended, before its client sees the end.
///
/// A ticket that is released without a report reports that the client cancelled.
package final class RecordingTicket: Sendable {
  /// A struct: a lock around a bare closure would wrap it again each time it is read.
  private struct State {
    var report: (@Sendable (Interaction?) -> Void)?
    var onRecordingEnd: @Sendable () -> Void = {}
  }

  /// The place for large bodies; `nil` to keep them in memory.
  package let spool: (any BodySpool)?
  private let state: Lock<State>

  /// Creates a ticket.
  ///
  /// The closure is called once, with `nil` if the client cancelled the request.
  package init(
    spool: (any BodySpool)? = nil, report: @escaping @Sendable (Interaction?) -> Void
  ) {
    self.spool = spool
    state = Lock(State(report: report))
  }

  deinit { finish(nil) }

  /// Called when the recording is about to end; the host then ends exchanges that would not end by
  /// themselves.
  package var onRecordingEnd: @Sendable () -> Void {
    get { state.withLock { $0.onRecordingEnd } }
    set { state.withLock { $0.onRecordingEnd = newValue } }
  }

  /// Reports the end; further calls do nothing.
  package func finish(_ interaction: Interaction?) {
    let report = state.withLock { state in
      defer { state.report = nil }
      return state.report
    }
    report?(interaction)
  }
}

extension StubSet {
  /// Adds a recorder for requests that no stub answers; the recorder added last is asked first.
  public func add(recorder: InteractionRecorder) { add(recorder: recorder as any ExchangeRecorder) }

  /// Removes a recorder; exchanges in progress are still passed on.
  public func remove(recorder: InteractionRecorder) {
    remove(recorder: recorder as any ExchangeRecorder)
  }

  /// Adds a recorder for requests that no stub answers; the recorder added last is asked first.
  package func add(recorder: any ExchangeRecorder) {
    update { $0.recorders.append(recorder) }
  }

  /// Removes a recorder; exchanges in progress are still reported to it.
  package func remove(recorder: any ExchangeRecorder) {
    update { $0.recorders.removeAll { $0 === recorder } }
  }
}

extension StubSet.Contents {
  /// Returns the recorder that wants the request at this point of the decision.
  func recorder(for request: ReceivedRequest, beforeStubs: Bool) -> (any ExchangeRecorder)? {
    recorders.last { $0.wants(request, beforeStubs: beforeStubs) }
  }
}

/// Measures when the parts of a response arrive.
package struct ExchangeStopwatch: Sendable {
  package let startedAt = Date()
  private let start = ContinuousClock.now
  private var head: ContinuousClock.Instant?
  private var chunks: [ResponseTiming.ScriptedChunk] = []

  package init() {}

  package mutating func noteHead() { head = head ?? ContinuousClock.now }

  package mutating func noteBytes(_ count: Int) {
    noteHead()
    guard let head, count > 0 else { return }
    chunks.append(ResponseTiming.ScriptedChunk(at: ContinuousClock.now - head, count: count))
    if chunks.count == Self.mostChunks { joinChunks() }
  }

  /// The number of pieces that are kept; more pieces would not describe the pace of a body better.
  private static let mostChunks = 1_024

  /// Joins each two pieces into one, with the time of the second.
  private mutating func joinChunks() {
    chunks = stride(from: 1, to: chunks.count, by: 2).map { index in
      ResponseTiming.ScriptedChunk(
        at: chunks[index].at, count: chunks[index - 1].count + chunks[index].count)
    }
  }

  /// The times until now.
  package var timing: RecordedTiming {
    let now = ContinuousClock.now
    return RecordedTiming(
      wait: (head ?? now) - start, receive: head.map { now - $0 } ?? .zero, chunks: chunks)
  }
}
