/// Damaged recordings, and what is said of each: place, pointer and message.
let goVCRMistakes = [
  RecordingMistake(
    "a.yaml",
    """
    version: 7
    interactions:
    - request: { method: GET, url: http://a/ }
      response: { code: 200, status: 200 OK, body: a, duration: 1s }
    """,
    #"""
    1:10 /version "version" must be 1, 2 or 3, not 7; use 2 if the layout is the same
    """#),
  RecordingMistake(
    "a.yaml",
    """
    version: 2
    interactions:
    - request: { method: GET, url: http://a/ }
      response: { code: 200, status: 200 OK, body: a, duration: soon }
    """,
    #"""
    4:61 /interactions/0/response/duration "duration" must be a duration of at most a year, not \#
    "soon"; use 460.6ms or 1m2.5s
    """#),
  RecordingMistake(
    "a.yaml",
    """
    version: 2
    interactions:
    - request: { method: GET, url: http://a/ }
      response: { code: 200, status: 200 OK, body: a, duration: 9000h }
    """,
    #"""
    4:61 /interactions/0/response/duration "duration" must be a duration of at most a year, not \#
    "9000h"; use 460.6ms or 1m2.5s
    """#),
  RecordingMistake(
    "a.yaml",
    """
    version: 2
    interactions:
    - request: { method: GET, url: http://a/ }
      response: { body: a, duration: 1s }
    """,
    #"""
    4:13 /interactions/0/response missing "status" or "status_code"; add it, or remove the recording
    """#),
  RecordingMistake(
    "a.yaml",
    """
    version: 2
    interactions:
    - request: { method: GET, url: http://a/ }
      response: { code: 200, status: OK, body: a, duration: 1s }
    """,
    #"""
    4:34 /interactions/0/response/status "status" must be a status code from 100 to 999, not "OK"; use 200
    """#),
  RecordingMistake(
    "a.yaml",
    """
    version: 2
    interactions:
    - request: { method: GET, url: http://a/ }
      response: { code: 0, status: 200 OK, body: a, duration: 1s }
    """,
    #"""
    4:21 /interactions/0/response/code "code" must be a status code from 100 to 999, not 0; use 200
    """#),
  RecordingMistake(
    "a.yaml",
    """
    version: 2
    interactions:
    - request: { method: GET, url: http://a/ }
      response: { code: 200, status: 200 OK, body: [a], duration: 1s }
    """,
    #"""
    4:48 /interactions/0/response/body "body" must be a body as text, not a list; use text in quotes
    """#),
  RecordingMistake(
    "a.yaml",
    """
    version: 2
    interactions:
    - request: { method: {}, url: http://a/ }
      response: { code: 200, status: 200 OK, body: a, duration: 1s }
    """,
    #"""
    3:22 /interactions/0/request/method "method" must be text, not an empty mapping; use a text \#
    in quotes
    """#),
  RecordingMistake(
    "a.yaml",
    """
    version: 2
    interactions:
    - request: { method: GET, url: http://a/ }
      respond: { code: 200, status: 200 OK, body: a, duration: 1s }
    """,
    #"""
    3:3 /interactions/0 missing "response"; rename "respond"
    """#),
]
