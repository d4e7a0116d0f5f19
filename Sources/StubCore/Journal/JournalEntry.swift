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
    var gatewayError: ResponsePlan?
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
  /// How long it took, from the arrival to the end of the response; `nil` before that.
  package internal(set) var duration: Duration?
  /// `nil` while the response is being sent, and for a request that passes through and is loaded by the
  /// client's own session.
  public package(set) var ending: ResponseEnding?

  /// What a real server has answered, with the start of the body; `nil` before its end, and for a request
  /// that was not forwarded.
  package internal(set) var relayed: ResponsePlan? {
    get { extras?.value.relayed }
    set { change { $0.relayed = newValue } }
  }

  /// What the client got of the listener itself, as no real server has answered a request that was left to
  /// one; `nil` for others.
  package internal(set) var gatewayError: ResponsePlan? {
    get { extras?.value.gatewayError }
    set { change { $0.gatewayError = newValue } }
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

  /// What the client got, as far as it is known: from a real server or in its place, or else as a stub has
  /// planned it.
  package var response: ResponsePlan? {
    relayed ?? gatewayError ?? (plan?.forwarding == nil ? plan : nil)
  }

  /// The stub that answered.
  public var stubID: HTTPStub.ID? { result.installed?.stub.id }
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

/// Sums over all requests that a journal has seen, those that it no longer keeps included.
package struct JournalCounts: Sendable, Hashable {
  package private(set) var stubbed = 0
  package private(set) var passed = 0
  package private(set) var unmatched = 0
  /// Responses that go wrong on purpose.
  package private(set) var faults = 0
  /// The delays before the heads of responses, as stubs ask for.
  package private(set) var askedDelay = Duration.zero
  /// Nanoseconds from the requests to the ends of their responses; each request adds to it.
  private var nanoseconds: Int64 = 0
  private var buckets = Array(repeating: 0, count: limits.count + 1)

  /// The upper limits of the durations that are counted together, in microseconds.
  private static let limits: [Int64] = [
    1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
    5_000_000, 10_000_000, 30_000_000, 60_000_000,
  ]

  /// From the requests to the ends of their responses.
  package var totalDuration: Duration { .nanoseconds(nanoseconds) }

  /// How many responses took how long, in seconds: more than the limit before.
  package var durations: [(limit: Double, count: Int)] {
    Array(zip(Self.limits.map { Double($0) / 1e6 } + [.infinity], buckets))
  }

  mutating func count(_ outcome: JournaledOutcome) {
    switch outcome {
    case .stubbed, .followed: stubbed += 1
    case .passedThrough: passed += 1
    case .unmatched: unmatched += 1
    }
  }

  mutating func count(_ plan: ResponsePlan) {
    if plan.isPlain {
      askedDelay += plan.wait
    } else {
      askedDelay += plan.timing.beforeHead
      if plan.fault != nil || plan.failure != nil { faults += 1 }
    }
  }

  /// Counts a response that took this many nanoseconds, 0 or more.
  mutating func count(nanoseconds time: Int64) {
    nanoseconds &+= time
    let place = Self.limits.firstIndex { time <= $0 * 1_000 }
    buckets[place ?? Self.limits.count] += 1
  }
}
