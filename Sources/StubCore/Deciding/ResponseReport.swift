/// A function with which a host reports how much of a response has been sent.
///
/// The host calls it once at the end, and before that as often as it likes. A host that sends
/// nothing more, but keeps the connection open, reports this as the end, and later that the client
/// has left.
package struct ResponseReport: Sendable {
  /// The recipient of reports: usually the journal and the log, for which no closure is allocated.
  private enum Recipient: Sendable {
    case journal(Journal, Int)
    /// The hooks learn of this request if its response ends before it is complete.
    case journalAndHooks(Journal, Int, ReceivedRequest, StubHooks)
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

  /// Creates a function that passes reports to the journal, for its entry `id`, and an incomplete
  /// response to the hooks.
  init(_ journal: Journal, _ id: Int, of request: ReceivedRequest, _ hooks: StubHooks) {
    recipient =
      hooks.observeIncomplete
      ? .journalAndHooks(journal, id, request.withoutBody, hooks) : .journal(journal, id)
  }

  /// Creates a function that passes reports first to the journal, for its entry `id`, and then to
  /// the closure.
  init(_ journal: Journal, _ id: Int, then body: @escaping @Sendable (SentResponse) -> Void) {
    recipient = .journalAndOther(journal, id, body)
  }

  /// The journal, and the number of its entry; `nil` if only a closure gets the reports.
  private var entry: (journal: Journal, id: Int)? {
    switch recipient {
    case .journal(let journal, let id), .journalAndHooks(let journal, let id, _, _),
      .journalAndOther(let journal, let id, _):
      (journal, id)
    case .other: nil
    }
  }

  /// Notes the response of a real server in the journal: the head, the start of the body, and the
  /// size of the whole body.
  package func note(relayed plan: ResponsePlan, bodyCount: Int) {
    if let entry { entry.journal.note(relayed: plan, bodyCount: bodyCount, for: entry.id) }
  }

  /// Notes in the journal the response that the client gets instead of the planned one.
  package func note(instead plan: ResponsePlan) {
    if let entry { entry.journal.note(instead: plan, for: entry.id) }
  }

  /// The number of bytes of a real server's body to keep for the journal: at most 1/16 of the
  /// memory of the journal.
  package var bodyLimit: Int {
    entry.map { min($0.journal.limits.bodyBytes, $0.journal.limits.bytes / 16) } ?? 0
  }

  /// Reports what has been sent.
  package func callAsFunction(_ sent: SentResponse) {
    switch recipient {
    case .journal(let journal, let id): journal.note(sent, for: id)
    case .journalAndHooks(let journal, let id, let request, let hooks):
      hooks.tellIncomplete(request, journal.note(sent, for: id))
    case .journalAndOther(let journal, let id, let body): body(journal.note(sent, for: id))
    case .other(let body): body(sent)
    }
  }

  /// Reports an end without the numbers of sent bytes.
  package func callAsFunction(_ ending: ResponseEnding) { self(SentResponse(ending)) }
}
