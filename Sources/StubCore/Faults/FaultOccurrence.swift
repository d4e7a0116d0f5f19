/// The random delays and the fault of a response, chosen again for each request.
package struct ResponseImpairment: Sendable, Hashable {
  package var delay: HTTPStubDelay?
  /// The random pace of the body; `nil` if its pace is not random.
  var pacing: RandomPacing?
  package var fault: HTTPStubFault?
  /// The probability of the fault, from 0 to 1.
  package var probability = 1.0
  /// The number of requests that get the fault, after which responses are sound; `nil` for no
  /// limit.
  package var first: Int?

  package init(
    delay: HTTPStubDelay? = nil, fault: HTTPStubFault? = nil, probability: Double = 1,
    first: Int? = nil
  ) {
    self.delay = delay
    self.fault = fault
    self.probability = probability
    self.first = first
  }

  package static let none = ResponseImpairment()

  /// Whether every request gets the fault, if there is one.
  package var isCertain: Bool { probability >= 1 && first == nil }

  /// Returns the plan for one request.
  ///
  /// `number` is the number of earlier requests that got this response.
  func applied(to plan: ResponsePlan, number: Int, random: SeededRandom) -> ResponsePlan {
    var plan = plan
    if let delay {
      let drawn = delay.draw(from: random)
      plan.timing.beforeHead += drawn
      plan.randomDelay = drawn
    }
    if let pacing { plan.timing.body = pacing.draw(from: random) }
    guard let fault, number < first ?? .max,
      probability >= 1 || random.fraction() < probability
    else { return plan }
    return plan.with(fault)
  }
}

extension ResponseImpairment: CustomStringConvertible {
  /// The fault in a few words, such as `reset (first 2)`; empty if there is no fault.
  package var description: String {
    guard let fault else { return "" }
    var limits = first.map { ["first \($0)"] } ?? []
    if probability < 1 { limits.append("probability \(probability)") }
    return limits.isEmpty ? fault.name : "\(fault.name) (\(limits.joined(separator: ", ")))"
  }
}

extension ResponseImpairment {
  /// Returns a responder that adds these delays and this fault to the responses of `responder`.
  package func applied(to responder: any HTTPStubResponder) -> any HTTPStubResponder {
    self == .none ? responder : ImpairedResponder(base: responder, impairment: self)
  }
}

/// A responder that adds delays and a fault to the responses of another responder.
package struct ImpairedResponder: HTTPStubResponder {
  package let base: any HTTPStubResponder
  package let impairment: ResponseImpairment

  package var readsBody: Bool { base.readsBody }

  package func respond(
    to request: ReceivedRequest, in context: ResponderContext
  ) throws -> Answer {
    let random = context.templates.random
    let number = context.repetition
    return try base.respond(to: request, in: context).map { [impairment] plan in
      impairment.applied(to: plan, number: number, random: random)
    }
  }
}

/// The requests or connections that get a fault: all, the first few, or a random share.
package struct FaultOccurrence: Sendable, Hashable {
  /// The number of requests or connections that get the fault after it was set; `nil` for no limit.
  package var first: Int?
  /// The probability of the fault for each request or connection, from 0 to 1.
  package var probability: Double
  /// The time for which the fault occurs after it was set; `nil` for no limit.
  package var duration: Duration?

  /// Creates the limits of a fault; without arguments, the fault occurs every time.
  package init(first: Int? = nil, probability: Double = 1, duration: Duration? = nil) {
    self.first = first
    self.probability = probability
    self.duration = duration
  }
}

extension FaultOccurrence: CustomStringConvertible {
  /// The limits in a few words, such as `first 2`; empty if there are none.
  package var description: String {
    var limits = first.map { ["first \($0)"] } ?? []
    if let duration { limits.append("for \(duration)") }
    if probability < 1 { limits.append("probability \(probability)") }
    return limits.joined(separator: ", ")
  }
}

extension FaultOccurrence {
  /// Returns the name of a fault, followed by the limits in parentheses.
  func described(_ fault: String) -> String {
    let limits = description
    return limits.isEmpty ? fault : "\(fault) (\(limits))"
  }
}

/// A counter that decides for each request or connection whether it gets the fault.
package struct OccurrenceCounter: Sendable {
  private let occurrence: FaultOccurrence
  /// The time when the fault was set, on the host's clock.
  private let start: Duration
  private var count = 0

  package init(_ occurrence: FaultOccurrence, start: Duration) {
    self.occurrence = occurrence
    self.start = start
  }

  /// The time when the fault ends; `nil` if its duration is not limited.
  package var end: Duration? { occurrence.duration.map { start + $0 } }

  /// Returns whether the fault's duration has not passed at the time `now`.
  package func isActive(at now: Duration) -> Bool { end.map { now < $0 } ?? true }

  /// Counts the next request or connection, and returns whether it gets the fault.
  package mutating func meetsNext(at now: Duration, random: SeededRandom) -> Bool {
    guard isActive(at: now), count < occurrence.first ?? .max else { return false }
    count += 1
    return occurrence.probability >= 1 || random.fraction() < occurrence.probability
  }
}
