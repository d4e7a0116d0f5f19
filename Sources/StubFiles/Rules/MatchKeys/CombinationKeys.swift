import StubCore

extension RuleKey where Target == MatchDraft {
  static var any: Self {
    list("any", "At least one of these matches.") { HTTPStubCompositeMatcher(.any, of: $0) }
  }

  static var all: Self {
    list("all", "Each of these matches.") { HTTPStubCompositeMatcher(.all, of: $0) }
  }

  static var not: Self {
    Self("not", "This does not match.", .named("match"), example: ["method": "POST"]) {
      value, match in
      guard let matchers = value.matchers(in: match.scope) else { return }
      match.add(HTTPStubNotMatcher(combined(matchers)), from: &value)
    }
  }

  private static func list(
    _ name: String, _ summary: String,
    _ combine: @escaping @Sendable ([any HTTPStubMatcher]) -> HTTPStubCompositeMatcher
  ) -> Self {
    Self(
      name, summary, .list(of: .named("match")).adding("minItems", 1),
      example: [["method": "GET"], ["path": "/a"]]
    ) { value, match in
      let scope = match.scope
      guard let alternatives = value.list({ $0.matchers(in: scope).map(combined) }) else { return }
      if value.node.elements?.isEmpty ?? true {
        value.report(
          found: "an empty list", expected: "at least one mapping of match keys",
          remedy: "try removing it")
      }
      match.add(combine(alternatives), from: &value)
    }
  }
}

/// All of these as one; without any, one that every request fits.
private func combined(_ matchers: [any HTTPStubMatcher]) -> any HTTPStubMatcher {
  matchers.count == 1 ? matchers[0] : HTTPStubCompositeMatcher(.all, of: matchers)
}
