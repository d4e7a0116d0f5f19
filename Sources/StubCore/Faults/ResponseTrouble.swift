/// What makes a response late or wrong, drawn anew for each request.
package struct ResponseTrouble: Sendable, Hashable {
  package var delay: HTTPStubDelay?
  package var fault: HTTPStubFault?
  /// How likely the fault is, from 0 to 1.
  package var probability = 1.0
  /// Only that many requests meet the fault, then all is well; `nil` for no such limit.
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

  /// The plan as it is for the request with that number, counted from 0.
  func applied(to plan: ResponsePlan, number: Int, random: SeededRandom) -> ResponsePlan {
    var plan = plan
    if let delay { plan.timing.beforeHead += delay.draw(from: random) }
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

  package func respond(
    to request: ReceivedRequest, in context: ResponderContext
  ) throws -> Answer {
    let random = context.templates.random
    let number = context.number
    return try base.respond(to: request, in: context).map { [trouble] plan in
      trouble.applied(to: plan, number: number, random: random)
    }
  }
}
