import StubCore

extension RuleKey where Target == DelayDraft {
  static var uniform: Self {
    Self(
      "uniform", "Any time between the two, each as likely as the others.",
      .list(of: .duration).adding("minItems", 2).adding("maxItems", 2), example: ["100ms", "2s"]
    ) { value, draft in
      guard value.node.elements?.count == 2 else {
        return value.report(
          found: value.node.summary, expected: "a list of the shortest and the longest time",
          remedy: "try [100ms, 2s]")
      }
      guard let bounds = value.list({ $0.duration() }), bounds.count == 2 else { return }
      guard bounds[0] <= bounds[1] else {
        return value.report(
          found: "a range that ends before it begins", expected: "the shortest time first",
          remedy: "try swapping the two")
      }
      draft.delay = .uniform(bounds[0].seconds...bounds[1].seconds)
    }
  }
}
