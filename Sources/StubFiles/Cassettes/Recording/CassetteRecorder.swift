import Dispatch
package import StubCore
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Records requests that are loaded for real, and writes them into a file.
///
/// The file is written while recording goes on and when it ends: each time as a whole, so that
/// there is always the old one or a complete new one.
public final class CassetteRecorder: Sendable {
  /// A request under way.
  private struct Outstanding {
    let summary: String
    weak var ticket: RecordingTicket?
  }

  private struct State {
    var lastNumber = 0
    /// By number.
    var outstanding: [Int: Outstanding] = [:]
    /// Finished interactions by the number of their request.
    var interactions: [Int: Interaction] = [:]
    var dropped = 0
    /// How many interactions there were when the file was written last.
    var saved = 0
    /// Whether it only waits for open requests.
    var isEnding = false
    var isFinished = false
    /// In a struct: a lock around a bare closure wraps it once more each time it is read.
    var onInteraction: @Sendable (Interaction) -> Void = { _ in }
  }

  public let file: String
  let configuration: RecordingConfiguration
  private let mode: RecordMode
  private let name: String?
  private let format: WritableFormat
  private let writesAtEndOnly: Bool
  /// Earlier interactions that stay in the file.
  private let kept: [Interaction]
  private let state = Mutex(State())
  private let outcome: Mutex<RecordingSummary>
  private let underway = DispatchGroup()
  /// Writes one version of the file after the other.
  private let queue = DispatchQueue(label: "recording")

  /// A recorder in the mode that counts, for the environment may override the configuration's.
  ///
  /// Interactions of the cassette, which the file holds, stay unless the mode is `all`. With
  /// `writesAtEndOnly` the file stays as it is until the end, so that `discard` leaves no trace.
  package init(
    file: String, format: WritableFormat = WritableFormat.own,
    after cassette: Cassette? = nil, mode: RecordMode, configuration: RecordingConfiguration,
    writesAtEndOnly: Bool = false
  ) {
    self.file = file
    self.format = format
    self.writesAtEndOnly = writesAtEndOnly
    self.configuration = configuration
    self.mode = mode
    name = cassette?.name
    kept = mode == .all ? [] : cassette?.interactions ?? []
    outcome = Mutex(RecordingSummary(file: file))
  }

  /// How many requests are under way.
  package var outstandingCount: Int { state.withLock { $0.outstanding.count } }

  /// How many interactions have been recorded.
  package var recordedCount: Int { state.withLock { $0.interactions.count } }

  /// Records no more and writes nothing more, what was recorded included.
  package func discard() {
    state.withLock { state in
      state.isFinished = true
      state.interactions = [:]
    }
  }

  /// Called with each interaction when it is recorded, with its secrets; on any thread.
  package var onInteraction: @Sendable (Interaction) -> Void {
    get { state.withLock { $0.onInteraction } }
    set { state.withLock { $0.onInteraction = newValue } }
  }

  /// Waits for requests under way, writes the file, and records no more.
  ///
  /// - Parameter timeout: How long to wait; requests that take longer are named in the summary.
  /// - Throws: `RecordingError` when the file cannot be written.
  /// - Returns: what was recorded, hidden and left out.
  @discardableResult
  public func finish(within timeout: Duration = .seconds(10)) async throws -> RecordingSummary {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try self.waitAndFinish(within: timeout) })
      }
    }
  }

  /// Like `finish`, but blocks the thread.
  package func waitAndFinish(
    within timeout: Duration = .seconds(10)
  ) throws(RecordingError) -> RecordingSummary {
    let seconds =
      Double(timeout.components.seconds)
      + Double(timeout.components.attoseconds) / 1e18
    let tickets = state.withLock { state in
      state.isEnding = true
      return state.outstanding.values.compactMap(\.ticket)
    }
    for ticket in tickets { ticket.onRecordingEnd() }
    _ = underway.wait(timeout: .now() + seconds)
    let outstanding = state.withLock { state in
      state.isFinished = true
      return state.outstanding.sorted { $0.key < $1.key }.map(\.value.summary)
    }
    let result = queue.sync { Result { () throws(RecordingError) in try self.save() } }
    try result.get()
    return outcome.withLock { summary in
      summary.outstanding = outstanding
      return summary
    }
  }

  private func finish(_ number: Int, with loaded: Interaction?) {
    var interaction = loaded?.recorded(keepsTiming: configuration.keepsTiming)
    for filter in configuration.filters { interaction = interaction.flatMap(filter.change) }
    let (isRecorded, isDue) = state.withLock { state in
      guard state.outstanding.removeValue(forKey: number) != nil, !state.isFinished else {
        return (false, false)
      }
      guard let interaction else {
        if loaded != nil { state.dropped += 1 }
        return (false, false)
      }
      state.interactions[number] = interaction
      // The more there is, the rarer it is written, so that the work stays in proportion.
      let unsaved = state.interactions.count - state.saved
      guard !writesAtEndOnly, unsaved > (kept.count + state.interactions.count) / 8 else {
        return (true, false)
      }
      state.saved = state.interactions.count
      return (true, true)
    }
    if let interaction, isRecorded { onInteraction(interaction) }
    if isDue { queue.async { try? self.save() } }
    underway.leave()
  }

  /// Writes the file, unless it says the same already.
  private func save() throws(RecordingError) {
    let (new, dropped) = state.withLock { state in
      (state.interactions.sorted { $0.key < $1.key }.map(\.value), state.dropped)
    }
    var summary = outcome.withLock { $0 }
    let isFirst = summary.recorded == 0
    summary.dropped = dropped
    summary.kept = kept.count
    // An empty recording does not replace an earlier one, and one that was saved is not saved again.
    if new.count > summary.recorded {
      summary.recorded = new.count
      var interactions = kept + new
      var redactor = Redactor(configuration.secretNames, after: kept)
      summary.redactions = redactor.redact(&interactions).lines
      let cassette = Cassette(
        name: name, recorder: WritableFormat.recorder, interactions: interactions)
      let written = format.write(cassette)
      summary.losses = written.losses
      // Later on there are more interactions than in the file.
      if !isFirst || CassetteFile(path: file).isNews(cassette, written) {
        do throws(FileProblem) {
          try CassetteFile(path: file).replace(with: written.bytes)
        } catch {
          throw RecordingError("cannot write \(file): \(error)")
        }
        summary.isChanged = true
      }
    }
    outcome.withLock { $0 = summary }
  }
}

extension CassetteRecorder: ExchangeRecorder {
  package func wants(_ request: ReceivedRequest, beforeStubs: Bool) -> Bool {
    guard mode != .none, beforeStubs == (mode == .all && !configuration.onlyMisses),
      !state.withLock({ $0.isFinished || ($0.isEnding && request.isForEvents) })
    else { return false }
    return configuration.filters.allSatisfy { $0.admits(request) }
  }

  package func begin(_ request: ReceivedRequest) -> RecordingTicket {
    underway.enter()
    return state.withLock { state in
      state.lastNumber += 1
      let number = state.lastNumber
      let ticket = RecordingTicket { self.finish(number, with: $0) }
      state.outstanding[number] = Outstanding(summary: request.summary, ticket: ticket)
      return ticket
    }
  }
}

extension ReceivedRequest {
  /// Whether it asks for an event stream: a client whose stream has ended does so again at once.
  fileprivate var isForEvents: Bool {
    headers[.accept]?.lowercasedASCII().contains("text/event-stream") ?? false
  }
}

extension Interaction {
  /// The interaction as it is read again from a file: times to the microsecond, dates to the
  /// millisecond.
  fileprivate func recorded(keepsTiming: Bool) -> Interaction {
    var recorded = self
    recorded.recordedAt = recordedAt.map(RecordedInstant.rounded)
    recorded.timing = keepsTiming ? timing?.rounded : nil
    return recorded
  }
}

extension RecordedTiming {
  fileprivate var rounded: RecordedTiming {
    RecordedTiming(
      wait: wait.rounded, receive: receive.rounded,
      chunks: chunks.map { ResponseTiming.ScriptedChunk(at: $0.at.rounded, count: $0.count) })
  }
}

extension Duration {
  fileprivate var rounded: Duration { max(.zero, .microseconds(wholeMicroseconds)) }
}
