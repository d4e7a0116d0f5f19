/// Tells those who want to know how a response has ended; to be called once, by its host.
package struct ResponseReport: Sendable {
  /// Mostly nobody but the journal wants to know, which takes no closure with memory of its own.
  private enum Recipient: Sendable {
    case journal(Journal, Int)
    case closure(@Sendable (ResponseEnding) -> Void)
  }

  private let recipient: Recipient

  package init(_ body: @escaping @Sendable (ResponseEnding) -> Void) {
    recipient = .closure(body)
  }

  /// Tells the journal, for its entry with that number.
  init(_ journal: Journal, _ id: Int) { recipient = .journal(journal, id) }

  package func callAsFunction(_ ending: ResponseEnding) {
    switch recipient {
    case .journal(let journal, let id): journal.finish(id, ending)
    case .closure(let body): body(ending)
    }
  }
}
