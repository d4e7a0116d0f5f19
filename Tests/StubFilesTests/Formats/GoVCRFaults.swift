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
    1:10 /version "version" must be version 1, 2 or 3 of go-vcr's cassettes, not 7; try \#
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
    4:61 /interactions/0/response/duration "duration" must be a duration of at most a year, not \#
    "soon"; try 460.6ms or 1m2.5s
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
    4:61 /interactions/0/response/duration "duration" must be a duration of at most a year, not \#
    "9000h"; try 460.6ms or 1m2.5s
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
    4:13 /interactions/0/response expected "code", got no key "code"; try recording it again, \#
    or removing the recording
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
    4:34 /interactions/0/response/status "status" must be a status such as 200 OK, not "OK"; \#
    try 200 OK
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
    4:21 /interactions/0/response/code "code" must be a status code from 100 to 999, not 0; try \#
    200
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
    4:48 /interactions/0/response/body "body" must be a body as text, not a list; try text in \#
    quotes
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
    3:22 /interactions/0/request/method expected text, got an empty mapping; use a text in quotes
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
    3:3 /interactions/0 expected "response", got no key "response"; try it instead of "respond"
    """#),
]
