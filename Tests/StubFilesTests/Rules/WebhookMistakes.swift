extension RuleMistakes {
  static let webhook: [Mistake] = [
    Mistake(
      "then: { json: 1 }",
      #"""
      stubs.yaml:1:7: error: "then" needs "url"
      then: { json: 1 }
            ^
      """#),
    Mistake(
      "then: [http://a/]",
      #"""
      stubs.yaml:1:8: error: "then" must be a webhook, not "http://a/"; \#
      use a mapping such as { method: POST, url: "http://127.0.0.1:9000/" }
      then: [http://a/]
             ^
      """#),
    Mistake(
      "then: { url: /paid }",
      #"""
      stubs.yaml:1:14: error: "/paid" is not an absolute URL; \#
      use http://HOST/PATH or https://HOST/PATH
      then: { url: /paid }
                   ^
      """#),
    Mistake(
      "then: { url: \"ftp://a/{{json.id}}\" }",
      #"""
      stubs.yaml:1:14: error: "ftp://a/{{json.id}}" is not an absolute URL; \#
      use http://HOST/PATH or https://HOST/PATH
      then: { url: "ftp://a/{{json.id}}" }
                   ^
      """#),
    Mistake(
      "then: { url: \"http://a/{{json.id}\" }",
      #"""
      stubs.yaml:1:33: error: expected a path, a literal or `}}`, got `}`; put text in quotes and \#
      unusual names in brackets: "text", [a name]
      then: { url: "http://a/{{json.id}" }
                                      ^
      """#),
    Mistake(
      "then: { url: \"http://a/\", method: post }",
      #"""
      stubs.yaml:1:35: error: "method" cannot be "post"; did you mean "POST"?
      then: { url: "http://a/", method: post }
                                        ^
      """#),
    Mistake(
      "then: { url: \"http://a/\", text: a, json: 1 }",
      #"""
      stubs.yaml:1:36: error: use either "json" or "text" (1:27), not both
      then: { url: "http://a/", text: a, json: 1 }
                                         ^
      """#),
    Mistake(
      "then: { url: \"http://a/\", status: 200 }",
      #"""
      stubs.yaml:1:27: error: unknown key "status"; available: "method", "url", "headers", \#
      "contentType", "text", "json", "base64", "bodyFile", "delay", "template"
      then: { url: "http://a/", status: 200 }
                                ^
      """#),
    Mistake(
      "then: { url: \"http://a/\", delay: 5x }",
      #"""
      stubs.yaml:1:34: error: "delay" must be a duration, not "5x"; use 120ms, 1.5s, 2m or a \#
      number of seconds
      then: { url: "http://a/", delay: 5x }
                                       ^
      """#),
  ]
}
