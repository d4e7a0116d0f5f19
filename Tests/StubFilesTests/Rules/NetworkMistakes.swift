extension RuleMistakes {
  /// In the line that responses share.
  static let network: [Mistake] = [
    Mistake(
      "network: 5g",
      #"""
      stubs.yaml:1:10: error: "network" cannot be "5g"; did you mean "3g"?
      network: 5g
               ^
      """#),
    Mistake(
      "network: 3gg",
      #"""
      stubs.yaml:1:10: error: "network" cannot be "3gg"; did you mean "3g"?
      network: 3gg
               ^
      """#),
    Mistake(
      "network: {}",
      #"""
      stubs.yaml:1:10: error: "network" must be one of "profile", "download", "upload", \#
      "latency", "jitter", "stalls", "outage", not an empty mapping; use { profile: 3g }
      network: {}
               ^
      """#),
    Mistake(
      "network: [3g]",
      #"""
      stubs.yaml:1:10: error: "network" must be one of "gprs", "edge", "3g", "dsl", "4g", \#
      "wifi", "satellite", "bad", "lost", not a list
      network: [3g]
               ^
      """#),
    Mistake(
      "network: { profile: 5g }",
      #"""
      stubs.yaml:1:21: error: "profile" cannot be "5g"; did you mean "3g"?
      network: { profile: 5g }
                          ^
      """#),
    Mistake(
      "network: { profil: 3g }",
      #"""
      stubs.yaml:1:12: error: unknown key "profil"; did you mean "profile"?
      network: { profil: 3g }
                 ^
      """#),
    Mistake(
      "network: { download: 0 }",
      #"""
      stubs.yaml:1:22: error: "download" must be one of "1kbps", "slow", "gprs", "edge", "3g", \#
      "3g+", "wifi" or a size per second, not 0; use 3g or 20KB
      network: { download: 0 }
                           ^
      """#),
    Mistake(
      "network: { upload: -1 }",
      #"""
      stubs.yaml:1:20: error: "upload" must be one of "1kbps", "slow", "gprs", "edge", "3g", \#
      "3g+", "wifi" or a size per second, not -1; use 3g or 20KB
      network: { upload: -1 }
                         ^
      """#),
    Mistake(
      "network: { latency: -1 }",
      #"""
      stubs.yaml:1:21: error: "latency" must be a duration, not -1; use 120ms, 1.5s, 2m or a \#
      number of seconds
      network: { latency: -1 }
                          ^
      """#),
    Mistake(
      "network: { jitter: high }",
      #"""
      stubs.yaml:1:20: error: "jitter" must be a duration, not "high"; use 120ms, 1.5s, 2m or a \#
      number of seconds
      network: { jitter: high }
                         ^
      """#),
    Mistake(
      "network: { stalls: 1s }",
      #"""
      stubs.yaml:1:20: error: "stalls" must be a mapping, not "1s"
      network: { stalls: 1s }
                         ^
      """#),
    Mistake(
      "network: { stalls: { every: 10s } }",
      #"""
      stubs.yaml:1:20: error: "stalls" needs "lasting"
      network: { stalls: { every: 10s } }
                         ^
      """#),
    Mistake(
      "network: { stalls: { every: 1s, lasting: 1s } }",
      #"""
      stubs.yaml:1:20: error: expected "lasting" to be at least 1ms shorter than "every", got \#
      stalls that leave no time between them; use { every: 10s, lasting: 1s }
      network: { stalls: { every: 1s, lasting: 1s } }
                         ^
      """#),
    Mistake(
      "network: { outage: timeout }",
      #"""
      stubs.yaml:1:20: error: "outage" must be one of "neverAnswer", "emptyResponse", "reset", \#
      "close", "halfClose", "garbage", "malformedChunk", "wrongLength", "slowHead", "stall", \#
      "duplicateLength", "invalidHeader", "resetStream", "goAway", not "timeout"
      network: { outage: timeout }
                         ^
      """#),
    Mistake(
      "network: { outage: { type: reset, probability: 0.5 } }",
      #"""
      stubs.yaml:1:35: error: unknown key "probability"; available: "type", "insideHead", "after"
      network: { outage: { type: reset, probability: 0.5 } }
                                        ^
      """#),
    Mistake(
      "network: 3g\n---\nnetwork: 4g",
      #"""
      stubs.yaml:3:10: error: "network" must be the same network as at 1:10, not "4g"; remove \#
      one of the two
      network: 4g
               ^
      """#),
  ]
}
