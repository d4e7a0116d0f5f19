extension RuleMistakes {
  static let file: [Mistake] = [
    Mistake(
      "stub: []",
      #"""
      stubs.yaml:1:1: error: unknown key "stub"; did you mean "stubs"?
      stub: []
      ^
      """#),
    Mistake(
      "hello",
      #"""
      stubs.yaml:1:1: error: not a rule file; start with "stubs:" and a list
      hello
      ^
      """#),
    Mistake(
      "stubs: [{ name: [a] }]",
      #"""
      stubs.yaml:1:17: error: "name" must be text, not a list; use a text in quotes
      stubs: [{ name: [a] }]
                      ^
      """#),
    Mistake(
      "stubs: [{ priority: high }]",
      #"""
      stubs.yaml:1:21: error: "priority" must be a whole number, not "high"
      stubs: [{ priority: high }]
                          ^
      """#),
    Mistake(
      "stubs: [{ times: 99999999999999999999 }]",
      #"""
      stubs.yaml:1:18: error: "times" must be 9223372036854775807 or less, not \#
      99999999999999999999
      stubs: [{ times: 99999999999999999999 }]
                       ^
      """#),
    Mistake(
      "stubs: [{ times: -1 }]",
      #"""
      stubs.yaml:1:18: error: "times" must be 0 or more, not -1
      stubs: [{ times: -1 }]
                       ^
      """#),
    Mistake(
      "ignore: [{}]",
      #"""
      stubs.yaml:1:10: error: "ignore" must be at least one condition, or every request would \#
      be ignored, not an empty mapping; use { host: localhost }
      ignore: [{}]
               ^
      """#),
    Mistake(
      "ignore: [{ hots: localhost }]",
      #"""
      stubs.yaml:1:12: error: unknown key "hots"; did you mean "host"?
      ignore: [{ hots: localhost }]
                 ^
      """#),
    Mistake(
      "ignore: { host: localhost }",
      #"""
      stubs.yaml:1:9: error: "ignore" must be a list, not a mapping; use [ … ], or a line with "- \#
      " for each
      ignore: { host: localhost }
              ^
      """#),
    Mistake(
      "unhandled: opt-in",
      #"""
      stubs.yaml:1:12: error: "unhandled" cannot be "opt-in"; did you mean "optin"?
      unhandled: opt-in
                 ^
      """#),
    Mistake(
      "unhandled: optin\n---\nunhandled: optout",
      #"""
      stubs.yaml:3:12: error: "unhandled" must be the same mode as at 1:12, not "optout"; \#
      remove one of the two
      unhandled: optout
                 ^
      """#),
    Mistake(
      "baseURL: /v1",
      #"""
      stubs.yaml:1:10: error: "baseURL" must be a URL with scheme and host, without query, not \#
      "/v1"; use https://api.example.com/v1
      baseURL: /v1
               ^
      """#),
    Mistake(
      "baseURL: http://a.com\n---\nbaseURL: http://b.com",
      #"""
      stubs.yaml:3:10: error: "baseURL" must be the same base URL as at 1:10, not \#
      "http://b.com"; use a separate file for each base URL
      baseURL: http://b.com
               ^
      """#),
    Mistake(
      "stubs: [{ match: { uri: '{name}/a' }, respond: {} }]\nbaseURL: http://a.com",
      #"""
      stubs.yaml:1:25: error: "uri" must be a path that starts with "/", as the file has a \#
      "baseURL", not "{name}/a"; use "/{name}/a"
      stubs: [{ match: { uri: '{name}/a' }, respond: {} }]
                              ^
      """#),
  ]
}
