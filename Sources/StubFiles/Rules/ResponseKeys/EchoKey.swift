import StubCore

extension RuleKey where Target == ResponseDraft {
  static var echo: Self {
    Self(
      "echo", "Answers with the request's own body and header fields.", Schema(["const": true]),
      example: true
    ) { value, response in
      guard let isEcho = value.boolean() else { return }
      if isEcho {
        response.isEcho = true
      } else {
        value.report(found: "false", expected: "true", remedy: "try removing \"echo\"")
      }
    }
  }
}
