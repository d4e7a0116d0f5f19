import StubCore

extension RuleKey where Target == DelayDraft {
  static var normal: Self {
    Self(
      "normal", "The bell curve; what falls below 0 counts as no delay.",
      .object(
        [("mean", .duration), ("deviation", .duration)], required: ["mean", "deviation"]),
      example: ["mean": "300ms", "deviation": "50ms"]
    ) { value, draft in
      draft.delay = value.mapping { reader in
        let mean = reader.required("mean") { $0.duration() }
        let deviation = reader.required("deviation") { $0.duration() }
        guard let mean, let deviation else { return nil }
        return .normal(mean: mean.seconds, deviation: deviation.seconds)
      }
    }
  }
}
