extension RuleFaults {
  /// In when a response goes out.
  static let timing: [Fault] = [
    Fault(
      "respond: { delay: {} }",
      #"""
      stubs.yaml:1:19: error: an empty mapping; expected one of "uniform", "normal", \#
      "lognormal", "oneOf"; try { uniform: [100ms, 2s] }
      respond: { delay: {} }
                        ^
      """#),
    Fault(
      "respond: { delay: { unifrm: [1s, 2s] } }",
      #"""
      stubs.yaml:1:21: error: unknown key "unifrm"; expected one of "uniform", "normal", \#
      "lognormal", "oneOf"; did you mean "uniform"?
      respond: { delay: { unifrm: [1s, 2s] } }
                          ^
      """#),
    Fault(
      "respond: { delay: { uniform: 2s } }",
      #"""
      stubs.yaml:1:30: error: the text "2s"; expected a list of the shortest and the longest \#
      time; try [100ms, 2s]
      respond: { delay: { uniform: 2s } }
                                   ^
      """#),
    Fault(
      "respond: { delay: { uniform: [1s] } }",
      #"""
      stubs.yaml:1:30: error: a list; expected a list of the shortest and the longest time; try \#
      [100ms, 2s]
      respond: { delay: { uniform: [1s] } }
                                   ^
      """#),
    Fault(
      "respond: { delay: { uniform: [2s, 100ms] } }",
      #"""
      stubs.yaml:1:30: error: a range that ends before it begins; expected the shortest time \#
      first; try swapping the two
      respond: { delay: { uniform: [2s, 100ms] } }
                                   ^
      """#),
    Fault(
      "respond: { delay: { uniform: [-1, 2s] } }",
      #"""
      stubs.yaml:1:31: error: the number -1; expected a duration; try 120ms, 1.5s, 2m or a \#
      number of seconds
      respond: { delay: { uniform: [-1, 2s] } }
                                    ^
      """#),
    Fault(
      "respond: { delay: { normal: { mean: 1s } } }",
      #"""
      stubs.yaml:1:29: error: no key "deviation"; expected "deviation"; try adding "deviation:"
      respond: { delay: { normal: { mean: 1s } } }
                                  ^
      """#),
    Fault(
      "respond: { delay: { lognormal: { median: 90ms, sigma: -1 } } }",
      #"""
      stubs.yaml:1:55: error: the number -1; expected a number of 0 or more; try 0.5
      respond: { delay: { lognormal: { median: 90ms, sigma: -1 } } }
                                                            ^
      """#),
    Fault(
      "respond: { delay: { lognormal: { median: 90ms, sigma: 1, maximum: 5s } } }",
      #"""
      stubs.yaml:1:58: error: unknown key "maximum"; expected one of "median", "sigma", "max"; \#
      try removing it
      respond: { delay: { lognormal: { median: 90ms, sigma: 1, maximum: 5s } } }
                                                               ^
      """#),
    Fault(
      "respond: { delay: { oneOf: [] } }",
      #"""
      stubs.yaml:1:28: error: an empty list; expected at least one time; try [20ms, 3s]
      respond: { delay: { oneOf: [] } }
                                 ^
      """#),
    Fault(
      "respond: { delay: { oneOf: [soon] } }",
      #"""
      stubs.yaml:1:29: error: the text "soon"; expected a duration; try 120ms, 1.5s, 2m or a \#
      number of seconds
      respond: { delay: { oneOf: [soon] } }
                                  ^
      """#),
    Fault(
      "respond: { delay: { oneOf: [1s], uniform: [1s, 2s] } }",
      #"""
      stubs.yaml:1:34: error: "uniform" beside "oneOf" at line 1, column 21; expected only one \#
      of the two; try removing one of them
      respond: { delay: { oneOf: [1s], uniform: [1s, 2s] } }
                                       ^
      """#),
    Fault(
      "respond: { delay: 9999h }",
      #"""
      stubs.yaml:1:19: error: the text "9999h"; expected a duration of at most a year; try a \#
      shorter one
      respond: { delay: 9999h }
                        ^
      """#),
    Fault(
      "respond: { gate: 1 }",
      #"""
      stubs.yaml:1:18: error: the number 1; expected text; try quotes: "1"
      respond: { gate: 1 }
                       ^
      """#),
    Fault(
      "respond: { dribble: { chunks: 0, over: 2s } }",
      #"""
      stubs.yaml:1:31: error: the number 0; expected a whole number of 1 or more; try a number \#
      without quotes, such as 1
      respond: { dribble: { chunks: 0, over: 2s } }
                                    ^
      """#),
    Fault(
      "respond: { dribble: { chunks: 5 } }",
      #"""
      stubs.yaml:1:21: error: no key "over"; expected "over"; try adding "over:"
      respond: { dribble: { chunks: 5 } }
                          ^
      """#),
    Fault(
      "respond: { dribble: { chunks: 5, over: 2s }, speed: 3g }",
      #"""
      stubs.yaml:1:46: error: "speed" beside "dribble" at line 1, column 12; expected only one \#
      of the two; try removing one of them
      respond: { dribble: { chunks: 5, over: 2s }, speed: 3g }
                                                   ^
      """#),
    Fault(
      "respond: { chunks: [{ after: 1s }] }",
      #"""
      stubs.yaml:1:21: error: a chunk without bytes; expected one of "text", "json", "base64"; \#
      try { after: 1s, text: tick }
      respond: { chunks: [{ after: 1s }] }
                          ^
      """#),
    Fault(
      "respond: { chunks: [{ data: tick }] }",
      #"""
      stubs.yaml:1:23: error: unknown key "data"; expected one of "after", "text", "json", \#
      "base64"; try removing it
      respond: { chunks: [{ data: tick }] }
                            ^
      """#),
    Fault(
      "respond: { chunks: [] }",
      #"""
      stubs.yaml:1:20: error: an empty list; expected at least one part; try a line with "- " \#
      for each
      respond: { chunks: [] }
                         ^
      """#),
    Fault(
      "respond: { chunks: tick }",
      #"""
      stubs.yaml:1:20: error: the text "tick"; expected a list; try [ … ], or a line with "- " \#
      for each
      respond: { chunks: tick }
                         ^
      """#),
    Fault(
      "respond: { chunks: [{ text: a, json: 1 }] }",
      #"""
      stubs.yaml:1:32: error: "json" beside "text" at line 1, column 23; expected only one of \#
      the two; try removing one of them
      respond: { chunks: [{ text: a, json: 1 }] }
                                     ^
      """#),
    Fault(
      "respond: { chunks: [{ text: \"{{uuid}}\" }] }",
      #"""
      stubs.yaml:1:29: error: a tag in a text that is sent as it is; expected a text without \#
      "{{"; try "text" for a body with tags, or template: false if it is no tag
      respond: { chunks: [{ text: "{{uuid}}" }] }
                                  ^
      """#),
    Fault(
      "respond: { chunks: [{ json: { a: \"{{uuid}}\" } }] }",
      #"""
      stubs.yaml:1:29: error: a tag in a text that is sent as it is; expected a text without \#
      "{{"; try "text" for a body with tags, or template: false if it is no tag
      respond: { chunks: [{ json: { a: "{{uuid}}" } }] }
                                  ^
      """#),
    Fault(
      "respond: { chunks: [{ text: a, wait: 1s }] }",
      #"""
      stubs.yaml:1:32: error: unknown key "wait"; expected one of "after", "text", "json", \#
      "base64"; try removing it
      respond: { chunks: [{ text: a, wait: 1s }] }
                                     ^
      """#),
    Fault(
      "respond: { chunks: [{ text: a }], ranges: true }",
      #"""
      stubs.yaml:1:35: error: "ranges" beside "chunks" at line 1, column 12; expected only one \#
      of the two; try removing one of them
      respond: { chunks: [{ text: a }], ranges: true }
                                        ^
      """#),
    Fault(
      "respond: { chunks: [{ text: a }], text: b }",
      #"""
      stubs.yaml:1:35: error: "text" beside "chunks" at line 1, column 12; expected only one of \#
      the two; try removing one of them
      respond: { chunks: [{ text: a }], text: b }
                                        ^
      """#),
    Fault(
      "respond: { events: [{ event: a }] }",
      #"""
      stubs.yaml:1:21: error: no key "data"; expected "data"; try adding "data:"
      respond: { events: [{ event: a }] }
                          ^
      """#),
    Fault(
      "respond: { events: [{ data: 1, event: \"a\\nb\" }] }",
      #"""
      stubs.yaml:1:39: error: a text with a line end in it; expected a text on one line; try \#
      removing it
      respond: { events: [{ data: 1, event: "a\nb" }] }
                                            ^
      """#),
    Fault(
      "respond: { events: [{ data: a }], over: 1s }",
      #"""
      stubs.yaml:1:35: error: "over" beside "events" at line 1, column 12; expected only one of \#
      the two; try removing one of them
      respond: { events: [{ data: a }], over: 1s }
                                        ^
      """#),
  ]
}
