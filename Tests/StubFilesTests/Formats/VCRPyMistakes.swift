/// Damaged recordings, and what is said of each: place, pointer and message.
let vcrPyMistakes = [
  RecordingMistake(
    "a.yaml",
    """
    interactions: {}
    version: 1
    """,
    #"""
    1:15 /interactions "interactions" must be a list of recordings, not an empty mapping; try a \#
    line with "- " for each, or []
    """#),
  RecordingMistake(
    "a.yaml",
    """
    interactions:
    - request: { method: GET, uri: http://a/, body: null }
      response: { status: { code: 200 }, body: { string: a }, headers: {} }
    version: 2
    """,
    #"""
    4:10 /version "version" must be 1, not 2; use 1 if the layout is the same
    """#),
  RecordingMistake(
    "a.yaml",
    """
    interactions:
    - req: { method: GET, uri: http://a/, body: null }
      response: { status: { code: 200 }, body: { string: a }, headers: {} }
    version: 1
    """,
    #"""
    2:3 /interactions/0 missing "request"; add it, or remove the recording
    """#),
  RecordingMistake(
    "a.yaml",
    """
    interactions:
    - request: { uri: http://a/, body: null }
      response: { status: { code: 200 }, body: { string: a }, headers: {} }
    version: 1
    """,
    #"""
    2:12 /interactions/0/request missing "method"; add it, or remove the recording
    """#),
  RecordingMistake(
    "a.yaml",
    """
    interactions:
    - request: { method: GET, uri: http://a/ }
      response: { status: { code: 200 }, body: { a: 1 }, headers: {} }
    version: 1
    """,
    #"""
    3:44 /interactions/0/response/body missing "string" or "base64_string"; add it, or \#
    remove the recording
    """#),
  RecordingMistake(
    "a.yaml",
    """
    interactions:
    - request: { method: GET, uri: http://a/, body: null }
      response: { status: { code: [200] }, body: { string: a }, headers: {} }
    version: 1
    """,
    #"""
    3:31 /interactions/0/response/status/code "code" must be a status code from 100 to 999, not a \#
    list; use 200
    """#),
  RecordingMistake(
    "a.yaml",
    """
    interactions:
    - request: { method: GET, uri: http://a/, body: null }
      response: { status: { code: 200 }, body: { string: a }, headers: [[a, b, c]] }
    version: 1
    """,
    #"""
    3:69 /interactions/0/response/headers/0 "headers" must be a header field, not a list; use a \#
    line such as "Accept: */*"
    """#),
  RecordingMistake(
    "a.yaml",
    """
    interactions:
    - request: { method: GET, uri: http://a/, body: null }
      response: { status_code: 1, body: { string: a }, headers: {} }
    version: 1
    """,
    #"""
    3:28 /interactions/0/response/status_code "status_code" must be a status code from 100 to \#
    999, not 1; use 200
    """#),
  RecordingMistake(
    "a.yaml",
    """
    interactions:
    - request: { method: GET, uri: http://a/, body: null }
      response: { status: { code: 200 }, body: { string: !!binary '*' }, headers: {} }
    version: 1
    """,
    #"""
    3:54 - expected base64 (RFC 4648), got text tagged !!binary that is not base64; use \#
    `base64` on the file, or remove the tag
    """#),
  RecordingMistake(
    "a.yaml",
    """
    - request: { protocol: http, host: a, port: 99999, method: GET, path: / }
      response: { status: { code: 200 } }
    """,
    #"""
    1:45 /0/request/port "port" must be from 1 to 65535, not 99999
    """#),
  RecordingMistake(
    "a.yaml",
    """
    - request: { protocol: http, host: a, method: GET }
      response: { status: { code: 200 } }
    """,
    #"""
    1:12 /0/request missing "path"; add it, or remove the recording
    """#),
]
