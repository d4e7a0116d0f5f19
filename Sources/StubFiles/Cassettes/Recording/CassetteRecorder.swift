import Dispatch
package import StubCore

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

  /// The path of the cassette that is written.
  public let file: String
  let configuration: RecordingConfiguration
  private let writesAtEndOnly: Bool
  private let writer: CassetteWriter
  private let state = Lock(State())
  private let outcome: Lock<RecordingSummary>
  private let underway = DispatchGroup()
  /// Writes one version of the file after the other.
  private let queue = DispatchQueue(label: "recording")

  /// A recorder in the mode that counts, for the environment may override the configuration's.
  ///
  /// Interactions of the cassette, which the file holds, stay. With `writesAtEndOnly` nothing is in
  /// the journal, so that `discard` leaves no trace.
  init(
    file: String, format: WritableFormat = WritableFormat.own,
    after cassette: Cassette? = nil, mode: RecordMode, configuration: RecordingConfiguration,
    journal: RecordingJournal? = nil, share: RecordingShare? = nil, expiredSince: Date? = nil,
    writesAtEndOnly: Bool = false
  ) {
    self.file = file
    self.writesAtEndOnly = writesAtEndOnly || journal == nil
    self.configuration = configuration
    writer = CassetteWriter(
      CassetteFile(path: file), format: format, after: cassette, mode: mode, configuration,
      journal: journal, share: share, expiredSince: expiredSince)
    outcome = Lock(RecordingSummary(file: file))
    writer.bodies.onFailure = { [weak self, path = writer.bodies.path] in
      self?.note(.cannotWrite(path, $0))
    }
  }

  /// How many requests are under way.
  package var outstandingCount: Int { state.withLock { $0.outstanding.count } }

  /// How many interactions have been recorded.
  package var recordedCount: Int { state.withLock { $0.interactions.count } }

  /// The interactions that have been recorded so far, with their secrets, in the order of their requests.
  package var recorded: [Interaction] {
    state.withLock { $0.interactions.sorted { $0.key < $1.key }.map(\.value) }
  }

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
    writer.discard()
  }

  /// What to say if an expired recording could not be made again, as no request has succeeded.
  package var expiryProblem: RecordingError? {
    writer.expiryProblem(state.withLock { $0.interactions.values.map(\.self) })
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
    interaction?.leftOut = []
    for filter in configuration.filters { interaction = interaction.flatMap(filter.change) }
    if let response = interaction?.response {
      do throws(FileProblem) {
        interaction?.response = try writer.withoutLargeBody(response)
      } catch {
        note(.cannotWrite(writer.bodies.path, error))
      }
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
      if writesAtEndOnly { return (true, false) }
      state.unsaved.append(interaction)
      defer { state.isSaveDue = true }
      return (true, !state.isSaveDue)
    }
    if var interaction, isRecorded {
      interaction.leftOut = loaded?.leftOut ?? []
      onInteraction(interaction)
    }
    if isSaveDue { queue.asyncAfter(deadline: .now() + Self.saveInterval) { self.saveToJournal() } }
    underway.leave()
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
    if batch.isEmpty { return false }
    do throws(RecordingError) {
      try writer.append(batch)
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
    do throws(RecordingError) {
      try writer.write(new, &summary)
    } catch {
      let (recorded, saved) = progress
      guard saved > 0, let journal = writer.journal?.path, DurableFile.mode(of: journal) != nil
      else { throw error }
      throw RecordingError(
        "\(error); \(saved) of \(recorded) interactions are in \(journal), and are added to the file "
          + "when it is recorded again")
    }
    outcome.withLock { $0 = summary }
  }
}

extension CassetteRecorder: ExchangeRecorder {
  package func wants(_ request: ReceivedRequest, beforeStubs: Bool) -> Bool {
    guard writer.mode != .none, beforeStubs == (writer.mode == .all && !configuration.onlyMisses),
      !state.withLock({ $0.isFinished || ($0.isEnding && request.isForEvents) })
    else { return false }
    return configuration.filters.allSatisfy { $0.admits(request) }
  }

  package func begin(_ request: ReceivedRequest) -> RecordingTicket {
    underway.enter()
    return state.withLock { state in
      state.lastNumber += 1
      let number = state.lastNumber
      let ticket = RecordingTicket(spool: writer.bodies) { self.finish(number, with: $0) }
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
