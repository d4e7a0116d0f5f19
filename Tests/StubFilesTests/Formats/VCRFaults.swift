/// Damaged recordings, and what is said of each: place, pointer and message.
let vcrFaults = [
  RecordingFault(
    "a.yml",
    """
    http_interactions: 5
    """,
    #"""
    1:20 /http_interactions "http_interactions" must be a list of recordings, not 5; try a line \#
    with "- " for each, or []
    """#),
  RecordingFault(
    "a.yml",
    """
    http_interactions:
    - 5
    """,
    #"""
    2:3 /http_interactions/0 expected a mapping with "request", got the number 5; try recording \#
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
    2:3 /http_interactions/0 expected "request", got no key "request"; try it instead of "reqest"
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
    2:12 /http_interactions/0/request "request" must be a mapping with "method", not an empty \#
    list; try recording it again, or removing it
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
    2:12 /http_interactions/0/request expected "method", got no key "method"; try recording it \#
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
    2:22 /http_interactions/0/request/method "method" must be a method, not ""; try GET
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
    2:32 /http_interactions/0/request/uri "uri" must be a URL, not ""; try https://example.com/
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
    2:32 /http_interactions/0/request/uri "url" must be text, not a list; use a text in quotes
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
    2:12 /http_interactions/0/request expected a value, got nothing as "uri"; try recording it \#
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
    3:31 /http_interactions/0/response/status/code "code" must be a status code from 100 to \#
    999, not 20; try 200
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
    3:31 /http_interactions/0/response/status/code "code" must be a status code from 100 to \#
    999, not "OK"; try 200
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
    3:23 /http_interactions/0/response/status "Status" must be a mapping with "code", not 200; \#
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
    3:13 /http_interactions/0/response expected one of "status", "status_code", got no key \#
    "status"; try recording it again, or removing the recording
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
    3:44 /http_interactions/0/response/body "body" must be a body as text, not a list; try text \#
    in quotes
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
    3:64 /http_interactions/0/response/body/base64_string expected base64 (RFC 4648), got text \#
    that is not base64; try recording it again
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
    3:62 /http_interactions/0/response/body/base64_string expected base64 (RFC 4648), got \#
    base64 that is cut short; try recording it again
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
    3:44 /http_interactions/0/response/body expected one of "string", "base64_string", got no \#
    key "string"; try recording it again, or removing the recording
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
    3:54 /http_interactions/0/response/body/string "string" must be a body as text, not a \#
    mapping; try text in quotes
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
    2:52 /http_interactions/0/request/headers "headers" must be headers as a mapping or a list, \#
    not 5; try { Accept: ["*/*"] }
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
    2:58 /http_interactions/0/request/headers/A/0 "A" must be the value of a header, not a \#
    list; try text in quotes
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
    2:53 /http_interactions/0/request/headers/0 "headers" must be a header, not "Accept"; try a \#
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
    2:57 /http_interactions/0/request/headers/A "A" must be text in UTF-8, not binary data; try \#
    text in quotes
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
    4:16 /http_interactions/0/recorded_at "recorded_at" must be a date and time, not \#
    "yesterday"; try Tue, 01 Nov 2011 04:49:54 GMT, or 2011-11-01T04:49:54Z
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
    4:3 - missing "," or "}" in the mapping that starts at 3:13
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
    3:54 - expected base64 (RFC 4648), got text tagged !!binary that is not base64; use \#
    `base64` on the file, or remove the tag
    """#),
]
