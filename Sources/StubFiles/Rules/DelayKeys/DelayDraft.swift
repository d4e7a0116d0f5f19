import StubCore

/// A delay that is drawn, gathered while its keys are read.
struct DelayDraft {
  var delay: HTTPStubDelay?
}

extension RuleKeys where Target == DelayDraft {
  /// The ways to draw a delay; a new one is a file and a word here.
  static let delay = RuleKeys([.uniform, .normal, .lognormal, .oneOf])
}

extension ValueReader {
  /// A mapping with one way to draw a delay.
  mutating func randomDelay() -> HTTPStubDelay? {
    let members = node.members ?? []
    if members.isEmpty {
      return mismatch(
        expected: Quotation.oneOf(RuleKeys.delay.names), remedy: "try { uniform: [100ms, 2s] }")
    }
    var draft = DelayDraft()
    return mapping { reader in
      reader.members(.delay, into: &draft)
      reader.reportAllButOne(of: RuleKeys.delay.names, among: members)
      return draft.delay
    }
  }
}

extension Schema {
  /// A time, or one way to draw it.
  static var delay: Schema {
    .anyOf(
      [.duration]
        + RuleKeys.delay.list.map { key in
          .object(
            [(key.name, key.schema.described(key.summary, example: key.example))],
            required: [key.name])
        })
  }
}
