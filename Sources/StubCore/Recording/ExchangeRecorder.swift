#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Takes recordings of requests that hosts send to real servers.
///
/// All members can be called from any thread, and must not wait for other requests.
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

/// Sends requests that no stub answers to the real server, and hands over each exchange when it has ended.
///
/// ```swift
/// stubber.stubSet.add(recorder: InteractionRecorder { interaction in store.append(interaction) })
/// ```
///
/// Nothing is hidden in what it hands over, and nothing is written: that is up to the closure.
public final class InteractionRecorder: ExchangeRecorder {
  private let take: @Sendable (Interaction) -> Void

  /// A recorder that calls the closure, on any thread, once for each exchange; requests that the client gave up
  /// are left out.
  public init(_ take: @escaping @Sendable (Interaction) -> Void) { self.take = take }

  package func wants(_ request: ReceivedRequest, beforeStubs: Bool) -> Bool { !beforeStubs }

  package func begin(_ request: ReceivedRequest) -> RecordingTicket {
    RecordingTicket { [take] interaction in
      if let interaction { take(interaction) }
    }
  }
}

/// The obligation to report how a request to a real server has ended, before its client has the end.
///
/// A ticket that is released unused reports that the client gave up.
package final class RecordingTicket: Sendable {
  /// A struct: a lock around a bare closure wraps it once more each time it is read.
  private struct State {
    var report: (@Sendable (Interaction?) -> Void)?
    var onRecordingEnd: @Sendable () -> Void = {}
  }

  /// Where large bodies go; `nil` to keep them in memory.
  package let spool: (any BodySpool)?
  private let state: Lock<State>

  /// The report is called once, with `nil` for a request that the client gave up.
  package init(
    spool: (any BodySpool)? = nil, report: @escaping @Sendable (Interaction?) -> Void
  ) {
    self.spool = spool
    state = Lock(State(report: report))
  }

  deinit { finish(nil) }

  /// What the host does when the recording is about to end: ends what would not end by itself.
  package var onRecordingEnd: @Sendable () -> Void {
    get { state.withLock { $0.onRecordingEnd } }
    set { state.withLock { $0.onRecordingEnd = newValue } }
  }

  /// Reports the end; more calls do nothing.
  package func finish(_ interaction: Interaction?) {
    let report = state.withLock { state in
      defer { state.report = nil }
      return state.report
    }
    report?(interaction)
  }
}

extension StubSet {
  /// Lets a recorder of your own take requests that no stub answers; the one added last is asked first.
  public func add(recorder: InteractionRecorder) { add(recorder: recorder as any ExchangeRecorder) }

  /// Sends no more requests for that recorder; exchanges under way are still handed over.
  public func remove(recorder: InteractionRecorder) {
    remove(recorder: recorder as any ExchangeRecorder)
  }

  /// Lets a recorder take requests that no stub answers; the one added last is asked first.
  package func add(recorder: any ExchangeRecorder) {
    update { $0.recorders.append(recorder) }
  }

  /// Asks that recorder no more; exchanges under way are still reported to it.
  package func remove(recorder: any ExchangeRecorder) {
    update { $0.recorders.removeAll { $0 === recorder } }
  }
}

extension StubSet.Contents {
  /// The recorder that takes the request at this point of the decision.
  func recorder(for request: ReceivedRequest, beforeStubs: Bool) -> (any ExchangeRecorder)? {
    recorders.last { $0.wants(request, beforeStubs: beforeStubs) }
  }
}

/// Notes when the parts of a response come.
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

  /// More pieces say no more about the pace of a body.
  private static let mostChunks = 1_024

  /// Joins each two pieces to one that comes when the second came.
  private mutating func joinChunks() {
    chunks = stride(from: 1, to: chunks.count, by: 2).map { index in
      ResponseTiming.ScriptedChunk(
        at: chunks[index].at, count: chunks[index - 1].count + chunks[index].count)
    }
  }

  /// The times up to now.
  package var timing: RecordedTiming {
    let now = ContinuousClock.now
    return RecordedTiming(
      wait: (head ?? now) - start, receive: head.map { now - $0 } ?? .zero, chunks: chunks)
  }
}
