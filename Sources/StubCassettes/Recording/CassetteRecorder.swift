import Dispatch
package import StubCore
import StubPlatform

/// A recorder of requests to real servers, which writes them to a file.
///
/// Each interaction is written to a journal, a second file, before its client gets the end of the
/// response. The cassette itself is written when the recording ends. So it is always either the old
/// one, or a complete new one.
package final class CassetteRecorder: Sendable {
  /// The path of the cassette that is written.
  package let file: String
  package let configuration: RecordingConfiguration
  private let writer: CassetteWriter
  private let state = Lock(RecorderState())
  private let outcome: Lock<RecordingSummary>
  private let underway = DispatchGroup()
  /// The queue on which interactions are searched for secrets, and on which the file is written.
  private let queue = DispatchQueue(label: "recording", qos: .utility)

  /// Creates a recorder, whose mode may differ from that of the configuration.
  ///
  /// The interactions of `cassette`, which are already in the file, are kept. With
  /// `writesAtEndOnly`, no interaction is written to the journal, so that `discard` leaves no
  /// trace.
  init(
    file: String, format: WritableFormat = WritableFormat.own,
    after cassette: Cassette? = nil, mode: RecordMode, configuration: RecordingConfiguration,
    journal: RecordingJournal? = nil, share: RecordingShare? = nil, expiredSince: Date? = nil,
    writesAtEndOnly: Bool = false
  ) {
    self.file = file
    self.configuration = configuration
    writer = CassetteWriter(
      CassetteFile(path: file), format: format, after: cassette, mode: mode, configuration,
      journal: journal, writesAtOnce: !writesAtEndOnly, share: share, expiredSince: expiredSince)
    outcome = Lock(RecordingSummary(file: file))
    writer.bodies.onFailure = { [weak self, path = writer.bodies.path] in
      self?.note(.cannotWrite(path, $0))
    }
  }

  /// The number of requests without a complete response.
  package var outstandingCount: Int { state.withLock { $0.outstanding.count } }

  /// The number of recorded interactions.
  package var recordedCount: Int { state.withLock { $0.interactions.count } }

  /// The interactions recorded so far, including their secrets, in the order of their requests.
  package var recorded: [Interaction] {
    let kept = state.withLock { $0.interactions.sorted { $0.key < $1.key }.map(\.value) }
    // After the file is written, the journal with the bodies no longer exists.
    return kept.compactMap { try? writer.whole($0) }
  }

  /// The number of recorded interactions, and the number of those that are saved in the journal.
  package var progress: (recorded: Int, saved: Int) {
    state.withLock { ($0.interactions.count, $0.saved) }
  }

  /// The error that prevents writing the recording; `nil` if there is none.
  package var failure: RecordingError? { state.withLock { $0.failure } }

  /// Stops recording, and writes nothing, not even the interactions recorded so far.
  package func discard() {
    state.withLock { state in
      state.isFinished = true
      state.interactions = [:]
      state.unsaved = []
    }
    writer.discard()
  }

  /// The error for an expired recording that cannot be replaced; `nil` if there is none.
  ///
  /// It cannot be replaced if no request got a response.
  package var expiryProblem: RecordingError? {
    writer.expiryProblem(state.withLock { $0.interactions.values.map(\.light) })
  }

  /// A function that gets each recorded interaction, with its secrets, on any thread.
  package var onInteraction: @Sendable (Interaction) -> Void {
    get { state.withLock { $0.onInteraction } }
    set { state.withLock { $0.onInteraction = newValue } }
  }

  /// A function that is called once, on any thread, if the recording cannot be written.
  package var onFailure: @Sendable (RecordingError) -> Void {
    get { state.withLock { $0.onFailure } }
    set { state.withLock { $0.onFailure = newValue } }
  }

  /// Waits for open requests, writes the file, and stops recording.
  ///
  /// - Parameter timeout: The longest time to wait, after which the summary lists the requests that
  ///   are still open.
  /// - Throws: `RecordingError` if the file cannot be written.
  /// - Returns: the result of the recording.
  @discardableResult
  package func finish(within timeout: Duration = .seconds(10)) async throws -> RecordingSummary {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try self.waitAndFinish(within: timeout) })
      }
    }
  }

  /// Ends the recording as `finish` does, but blocks the thread until the cassette is written.
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
    defer { underway.leave() }
    let interaction = loaded.flatMap { filtered($0) }
    let isWanted = state.withLock { $0.outstanding[number] != nil && !$0.isFinished }
    guard isWanted, let interaction else {
      return state.withLock { state in
        guard state.outstanding.removeValue(forKey: number) != nil else { return }
        if isWanted, loaded != nil { state.dropped += 1 }
      }
    }
    keepUnsaved()
    let kept = kept(interaction)
    let (isKept, isSearchDue) = state.withLock { state in
      guard state.keep(kept.interaction, number) else { return (false, false) }
      if !kept.isSaved {
        state.unsaved.append(number)
      } else if writer.writesAtOnce {
        state.saved += 1
      }
      defer { state.isSearchDue = writer.writesAtOnce }
      return (true, writer.writesAtOnce && !state.isSearchDue)
    }
    if isSearchDue { queue.async { self.searchSome() } }
    guard isKept else { return }
    var told = interaction
    told.leftOut = loaded?.leftOut ?? []
    onInteraction(told)
  }

  /// Returns the interaction after all filters; `nil` if a filter removes it.
  private func filtered(_ loaded: Interaction) -> Interaction? {
    var interaction: Interaction? = loaded.recorded(keepsTiming: configuration.keepsTiming)
    interaction?.leftOut = []
    for filter in configuration.filters { interaction = interaction.flatMap(filter.change) }
    if let response = interaction?.response {
      do throws(FileProblem) {
        interaction?.response = try writer.withoutLargeBody(response)
      } catch {
        note(.cannotWrite(writer.bodies.path, error))
      }
    }
    return interaction
  }

  /// Writes the interaction to the journal, or keeps it in memory if that fails.
  private func kept(
    _ interaction: Interaction
  ) -> (interaction: JournaledInteraction, isSaved: Bool) {
    do throws(RecordingError) {
      return (try writer.keep(interaction), true)
    } catch {
      if !state.withLock({ $0.isFinished }) { note(error) }
      return (JournaledInteraction(light: interaction), false)
    }
  }

  /// Tries again to write the interactions that could not be written to the journal.
  private func keepUnsaved() {
    while let number = state.withLock({ $0.unsaved.isEmpty ? nil : $0.unsaved.removeFirst() }) {
      guard let unsaved = state.withLock({ $0.interactions[number] }) else { continue }
      guard let interaction = try? writer.keep(unsaved.light) else {
        return state.withLock { $0.unsaved.insert(number, at: 0) }
      }
      state.withLock { state in
        state.interactions[number] = interaction
        state.saved += 1
      }
    }
  }
}

/// The work on the queue: searching for secrets, and writing.
extension CassetteRecorder {
  /// Searches finished interactions for secrets, up to the first request that has not ended.
  private func searchSome() {
    state.withLock { $0.isSearchDue = false }
    // A read error is ignored here; the search is repeated, and the error reported, when the file
    // is written.
    try? search(upToOutstanding: true)
  }

  private func search(upToOutstanding: Bool) throws(RecordingError) {
    while let interaction = state.withLock({ $0.nextToSearch(upToOutstanding: upToOutstanding) }) {
      try writer.search(interaction)
      state.withLock { $0.nextSearched += 1 }
    }
  }

  /// Reports the first failure, and stops recording unless the configuration says otherwise.
  private func note(_ failure: RecordingError) {
    let tell: (@Sendable (RecordingError) -> Void)? = state.withLock { state in
      if !configuration.continuesUnsaved { state.isFinished = true }
      guard state.failure == nil else { return nil }
      state.failure = failure
      return state.onFailure
    }
    tell?(failure)
  }

  /// Writes the file, unless it already has these contents or nothing was recorded.
  private func save() throws(RecordingError) {
    try search(upToOutstanding: false)
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
    guard writer.mode != .none,
      beforeStubs == (writer.mode == .all && !configuration.onlyUnmatched),
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
      state.outstanding[number] = RecorderState.Outstanding(
        summary: request.summary, ticket: ticket)
      return ticket
    }
  }
}

extension ReceivedRequest {
  /// Whether the request asks for an event stream.
  ///
  /// When such a stream ends, its client sends the request again at once, so a recording that is
  /// about to end must not record it.
  fileprivate var isForEvents: Bool {
    headers[.accept]?.lowercasedASCII().contains("text/event-stream") ?? false
  }
}
