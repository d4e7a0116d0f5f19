public import StubPlatform

/// A request that was received, and its outcome.
public struct JournalEntry: Sendable, Identifiable {
  /// The outcome of a request.
  public enum Outcome: Sendable, Hashable {
    /// A stub, with this identity and title, answered.
    case stubbed(HTTPStub.ID, title: String)
    /// The request passed through, because of an ignore rule or the mode `optin`.
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

  /// The number of the entry, counted from 1 in the order of arrival.
  public internal(set) var id: Int
  /// The request as the stubs saw it; the journal may have cut its body.
  public internal(set) var request: ReceivedRequest
  var result: JournaledOutcome
  /// The time of the request's arrival, in nanoseconds since 1970.
  package let arrival: Int64
  /// The stub's response; `nil` for requests without a stub, and until a stub's own code has made
  /// it.
  package internal(set) var plan: ResponsePlan?
  /// The properties that few entries have, stored separately to keep entries small.
  private var extras: Shared<Extras>?
  /// The amount of the response that has been sent; `nil` before the first report.
  ///
  /// It stays `nil` if the request passes through and the client's own session sends it.
  public internal(set) var sent: SentResponse?

  /// The response of a real server, with the start of its body.
  ///
  /// It is `nil` before its end, and for a request that was not forwarded.
  package internal(set) var relayed: ResponsePlan? {
    get { extras?.value.relayed }
    set { change { $0.relayed = newValue } }
  }

  /// The response that the host sends in place of another; `nil` for most requests.
  ///
  /// This happens if a real server did not respond, or if the planned response cannot be sent.
  package internal(set) var instead: ResponsePlan? {
    get { extras?.value.instead }
    set { change { $0.instead = newValue } }
  }

  /// The length of the request's body in bytes, if only its start is kept; otherwise `nil`.
  package internal(set) var wholeRequestCount: Int? {
    get { extras?.value.wholeRequestCount }
    set { change { $0.wholeRequestCount = newValue } }
  }

  /// The length of the response's body in bytes, if only its start is kept; otherwise `nil`.
  package internal(set) var wholeResponseCount: Int? {
    get { extras?.value.wholeResponseCount }
    set { change { $0.wholeResponseCount = newValue } }
  }

  /// The webhooks that the stub sent after its response, with their results.
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
    // Empty extras are not stored.
    if changed != extras?.value ?? Extras() { extras = Shared(changed) }
  }

  /// The time of arrival.
  public var date: Date { Date(timeIntervalSince1970: Double(arrival) / 1e9) }

  /// The outcome: the stub that answered, or the reason why none did.
  public var outcome: Outcome {
    switch result {
    case .stubbed(let installed), .followed(let installed, _):
      .stubbed(installed.stub.id, title: installed.stub.title)
    case .passedThrough: .passedThrough
    case .unmatched(let report): .unmatched(report)
    }
  }

  /// The response as far as it is known; ``sent`` tells how much of it was sent.
  ///
  /// It is the response of a real server if there is one, or else the host's own, or else the
  /// stub's.
  package var response: ResponsePlan? {
    relayed ?? instead ?? (plan?.forwarding == nil ? plan : nil)
  }

  /// The way in which the response ended; `nil` before its end.
  ///
  /// It stays `nil` if the request passes through and the client's own session sends it.
  public var ending: ResponseEnding? { sent?.ending }

  /// The time from the arrival of the request to the end of the response; `nil` before the end.
  package var duration: Duration? { sent?.duration }

  /// Notes how much of the response has been sent at the time `now`.
  mutating func note(_ sent: SentResponse, at now: Int64) {
    var sent = sent
    sent.note(arrival: arrival, now: now)
    if !sent.isMeasured {
      sent.assume(plannedStatus, count: wholeResponseCount ?? response?.bodyCount)
    }
    self.sent = sent
  }

  /// The status of ``response``; if no stub answered, the status of the report.
  private var plannedStatus: HTTPStatusCode? {
    if case .unmatched = result { response?.status ?? .notFound } else { response?.status }
  }

  /// The status that the client got or is getting; `nil` if it got no head, or none yet.
  package var status: HTTPStatusCode? { isHandedOver ? plannedStatus : sent?.status }

  /// Whether the whole response was handed over for sending at once, and its end is not reported
  /// yet.
  ///
  /// The client may already have the response.
  package var isHandedOver: Bool {
    guard sent == nil else { return false }
    if case .unmatched = result { return true }
    guard let plan else { return false }
    return plan.isPlain && plan.wait == .zero
  }

  /// The part of the response's body that has been sent, if it is kept in memory.
  package var sentBody: Data? {
    guard let plan = response, case .data(let body) = plan.body else { return nil }
    if isHandedOver { return plan.isBodiless(to: request.method) ? Data() : body }
    return body.prefix(sent?.bodyCount ?? 0)
  }

  /// The progress of the response, as one word for programs.
  package var state: String { sent?.state ?? (isHandedOver ? "sending" : "waiting") }

  /// Whether a response that is still being sent has had no problem so far.
  package var isSound: Bool {
    if isHandedOver { return true }
    guard let sent, sent.ending == nil, let plan = response else { return false }
    return sent.status != nil && plan.fault == nil && plan.failure == nil
  }

  /// The identity of the stub that answered; `nil` if none did.
  package var stubID: HTTPStub.ID? { result.installed?.stub.id }
}

/// The outcome of a request as values; texts are created only when the journal is read.
enum JournaledOutcome: Sendable {
  case stubbed(InstalledStub)
  /// A stub with webhooks answered.
  ///
  /// The case is `indirect`, so that entries of other stubs stay small.
  indirect case followed(InstalledStub, [SentWebhook])
  case passedThrough
  indirect case unmatched(UnmatchedReport)

  /// The stub that answered; `nil` if none did.
  var installed: InstalledStub? {
    switch self {
    case .stubbed(let installed), .followed(let installed, _): installed
    case .passedThrough, .unmatched: nil
    }
  }
}

extension JournalEntry {
  /// A warning about a probable mistake of the client; `nil` for most requests.
  package var warning: String? {
    result.installed != nil && plan?.forwarding == nil ? request.webSocketWarning : nil
  }

  /// The stub that answered, as it was then; `nil` if none did.
  package var stub: HTTPStub? { result.installed?.stub }

  /// The stub that answered, or the closest stubs of an unmatched request, with the result of each
  /// condition.
  package var comparisons: [NearMiss] {
    switch result {
    case .stubbed(let installed), .followed(let installed, _):
      [NearMiss(installed, request, hasAnswered: true)]
    case .passedThrough: []
    case .unmatched(let report): report.nearMisses
    }
  }
}

extension ReceivedRequest {
  /// The least memory in bytes that a request takes.
  static let leastJournalSize = 256

  /// The approximate size of this request in memory, in bytes.
  var journalSize: Int {
    Self.leastJournalSize + target.path.utf8.count + (target.query?.utf8.count ?? 0) + headers.size
      + (body?.count ?? 0)
  }
}
