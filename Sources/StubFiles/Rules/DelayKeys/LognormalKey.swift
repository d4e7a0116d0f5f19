import StubCore

extension RuleKey where Target == DelayDraft {
  static var lognormal: Self {
    Self(
      "lognormal", "As real services are: half of the delays below the median, a few far above.",
      .object(
        [("median", .duration), ("sigma", .amount), ("max", .duration)],
        required: ["median", "sigma"]),
      example: ["median": "90ms", "sigma": 0.4, "max": "5s"]
    ) { value, draft in
      draft.delay = value.mapping { reader in
        let median = reader.required("median") { $0.duration() }
        let sigma = reader.required("sigma") { $0.amount() }
        let most = reader.optional("max") { $0.duration() }
        guard let median, let sigma else { return nil }
        return .lognormal(median: median.seconds, sigma: sigma, max: most?.seconds ?? .infinity)
      }
    }
  }
}
