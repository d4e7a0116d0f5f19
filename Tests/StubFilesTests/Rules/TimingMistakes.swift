extension RuleMistakes {
  /// In when a response goes out.
  static let timing: [Mistake] = [
    Mistake(
      "respond: { delay: {} }",
      #"""
      stubs.yaml:1:19: error: "delay" must be one of "uniform", "normal", "lognormal", "oneOf", \#
      not an empty mapping; use { uniform: [100ms, 2s] }
      respond: { delay: {} }
                        ^
      """#),
    Mistake(
      "respond: { delay: { unifrm: [1s, 2s] } }",
      #"""
      stubs.yaml:1:21: error: unknown key "unifrm"; did you mean "uniform"?
      respond: { delay: { unifrm: [1s, 2s] } }
                          ^
      """#),
    Mistake(
      "respond: { delay: { uniform: 2s } }",
      #"""
      stubs.yaml:1:30: error: "uniform" must be a list of the shortest and the longest time, \#
      not "2s"; use [100ms, 2s]
      respond: { delay: { uniform: 2s } }
                                   ^
      """#),
    Mistake(
      "respond: { delay: { uniform: [1s] } }",
      #"""
      stubs.yaml:1:30: error: "uniform" must be a list of the shortest and the longest time, \#
      not a list; use [100ms, 2s]
      respond: { delay: { uniform: [1s] } }
                                   ^
      """#),
    Mistake(
      "respond: { delay: { uniform: [2s, 100ms] } }",
      #"""
      stubs.yaml:1:30: error: expected the shortest time first, got a range that ends before it \#
      begins; swap the two
      respond: { delay: { uniform: [2s, 100ms] } }
                                   ^
      """#),
    Mistake(
      "respond: { delay: { uniform: [-1, 2s] } }",
      #"""
      stubs.yaml:1:31: error: "uniform" must be a duration, not -1; use 120ms, 1.5s, 2m or a \#
      number of seconds
      respond: { delay: { uniform: [-1, 2s] } }
                                    ^
      """#),
    Mistake(
      "respond: { delay: { normal: { mean: 1s } } }",
      #"""
      stubs.yaml:1:29: error: "normal" needs "deviation"
      respond: { delay: { normal: { mean: 1s } } }
                                  ^
      """#),
    Mistake(
      "respond: { delay: { lognormal: { median: 90ms, sigma: -1 } } }",
      #"""
      stubs.yaml:1:55: error: "sigma" must be 0 or more, not -1
      respond: { delay: { lognormal: { median: 90ms, sigma: -1 } } }
                                                            ^
      """#),
    Mistake(
      "respond: { delay: { lognormal: { median: 90ms, sigma: 1, maximum: 5s } } }",
      #"""
      stubs.yaml:1:58: error: unknown key "maximum"; available: "median", "sigma", "max"
      respond: { delay: { lognormal: { median: 90ms, sigma: 1, maximum: 5s } } }
                                                               ^
      """#),
    Mistake(
      "respond: { delay: { oneOf: [] } }",
      #"""
      stubs.yaml:1:28: error: "oneOf" must be at least one time, not an empty list; use [20ms, 3s]
      respond: { delay: { oneOf: [] } }
                                 ^
      """#),
    Mistake(
      "respond: { delay: { oneOf: [soon] } }",
      #"""
      stubs.yaml:1:29: error: "oneOf" must be a duration, not "soon"; use 120ms, 1.5s, 2m or a \#
      number of seconds
      respond: { delay: { oneOf: [soon] } }
                                  ^
      """#),
    Mistake(
      "respond: { delay: { oneOf: [1s], uniform: [1s, 2s] } }",
      #"""
      stubs.yaml:1:34: error: use either "uniform" or "oneOf" (1:21), not both
      respond: { delay: { oneOf: [1s], uniform: [1s, 2s] } }
                                       ^
      """#),
    Mistake(
      "respond: { delay: 9999h }",
      #"""
      stubs.yaml:1:19: error: "delay" must be at most a year, not "9999h"
      respond: { delay: 9999h }
                        ^
      """#),
    Mistake(
      "respond: { gate: 1 }",
      #"""
      stubs.yaml:1:18: error: "gate" must be text, not 1; use quotes: "1"
      respond: { gate: 1 }
                       ^
      """#),
    Mistake(
      "respond: { dribble: { chunks: 0, over: 2s } }",
      #"""
      stubs.yaml:1:31: error: "chunks" must be 1 or more, not 0
      respond: { dribble: { chunks: 0, over: 2s } }
                                    ^
      """#),
    Mistake(
      "respond: { dribble: { chunks: 5 } }",
      #"""
      stubs.yaml:1:21: error: "dribble" needs "over"
      respond: { dribble: { chunks: 5 } }
                          ^
      """#),
    Mistake(
      "respond: { dribble: { chunks: 5, over: 2s }, speed: 3g }",
      #"""
      stubs.yaml:1:46: error: use either "speed" or "dribble" (1:12), not both
      respond: { dribble: { chunks: 5, over: 2s }, speed: 3g }
                                                   ^
      """#),
    Mistake(
      "respond: { chunks: [{ after: 1s }] }",
      #"""
      stubs.yaml:1:21: error: expected one of "text", "json", "base64", got a chunk without \#
      bytes; use { after: 1s, text: tick }
      respond: { chunks: [{ after: 1s }] }
                          ^
      """#),
    Mistake(
      "respond: { chunks: [{ data: tick }] }",
      #"""
      stubs.yaml:1:23: error: unknown key "data"; available: "after", "text", "json", "base64"
      respond: { chunks: [{ data: tick }] }
                            ^
      """#),
    Mistake(
      "respond: { chunks: [] }",
      #"""
      stubs.yaml:1:20: error: "chunks" must be at least one part, not an empty list; use a line \#
      with "- " for each
      respond: { chunks: [] }
                         ^
      """#),
    Mistake(
      "respond: { chunks: tick }",
      #"""
      stubs.yaml:1:20: error: "chunks" must be a list, not "tick"; use [ … ], or a line with "- \#
      " for each
      respond: { chunks: tick }
                         ^
      """#),
    Mistake(
      "respond: { chunks: [{ text: a, json: 1 }] }",
      #"""
      stubs.yaml:1:32: error: use either "json" or "text" (1:23), not both
      respond: { chunks: [{ text: a, json: 1 }] }
                                     ^
      """#),
    Mistake(
      "respond: { chunks: [{ text: a }, { text: \"{{uuid\" }] }",
      #"""
      stubs.yaml:1:43: error: expected `}}` to close the tag, got the end of the template; close \#
      it, or write `\{{` for braces that are text
      respond: { chunks: [{ text: a }, { text: "{{uuid" }] }
                                                ^
      """#),
    Mistake(
      "respond: { trailers: { Content-Type: a }, text: a }",
      #"""
      stubs.yaml:1:22: error: Content-Type cannot be a trailer (RFC 9110 §6.5.1); move it to the headers
      respond: { trailers: { Content-Type: a }, text: a }
                           ^
      """#),
    Mistake(
      "respond: { text: a, every: 1s }",
      #"""
      stubs.yaml:1:28: error: "every" needs "chunks" or "events"
      respond: { text: a, every: 1s }
                                 ^
      """#),
    Mistake(
      "respond: { chunks: [{ text: a, wait: 1s }] }",
      #"""
      stubs.yaml:1:32: error: unknown key "wait"; available: "after", "text", "json", "base64"
      respond: { chunks: [{ text: a, wait: 1s }] }
                                     ^
      """#),
    Mistake(
      "respond: { chunks: [{ text: a }], ranges: true }",
      #"""
      stubs.yaml:1:35: error: use either "ranges" or "chunks" (1:12), not both
      respond: { chunks: [{ text: a }], ranges: true }
                                        ^
      """#),
    Mistake(
      "respond: { chunks: [{ text: a }], text: b }",
      #"""
      stubs.yaml:1:35: error: use either "text" or "chunks" (1:12), not both
      respond: { chunks: [{ text: a }], text: b }
                                        ^
      """#),
    Mistake(
      "respond: { events: [{ event: a }] }",
      #"""
      stubs.yaml:1:21: error: "events" needs "data"
      respond: { events: [{ event: a }] }
                          ^
      """#),
    Mistake(
      "respond: { events: [{ data: 1, event: \"a\\nb\" }] }",
      #"""
      stubs.yaml:1:39: error: expected a text on one line, got a text with a line end in it; \#
      remove the line end
      respond: { events: [{ data: 1, event: "a\nb" }] }
                                            ^
      """#),
    Mistake(
      "respond: { events: [{ data: a }], over: 1s }",
      #"""
      stubs.yaml:1:35: error: use either "over" or "events" (1:12), not both
      respond: { events: [{ data: a }], over: 1s }
                                        ^
      """#),
  ]
}
