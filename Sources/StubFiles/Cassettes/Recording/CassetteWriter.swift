import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes what a recorder has recorded: soon into the journal, and at the end into the file.
final class CassetteWriter: Sendable {
  let file: CassetteFile
  let configuration: RecordingConfiguration
  let mode: RecordMode
  /// `nil` before the end of a recording in a folder that does not exist.
  let journal: RecordingJournal?
  /// Where bodies are that are too large for memory or for the file.
  let bodies: BodyFolder
  private let format: WritableFormat
  private let name: String?
  /// Earlier interactions that stay in the file.
  private let kept: [Interaction]
  /// `nil` if the file is not one that tests share.
  private let share: RecordingShare?
  /// When the recording was made that this one replaces because it is too old.
  private let expiredSince: Date?
  /// Hides secrets of what goes into the journal.
  private let redactor: Lock<Redactor>

  init(
    _ file: CassetteFile, format: WritableFormat, after cassette: Cassette?, mode: RecordMode,
    _ configuration: RecordingConfiguration, journal: RecordingJournal?, share: RecordingShare?,
    expiredSince: Date?
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
    redactor = Lock(Redactor(configuration.secretNames, after: kept))
    bodies = BodyFolder(
      of: file.path, memoryLimit: max(configuration.longestInlineBody, BodyFolder.searchedLimit))
  }

  /// Adds interactions to the journal; all of them or, with an error, none.
  func append(_ interactions: [Interaction]) throws(RecordingError) {
    var redacted = interactions
    _ = redactor.withLock { $0.redact(&redacted) }
    try journal?.append(stored(redacted).interactions)
  }

  /// Writes the file, unless it says the same already and has not expired.
  ///
  /// An empty recording does not replace an earlier one, and one that was written is not written
  /// again.
  func write(
    _ new: [Interaction], _ summary: inout RecordingSummary
  ) throws(RecordingError) {
    summary.kept = kept.count
    if new.count > summary.recorded {
      if let problem = expiryProblem(new) {
        discard()
        throw problem
      }
      summary.recorded = new.count
      let cassette = try redacted(new, &summary)
      summary.bodyFiles = Set(cassette.interactions.flatMap(\.bodyFiles)).count
      let written = format.write(cassette)
      summary.losses = written.losses
      // What is the same again counts from now on.
      if expiredSince != nil || file.isNews(cassette, written) {
        try replaceFile(with: written.bytes)
        summary.isChanged = true
      }
      bodies.removeAll(butThoseOf: cassette)
    } else if new.isEmpty {
      bodies.removeAdded()
    }
    journal?.remove()
  }

  private func replaceFile(with bytes: Data) throws(RecordingError) {
    guard let journal else {
      return try file.replace(with: bytes, noting: RecordingJournal(of: file.path))
    }
    try file.replace(with: bytes, noting: journal)
  }

  /// Leaves the file as it was.
  func discard() {
    bodies.removeAdded()
    journal?.remove()
  }

  /// What to say if an expired recording could not be made again, as no request has succeeded.
  func expiryProblem(_ new: some Collection<Interaction>) -> RecordingError? {
    guard let expiredSince, !new.isEmpty, new.allSatisfy({ $0.response == nil }) else { return nil }
    return RecordingError(
      "\(file.path) has expired (recorded \(RecordedInstant.text(expiredSince))), but its server did "
        + "not answer; the file is unchanged: start the server, or set playsExpired")
  }

  /// The response with a body in a file if it is too large for memory.
  func withoutLargeBody(_ response: RecordedResponse) throws(FileProblem) -> RecordedResponse {
    var response = response
    // A filter can give the response another body.
    if !response.body.isEmpty { response.bodyFile = nil }
    guard response.body.count > bodies.memoryLimit else { return response }
    response.bodyFile = try bodies.add(response.body)
    response.body = Data()
    return response
  }

  private func redacted(
    _ new: [Interaction], _ summary: inout RecordingSummary
  ) throws(RecordingError) -> Cassette {
    var interactions = kept + new
    if let test = share?.test {
      for index in kept.count..<interactions.count { interactions[index].test = test }
    }
    var redactor = Redactor(configuration.secretNames, after: kept)
    let report = redactor.redact(&interactions)
    summary.redactions = report.lines
    summary.unsearched = UnsearchedBody.lines(report.unsearched)
    return try stored(arranged(interactions))
  }

  /// The interactions in the order of the file.
  ///
  /// A test that records again also replaces equal requests that do not say what test they belong
  /// to.
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
