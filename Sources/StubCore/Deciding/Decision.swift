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
  /// What the host calls when the response has ended, and before that as it goes on.
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
