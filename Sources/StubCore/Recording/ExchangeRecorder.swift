package import StubPlatform

/// A recorder of the requests that hosts send to real servers.
///
/// Its members are called from any thread, and must not wait for other requests.
package protocol ExchangeRecorder: AnyObject, Sendable {
  /// Returns whether a request is to be sent to the real server and recorded.
  ///
  /// The function is called twice: before any stub is asked, and again if no stub answers.
  func wants(_ request: ReceivedRequest, beforeStubs: Bool) -> Bool

  /// Notes that a host is about to send a request that is to be recorded.
  ///
  /// - Returns: The ticket to which the host reports the finished exchange, once.
  func begin(_ request: ReceivedRequest) -> RecordingTicket
}

/// A recorder that sends unmatched requests to the real server, and passes each exchange to a
/// closure.
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

/// A ticket by which a host must report the end of a request to a real server, before the client
/// sees this end.
///
/// If a ticket is released without a report, it reports that the client cancelled the request.
package final class RecordingTicket: Sendable {
  /// The state in a struct, because a lock around a bare closure would wrap the closure at each
  /// reading.
  private struct State {
    var report: (@Sendable (Interaction?) -> Void)?
    var onRecordingEnd: @Sendable () -> Void = {}
  }

  /// The storage for large bodies; `nil` to keep them in memory.
  package let spool: (any BodySpool)?
  private let state: Lock<State>

  /// Creates a ticket.
  ///
  /// `report` is called once, with `nil` if the client cancelled the request.
  package init(
    spool: (any BodySpool)? = nil, report: @escaping @Sendable (Interaction?) -> Void
  ) {
    self.spool = spool
    state = Lock(State(report: report))
  }

  deinit { finish(nil) }

  /// A closure, set by the host, that is called before the recording ends; it ends an exchange that
  /// could otherwise stay open, such as an event stream.
  package var onRecordingEnd: @Sendable () -> Void {
    get { state.withLock { $0.onRecordingEnd } }
    set { state.withLock { $0.onRecordingEnd = newValue } }
  }

  /// Reports the result, `nil` if the client cancelled; later calls do nothing.
  package func finish(_ interaction: Interaction?) {
    let report = state.withLock { state in
      defer { state.report = nil }
      return state.report
    }
    report?(interaction)
  }
}

extension StubSet {
  /// Adds a recorder for unmatched requests; the one that was added last is asked first.
  public func add(recorder: InteractionRecorder) { add(recorder: recorder as any ExchangeRecorder) }

  /// Removes a recorder, which still gets the exchanges in progress.
  public func remove(recorder: InteractionRecorder) {
    remove(recorder: recorder as any ExchangeRecorder)
  }

  /// Adds a recorder; the one that was added last is asked first.
  package func add(recorder: any ExchangeRecorder) {
    update { $0.recorders.append(recorder) }
  }

  /// Removes a recorder, which still gets the exchanges in progress.
  package func remove(recorder: any ExchangeRecorder) {
    update { $0.recorders.removeAll { $0 === recorder } }
  }
}

extension StubSet.Contents {
  /// Returns the recorder that wants the request before or after the stubs are asked; `nil` if none
  /// does.
  func recorder(for request: ReceivedRequest, beforeStubs: Bool) -> (any ExchangeRecorder)? {
    recorders.last { $0.wants(request, beforeStubs: beforeStubs) }
  }
}

/// A stopwatch for the times at which the parts of a response arrive.
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

  /// The largest number of chunks; more would not describe the pace of a body better.
  private static let mostChunks = 1_024

  /// Joins chunks in pairs; each pair has the time of its second chunk.
  private mutating func joinChunks() {
    chunks = stride(from: 1, to: chunks.count, by: 2).map { index in
      ResponseTiming.ScriptedChunk(
        at: chunks[index].at, count: chunks[index - 1].count + chunks[index].count)
    }
  }

  /// The times measured so far.
  package var timing: RecordedTiming {
    let now = ContinuousClock.now
    return RecordedTiming(
      wait: (head ?? now) - start, receive: head.map { now - $0 } ?? .zero, chunks: chunks)
  }
}
