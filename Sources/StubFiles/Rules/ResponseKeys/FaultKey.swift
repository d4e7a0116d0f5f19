import StubCore

extension RuleKey where Target == ResponseDraft {
  static var fault: Self {
    Self(
      "fault", "What goes wrong with the response: always, by chance, or at first.",
      .fault(with: [("probability", .probability), ("first", .integer(from: 0))]),
      example: ["type": "reset", "after": "50%", "probability": 0.3]
    ) { value, response in
      var trouble = response.specification.trouble
      trouble.fault = value.fault { reader in
        trouble.probability = reader.optional("probability") { $0.probability() } ?? 1
        trouble.first = reader.optional("first") { $0.integer(in: 0...Int.max) }
      }
      response.specification.trouble = trouble
    }
  }
}
