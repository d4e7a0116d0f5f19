extension RuleMistakes {
  /// In what goes wrong on purpose.
  static let fault: [Mistake] = [
    Mistake(
      "respond: { fault: rest }",
      #"""
      stubs.yaml:1:19: error: "fault" cannot be "rest"; did you mean "reset"?
      respond: { fault: rest }
                        ^
      """#),
    Mistake(
      "respond: { fault: outOfOrder }",
      #"""
      stubs.yaml:1:19: error: "fault" must be one of "neverAnswer", "emptyResponse", "reset", \#
      "close", "halfClose", "garbage", "malformedChunk", "wrongLength", "slowHead", "stall", \#
      "duplicateLength", "invalidHeader", "resetStream", "goAway", not "outOfOrder"
      respond: { fault: outOfOrder }
                        ^
      """#),
    Mistake(
      "respond: { fault: 7 }",
      #"""
      stubs.yaml:1:19: error: "fault" must be one of "neverAnswer", "emptyResponse", "reset", \#
      "close", "halfClose", "garbage", "malformedChunk", "wrongLength", "slowHead", "stall", \#
      "duplicateLength", "invalidHeader", "resetStream", "goAway", not 7
      respond: { fault: 7 }
                        ^
      """#),
    Mistake(
      "respond: { fault: wrongLength }",
      #"""
      stubs.yaml:1:19: error: "wrongLength" needs "by"; use { type: wrongLength, by: 10 }
      respond: { fault: wrongLength }
                        ^
      """#),
    Mistake(
      "respond: { fault: slowHead }",
      #"""
      stubs.yaml:1:19: error: "slowHead" needs "every"; use { type: slowHead, every: 100ms }
      respond: { fault: slowHead }
                        ^
      """#),
    Mistake(
      "respond: { fault: {} }",
      #"""
      stubs.yaml:1:19: error: "fault" needs "type"
      respond: { fault: {} }
                        ^
      """#),
    Mistake(
      "respond: { fault: { type: rest, after: 5 } }",
      #"""
      stubs.yaml:1:27: error: "type" cannot be "rest"; did you mean "reset"?
      respond: { fault: { type: rest, after: 5 } }
                                ^
      """#),
    Mistake(
      "respond: { fault: { type: wrongLength } }",
      #"""
      stubs.yaml:1:19: error: "fault" needs "by"
      respond: { fault: { type: wrongLength } }
                        ^
      """#),
    Mistake(
      "respond: { fault: { type: wrongLength, by: a } }",
      #"""
      stubs.yaml:1:44: error: "by" must be a whole number, from -1000000000000 to \#
      1000000000000, not "a"
      respond: { fault: { type: wrongLength, by: a } }
                                                 ^
      """#),
    Mistake(
      "respond: { fault: { type: close, by: 10 } }",
      #"""
      stubs.yaml:1:34: error: unknown key "by"; available: "type", "probability", "first", "after"
      respond: { fault: { type: close, by: 10 } }
                                       ^
      """#),
    Mistake(
      "respond: { fault: { type: reset, after: 150% } }",
      #"""
      stubs.yaml:1:41: error: "after" must be a number of bytes, a percentage of the body from \#
      0% to 100%, or a time, not "150%"; use 100, 2KB, 50% or 2s
      respond: { fault: { type: reset, after: 150% } }
                                              ^
      """#),
    Mistake(
      "respond: { fault: { type: close, after: 0.5 } }",
      #"""
      stubs.yaml:1:41: error: "after" must be a number of bytes, a percentage of the body from \#
      0% to 100%, or a time, not 0.5; use "50%" for half of it
      respond: { fault: { type: close, after: 0.5 } }
                                              ^
      """#),
    Mistake(
      "respond: { fault: { type: reset, after: -1 } }",
      #"""
      stubs.yaml:1:41: error: "after" must be a number of bytes, a percentage of the body from \#
      0% to 100%, or a time, not -1; use 100, 2KB, 50% or 2s
      respond: { fault: { type: reset, after: -1 } }
                                              ^
      """#),
    Mistake(
      "respond: { fault: { type: reset, after: half } }",
      #"""
      stubs.yaml:1:41: error: "after" must be a number of bytes, a percentage of the body from \#
      0% to 100%, or a time, not "half"; use 100, 2KB, 50% or 2s
      respond: { fault: { type: reset, after: half } }
                                              ^
      """#),
    Mistake(
      "respond: { fault: { type: stall, insideHead: 5, after: 5 } }",
      #"""
      stubs.yaml:1:49: error: use either "after" or "insideHead" (1:34), not both
      respond: { fault: { type: stall, insideHead: 5, after: 5 } }
                                                      ^
      """#),
    Mistake(
      "respond: { fault: { type: stall, insideHead: -5 } }",
      #"""
      stubs.yaml:1:46: error: "insideHead" must be 0 or more, not -5
      respond: { fault: { type: stall, insideHead: -5 } }
                                                   ^
      """#),
    Mistake(
      "respond: { fault: { type: slowHead, every: -1s } }",
      #"""
      stubs.yaml:1:44: error: "every" must be a duration, not "-1s"; use 120ms, 1.5s, 2m or a \#
      number of seconds
      respond: { fault: { type: slowHead, every: -1s } }
                                                 ^
      """#),
    Mistake(
      "respond: { fault: { type: garbage, base64: \"?\" } }",
      #"""
      stubs.yaml:1:44: error: "base64" must be base64 (RFC 4648 §4), not "?"; use the output of \#
      base64, with its padding of "="
      respond: { fault: { type: garbage, base64: "?" } }
                                                 ^
      """#),
    Mistake(
      "respond: { fault: { type: goAway, code: REFUSED } }",
      #"""
      stubs.yaml:1:41: error: "code" must be one of "NO_ERROR", "PROTOCOL_ERROR", \#
      "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED", \#
      "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", \#
      "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED", not "REFUSED"
      respond: { fault: { type: goAway, code: REFUSED } }
                                              ^
      """#),
    Mistake(
      "respond: { fault: { type: resetStream, code: -1 } }",
      #"""
      stubs.yaml:1:46: error: "code" must be from 0 to 4294967295, not -1
      respond: { fault: { type: resetStream, code: -1 } }
                                                   ^
      """#),
    Mistake(
      "respond: { fault: { type: resetStream, code: REFUSED_STREM } }",
      #"""
      stubs.yaml:1:46: error: "code" cannot be "REFUSED_STREM"; did you mean "REFUSED_STREAM"?
      respond: { fault: { type: resetStream, code: REFUSED_STREM } }
                                                   ^
      """#),
    Mistake(
      "respond: { fault: { type: reset, probability: 2 } }",
      #"""
      stubs.yaml:1:47: error: "probability" must be from 0 to 1, not 2
      respond: { fault: { type: reset, probability: 2 } }
                                                    ^
      """#),
    Mistake(
      "respond: { fault: { type: reset, probability: often } }",
      #"""
      stubs.yaml:1:47: error: "probability" must be a number, not "often"
      respond: { fault: { type: reset, probability: often } }
                                                    ^
      """#),
    Mistake(
      "respond: { fault: { type: reset, first: -1 } }",
      #"""
      stubs.yaml:1:41: error: "first" must be 0 or more, not -1
      respond: { fault: { type: reset, first: -1 } }
                                              ^
      """#),
    Mistake(
      "respond: { fault: { type: reset, frist: 1 } }",
      #"""
      stubs.yaml:1:34: error: unknown key "frist"; did you mean "first"?
      respond: { fault: { type: reset, frist: 1 } }
                                       ^
      """#),
    Mistake(
      "respond: { fault: reset, error: timedOut }",
      #"""
      stubs.yaml:1:26: error: use either "error" or "fault" (1:12), not both
      respond: { fault: reset, error: timedOut }
                               ^
      """#),
  ]
}
