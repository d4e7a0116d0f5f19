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
/// Each interaction soon goes into a journal beside the file. The file itself is written when the
/// recording ends, as a whole, so that there is always the old one or a complete new one.
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
    /// Interactions that are not in the journal yet.
    var unsaved: [Interaction] = []
    var saved = 0
    /// Whether the journal is going to be written.
    var isSaveDue = false
    /// Why what was recorded cannot be written.
    var failure: RecordingError?
    /// Whether it only waits for open requests.
    var isEnding = false
    var isFinished = false
    /// In a struct: a lock around a bare closure wraps it once more each time it is read.
    var onInteraction: @Sendable (Interaction) -> Void = { _ in }
    var onFailure: @Sendable (RecordingError) -> Void = { _ in }
  }

  /// How long what was recorded waits for more that is written with it.
  private static let saveInterval = DispatchTimeInterval.milliseconds(200)

  public let file: String
  let configuration: RecordingConfiguration
  private let mode: RecordMode
  private let name: String?
  private let format: WritableFormat
  private let writesAtEndOnly: Bool
  /// `nil` before the end of a recording in a folder that does not exist.
  private let journal: RecordingJournal?
  /// Where bodies are that are too large for memory or for the file.
  private let bodies: BodyFolder
  /// Hides secrets of what goes into the journal.
  private let redactor: Mutex<Redactor>
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
  /// `writesAtEndOnly` nothing is in the journal, so that `discard` leaves no trace.
  init(
    file: String, format: WritableFormat = WritableFormat.own,
    after cassette: Cassette? = nil, mode: RecordMode, configuration: RecordingConfiguration,
    journal: RecordingJournal? = nil, writesAtEndOnly: Bool = false
  ) {
    self.file = file
    self.format = format
    self.writesAtEndOnly = writesAtEndOnly
    self.configuration = configuration
    self.mode = mode
    name = cassette?.name
    self.journal = journal
    kept = mode == .all ? [] : cassette?.interactions ?? []
    redactor = Mutex(Redactor(configuration.secretNames, after: kept))
    outcome = Mutex(RecordingSummary(file: file))
    bodies = BodyFolder(
      of: file, memoryLimit: max(configuration.longestInlineBody, BodyFolder.searchedLimit))
    bodies.onFailure = { [weak self, path = bodies.path] in self?.note(.cannotWrite(path, $0)) }
  }

  /// How many requests are under way.
  package var outstandingCount: Int { state.withLock { $0.outstanding.count } }

  /// How many interactions have been recorded.
  package var recordedCount: Int { state.withLock { $0.interactions.count } }

  /// How many interactions have been recorded, and how many of them a crash would not lose.
  package var progress: (recorded: Int, saved: Int) {
    state.withLock { ($0.interactions.count, $0.saved) }
  }

  /// Why what was recorded cannot be written; `nil` if it can.
  package var failure: RecordingError? { state.withLock { $0.failure } }

  /// Records no more and writes nothing more, what was recorded included.
  package func discard() {
    state.withLock { state in
      state.isFinished = true
      state.interactions = [:]
      state.unsaved = []
    }
    bodies.removeAdded()
    journal?.remove()
  }

  /// Called with each interaction when it is recorded, with its secrets; on any thread.
  package var onInteraction: @Sendable (Interaction) -> Void {
    get { state.withLock { $0.onInteraction } }
    set { state.withLock { $0.onInteraction = newValue } }
  }

  /// Called once when what was recorded cannot be written; on any thread.
  package var onFailure: @Sendable (RecordingError) -> Void {
    get { state.withLock { $0.onFailure } }
    set { state.withLock { $0.onFailure = newValue } }
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
    if let response = interaction?.response {
      interaction?.response = withoutLargeBody(response)
    }
    let (isRecorded, isSaveDue) = state.withLock { state in
      guard state.outstanding.removeValue(forKey: number) != nil, !state.isFinished else {
        return (false, false)
      }
      guard let interaction else {
        if loaded != nil { state.dropped += 1 }
        return (false, false)
      }
      state.interactions[number] = interaction
      if writesAtEndOnly || journal == nil { return (true, false) }
      state.unsaved.append(interaction)
      defer { state.isSaveDue = true }
      return (true, !state.isSaveDue)
    }
    if let interaction, isRecorded { onInteraction(interaction) }
    if isSaveDue { queue.asyncAfter(deadline: .now() + Self.saveInterval) { self.saveToJournal() } }
    underway.leave()
  }
}

/// Large bodies.
extension CassetteRecorder {
  /// The response with a body in a file if it is too large for memory.
  private func withoutLargeBody(_ response: RecordedResponse) -> RecordedResponse {
    var response = response
    // A filter can give the response another body.
    if !response.body.isEmpty { response.bodyFile = nil }
    guard response.body.count > bodies.memoryLimit else { return response }
    do throws(FileProblem) {
      (response.bodyFile, response.body) = (try bodies.add(response.body), Data())
    } catch {
      note(.cannotWrite(bodies.path, error))
    }
    return response
  }

  private func stored(_ interactions: [Interaction]) throws(RecordingError) -> Cassette {
    try CassetteFile(path: file).stored(
      Cassette(name: name, recorder: WritableFormat.recorder, interactions: interactions),
      as: format, in: bodies, above: configuration.longestInlineBody)
  }
}

/// Writing, on the queue.
extension CassetteRecorder {
  /// Adds what has been recorded since the last call to the journal.
  private func saveToJournal() {
    state.withLock { $0.isSaveDue = false }
    while saveSome() {}
  }

  /// Adds the next interactions, about a megabyte, to the journal; returns whether that went well.
  private func saveSome() -> Bool {
    let batch = state.withLock { state in
      var size = 0
      let batch = state.unsaved.prefix { interaction in
        defer { size += interaction.response?.body.count ?? 0 }
        return size < 1_000_000
      }
      state.unsaved.removeFirst(batch.count)
      return Array(batch)
    }
    guard let journal, !batch.isEmpty else { return false }
    var redacted = batch
    _ = redactor.withLock { $0.redact(&redacted) }
    do throws(RecordingError) {
      try journal.append(stored(redacted).interactions)
      state.withLock { $0.saved += batch.count }
      return true
    } catch {
      // They are tried again with the next ones.
      state.withLock { $0.unsaved = batch + $0.unsaved }
      note(error)
      return false
    }
  }

  /// Tells of the first failure, and records no more unless told to go on.
  private func note(_ failure: RecordingError) {
    let tell: (@Sendable (RecordingError) -> Void)? = state.withLock { state in
      if !configuration.continuesUnsaved { state.isFinished = true }
      guard state.failure == nil else { return nil }
      state.failure = failure
      return state.onFailure
    }
    tell?(failure)
  }

  /// Writes the file, unless it says the same already.
  private func save() throws(RecordingError) {
    saveToJournal()
    let (new, dropped) = state.withLock { state in
      (state.interactions.sorted { $0.key < $1.key }.map(\.value), state.dropped)
    }
    var summary = outcome.withLock { $0 }
    summary.dropped = dropped
    summary.kept = kept.count
    // An empty recording does not replace an earlier one, and one that was saved is not saved again.
    if new.count > summary.recorded {
      summary.recorded = new.count
      var interactions = kept + new
      var redactor = Redactor(configuration.secretNames, after: kept)
      summary.redactions = redactor.redact(&interactions).lines
      let cassette = try stored(interactions)
      summary.bodyFiles = cassette.interactions.count { $0.response?.bodyFile != nil }
      let written = format.write(cassette)
      summary.losses = written.losses
      let cassetteFile = CassetteFile(path: file)
      if cassetteFile.isNews(cassette, written) {
        try write(written.bytes, to: cassetteFile)
        summary.isChanged = true
      }
      bodies.removeAll(butThoseOf: cassette)
    } else if new.isEmpty {
      bodies.removeAdded()
    }
    journal?.remove()
    outcome.withLock { $0 = summary }
  }

  private func write(_ bytes: Data, to file: CassetteFile) throws(RecordingError) {
    guard let journal else {
      return try file.replace(with: bytes, noting: RecordingJournal(of: file.path))
    }
    do throws(RecordingError) {
      try file.replace(with: bytes, noting: journal)
    } catch {
      let (recorded, saved) = progress
      guard saved > 0 else { throw error }
      throw RecordingError(
        "\(error); \(saved) of \(recorded) interactions are in \(journal.path), and are added to the "
          + "file when it is recorded again")
    }
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
      let ticket = RecordingTicket(spool: bodies) { self.finish(number, with: $0) }
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
