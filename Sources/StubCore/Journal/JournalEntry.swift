#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A request that arrived and what became of it.
public struct JournalEntry: Sendable, Identifiable {
  /// What became of a request.
  public enum Outcome: Sendable, Hashable {
    /// A stub answered; its title and identity.
    case stubbed(HTTPStub.ID, title: String)
    /// It went on to the network, because of an ignore rule or of the mode `optin`.
    case passedThrough
    /// No stub answered; the report says why.
    case unmatched(UnmatchedReport)
  }

  private struct Extras: Sendable, Equatable {
    var relayed: ResponsePlan?
    var instead: ResponsePlan?
    var wholeRequestCount: Int?
    var wholeResponseCount: Int?
  }

  /// Counts up from 1 in the order of arrival.
  public internal(set) var id: Int
  /// The request as the stubs saw it, with as much of its body as the journal keeps.
  public internal(set) var request: ReceivedRequest
  var result: JournaledOutcome
  /// When it arrived, in nanoseconds since 1970.
  package let arrival: Int64
  /// What the stub answers; `nil` for other requests, and until the stub's own code has made it.
  package internal(set) var plan: ResponsePlan?
  /// What few entries have: apart, as an entry is written for each request.
  private var extras: Shared<Extras>?
  /// What has been sent of the response so far, or up to its end; `nil` before the first news of it, and for
  /// a request that passes through and is loaded by the client's own session.
  public internal(set) var sent: SentResponse?

  /// What a real server has answered, with the start of the body; `nil` before its end, and for a request
  /// that was not forwarded.
  package internal(set) var relayed: ResponsePlan? {
    get { extras?.value.relayed }
    set { change { $0.relayed = newValue } }
  }

  /// What the host answers itself, as a real server has not answered or the planned answer cannot be sent;
  /// `nil` for other requests.
  package internal(set) var instead: ResponsePlan? {
    get { extras?.value.instead }
    set { change { $0.instead = newValue } }
  }

  /// How many bytes the request's body had of which only the first are kept; `nil` if all are.
  package internal(set) var wholeRequestCount: Int? {
    get { extras?.value.wholeRequestCount }
    set { change { $0.wholeRequestCount = newValue } }
  }

  /// How many bytes the response's body had of which only the first are kept; `nil` if all are.
  package internal(set) var wholeResponseCount: Int? {
    get { extras?.value.wholeResponseCount }
    set { change { $0.wholeResponseCount = newValue } }
  }

  /// What the stub sends after its response, and what came of it.
  public var webhooks: [SentWebhook] {
    if case .followed(_, let webhooks) = result { webhooks } else { [] }
  }

  init(
    id: Int, request: ReceivedRequest, result: JournaledOutcome, arrival: Int64,
    plan: ResponsePlan?
  ) {
    self.id = id
    self.request = request
    self.result = result
    self.arrival = arrival
    self.plan = plan
  }

  private mutating func change(_ change: (inout Extras) -> Void) {
    var changed = extras?.value ?? Extras()
    change(&changed)
    // None are made for the sake of saying that there are none.
    if changed != extras?.value ?? Extras() { extras = Shared(changed) }
  }

  /// When it arrived.
  public var date: Date { Date(timeIntervalSince1970: Double(arrival) / 1e9) }

  /// Which stub answered it, or why none did.
  public var outcome: Outcome {
    switch result {
    case .stubbed(let installed), .followed(let installed, _):
      .stubbed(installed.stub.id, title: installed.stub.title)
    case .passedThrough: .passedThrough
    case .unmatched(let report): .unmatched(report)
    }
  }

  /// What the client was to get, as far as it is known; of that, ``sent`` was sent.
  ///
  /// From a real server or in its place, or else as a stub has planned it.
  package var response: ResponsePlan? {
    relayed ?? instead ?? (plan?.forwarding == nil ? plan : nil)
  }

  /// How the response ended; `nil` before that, and for a request that passes through and is loaded by the
  /// client's own session.
  public var ending: ResponseEnding? { sent?.ending }

  /// How long it took, from the arrival to the end of the response; `nil` before that.
  package var duration: Duration? { sent?.duration }

  /// Notes what has been sent.
  mutating func note(_ sent: SentResponse, at now: Int64) {
    var sent = sent
    sent.note(arrival: arrival, now: now)
    if !sent.isMeasured {
      sent.assume(plannedStatus, count: wholeResponseCount ?? response?.bodyCount)
    }
    self.sent = sent
  }

  /// The status of ``response``; of no stub's, that of the report.
  private var plannedStatus: HTTPStatusCode? {
    if case .unmatched = result { response?.status ?? .notFound } else { response?.status }
  }

  /// The status that the client got, or is getting right now; `nil` if it got no head, or none yet.
  package var status: HTTPStatusCode? { isAtHand ? plannedStatus : sent?.status }

  /// Whether the whole response is handed to the client in one, of which the end has not been heard yet.
  ///
  /// The client may have it a moment before that.
  package var isAtHand: Bool {
    guard sent == nil else { return false }
    if case .unmatched = result { return true }
    guard let plan else { return false }
    return plan.isPlain && plan.wait == .zero
  }

  /// The start of the response's body that has been sent, as far as it is kept in memory.
  package var sentBody: Data? {
    guard let plan = response, case .data(let body) = plan.body else { return nil }
    if isAtHand { return plan.isBodiless(to: request.method) ? Data() : body }
    return body.prefix(sent?.bodyCount ?? 0)
  }

  /// How far the response has come, in a word for programs.
  package var state: String { sent?.state ?? (isAtHand ? "sending" : "waiting") }

  /// Whether nothing is known to be wrong with a response that is being sent.
  package var isSound: Bool {
    if isAtHand { return true }
    guard let sent, sent.ending == nil, let plan = response else { return false }
    return sent.status != nil && plan.fault == nil && plan.failure == nil
  }

  /// The stub that answered.
  package var stubID: HTTPStub.ID? { result.installed?.stub.id }
}

/// The outcome of a request in parts; the text is made when the journal is read.
enum JournaledOutcome: Sendable {
  case stubbed(InstalledStub)
  /// By a stub that sends something after its response; apart, so that entries of others are no larger.
  indirect case followed(InstalledStub, [SentWebhook])
  case passedThrough
  indirect case unmatched(UnmatchedReport)

  /// The stub that answers.
  var installed: InstalledStub? {
    switch self {
    case .stubbed(let installed), .followed(let installed, _): installed
    case .passedThrough, .unmatched: nil
    }
  }
}

extension JournalEntry {
  /// What its client most likely did not expect; `nil` for most requests.
  package var warning: String? {
    result.installed != nil && plan?.forwarding == nil ? request.webSocketWarning : nil
  }

  /// The stub that answered, as it was then.
  package var stub: HTTPStub? { result.installed?.stub }

  /// How the stub that answered fared, condition by condition, or else the stubs that came nearest.
  package var comparisons: [NearMiss] {
    switch result {
    case .stubbed(let installed), .followed(let installed, _):
      [NearMiss(installed, request, hasAnswered: true)]
    case .passedThrough: []
    case .unmatched(let report): report.nearMisses
    }
  }
}
