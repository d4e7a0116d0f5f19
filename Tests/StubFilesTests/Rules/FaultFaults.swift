extension RuleFaults {
  /// In what goes wrong on purpose.
  static let fault: [Fault] = [
    Fault(
      "respond: { fault: rest }",
      #"""
      stubs.yaml:1:19: error: the text "rest"; expected one of "neverAnswer", "emptyResponse", \#
      "reset", "close", "halfClose", "garbage", "malformedChunk", "wrongLength", "slowHead", \#
      "stall", "duplicateLength", "invalidHeader", "resetStream", "goAway"; did you mean \#
      "reset"?
      respond: { fault: rest }
                        ^
      """#),
    Fault(
      "respond: { fault: outOfOrder }",
      #"""
      stubs.yaml:1:19: error: the text "outOfOrder"; expected one of "neverAnswer", \#
      "emptyResponse", "reset", "close", "halfClose", "garbage", "malformedChunk", \#
      "wrongLength", "slowHead", "stall", "duplicateLength", "invalidHeader", "resetStream", \#
      "goAway"; try "neverAnswer"
      respond: { fault: outOfOrder }
                        ^
      """#),
    Fault(
      "respond: { fault: 7 }",
      #"""
      stubs.yaml:1:19: error: the number 7; expected one of "neverAnswer", "emptyResponse", \#
      "reset", "close", "halfClose", "garbage", "malformedChunk", "wrongLength", "slowHead", \#
      "stall", "duplicateLength", "invalidHeader", "resetStream", "goAway"; try "neverAnswer"
      respond: { fault: 7 }
                        ^
      """#),
    Fault(
      "respond: { fault: wrongLength }",
      #"""
      stubs.yaml:1:19: error: the text "wrongLength"; expected "by" beside it; try { type: \#
      wrongLength, by: 10 }
      respond: { fault: wrongLength }
                        ^
      """#),
    Fault(
      "respond: { fault: slowHead }",
      #"""
      stubs.yaml:1:19: error: the text "slowHead"; expected "every" beside it; try { type: \#
      slowHead, every: 100ms }
      respond: { fault: slowHead }
                        ^
      """#),
    Fault(
      "respond: { fault: {} }",
      #"""
      stubs.yaml:1:19: error: no key "type"; expected "type"; try adding "type:"
      respond: { fault: {} }
                        ^
      """#),
    Fault(
      "respond: { fault: { type: rest, after: 5 } }",
      #"""
      stubs.yaml:1:27: error: the text "rest"; expected one of "neverAnswer", "emptyResponse", \#
      "reset", "close", "halfClose", "garbage", "malformedChunk", "wrongLength", "slowHead", \#
      "stall", "duplicateLength", "invalidHeader", "resetStream", "goAway"; did you mean \#
      "reset"?
      respond: { fault: { type: rest, after: 5 } }
                                ^
      """#),
    Fault(
      "respond: { fault: { type: wrongLength } }",
      #"""
      stubs.yaml:1:19: error: no key "by"; expected "by"; try adding "by:"
      respond: { fault: { type: wrongLength } }
                        ^
      """#),
    Fault(
      "respond: { fault: { type: wrongLength, by: a } }",
      #"""
      stubs.yaml:1:44: error: the text "a"; expected a whole number from -1000000000000 to \#
      1000000000000; try a number without quotes, such as 1
      respond: { fault: { type: wrongLength, by: a } }
                                                 ^
      """#),
    Fault(
      "respond: { fault: { type: close, by: 10 } }",
      #"""
      stubs.yaml:1:34: error: unknown key "by"; expected one of "type", "probability", "first", \#
      "after"; try removing it
      respond: { fault: { type: close, by: 10 } }
                                       ^
      """#),
    Fault(
      "respond: { fault: { type: reset, after: 150% } }",
      #"""
      stubs.yaml:1:41: error: the text "150%"; expected a number of bytes, or a percentage of \#
      the body from 0% to 100%; try 100, 2KB or 50%
      respond: { fault: { type: reset, after: 150% } }
                                              ^
      """#),
    Fault(
      "respond: { fault: { type: reset, after: -1 } }",
      #"""
      stubs.yaml:1:41: error: the number -1; expected a number of bytes, or a percentage of the \#
      body from 0% to 100%; try 100, 2KB or 50%
      respond: { fault: { type: reset, after: -1 } }
                                              ^
      """#),
    Fault(
      "respond: { fault: { type: reset, after: half } }",
      #"""
      stubs.yaml:1:41: error: the text "half"; expected a number of bytes, or a percentage of \#
      the body from 0% to 100%; try 100, 2KB or 50%
      respond: { fault: { type: reset, after: half } }
                                              ^
      """#),
    Fault(
      "respond: { fault: { type: stall, insideHead: 5, after: 5 } }",
      #"""
      stubs.yaml:1:49: error: "after" beside "insideHead" at line 1, column 34; expected only \#
      one of the two; try removing one of them
      respond: { fault: { type: stall, insideHead: 5, after: 5 } }
                                                      ^
      """#),
    Fault(
      "respond: { fault: { type: stall, insideHead: -5 } }",
      #"""
      stubs.yaml:1:46: error: the number -5; expected a whole number of 0 or more; try a number \#
      without quotes, such as 1
      respond: { fault: { type: stall, insideHead: -5 } }
                                                   ^
      """#),
    Fault(
      "respond: { fault: { type: slowHead, every: -1s } }",
      #"""
      stubs.yaml:1:44: error: the text "-1s"; expected a duration; try 120ms, 1.5s, 2m or a \#
      number of seconds
      respond: { fault: { type: slowHead, every: -1s } }
                                                 ^
      """#),
    Fault(
      "respond: { fault: { type: garbage, base64: \"?\" } }",
      #"""
      stubs.yaml:1:44: error: the text "?"; expected base64 (RFC 4648 §4); try the output of \#
      base64, with its padding of "="
      respond: { fault: { type: garbage, base64: "?" } }
                                                 ^
      """#),
    Fault(
      "respond: { fault: { type: goAway, code: REFUSED } }",
      #"""
      stubs.yaml:1:41: error: the text "REFUSED"; expected one of "NO_ERROR", "PROTOCOL_ERROR", \#
      "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED", \#
      "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", \#
      "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED"; try "NO_ERROR"
      respond: { fault: { type: goAway, code: REFUSED } }
                                              ^
      """#),
    Fault(
      "respond: { fault: { type: resetStream, code: -1 } }",
      #"""
      stubs.yaml:1:46: error: the number -1; expected a whole number from 0 to 4294967295; try \#
      a number without quotes, such as 1
      respond: { fault: { type: resetStream, code: -1 } }
                                                   ^
      """#),
    Fault(
      "respond: { fault: { type: resetStream, code: REFUSED_STREM } }",
      #"""
      stubs.yaml:1:46: error: the text "REFUSED_STREM"; expected one of "NO_ERROR", \#
      "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", \#
      "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", \#
      "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED"; did you \#
      mean "REFUSED_STREAM"?
      respond: { fault: { type: resetStream, code: REFUSED_STREM } }
                                                   ^
      """#),
    Fault(
      "respond: { fault: { type: reset, probability: 2 } }",
      #"""
      stubs.yaml:1:47: error: the number 2; expected a probability from 0 to 1; try 0.5
      respond: { fault: { type: reset, probability: 2 } }
                                                    ^
      """#),
    Fault(
      "respond: { fault: { type: reset, probability: often } }",
      #"""
      stubs.yaml:1:47: error: the text "often"; expected a number; try a number without quotes, \#
      such as 0.5
      respond: { fault: { type: reset, probability: often } }
                                                    ^
      """#),
    Fault(
      "respond: { fault: { type: reset, first: -1 } }",
      #"""
      stubs.yaml:1:41: error: the number -1; expected a whole number of 0 or more; try a number \#
      without quotes, such as 1
      respond: { fault: { type: reset, first: -1 } }
                                              ^
      """#),
    Fault(
      "respond: { fault: { type: reset, frist: 1 } }",
      #"""
      stubs.yaml:1:34: error: unknown key "frist"; expected one of "type", "probability", \#
      "first", "insideHead", "after"; did you mean "first"?
      respond: { fault: { type: reset, frist: 1 } }
                                       ^
      """#),
    Fault(
      "respond: { fault: reset, error: timedOut }",
      #"""
      stubs.yaml:1:26: error: "error" beside "fault" at line 1, column 12; expected only one of \#
      the two; try removing one of them
      respond: { fault: reset, error: timedOut }
                               ^
      """#),
  ]
}
