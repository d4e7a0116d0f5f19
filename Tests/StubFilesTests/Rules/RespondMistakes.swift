extension RuleMistakes {
  static let respond: [Mistake] = [
    Mistake(
      "respond: { stauts: 200 }",
      #"""
      stubs.yaml:1:12: error: unknown key "stauts"; did you mean "status"?
      respond: { stauts: 200 }
                 ^
      """#),
    Mistake(
      "respond: { status: 99 }",
      #"""
      stubs.yaml:1:20: error: "status" must be from 100 to 999, not 99
      respond: { status: 99 }
                         ^
      """#),
    Mistake(
      "respond: { status: '200' }",
      #"""
      stubs.yaml:1:20: error: "status" must be a whole number, from 100 to 999, not "200"; \#
      remove the quotes
      respond: { status: '200' }
                         ^
      """#),
    Mistake(
      "respond: { headers: { X-A: \"a\\nb\" } }",
      #"""
      stubs.yaml:1:28: error: expected a text on one line, got a text with a line end in it; \#
      use a list of values to repeat the field
      respond: { headers: { X-A: "a\nb" } }
                                 ^
      """#),
    Mistake(
      "respond: { reason: \"a\\nb\" }",
      #"""
      stubs.yaml:1:20: error: expected a text on one line, got a text with a line end in it; \#
      remove the line end
      respond: { reason: "a\nb" }
                         ^
      """#),
    Mistake(
      "respond: { contentType: \"a\\nb\" }",
      #"""
      stubs.yaml:1:25: error: expected a text on one line, got a text with a line end in it; \#
      remove the line end
      respond: { contentType: "a\nb" }
                              ^
      """#),
    Mistake(
      "respond: { delay: -5 }",
      #"""
      stubs.yaml:1:19: error: "delay" must be a duration, not -5; use 120ms, 1.5s, 2m or a \#
      number of seconds
      respond: { delay: -5 }
                        ^
      """#),
    Mistake(
      "respond: { delay: -5ms }",
      #"""
      stubs.yaml:1:19: error: "delay" must be a duration, not "-5ms"; use 120ms, 1.5s, 2m or a \#
      number of seconds
      respond: { delay: -5ms }
                        ^
      """#),
    Mistake(
      "respond: { delay: soon }",
      #"""
      stubs.yaml:1:19: error: "delay" must be a duration, not "soon"; use 120ms, 1.5s, 2m or a \#
      number of seconds
      respond: { delay: soon }
                        ^
      """#),
    Mistake(
      "respond: { speed: 4g }",
      #"""
      stubs.yaml:1:19: error: "speed" cannot be "4g"; did you mean "3g"?
      respond: { speed: 4g }
                        ^
      """#),
    Mistake(
      "respond: { speed: 20kbps }",
      #"""
      stubs.yaml:1:19: error: "speed" must be one of "1kbps", "slow", "gprs", "edge", "3g", \#
      "3g+", "wifi" or a size per second, not "20kbps"; use 2.5KB, which is 20kbps
      respond: { speed: 20kbps }
                        ^
      """#),
    Mistake(
      "respond: { error: timeOut }",
      #"""
      stubs.yaml:1:19: error: "error" cannot be "timeOut"; did you mean "timedOut"?
      respond: { error: timeOut }
                        ^
      """#),
    Mistake(
      "respond: { redirect: { to: /a, status: 200 } }",
      #"""
      stubs.yaml:1:40: error: "status" must be 301, 302, 303, 307 or 308, not 200; use 302
      respond: { redirect: { to: /a, status: 200 } }
                                             ^
      """#),
    Mistake(
      "respond: { echo: false }",
      #"""
      stubs.yaml:1:18: error: "echo" must be true, not false; remove "echo"
      respond: { echo: false }
                       ^
      """#),
    Mistake(
      "respond: { bodyFile: missing.json }",
      #"""
      stubs.yaml:1:22: error: no such file missing.json; paths are relative to the rule file
      respond: { bodyFile: missing.json }
                           ^
      """#),
    Mistake(
      "respond: { message: missing.txt }",
      #"""
      stubs.yaml:1:21: error: no such file missing.txt; paths are relative to the rule file
      respond: { message: missing.txt }
                          ^
      """#),
    Mistake(
      "respond:\n  text: a\n  status: 200\n  json: 1",
      #"""
      stubs.yaml:4:3: error: use either "json" or "text" (2:3), not both
        json: 1
        ^
      """#),
    Mistake(
      "respond: { status: 200, error: timedOut }",
      #"""
      stubs.yaml:1:25: error: use either "error" or "status" (1:12), not both
      respond: { status: 200, error: timedOut }
                              ^
      """#),
    Mistake(
      "respond: { echo: true, text: a }",
      #"""
      stubs.yaml:1:24: error: use either "text" or "echo" (1:12), not both
      respond: { echo: true, text: a }
                             ^
      """#),
    Mistake(
      "respond:\n  headers: { content-type: a/b }\n  contentType: c/d",
      #"""
      stubs.yaml:2:14: error: use either the header field "content-type" or "contentType" \#
      (3:3), not both
        headers: { content-type: a/b }
                   ^
      """#),
    Mistake(
      "respond: { speed: 3g, over: 1s }",
      #"""
      stubs.yaml:1:23: error: use either "over" or "speed" (1:12), not both
      respond: { speed: 3g, over: 1s }
                            ^
      """#),
    Mistake(
      "respond: { text: 'Hi {{#if}' }",
      #"""
      stubs.yaml:1:27: error: expected a path, a literal or `}}`, got `}`; put text in quotes \#
      and unusual names in brackets: "text", [a name]
      respond: { text: 'Hi {{#if}' }
                                ^
      """#),
    Mistake(
      "respond: { json: { a: ['Hi {{#if a}}'] } }",
      #"""
      stubs.yaml:1:28: error: expected {{/if}} for this block, got the end of the template; \#
      close the block
      respond: { json: { a: ['Hi {{#if a}}'] } }
                                 ^
      """#),
    Mistake(
      "respond: { headers: { A: [b, '{{c'] } }",
      #"""
      stubs.yaml:1:31: error: expected `}}` to close the tag, got the end of the template; \#
      close it, or write `\{{` for braces that are text
      respond: { headers: { A: [b, '{{c'] } }
                                    ^
      """#),
    Mistake(
      "respond: { redirect: '/{{' }",
      #"""
      stubs.yaml:1:24: error: expected `}}` to close the tag, got the end of the template; \#
      close it, or write `\{{` for braces that are text
      respond: { redirect: '/{{' }
                             ^
      """#),
    Mistake(
      "respond: { text: 'Hi {{#if a}}', template: 1 }",
      #"""
      stubs.yaml:1:22: error: expected {{/if}} for this block, got the end of the template; close \#
      the block
      respond: { text: 'Hi {{#if a}}', template: 1 }
                           ^
      stubs.yaml:1:44: error: "template" must be true or false, not 1; use true
      respond: { text: 'Hi {{#if a}}', template: 1 }
                                                 ^
      """#),
    Mistake(
      "respond: { base64: '?' }",
      #"""
      stubs.yaml:1:20: error: "base64" must be base64 (RFC 4648 §4), not "?"; use the output of \#
      base64, with its padding of "="
      respond: { base64: '?' }
                         ^
      """#),
    Mistake(
      "respond: { cachePolicy: alowed }",
      #"""
      stubs.yaml:1:25: error: "cachePolicy" cannot be "alowed"; did you mean "allowed"?
      respond: { cachePolicy: alowed }
                              ^
      """#),
    Mistake(
      "respond: { get: {} }",
      #"""
      stubs.yaml:1:12: error: unknown method "get"; did you mean "GET"?
      respond: { get: {} }
                 ^
      """#),
    Mistake(
      "respond: { GET: {}, Text: a }",
      #"""
      stubs.yaml:1:21: error: unknown method "Text"; use "TEXT"
      respond: { GET: {}, Text: a }
                          ^
      """#),
    Mistake(
      "respond: { GET: {}, status: 200 }",
      #"""
      stubs.yaml:1:21: error: "status" is beside methods; move it into one, or under "any"
      respond: { GET: {}, status: 200 }
                          ^
      """#),
    Mistake(
      "respond: []",
      #"""
      stubs.yaml:1:10: error: "respond" must be at least one response, not an empty list; use { \#
      status: 200 }
      respond: []
               ^
      """#),
    Mistake(
      "respond: { sequence: [{}], then: stop }",
      #"""
      stubs.yaml:1:34: error: "then" must be one of "repeat", "cycle", "fallThrough", not "stop"
      respond: { sequence: [{}], then: stop }
                                       ^
      """#),
    Mistake(
      "respond: hello",
      #"""
      stubs.yaml:1:10: error: "respond" must be a response, not "hello"; use a mapping such as \#
      { status: 200, text: hello }
      respond: hello
               ^
      """#),
  ]
}
