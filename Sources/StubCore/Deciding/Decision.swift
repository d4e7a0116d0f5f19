/// Whether a decision uses up a response.
enum DecisionMode: Sendable, Hashable {
  /// Takes a response of the stub that answers, and counts it.
  case claim
  /// Finds the stub that would answer, but changes no counts or states, and reports nothing.
  case peek
}

/// The limit of a decision, beyond which it is given up.
enum Patience: Sendable, Hashable {
  /// The decision may take any time, and is never given up.
  case unlimited
  /// The conditions may take a few milliseconds, that is, as many steps as the request is allowed.
  case brief
  /// Neither deciding nor answering may block.
  case none
}

/// The decision on a request, before any responder is asked.
enum Decision: Sendable {
  case stub(Claim)
  /// The request is sent to the real server; `recorder` records the response, if there is one.
  case passThrough(recorder: (any ExchangeRecorder)?)
  /// No stub answers, and the request does not pass through.
  case unmatched
  /// The patience was exceeded; nothing has changed, so the request can be decided again.
  case undecided
}

/// A stub's response for a request.
///
/// It is counted as used, unless the mode was ``DecisionMode/peek``.
package struct Claim: Sendable {
  package let installed: InstalledStub
  /// The request, with the values that the stub's matchers captured.
  package let request: ReceivedRequest
  /// The index of the responses for the request's method in the stub's list.
  let place: Int
  /// The number of requests that the responses for this method have answered before.
  let number: Int
  /// The permission from the condition of the responses; `nil` if they have no condition.
  let leave: ClaimPermit?
}

/// The outcome of a request, which decides what its client gets.
package enum Outcome: Sendable {
  /// A stub answers the request, which now contains the stub's captures.
  case stubbed(InstalledStub, ReceivedRequest, Answer)
  /// The request goes to the network, because of an ignore rule or the mode.
  case passedThrough
  /// The request goes to the real server for a recorder; the host reports the response.
  indirect case recorded(RecordingTicket)
  /// No stub answers: the report says why, and the client gets this response.
  indirect case unmatched(UnmatchedReport, HTTPUnmatchedResponse)
}

/// A request that was received, with its outcome.
package struct ReceivedExchange: Sendable {
  package let outcome: Outcome
  /// Whether the end of the response is reported to others than the journal, such as a hook.
  package var tellsOthers = false
  /// The network links for a report or a real server's response; they simulate bandwidth and
  /// latency.
  ///
  /// For the response of a stub, the plan has the links.
  package var links: [NetworkLink] = []
  /// The function to which the host reports the progress and the end of the response.
  package let finish: ResponseReport
}

/// The stub that would answer a request, and how close the other stubs come.
package struct Explanation: Sendable {
  package let isIgnored: Bool
  /// The response that the stub would give; `nil` if no stub would answer.
  package let claim: Claim?
  /// The stub that would answer, with the results of all its matchers; `nil` if no stub would
  /// answer.
  package let winner: NearMiss?
  /// A report on the closest of the other stubs.
  package let report: UnmatchedReport
}

/// The mode that decides about requests without a stub: whether they are errors or pass through.
public enum HTTPUnhandledMode: Sendable, Hashable {
  /// Every request must match a stub, except ignored requests; an unmatched request is an error.
  case optout
  /// Stubs answer the requests that they match; all other requests pass through.
  case optin
}

/// The response to an unmatched request that does not pass through.
public enum HTTPUnmatchedResponse: Sendable, Hashable {
  /// An error with the report in-process, or a 404 with the report from a listener.
  case error
  /// A response with this status and the report as its body.
  case status(HTTPStatusCode)
}
