extension RuleFaults {
  static let file: [Fault] = [
    Fault(
      "stub: []",
      #"""
      stubs.yaml:1:1: error: unknown key "stub"; expected one of "$schema", "baseURL", "stubs", \#
      "cassettes", "ignore", "unhandled", "network", "connection", "tls"; did you mean "stubs"?
      stub: []
      ^
      """#),
    Fault(
      "hello",
      #"""
      stubs.yaml:1:1: error: the text "hello"; expected a mapping such as "stubs:", or a list of \#
      stubs; try "stubs:" with a line "- match: …" for each stub
      hello
      ^
      """#),
    Fault(
      "stubs: [{ name: [a] }]",
      #"""
      stubs.yaml:1:17: error: a list; expected text; try a text in quotes
      stubs: [{ name: [a] }]
                      ^
      """#),
    Fault(
      "stubs: [{ priority: high }]",
      #"""
      stubs.yaml:1:21: error: the text "high"; expected a whole number; try a number without \#
      quotes, such as 1
      stubs: [{ priority: high }]
                          ^
      """#),
    Fault(
      "stubs: [{ times: -1 }]",
      #"""
      stubs.yaml:1:18: error: the number -1; expected a whole number of 0 or more; try a number \#
      without quotes, such as 1
      stubs: [{ times: -1 }]
                       ^
      """#),
    Fault(
      "ignore: [{}]",
      #"""
      stubs.yaml:1:10: error: an empty mapping; expected at least one condition, for without one \#
      every request would be ignored; try { host: localhost }
      ignore: [{}]
               ^
      """#),
    Fault(
      "ignore: [{ hots: localhost }]",
      #"""
      stubs.yaml:1:12: error: unknown key "hots"; expected one of "method", "url", "urlRegex", \#
      "urlOptions", "uri", "scheme", "host", "port", "path", "query", "queryEquals", "headers", \#
      "headerNames", "cookies", "basicAuth", "bearer", "body", "json", "jsonOptions", \#
      "jsonPath", "form", "formEquals", "multipart", "xml", "xpath", "namespaces", "any", "all", \#
      "not"; did you mean "host"?
      ignore: [{ hots: localhost }]
                 ^
      """#),
    Fault(
      "ignore: { host: localhost }",
      #"""
      stubs.yaml:1:9: error: a mapping; expected a list; try [ … ], or a line with "- " for each
      ignore: { host: localhost }
              ^
      """#),
    Fault(
      "unhandled: opt-in",
      #"""
      stubs.yaml:1:12: error: the text "opt-in"; expected one of "optin", "optout"; did you mean \#
      "optin"?
      unhandled: opt-in
                 ^
      """#),
    Fault(
      "unhandled: optin\n---\nunhandled: optout",
      #"""
      stubs.yaml:3:12: error: the text "optout"; expected the same mode as at line 1, column 12; \#
      try removing one of the two
      unhandled: optout
                 ^
      """#),
    Fault(
      "baseURL: /v1",
      #"""
      stubs.yaml:1:10: error: the text "/v1"; expected a URL with scheme and host, without \#
      query; try https://api.example.com/v1
      baseURL: /v1
               ^
      """#),
    Fault(
      "baseURL: http://a.com\n---\nbaseURL: http://b.com",
      #"""
      stubs.yaml:3:10: error: the text "http://b.com"; expected the same base URL as at line 1, \#
      column 10; try a file of its own for each base URL
      baseURL: http://b.com
               ^
      """#),
  ]
}
