extension ResponsePlan {
  /// The plan as it goes through a line: later, shared with others, or not at all.
  func through(_ link: NetworkLink, random: SeededRandom) -> ResponsePlan {
    var plan = self
    plan.timing.beforeHead += link.profile.latency + link.profile.jitter * random.fraction()
    plan.link = link
    return link.profile.outage.map(plan.with) ?? plan
  }
}
