/// Reports what is sent of a response; its host calls it at the end, and before that as often as it likes.
///
/// A host that falls silent reports that as the end, and later that the client has left.
package struct ResponseReport: Sendable {
  /// Usually only the journal needs it, which takes no closure with its own memory.
  private enum Recipient: Sendable {
    case journal(Journal, Int)
    case journalAndOther(Journal, Int, @Sendable (SentResponse) -> Void)
    case other(@Sendable (SentResponse) -> Void)
  }

  private let recipient: Recipient

  /// Tells only of the end.
  package init(_ body: @escaping @Sendable (ResponseEnding) -> Void) {
    recipient = .other { sent in if let ending = sent.newEnding { body(ending) } }
  }

  /// Tells of all that is reported.
  package init(following body: @escaping @Sendable (SentResponse) -> Void) {
    recipient = .other(body)
  }

  /// Tells the journal, for its entry with that number.
  init(_ journal: Journal, _ id: Int) { recipient = .journal(journal, id) }

  /// Tells the journal first, and then somebody else.
  init(_ journal: Journal, _ id: Int, then body: @escaping @Sendable (SentResponse) -> Void) {
    recipient = .journalAndOther(journal, id, body)
  }

  /// Lets the journal know what a real server has answered: the head with the start of the body, and the
  /// size of all of it.
  package func note(relayed plan: ResponsePlan, bodyCount: Int) {
    switch recipient {
    case .journal(let journal, let id), .journalAndOther(let journal, let id, _):
      journal.note(relayed: plan, bodyCount: bodyCount, for: id)
    case .other: break
    }
  }

  /// Lets the journal know what the client gets in the place of the planned answer.
  package func note(instead plan: ResponsePlan) {
    switch recipient {
    case .journal(let journal, let id), .journalAndOther(let journal, let id, _):
      journal.note(instead: plan, for: id)
    case .other: break
    }
  }

  /// How much of a real server's body the journal wants, which is never a large part of what it keeps.
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

  /// Reports an end whose bytes nobody has counted.
  package func callAsFunction(_ ending: ResponseEnding) { self(SentResponse(ending)) }
}
