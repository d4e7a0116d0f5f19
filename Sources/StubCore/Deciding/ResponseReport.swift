/// A function with which a host reports how much of a response has been sent.
///
/// The host calls it once at the end, and before that as often as it likes. A host that sends
/// nothing more, but keeps the connection open, reports this as the end, and later that the client
/// has left.
package struct ResponseReport: Sendable {
  /// The recipient of reports: usually only the journal, for which no closure is allocated.
  private enum Recipient: Sendable {
    case journal(Journal, Int)
    case journalAndOther(Journal, Int, @Sendable (SentResponse) -> Void)
    case other(@Sendable (SentResponse) -> Void)
  }

  private let recipient: Recipient

  /// Creates a function that passes only the end to the closure.
  package init(_ body: @escaping @Sendable (ResponseEnding) -> Void) {
    recipient = .other { sent in if let ending = sent.newEnding { body(ending) } }
  }

  /// Creates a function that passes every report to the closure.
  package init(following body: @escaping @Sendable (SentResponse) -> Void) {
    recipient = .other(body)
  }

  /// Creates a function that passes reports to the journal, for its entry `id`.
  init(_ journal: Journal, _ id: Int) { recipient = .journal(journal, id) }

  /// Creates a function that passes reports first to the journal, for its entry `id`, and then to
  /// the closure.
  init(_ journal: Journal, _ id: Int, then body: @escaping @Sendable (SentResponse) -> Void) {
    recipient = .journalAndOther(journal, id, body)
  }

  /// Notes the response of a real server in the journal: the head, the start of the body, and the
  /// size of the whole body.
  package func note(relayed plan: ResponsePlan, bodyCount: Int) {
    switch recipient {
    case .journal(let journal, let id), .journalAndOther(let journal, let id, _):
      journal.note(relayed: plan, bodyCount: bodyCount, for: id)
    case .other: break
    }
  }

  /// Notes in the journal the response that the client gets instead of the planned one.
  package func note(instead plan: ResponsePlan) {
    switch recipient {
    case .journal(let journal, let id), .journalAndOther(let journal, let id, _):
      journal.note(instead: plan, for: id)
    case .other: break
    }
  }

  /// The number of bytes of a real server's body to keep for the journal: at most 1/16 of the
  /// memory of the journal.
  package var bodyLimit: Int {
    switch recipient {
    case .journal(let journal, _), .journalAndOther(let journal, _, _):
      min(journal.limits.bodyBytes, journal.limits.bytes / 16)
    case .other: 0
    }
  }

  /// Reports what has been sent.
  package func callAsFunction(_ sent: SentResponse) {
    switch recipient {
    case .journal(let journal, let id): journal.note(sent, for: id)
    case .journalAndOther(let journal, let id, let body): body(journal.note(sent, for: id))
    case .other(let body): body(sent)
    }
  }

  /// Reports an end without the numbers of sent bytes.
  package func callAsFunction(_ ending: ResponseEnding) { self(SentResponse(ending)) }
}
