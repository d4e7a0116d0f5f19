/// Damaged recordings, and what is said of each: place, pointer and message.
let vcrPyFaults = [
  RecordingFault(
    "a.yaml",
    """
    interactions: {}
    version: 1
    """,
    #"""
    1:15 /interactions an empty mapping; expected a list of recordings; try a line with "- " \#
    for each, or []
    """#),
  RecordingFault(
    "a.yaml",
    """
    interactions:
    - request: { method: GET, uri: http://a/, body: null }
      response: { status: { code: 200 }, body: { string: a }, headers: {} }
    version: 2
    """,
    #"""
    4:10 /version the number 2; expected version 1 of VCR.py's cassettes; try recording it again
    """#),
  RecordingFault(
    "a.yaml",
    """
    interactions:
    - req: { method: GET, uri: http://a/, body: null }
      response: { status: { code: 200 }, body: { string: a }, headers: {} }
    version: 1
    """,
    #"""
    2:3 /interactions/0 no key "request"; expected "request"; try recording it again, or \#
    removing the recording
    """#),
  RecordingFault(
    "a.yaml",
    """
    interactions:
    - request: { uri: http://a/, body: null }
      response: { status: { code: 200 }, body: { string: a }, headers: {} }
    version: 1
    """,
    #"""
    2:12 /interactions/0/request no key "method"; expected "method"; try recording it again, \#
    or removing the recording
    """#),
  RecordingFault(
    "a.yaml",
    """
    interactions:
    - request: { method: GET, uri: http://a/, body: { a: 1 } }
      response: { status: { code: 200 }, body: { string: a }, headers: {} }
    version: 1
    """,
    #"""
    2:49 /interactions/0/request/body no key "string"; expected one of "string", \#
    "base64_string"; try recording it again, or removing the recording
    """#),
  RecordingFault(
    "a.yaml",
    """
    interactions:
    - request: { method: GET, uri: http://a/, body: null }
      response: { status: { code: [200] }, body: { string: a }, headers: {} }
    version: 1
    """,
    #"""
    3:31 /interactions/0/response/status/code a list; expected a status code from 100 to 999; \#
    try 200
    """#),
  RecordingFault(
    "a.yaml",
    """
    interactions:
    - request: { method: GET, uri: http://a/, body: null }
      response: { status: { code: 200 }, body: { string: a }, headers: [[a, b, c]] }
    version: 1
    """,
    #"""
    3:69 /interactions/0/response/headers/0 a list; expected a header; try a line such as \#
    "Accept: */*"
    """#),
  RecordingFault(
    "a.yaml",
    """
    interactions:
    - request: { method: GET, uri: http://a/, body: null }
      response: { status_code: 1, body: { string: a }, headers: {} }
    version: 1
    """,
    #"""
    3:28 /interactions/0/response/status_code the number 1; expected a status code from 100 \#
    to 999; try 200
    """#),
  RecordingFault(
    "a.yaml",
    """
    interactions:
    - request: { method: GET, uri: http://a/, body: null }
      response: { status: { code: 200 }, body: { string: !!binary '*' }, headers: {} }
    version: 1
    """,
    #"""
    3:54 - text tagged !!binary that is not base64; expected base64 (RFC 4648); try `base64` \#
    on the file, or leaving the tag out
    """#),
  RecordingFault(
    "a.yaml",
    """
    - request: { protocol: http, host: a, port: 99999, method: GET, path: / }
      response: { status: { code: 200 } }
    """,
    #"""
    1:45 /0/request/port the number 99999; expected a whole number from 1 to 65535; try a \#
    number without quotes, such as 1
    """#),
  RecordingFault(
    "a.yaml",
    """
    - request: { protocol: http, host: a, method: GET }
      response: { status: { code: 200 } }
    """,
    #"""
    1:12 /0/request no key "path"; expected "path"; try recording it again, or removing the \#
    recording
    """#),
]
