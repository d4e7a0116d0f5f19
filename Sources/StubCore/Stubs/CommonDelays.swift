/// What responses wait for that have no delay of their own: a fixed time, a random one, or both together.
///
/// A response that has one of the two still waits for the other.
package struct CommonDelays: Sendable, Hashable {
  package var fixed: Duration
  package var random: HTTPStubDelay?

  /// No delay, unless you say otherwise.
  package init(fixed: Duration = .zero, random: HTTPStubDelay? = nil) {
    self.fixed = fixed
    self.random = random
  }

  var isEmpty: Bool { fixed == .zero && random == nil }
}

extension ResponsePlan {
  /// The plan with the delays that it does not have itself.
  func delayed(by delays: CommonDelays, random: SeededRandom) -> ResponsePlan {
    var plan = self
    if timing.beforeHead == randomDelay ?? .zero { plan.timing.beforeHead += delays.fixed }
    if randomDelay == nil, let delay = delays.random {
      plan.timing.beforeHead += delay.draw(from: random)
    }
    return plan
  }
}
