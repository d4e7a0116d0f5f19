/// The random times and the fault of a response, chosen again for each request.
package struct ResponseTrouble: Sendable, Hashable {
  package var delay: HTTPStubDelay?
  /// The pace of the body where its time is random.
  var pacing: RandomPacing?
  package var fault: HTTPStubFault?
  /// How likely the fault is, from 0 to 1.
  package var probability = 1.0
  /// Only that many requests with this response meet the fault, then all is well; `nil` for no such limit.
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

  package static let none = ResponseTrouble()

  /// Whether every request meets the fault, if there is one.
  package var isCertain: Bool { probability >= 1 && first == nil }

  /// The plan as it is for the request with that number of those with this response, counted from 0.
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

extension ResponseTrouble: CustomStringConvertible {
  /// The fault in a few words, such as `reset (first 2)`; empty without one.
  package var description: String {
    guard let fault else { return "" }
    var limits = first.map { ["first \($0)"] } ?? []
    if probability < 1 { limits.append("probability \(probability)") }
    return limits.isEmpty ? fault.name : "\(fault.name) (\(limits.joined(separator: ", ")))"
  }
}

extension ResponseTrouble {
  /// What answers as the responder does, with this trouble.
  package func met(by responder: any HTTPStubResponder) -> any HTTPStubResponder {
    self == .none ? responder : TroubledResponder(base: responder, trouble: self)
  }
}

/// Answers as another responder does, with the trouble that was asked for.
package struct TroubledResponder: HTTPStubResponder {
  package let base: any HTTPStubResponder
  package let trouble: ResponseTrouble

  package var readsBody: Bool { base.readsBody }

  package func respond(
    to request: ReceivedRequest, in context: ResponderContext
  ) throws -> Answer {
    let random = context.templates.random
    let number = context.repetition
    return try base.respond(to: request, in: context).map { [trouble] plan in
      trouble.applied(to: plan, number: number, random: random)
    }
  }
}

/// Which of those that come meet a fault: all, the first few, or some by chance.
package struct FaultOccurrence: Sendable, Hashable {
  /// Only that many, counted from when the fault was set; `nil` for no such limit.
  package var first: Int?
  /// How likely each meets it, from 0 to 1.
  package var probability: Double
  /// Only those that come within this time after the fault was set; `nil` for no such limit.
  package var duration: Duration?

  /// Which of them; all, unless you set a limit.
  package init(first: Int? = nil, probability: Double = 1, duration: Duration? = nil) {
    self.first = first
    self.probability = probability
    self.duration = duration
  }
}

extension FaultOccurrence: CustomStringConvertible {
  /// The limits in a few words, such as `first 2`; empty for none.
  package var description: String {
    var limits = first.map { ["first \($0)"] } ?? []
    if let duration { limits.append("for \(duration)") }
    if probability < 1 { limits.append("probability \(probability)") }
    return limits.joined(separator: ", ")
  }
}

extension FaultOccurrence {
  /// The name of a fault with the limits in parentheses.
  func described(_ fault: String) -> String {
    let limits = description
    return limits.isEmpty ? fault : "\(fault) (\(limits))"
  }
}

/// Counts those that might meet a fault, and decides on each.
package struct OccurrenceCounter: Sendable {
  private let occurrence: FaultOccurrence
  /// When the fault was set, on the host's clock.
  private let start: Duration
  private var count = 0

  package init(_ occurrence: FaultOccurrence, start: Duration) {
    self.occurrence = occurrence
    self.start = start
  }

  /// When the fault is over; `nil` where no time limits it.
  package var end: Duration? { occurrence.duration.map { start + $0 } }

  /// Whether the time of the fault has not passed.
  package func isActive(at now: Duration) -> Bool { end.map { now < $0 } ?? true }

  /// Whether the next one meets the fault.
  package mutating func meetsNext(at now: Duration, random: SeededRandom) -> Bool {
    guard isActive(at: now), count < occurrence.first ?? .max else { return false }
    count += 1
    return occurrence.probability >= 1 || random.fraction() < occurrence.probability
  }
}
