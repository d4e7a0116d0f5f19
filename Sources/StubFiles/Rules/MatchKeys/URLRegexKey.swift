import StubCore

extension RuleKey where Target == MatchDraft {
  static var urlRegex: Self {
    Self(
      "urlRegex", "A regular expression that occurs in the URL; * alone stands for every URL.",
      .regularExpression, example: "^https://[^/]+/users/(?<id>[0-9]+)$"
    ) { value, match in
      guard let regex = value.regularExpression() else { return }
      match.add(HTTPStubRegExMatcher(regex), from: &value)
    }
  }
}
