/// Damaged recordings, and what is said of each: place, pointer and message.
let goVCRFaults = [
  RecordingFault(
    "a.yaml",
    """
    version: 7
    interactions:
    - request: { method: GET, url: http://a/ }
      response: { code: 200, status: 200 OK, body: a, duration: 1s }
    """,
    #"""
    1:10 /version the number 7; expected version 1, 2 or 3 of go-vcr's cassettes; try \#
    recording it again
    """#),
  RecordingFault(
    "a.yaml",
    """
    version: 2
    interactions:
    - request: { method: GET, url: http://a/ }
      response: { code: 200, status: 200 OK, body: a, duration: soon }
    """,
    #"""
    4:61 /interactions/0/response/duration the text "soon"; expected a duration of at most a \#
    year; try 460.6ms or 1m2.5s
    """#),
  RecordingFault(
    "a.yaml",
    """
    version: 2
    interactions:
    - request: { method: GET, url: http://a/ }
      response: { code: 200, status: 200 OK, body: a, duration: 9000h }
    """,
    #"""
    4:61 /interactions/0/response/duration the text "9000h"; expected a duration of at most a \#
    year; try 460.6ms or 1m2.5s
    """#),
  RecordingFault(
    "a.yaml",
    """
    version: 2
    interactions:
    - request: { method: GET, url: http://a/ }
      response: { body: a, duration: 1s }
    """,
    #"""
    4:13 /interactions/0/response no key "code"; expected "code"; try recording it again, or \#
    removing the recording
    """#),
  RecordingFault(
    "a.yaml",
    """
    version: 2
    interactions:
    - request: { method: GET, url: http://a/ }
      response: { code: 200, status: OK, body: a, duration: 1s }
    """,
    #"""
    4:34 /interactions/0/response/status the text "OK"; expected a status such as 200 OK; try \#
    200 OK
    """#),
  RecordingFault(
    "a.yaml",
    """
    version: 2
    interactions:
    - request: { method: GET, url: http://a/ }
      response: { code: 0, status: 200 OK, body: a, duration: 1s }
    """,
    #"""
    4:21 /interactions/0/response/code the number 0; expected a status code from 100 to 999; \#
    try 200
    """#),
  RecordingFault(
    "a.yaml",
    """
    version: 2
    interactions:
    - request: { method: GET, url: http://a/ }
      response: { code: 200, status: 200 OK, body: [a], duration: 1s }
    """,
    #"""
    4:48 /interactions/0/response/body a list; expected a body as text; try text in quotes
    """#),
  RecordingFault(
    "a.yaml",
    """
    version: 2
    interactions:
    - request: { method: {}, url: http://a/ }
      response: { code: 200, status: 200 OK, body: a, duration: 1s }
    """,
    #"""
    3:22 /interactions/0/request/method an empty mapping; expected text; try a text in quotes
    """#),
  RecordingFault(
    "a.yaml",
    """
    version: 2
    interactions:
    - request: { method: GET, url: http://a/ }
      respond: { code: 200, status: 200 OK, body: a, duration: 1s }
    """,
    #"""
    3:3 /interactions/0 no key "response"; expected "response"; try it instead of "respond"
    """#),
]
