package import StubPlatform

/// A recorder of requests that hosts send to real servers.
///
/// The members are called from any thread, and must not wait for other requests.
package protocol ExchangeRecorder: AnyObject, Sendable {
  /// Returns whether to send a request to the real server and record it.
  ///
  /// The function is called twice: before any stub is asked, and again if no stub answers.
  func wants(_ request: ReceivedRequest, beforeStubs: Bool) -> Bool

  /// Notes that a host is about to send a request to be recorded.
  ///
  /// - Returns: The ticket, which the host calls once with the finished exchange.
  func begin(_ request: ReceivedRequest) -> RecordingTicket
}

/// A recorder that sends unmatched requests to the real server, and passes each
/// exchange to a closure.
///
/// ```swift
/// stubber.stubSet.add(recorder: InteractionRecorder { interaction in store.append(interaction) })
/// ```
///
/// The recorder hides no secrets and writes no files; the closure has to do both.
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

/// A ticket with which a host must report the end of a request to a real server, before the
/// client sees it.
///
/// If a ticket is released without a report, it reports that the client cancelled.
package final class RecordingTicket: Sendable {
  /// The state is a struct, because a lock around a bare closure would wrap the closure
  /// at each reading.
  private struct State {
    var report: (@Sendable (Interaction?) -> Void)?
    var onRecordingEnd: @Sendable () -> Void = {}
  }

  /// The storage for large bodies; `nil` to keep them in memory.
  package let spool: (any BodySpool)?
  private let state: Lock<State>

  /// Creates a ticket.
  ///
  /// The closure `report` is called once, with `nil` if the client cancelled the request.
  package init(
    spool: (any BodySpool)? = nil, report: @escaping @Sendable (Interaction?) -> Void
  ) {
    self.spool = spool
    state = Lock(State(report: report))
  }

  deinit { finish(nil) }

  /// A closure to call when the recording is about to end; the host then ends exchanges that
  /// would stay open.
  package var onRecordingEnd: @Sendable () -> Void {
    get { state.withLock { $0.onRecordingEnd } }
    set { state.withLock { $0.onRecordingEnd = newValue } }
  }

  /// Reports the result, or `nil` if the client cancelled; further calls do nothing.
  package func finish(_ interaction: Interaction?) {
    let report = state.withLock { state in
      defer { state.report = nil }
      return state.report
    }
    report?(interaction)
  }
}

extension StubSet {
  /// Adds a recorder for unmatched requests; the recorder added last is asked first.
  public func add(recorder: InteractionRecorder) { add(recorder: recorder as any ExchangeRecorder) }

  /// Removes a recorder; it still gets the exchanges that are in progress.
  public func remove(recorder: InteractionRecorder) {
    remove(recorder: recorder as any ExchangeRecorder)
  }

  /// Adds a recorder; the recorder added last is asked first.
  package func add(recorder: any ExchangeRecorder) {
    update { $0.recorders.append(recorder) }
  }

  /// Removes a recorder; it still gets the exchanges that are in progress.
  package func remove(recorder: any ExchangeRecorder) {
    update { $0.recorders.removeAll { $0 === recorder } }
  }
}

extension StubSet.Contents {
  /// Returns the recorder that wants the request before or after the stubs are asked, or
  /// `nil` for none.
  func recorder(for request: ReceivedRequest, beforeStubs: Bool) -> (any ExchangeRecorder)? {
    recorders.last { $0.wants(request, beforeStubs: beforeStubs) }
  }
}

/// Measures the times at which the parts of a response arrive.
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

  /// The largest number of chunks to keep; more would not describe the pace of a body better.
  private static let mostChunks = 1_024

  /// Joins chunks in pairs; a pair gets the time of its second chunk.
  private mutating func joinChunks() {
    chunks = stride(from: 1, to: chunks.count, by: 2).map { index in
      ResponseTiming.ScriptedChunk(
        at: chunks[index].at, count: chunks[index - 1].count + chunks[index].count)
    }
  }

  /// The times measured until now.
  package var timing: RecordedTiming {
    let now = ContinuousClock.now
    return RecordedTiming(
      wait: (head ?? now) - start, receive: head.map { now - $0 } ?? .zero, chunks: chunks)
  }
}
