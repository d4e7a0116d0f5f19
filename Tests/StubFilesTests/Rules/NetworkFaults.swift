extension RuleFaults {
  /// In the line that responses share.
  static let network: [Fault] = [
    Fault(
      "network: 5g",
      #"""
      stubs.yaml:1:10: error: the text "5g"; expected one of "gprs", "edge", "3g", "dsl", "4g", \#
      "wifi", "satellite", "bad", "lost"; did you mean "3g"?
      network: 5g
               ^
      """#),
    Fault(
      "network: 3gg",
      #"""
      stubs.yaml:1:10: error: the text "3gg"; expected one of "gprs", "edge", "3g", "dsl", \#
      "4g", "wifi", "satellite", "bad", "lost"; did you mean "3g"?
      network: 3gg
               ^
      """#),
    Fault(
      "network: {}",
      #"""
      stubs.yaml:1:10: error: an empty mapping; expected one of "profile", "download", \#
      "upload", "latency", "jitter", "stalls", "outage"; try { profile: 3g }
      network: {}
               ^
      """#),
    Fault(
      "network: [3g]",
      #"""
      stubs.yaml:1:10: error: a list; expected one of "gprs", "edge", "3g", "dsl", "4g", \#
      "wifi", "satellite", "bad", "lost"; try "gprs"
      network: [3g]
               ^
      """#),
    Fault(
      "network: { profile: 5g }",
      #"""
      stubs.yaml:1:21: error: the text "5g"; expected one of "gprs", "edge", "3g", "dsl", "4g", \#
      "wifi", "satellite", "bad", "lost"; did you mean "3g"?
      network: { profile: 5g }
                          ^
      """#),
    Fault(
      "network: { profil: 3g }",
      #"""
      stubs.yaml:1:12: error: unknown key "profil"; expected one of "profile", "download", \#
      "upload", "latency", "jitter", "stalls", "outage"; did you mean "profile"?
      network: { profil: 3g }
                 ^
      """#),
    Fault(
      "network: { download: 0 }",
      #"""
      stubs.yaml:1:22: error: the number 0; expected one of "1kbps", "slow", "gprs", "edge", \#
      "3g", "3g+", "wifi" or a size per second; try 3g or 20KB
      network: { download: 0 }
                           ^
      """#),
    Fault(
      "network: { upload: -1 }",
      #"""
      stubs.yaml:1:20: error: the number -1; expected one of "1kbps", "slow", "gprs", "edge", \#
      "3g", "3g+", "wifi" or a size per second; try 3g or 20KB
      network: { upload: -1 }
                         ^
      """#),
    Fault(
      "network: { latency: -1 }",
      #"""
      stubs.yaml:1:21: error: the number -1; expected a duration; try 120ms, 1.5s, 2m or a \#
      number of seconds
      network: { latency: -1 }
                          ^
      """#),
    Fault(
      "network: { jitter: high }",
      #"""
      stubs.yaml:1:20: error: the text "high"; expected a duration; try 120ms, 1.5s, 2m or a \#
      number of seconds
      network: { jitter: high }
                         ^
      """#),
    Fault(
      "network: { stalls: 1s }",
      #"""
      stubs.yaml:1:20: error: the text "1s"; expected a mapping; try "key: value"
      network: { stalls: 1s }
                         ^
      """#),
    Fault(
      "network: { stalls: { every: 10s } }",
      #"""
      stubs.yaml:1:20: error: no key "lasting"; expected "lasting"; try adding "lasting:"
      network: { stalls: { every: 10s } }
                         ^
      """#),
    Fault(
      "network: { stalls: { every: 1s, lasting: 1s } }",
      #"""
      stubs.yaml:1:20: error: stalls that leave no time between them; expected "lasting" to be \#
      at least 1ms shorter than "every"; try { every: 10s, lasting: 1s }
      network: { stalls: { every: 1s, lasting: 1s } }
                         ^
      """#),
    Fault(
      "network: { outage: timeout }",
      #"""
      stubs.yaml:1:20: error: the text "timeout"; expected one of "neverAnswer", \#
      "emptyResponse", "reset", "close", "halfClose", "garbage", "malformedChunk", \#
      "wrongLength", "slowHead", "stall", "duplicateLength", "invalidHeader", "resetStream", \#
      "goAway"; try "neverAnswer"
      network: { outage: timeout }
                         ^
      """#),
    Fault(
      "network: { outage: { type: reset, probability: 0.5 } }",
      #"""
      stubs.yaml:1:35: error: unknown key "probability"; expected one of "type", "insideHead", \#
      "after"; try removing it
      network: { outage: { type: reset, probability: 0.5 } }
                                        ^
      """#),
    Fault(
      "network: 3g\n---\nnetwork: 4g",
      #"""
      stubs.yaml:3:10: error: the text "4g"; expected the same network as at line 1, column 10; \#
      try removing one of the two
      network: 4g
               ^
      """#),
  ]
}
