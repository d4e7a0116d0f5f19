import StubCore
import StubPlatform

/// A writer of a recorder's interactions, immediately to the journal, and at the end to the file.
final class CassetteWriter: Sendable {
  let file: CassetteFile
  let configuration: RecordingConfiguration
  let mode: RecordMode
  /// The journal; `nil` if the folder of the file did not exist when the recording began.
  let journal: RecordingJournal?
  /// The folder of the bodies that are too large for memory or for the file.
  let bodies: BodyFolder
  private let format: WritableFormat
  private let name: String?
  /// The earlier interactions that are kept in the file.
  private let kept: [Interaction]
  /// The current test's share of the file; `nil` if tests do not share the file.
  private let share: RecordingShare?
  /// The date of the expired recording that the new one replaces; `nil` if there is none.
  private let expiredSince: Date?
  /// Whether interactions are written to the journal as soon as they end.
  let writesAtOnce: Bool
  /// The search for secrets, which only one thread uses at a time.
  private let search: Lock<RecordingSearch>

  init(
    _ file: CassetteFile, format: WritableFormat, after cassette: Cassette?, mode: RecordMode,
    _ configuration: RecordingConfiguration, hiding names: SecretNames? = nil,
    journal: RecordingJournal?, writesAtOnce: Bool = true, share: RecordingShare? = nil,
    expiredSince: Date? = nil
  ) {
    self.file = file
    self.format = format
    self.mode = mode
    self.configuration = configuration
    self.journal = journal
    self.share = share
    self.expiredSince = expiredSince
    name = cassette?.name
    kept = cassette?.interactions ?? []
    self.writesAtOnce = writesAtOnce && journal != nil
    search = Lock(
      RecordingSearch(
        hiding: names ?? configuration.secretNames, after: kept,
        in: self.writesAtOnce ? journal : nil))
    bodies = BodyFolder(
      of: file.path, memoryLimit: max(configuration.longestInlineBody, BodyFolder.searchedLimit))
  }

  /// Stores an interaction in the journal; if `writesAtOnce` is not set, keeps it in memory.
  func keep(_ interaction: Interaction) throws(RecordingError) -> JournaledInteraction {
    guard writesAtOnce, let journal else { return JournaledInteraction(light: interaction) }
    do throws(FileProblem) {
      return try journal.append(interaction)
    } catch {
      throw .cannotWrite(journal.path, error)
    }
  }

  /// Returns the interaction with its bodies in memory.
  ///
  /// - Throws: `FileProblem` if the journal can no longer be read.
  func whole(_ interaction: JournaledInteraction) throws(FileProblem) -> Interaction {
    try interaction.whole(from: writesAtOnce ? journal : nil)
  }

  /// Searches the next interaction for secrets.
  func search(_ interaction: JournaledInteraction) throws(RecordingError) {
    do throws(FileProblem) {
      try search.withLock { search throws(FileProblem) in try search.add(interaction) }
    } catch {
      throw .cannotWrite(file.path, error)
    }
  }

  /// Writes the file from the interactions that were searched.
  ///
  /// A file with the same contents is not written again, unless it has expired. An empty recording
  /// does not replace an earlier one.
  func write(
    _ new: [JournaledInteraction], _ summary: inout RecordingSummary
  ) throws(RecordingError) {
    summary.kept = kept.count
    if new.count > summary.recorded {
      if let problem = expiryProblem(new.map(\.light)) {
        discard()
        throw problem
      }
      summary.recorded = new.count
      do {
        try search.withLock { try put(&$0, &summary) }
      } catch {
        throw (error as? FileProblem).map { .cannotWrite(file.path, $0) }
          ?? error as? RecordingError ?? RecordingError("\(error)")
      }
    } else if new.isEmpty {
      bodies.removeAdded()
    }
    journal?.remove()
  }

  /// Writes the interactions one after another if the format allows this, otherwise all together.
  private func put(_ search: inout RecordingSearch, _ summary: inout RecordingSummary) throws {
    let cassette: Cassette
    var report = search.report
    if format.isInPieces, share == nil, let journal, !DurableFile.isStream(file.path) {
      var stream = CassetteStream(
        file, journal, Cassette(name: name, recorder: WritableFormat.recorder), search,
        bodies: bodies, longestInlineBody: configuration.longestInlineBody)
      // Added interactions always change the file; a renewed recording is written even if it is
      // equal.
      let isSignificantChange = expiredSince != nil || (mode == .newEpisodes && !kept.isEmpty)
      summary.isChanged = try isSignificantChange || stream.isSignificantChange()
      if summary.isChanged { try stream.write() }
      (cassette, report) = (stream.written, stream.report)
      summary.losses = stream.losses
    } else {
      (cassette, report.elsewhere) = try whole(&search)
      let written = format.write(cassette)
      summary.losses = written.losses
      if expiredSince != nil || file.isSignificantChange(cassette, written) {
        try replaceFile(with: written.bytes)
        summary.isChanged = true
      }
    }
    summary.redactions = report.lines
    summary.unsearched = UnsearchedBody.lines(report.unsearched)
    summary.bodyFiles = Set(cassette.interactions.flatMap(\.bodyFiles)).count
    bodies.removeAll(keepingBodiesOf: cassette)
  }

  private func replaceFile(with bytes: Data) throws(RecordingError) {
    guard let journal else {
      return try file.replace(with: bytes, noting: RecordingJournal(of: file.path))
    }
    try file.replace(with: bytes, noting: journal)
  }

  /// Discards the recording, and leaves the file unchanged.
  func discard() {
    bodies.removeAdded()
    journal?.remove()
  }

  /// Returns the error for an expired recording that cannot be replaced, because no request got a
  /// response; otherwise `nil`.
  func expiryProblem(_ new: some Collection<Interaction>) -> RecordingError? {
    guard let expiredSince, !new.isEmpty, new.allSatisfy({ $0.response == nil }) else { return nil }
    return RecordingError(
      "\(file.path) has expired (recorded \(RecordedInstant.text(expiredSince))), but its server did "
        + "not answer; the file is unchanged: start the server, or set playsExpired")
  }

  /// Returns the response, with its body moved to a file if it is too large for memory.
  func withoutLargeBody(_ response: RecordedResponse) throws(FileProblem) -> RecordedResponse {
    var response = response
    // A filter may have replaced the body of the response.
    if !response.body.isEmpty { response.bodyFile = nil }
    guard response.body.count > bodies.memoryLimit else { return response }
    response.bodyFile = try bodies.add(response.body)
    response.body = Data()
    return response
  }

  /// Returns the cassette to write, in memory, and the number of secrets found outside their usual
  /// places.
  private func whole(_ search: inout RecordingSearch) throws -> (Cassette, Int) {
    let replacements = search.replacements()
    var (interactions, total): ([Interaction], Int) = ([], 0)
    for index in 0..<search.count {
      var (interaction, elsewhere) = try search.interaction(index, replacements)
      total += elsewhere
      if index >= kept.count, let test = share?.test { interaction.test = test }
      interactions.append(interaction)
    }
    return (try stored(arranged(interactions)), total)
  }

  /// Returns the interactions for the file, in the order of the file.
  ///
  /// If a test records again, equal requests for which the file names no test are also replaced.
  private func arranged(_ interactions: [Interaction]) -> [Interaction] {
    guard let share else { return interactions }
    guard share.test != nil, mode == .all || expiredSince != nil else {
      return share.arranged(interactions)
    }
    let new = Set(interactions[kept.count...].map(\.requestKey))
    let old = interactions[..<kept.count].filter { $0.test != nil || !new.contains($0.requestKey) }
    return share.arranged(old + interactions[kept.count...])
  }

  private func stored(_ interactions: [Interaction]) throws(RecordingError) -> Cassette {
    try file.stored(
      Cassette(name: name, recorder: WritableFormat.recorder, interactions: interactions),
      as: format, in: bodies, above: configuration.longestInlineBody)
  }
}
