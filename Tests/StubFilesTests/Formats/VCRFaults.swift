/// Damaged recordings, and what is said of each: place, pointer and message.
let vcrFaults = [
  RecordingFault(
    "a.yml",
    """
    http_interactions: 5
    """,
    #"""
    1:20 /http_interactions the number 5; expected a list of recordings; try a line with "- " \#
    for each, or []
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - 5
    """,
    #"""
    2:3 /http_interactions/0 the number 5; expected a mapping with "request"; try recording \#
    it again, or removing it
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - reqest: { method: get, uri: http://a/ }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:3 /http_interactions/0 no key "request"; expected "request"; try it instead of "reqest"
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: []
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:12 /http_interactions/0/request an empty list; expected a mapping with "method"; try \#
    recording it again, or removing it
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { uri: http://a/ }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:12 /http_interactions/0/request no key "method"; expected "method"; try recording it \#
    again, or removing the recording
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: '', uri: http://a/ }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:22 /http_interactions/0/request/method the text ""; expected a method; try GET
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: '' }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:32 /http_interactions/0/request/uri the text ""; expected a URL; try https://example.com/
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: [a] }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:32 /http_interactions/0/request/uri a list; expected text; try a text in quotes
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:12 /http_interactions/0/request nothing as "uri"; expected a value; try recording it \#
    again, or removing the recording
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: 20 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:31 /http_interactions/0/response/status/code the number 20; expected a status code from \#
    100 to 999; try 200
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: OK }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:31 /http_interactions/0/response/status/code the text "OK"; expected a status code from \#
    100 to 999; try 200
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: 200, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:23 /http_interactions/0/response/status the number 200; expected a mapping with "code"; \#
    try recording it again, or removing it
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:13 /http_interactions/0/response no key "status"; expected one of "status", \#
    "status_code"; try recording it again, or removing the recording
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: 200 }, body: [a] }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:44 /http_interactions/0/response/body a list; expected a body as text; try text in quotes
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: 200 }, body: { base64_string: 'YW*=' } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:64 /http_interactions/0/response/body/base64_string text that is not base64; expected \#
    base64 (RFC 4648); try recording it again
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: 200 }, body: { base64_string: 'YWJjZ' } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:62 /http_interactions/0/response/body/base64_string base64 that is cut short; expected \#
    base64 (RFC 4648); try recording it again
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: 200 }, body: { text: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:44 /http_interactions/0/response/body no key "string"; expected one of "string", \#
    "base64_string"; try recording it again, or removing the recording
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: 200 }, body: { string: { a: 1 } } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:54 /http_interactions/0/response/body/string a mapping; expected a body as text; try \#
    text in quotes
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/, headers: 5 }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:52 /http_interactions/0/request/headers the number 5; expected headers as a mapping or \#
    a list; try { Accept: ["*/*"] }
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/, headers: { A: [[b]] } }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:58 /http_interactions/0/request/headers/A/0 a list; expected the value of a header; try \#
    text in quotes
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/, headers: [Accept] }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:53 /http_interactions/0/request/headers/0 the text "Accept"; expected a header; try a \#
    line such as "Accept: */*"
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/, headers: { A: !!binary /w== } }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:57 /http_interactions/0/request/headers/A binary data; expected text in UTF-8; try text \#
    in quotes
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: yesterday
    """,
    #"""
    4:16 /http_interactions/0/recorded_at the text "yesterday"; expected a date and time; try \#
    Tue, 01 Nov 2011 04:49:54 GMT, or 2011-11-01T04:49:54Z
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: 200 }, body: { string: a }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    4:3 - "r" in the mapping that starts at line 3, column 13; expected "," or "}"; try a \#
    comma between the values, or the closing "}"
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: 200 }, body: { string: !binary '*' } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:54 - text tagged !!binary that is not base64; expected base64 (RFC 4648); try `base64` \#
    on the file, or leaving the tag out
    """#),
]
