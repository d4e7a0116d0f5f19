extension ResponsePlan {
  /// The plan as it goes through a line: later, shared with others, or not at all.
  func through(_ link: NetworkLink, random: SeededRandom) -> ResponsePlan {
    var plan = met(by: link.profile, random: random)
    plan.link = link
    return plan
  }

  /// The plan as it goes through a line of its host, whatever lines it goes through besides.
  package func throughHost(_ link: NetworkLink, random: SeededRandom) -> ResponsePlan {
    var plan = met(by: link.profile, random: random)
    plan.hostLinks.append(link)
    return plan
  }

  /// The lines that each byte of the body goes through, one after the other.
  package var links: [NetworkLink] { (link.map { [$0] } ?? []) + hostLinks }

  private func met(by profile: NetworkProfile, random: SeededRandom) -> ResponsePlan {
    var plan = self
    plan.timing.beforeHead += profile.latency
    if profile.jitter > .zero { plan.timing.beforeHead += profile.jitter * random.fraction() }
    return profile.outage.map(plan.with) ?? plan
  }
}
