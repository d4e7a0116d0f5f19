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
    /// Finished tracks by the number of their request.
    var tracks: [Int: Cassette.Track] = [:]
    var dropped = 0
    /// How many tracks there were when the file was written last.
    var saved = 0
    /// Whether only what is under way is waited for.
    var isEnding = false
    var isFinished = false
    /// In a struct: a lock around a bare closure wraps it once more each time it is read.
    var onTrack: @Sendable (Cassette.Track) -> Void = { _ in }
  }

  public let file: String
  let configuration: RecordingConfiguration
  private let mode: RecordMode
  private let name: String?
  private let format: WritableFormat
  private let writesAtEndOnly: Bool
  /// Tracks of before that stay.
  private let kept: [Cassette.Track]
  private let state = Mutex(State())
  private let outcome: Mutex<RecordingSummary>
  private let underway = DispatchGroup()
  /// Writes one version of the file after the other.
  private let queue = DispatchQueue(label: "recording")

  /// A recorder in the mode that counts, for the environment may override the configuration's.
  ///
  /// Tracks of the cassette, which the file holds, stay unless the mode is `all`. With
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
    kept = mode == .all ? [] : cassette?.tracks ?? []
    outcome = Mutex(RecordingSummary(file: file))
  }

  /// How many requests are under way.
  package var outstandingCount: Int { state.withLock { $0.outstanding.count } }

  /// How many tracks have been recorded.
  package var recordedCount: Int { state.withLock { $0.tracks.count } }

  /// Records no more and writes nothing more, what was recorded included.
  package func discard() {
    state.withLock { state in
      state.isFinished = true
      state.tracks = [:]
    }
  }

  /// Told of each track when it is recorded, with its secrets; on any thread.
  package var onTrack: @Sendable (Cassette.Track) -> Void {
    get { state.withLock { $0.onTrack } }
    set { state.withLock { $0.onTrack = newValue } }
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

  private func finish(_ number: Int, with exchange: LoadedExchange?) {
    var track = exchange.map {
      Cassette.Track($0, keepsTiming: configuration.keepsTiming)
    }
    for filter in configuration.filters { track = track.flatMap(filter.change) }
    let (isRecorded, isDue) = state.withLock { state in
      guard state.outstanding.removeValue(forKey: number) != nil, !state.isFinished else {
        return (false, false)
      }
      guard let track else {
        if exchange != nil { state.dropped += 1 }
        return (false, false)
      }
      state.tracks[number] = track
      // The more there is, the rarer it is written, so that the work stays in proportion.
      let unsaved = state.tracks.count - state.saved
      guard !writesAtEndOnly, unsaved > (kept.count + state.tracks.count) / 8 else {
        return (true, false)
      }
      state.saved = state.tracks.count
      return (true, true)
    }
    if let track, isRecorded { onTrack(track) }
    if isDue { queue.async { try? self.save() } }
    underway.leave()
  }

  /// Writes the file if it is another one than before.
  private func save() throws(RecordingError) {
    let (new, dropped) = state.withLock { state in
      (state.tracks.sorted { $0.key < $1.key }.map(\.value), state.dropped)
    }
    var summary = outcome.withLock { $0 }
    summary.dropped = dropped
    summary.recorded = new.count
    summary.kept = kept.count
    // A recording of nothing is no reason to lose one that there is.
    if !new.isEmpty {
      var tracks = kept + new
      var redactor = Redactor(configuration.secretNames, after: kept)
      redactor.redact(&tracks)
      summary.redactions = redactor.report.lines
      let cassette = Cassette(name: name, recorder: WritableFormat.recorder, tracks: tracks)
      let written = format.write(cassette)
      summary.losses = written.losses
      if CassetteFile(path: file).isNews(cassette, written) {
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

extension Cassette.Track {
  /// The exchange as it is recorded.
  init(_ exchange: LoadedExchange, keepsTiming: Bool) {
    let sent = exchange.request
    let url = sent.target
    let userInfo = url.userInfo.map { "\($0)@" } ?? ""
    let text = url.absoluteString
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    let request = RecordedRequest(
      sent.method, text[..<start] + userInfo + text[start...], httpVersion: sent.httpVersion,
      headers: sent.headers, body: sent.body)
    let response = exchange.head.map { head in
      RecordedResponse(
        head.status, reason: head.reason, httpVersion: exchange.httpVersion,
        headers: head.headers, body: exchange.body)
    }
    let outcome: RecordedOutcome
    if let failure = exchange.failure {
      outcome = .failure(
        RecordedFailure(domain: failure.domain, code: failure.code, message: failure.message),
        after: response)
    } else {
      outcome = .response(response ?? RecordedResponse(HTTPStatusCode(rawValue: 0)))
    }
    self.init(request, outcome, recordedAt: RecordedInstant.rounded(exchange.startedAt))
    if keepsTiming { timing = RecordedTiming(exchange.times) }
  }
}

extension RecordedTiming {
  /// Times as they are written: to the microsecond.
  fileprivate init(_ times: LoadedExchange.Times) {
    self.init(
      wait: times.wait.rounded, receive: times.receive.rounded,
      chunks: times.chunks.map { ResponseTiming.ScriptedChunk(at: $0.at.rounded, count: $0.count) })
  }
}

extension Duration {
  fileprivate var rounded: Duration { max(.zero, .microseconds(wholeMicroseconds)) }
}
