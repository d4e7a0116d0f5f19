import StubCore

extension RuleKey where Target == DelayDraft {
  static var oneOf: Self {
    Self(
      "oneOf", "One of the times, each as likely as the others.",
      .list(of: .duration).adding("minItems", 1), example: ["20ms", "20ms", "3s"]
    ) { value, draft in
      guard let delays = value.list({ $0.duration() }) else { return }
      guard !(value.node.elements ?? []).isEmpty else {
        return value.report(
          found: "an empty list", expected: "at least one time", remedy: "try [20ms, 3s]")
      }
      if !delays.isEmpty { draft.delay = .oneOf(delays.map(\.seconds)) }
    }
  }
}
