/// How stubs are asked.
package enum DecisionMode: Sendable, Hashable {
  /// The stub that answers gives one of its responses.
  case claim
  /// The same, unless deciding or answering could block.
  case claimSynchronously
  /// The same, unless conditions take more than a few milliseconds.
  case claimBriefly
  /// Nothing is counted, advanced or reported.
  case peek
}

/// What becomes of a request, by the rules alone: no responder has been asked.
package enum Decision: Sendable {
  case stub(Claim)
  /// The request is loaded for real; a recorder may want what comes of it.
  case passThrough(recorder: (any ExchangeRecorder)?)
  /// No stub answers, and it does not pass through.
  case unmatched
}

/// A response that a stub has for a request; it is taken, unless this was a peek.
package struct Claim: Sendable {
  package let installed: InstalledStub
  /// The request, with what the stub's matchers have captured of it.
  package let request: ReceivedRequest
  /// The place of its list of responses.
  let place: Int
  /// How many requests the same responses have answered before.
  let number: Int
  /// What the condition of the responses has given.
  let leave: Leave?
}

/// What a request gets.
package enum Outcome: Sendable {
  /// A stub answers. The request now has the stub's captures.
  case stubbed(InstalledStub, ReceivedRequest, Answer)
  /// An ignore rule or the mode leaves it to the network.
  case passedThrough
  /// A recorder wants it loaded for real; the host reports what came of it.
  indirect case recorded(RecordingTicket)
  /// No stub answers; what the client gets and why.
  indirect case unmatched(UnmatchedReport, HTTPUnmatchedResponse)
}

/// A request that was received, with its outcome.
package struct ReceivedExchange: Sendable {
  package let outcome: Outcome
  /// Whether caller code is called at the end.
  package var tellsOthers = false
  /// The lines for an answer that no stub gives: a report, or what a real server sends.
  package var links: [NetworkLink] = []
  /// What the host calls, once, when the response has ended.
  package let finish: ResponseReport
}

/// Which stub would answer a request, and how near the others come.
package struct Explanation: Sendable {
  package let isIgnored: Bool
  /// The response that the request would get of a stub.
  package let claim: Claim?
  /// The stub that would answer, with all its verdicts.
  package let winner: NearMiss?
  /// The nearest of the other stubs.
  package let report: UnmatchedReport
}

/// Which requests the stubs are responsible for.
public enum HTTPUnhandledMode: Sendable, Hashable {
  /// Every request but the ignored ones; one that no stub answers is an error.
  case optout
  /// Only requests that a stub answers; all others pass through.
  case optin
}

/// What a request gets that no stub answers and that does not pass through.
public enum HTTPUnmatchedResponse: Sendable, Hashable {
  /// An error in-process, carrying the report; a 404 with the report from a listener.
  case error
  /// A response with this status and the report as its body.
  case status(HTTPStatusCode)
}

/// Reports how a response has ended; its host calls it once.
package struct ResponseReport: Sendable {
  /// Usually only the journal needs it, which takes no closure with its own memory.
  private enum Recipient: Sendable {
    case journal(Journal, Int)
    case journalAndOther(Journal, Int, @Sendable (ResponseEnding) -> Void)
    case closure(@Sendable (ResponseEnding) -> Void)
  }

  private let recipient: Recipient

  package init(_ body: @escaping @Sendable (ResponseEnding) -> Void) {
    recipient = .closure(body)
  }

  /// Tells the journal, for its entry with that number.
  init(_ journal: Journal, _ id: Int) { recipient = .journal(journal, id) }

  /// Tells the journal first, and then somebody else.
  init(_ journal: Journal, _ id: Int, then body: @escaping @Sendable (ResponseEnding) -> Void) {
    recipient = .journalAndOther(journal, id, body)
  }

  /// Lets the journal know what a real server has answered: the head with the start of the body, and the
  /// size of all of it.
  package func note(relayed plan: ResponsePlan, bodyCount: Int) {
    switch recipient {
    case .journal(let journal, let id), .journalAndOther(let journal, let id, _):
      journal.note(relayed: plan, bodyCount: bodyCount, for: id)
    case .closure: break
    }
  }

  /// Lets the journal know what the client gets in the place of a real server's answer.
  package func note(gatewayError plan: ResponsePlan) {
    switch recipient {
    case .journal(let journal, let id), .journalAndOther(let journal, let id, _):
      journal.note(gatewayError: plan, for: id)
    case .closure: break
    }
  }

  /// How much of a real server's body the journal wants, which is never a large part of what it keeps.
  package var bodyLimit: Int {
    switch recipient {
    case .journal(let journal, _), .journalAndOther(let journal, _, _):
      min(journal.limits.bodyBytes, journal.limits.bytes / 16)
    case .closure: 0
    }
  }

  package func callAsFunction(_ ending: ResponseEnding) {
    switch recipient {
    case .journal(let journal, let id): journal.finish(id, ending)
    case .journalAndOther(let journal, let id, let body):
      journal.finish(id, ending)
      body(ending)
    case .closure(let body): body(ending)
    }
  }
}
