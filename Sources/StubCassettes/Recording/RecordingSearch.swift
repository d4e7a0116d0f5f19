package import StubCore
import StubDocuments
import StubPlatform

/// A search of a recording for secrets, one interaction at a time, which returns interactions
/// without secrets.
///
/// Unchanged bodies stay in the journal, and bodies without their secrets are written to a scratch
/// file. So only one interaction is in memory. Interactions are searched in the order of their
/// requests. So the placeholders of secrets get the same numbers however long responses take.
package struct RecordingSearch {
  /// The place of a body that was searched: the interaction, the journal, or the scratch file.
  private enum Body {
    case here
    case journal(Range<Int>)
    case scratch(Range<Int>)

    /// The size of the body in bytes; `nil` if it is in the interaction.
    var size: Int? {
      switch self {
      case .here: nil
      case .journal(let place), .scratch(let place): place.count
      }
    }
  }

  private enum Found {
    case searched(Interaction, sent: Body, received: Body)
    /// An interaction with compressed bodies, which are decompressed and searched again when it is
    /// returned.
    case packed(JournaledInteraction, requestURL: String)

    /// The approximate size of its bodies in memory, in bytes.
    var bodySize: Int {
      switch self {
      case .searched(let interaction, let sent, let received):
        (sent.size ?? interaction.request.body?.count ?? 0)
          + (received.size ?? interaction.response?.body.count ?? 0)
      case .packed(let stored, _):
        // A decompressed body is larger: 16 times is an estimate.
        16
          * ((stored.sent?.count ?? stored.light.request.body?.count ?? 0)
            + max(stored.received.count, stored.light.response?.body.count ?? 0))
      }
    }

    /// The URL of the request, with placeholders for the secrets in it.
    var requestURL: String {
      switch self {
      case .searched(let interaction, _, _): interaction.request.url
      case .packed(_, let url): url
      }
    }
  }

  private let journal: RecordingJournal?
  /// The earlier interactions that have not been searched yet.
  private var kept: [Interaction]
  private var redactor: Redactor
  private var scratch: ScratchFile?
  private var found: [Found] = []
  /// The places where secrets were found; the number of secrets outside their usual places is
  /// missing.
  package private(set) var report = RedactionReport()

  /// Creates a search that begins with the earlier interactions in `kept`.
  init(hiding names: SecretNames, after kept: [Interaction], in journal: RecordingJournal?) {
    self.journal = journal
    self.kept = kept
    redactor = Redactor(names, after: kept)
  }

  /// The number of searched interactions.
  package var count: Int { found.count }

  /// Searches an interaction for secrets.
  package mutating func add(_ interaction: JournaledInteraction) throws(FileProblem) {
    let whole = try interaction.whole(from: journal)
    for earlier in kept { add(JournaledInteraction(light: earlier), earlier) }
    kept = []
    add(interaction, whole)
  }

  private mutating func add(_ stored: JournaledInteraction, _ whole: Interaction) {
    var searched = whole
    if redactor.search(&searched, &report) != nil {
      return found.append(.packed(stored, requestURL: searched.request.url))
    }
    var (sent, received) = (Body.here, Body.here)
    if let body = searched.request.body {
      sent = place(of: body, whole.request.body, at: stored.sent)
      if case .here = sent {} else { searched.request.body = nil }
    }
    if let body = searched.response?.body, !body.isEmpty {
      let place = stored.received.isEmpty ? nil : stored.received
      received = self.place(of: body, whole.response?.body, at: place)
      if case .here = received {} else { searched.response?.body = Data() }
    }
    found.append(.searched(searched, sent: sent, received: received))
  }

  /// Returns the place of a body, which is written to the scratch file if its secrets were
  /// replaced.
  private mutating func place(of body: Data, _ old: Data?, at place: Range<Int>?) -> Body {
    guard let journal, let place else { return .here }
    if body == old { return .journal(place) }
    // If the scratch file cannot be written, the body stays in memory.
    if scratch == nil { scratch = try? ScratchFile(beside: journal.path) }
    return (try? scratch?.append(body)).map { .scratch($0) } ?? .here
  }

  /// Returns the replacements for other occurrences of the secrets found; all interactions must
  /// have been searched.
  mutating func replacements() -> InteractionReplacements {
    redactor.replacements(requestURLs: found.map(\.requestURL))
  }

  /// Returns the indices of the next interactions, at most `count`.
  ///
  /// Together, their bodies have at most `bytes` bytes. One interaction is always returned, even if
  /// it is larger.
  func batch(after start: Int, atMost count: Int, _ bytes: Int) -> Range<Int> {
    var (end, sum) = (start, 0)
    while end < min(start + count, found.count) {
      sum += found[end].bodySize
      if sum > bytes, end > start { break }
      end += 1
    }
    return start..<end
  }

  /// Returns a searched interaction without its secrets, and the number of secrets outside their
  /// usual places.
  package func interaction(
    _ index: Int, _ replacements: InteractionReplacements
  ) throws(FileProblem) -> (Interaction, elsewhere: Int) {
    switch found[index] {
    case .searched(var interaction, let sent, let received):
      if let body = try read(sent) { interaction.request.body = body }
      if let body = try read(received) { interaction.response?.body = body }
      let elsewhere = replacements.apply(to: &interaction)
      return (interaction, elsewhere)
    case .packed(let stored, _):
      var interaction = try stored.whole(from: journal)
      // The first search has already counted these secrets.
      var (redactor, counted) = (redactor, RedactionReport())
      let bodies = redactor.search(&interaction, &counted)
      let elsewhere = replacements.apply(to: &interaction)
      bodies?.pack(&interaction)
      return (interaction, elsewhere)
    }
  }

  private func read(_ body: Body) throws(FileProblem) -> Data? {
    switch body {
    case .here: nil
    case .journal(let place): try journal?.read(place)
    case .scratch(let place): try scratch?.read(place)
    }
  }
}
