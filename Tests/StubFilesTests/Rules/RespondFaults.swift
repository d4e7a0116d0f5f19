extension RuleFaults {
  static let respond: [Fault] = [
    Fault(
      "respond: { stauts: 200 }",
      #"""
      stubs.yaml:1:12: error: unknown key "stauts"; expected one of "status", "reason", \#
      "headers", "contentType", "text", "json", "base64", "bodyFile", "message", "redirect", \#
      "echo", "error", "chunks", "events", "delay", "gate", "speed", "over", "dribble", "fault", \#
      "ranges", "cachePolicy", "template"; did you mean "status"?
      respond: { stauts: 200 }
                 ^
      """#),
    Fault(
      "respond: { status: 99 }",
      #"""
      stubs.yaml:1:20: error: the number 99; expected a whole number from 100 to 999; try a \#
      number without quotes, such as 100
      respond: { status: 99 }
                         ^
      """#),
    Fault(
      "respond: { status: '200' }",
      #"""
      stubs.yaml:1:20: error: the text "200"; expected a whole number from 100 to 999; try a \#
      number without quotes, such as 100
      respond: { status: '200' }
                         ^
      """#),
    Fault(
      "respond: { headers: { X-A: \"a\\nb\" } }",
      #"""
      stubs.yaml:1:28: error: a text with a line end in it; expected a text on one line; try a \#
      list of values to repeat the field
      respond: { headers: { X-A: "a\nb" } }
                                 ^
      """#),
    Fault(
      "respond: { delay: -5 }",
      #"""
      stubs.yaml:1:19: error: the number -5; expected a duration; try 120ms, 1.5s, 2m or a \#
      number of seconds
      respond: { delay: -5 }
                        ^
      """#),
    Fault(
      "respond: { delay: -5ms }",
      #"""
      stubs.yaml:1:19: error: the text "-5ms"; expected a duration; try 120ms, 1.5s, 2m or a \#
      number of seconds
      respond: { delay: -5ms }
                        ^
      """#),
    Fault(
      "respond: { delay: soon }",
      #"""
      stubs.yaml:1:19: error: the text "soon"; expected a duration; try 120ms, 1.5s, 2m or a \#
      number of seconds
      respond: { delay: soon }
                        ^
      """#),
    Fault(
      "respond: { speed: 4g }",
      #"""
      stubs.yaml:1:19: error: the text "4g"; expected one of "1kbps", "slow", "gprs", "edge", \#
      "3g", "3g+", "wifi" or a size per second; did you mean "3g"?
      respond: { speed: 4g }
                        ^
      """#),
    Fault(
      "respond: { error: timeOut }",
      #"""
      stubs.yaml:1:19: error: the text "timeOut"; expected the name or the code of a URL loading \#
      error; did you mean "timedOut"?
      respond: { error: timeOut }
                        ^
      """#),
    Fault(
      "respond: { redirect: { to: /a, status: 200 } }",
      #"""
      stubs.yaml:1:40: error: the number 200; expected 301, 302, 303, 307 or 308; try 302
      respond: { redirect: { to: /a, status: 200 } }
                                             ^
      """#),
    Fault(
      "respond: { echo: false }",
      #"""
      stubs.yaml:1:18: error: false; expected true; try removing "echo"
      respond: { echo: false }
                       ^
      """#),
    Fault(
      "respond: { bodyFile: missing.json }",
      #"""
      stubs.yaml:1:22: error: the text "missing.json"; expected a file at missing.json; try a \#
      path relative to the folder of the rule file
      respond: { bodyFile: missing.json }
                           ^
      """#),
    Fault(
      "respond: { message: missing.txt }",
      #"""
      stubs.yaml:1:21: error: the text "missing.txt"; expected a file at missing.txt; try a path \#
      relative to the folder of the rule file
      respond: { message: missing.txt }
                          ^
      """#),
    Fault(
      "respond:\n  text: a\n  status: 200\n  json: 1",
      #"""
      stubs.yaml:4:3: error: "json" beside "text" at line 2, column 3; expected only one of the \#
      two; try removing one of them
        json: 1
        ^
      """#),
    Fault(
      "respond: { status: 200, error: timedOut }",
      #"""
      stubs.yaml:1:25: error: "error" beside "status" at line 1, column 12; expected only one of \#
      the two; try removing one of them
      respond: { status: 200, error: timedOut }
                              ^
      """#),
    Fault(
      "respond: { echo: true, text: a }",
      #"""
      stubs.yaml:1:24: error: "text" beside "echo" at line 1, column 12; expected only one of \#
      the two; try removing one of them
      respond: { echo: true, text: a }
                             ^
      """#),
    Fault(
      "respond:\n  headers: { content-type: a/b }\n  contentType: c/d",
      #"""
      stubs.yaml:2:14: error: the header field "content-type" beside "contentType" at line 3, \#
      column 3; expected only one of the two; try removing one of them
        headers: { content-type: a/b }
                   ^
      """#),
    Fault(
      "respond: { speed: 3g, over: 1s }",
      #"""
      stubs.yaml:1:23: error: "over" beside "speed" at line 1, column 12; expected only one of \#
      the two; try removing one of them
      respond: { speed: 3g, over: 1s }
                            ^
      """#),
    Fault(
      "respond: { text: 'Hi {{#if}' }",
      #"""
      stubs.yaml:1:27: error: `}`; expected a path, a literal or `}}`; put text in quotes and \#
      unusual names in brackets: "text", [a name]
      respond: { text: 'Hi {{#if}' }
                                ^
      """#),
    Fault(
      "respond: { json: { a: ['Hi {{#if a}}'] } }",
      #"""
      stubs.yaml:1:28: error: the end of the template; expected {{/if}} for this block; close \#
      the block
      respond: { json: { a: ['Hi {{#if a}}'] } }
                                 ^
      """#),
    Fault(
      "respond: { headers: { A: [b, '{{c'] } }",
      #"""
      stubs.yaml:1:31: error: the end of the template; expected `}}` to close the tag; close it, \#
      or write `\{{` for braces that are text
      respond: { headers: { A: [b, '{{c'] } }
                                    ^
      """#),
    Fault(
      "respond: { redirect: '/{{' }",
      #"""
      stubs.yaml:1:24: error: the end of the template; expected `}}` to close the tag; close it, \#
      or write `\{{` for braces that are text
      respond: { redirect: '/{{' }
                             ^
      """#),
    Fault(
      "respond: { text: 'Hi {{#if a}}', template: 1 }",
      #"""
      stubs.yaml:1:22: error: the end of the template; expected {{/if}} for this block; close \#
      the block
      respond: { text: 'Hi {{#if a}}', template: 1 }
                           ^
      stubs.yaml:1:44: error: the number 1; expected true or false; try true
      respond: { text: 'Hi {{#if a}}', template: 1 }
                                                 ^
      """#),
    Fault(
      "respond: { base64: '?' }",
      #"""
      stubs.yaml:1:20: error: the text "?"; expected base64 (RFC 4648 §4); try the output of \#
      base64, with its padding of "="
      respond: { base64: '?' }
                         ^
      """#),
    Fault(
      "respond: { cachePolicy: alowed }",
      #"""
      stubs.yaml:1:25: error: the text "alowed"; expected one of "allowed", \#
      "allowedInMemoryOnly", "notAllowed"; did you mean "allowed"?
      respond: { cachePolicy: alowed }
                              ^
      """#),
    Fault(
      "respond: { get: {} }",
      #"""
      stubs.yaml:1:12: error: "get" instead of a method; expected a method in upper case, or \#
      "any"; did you mean "GET"?
      respond: { get: {} }
                 ^
      """#),
    Fault(
      "respond: { GET: {}, Text: a }",
      #"""
      stubs.yaml:1:21: error: "Text" instead of a method; expected a method in upper case, or \#
      "any"; try "TEXT"
      respond: { GET: {}, Text: a }
                          ^
      """#),
    Fault(
      "respond: { GET: {}, status: 200 }",
      #"""
      stubs.yaml:1:21: error: the response key "status" beside methods; expected a method in \#
      upper case, or "any"; try moving it into the response of a method
      respond: { GET: {}, status: 200 }
                          ^
      """#),
    Fault(
      "respond: []",
      #"""
      stubs.yaml:1:10: error: an empty list; expected at least one response; try { status: 200 }
      respond: []
               ^
      """#),
    Fault(
      "respond: { sequence: [{}], then: stop }",
      #"""
      stubs.yaml:1:34: error: the text "stop"; expected one of "repeat", "cycle", "fallThrough"; \#
      try "repeat"
      respond: { sequence: [{}], then: stop }
                                       ^
      """#),
    Fault(
      "respond: hello",
      #"""
      stubs.yaml:1:10: error: the text "hello"; expected a response; try a mapping such as { \#
      status: 200, text: hello }
      respond: hello
               ^
      """#),
  ]
}
