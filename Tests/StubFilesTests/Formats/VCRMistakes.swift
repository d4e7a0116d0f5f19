/// Damaged recordings, and what is said of each: place, pointer and message.
let vcrMistakes = [
  RecordingMistake(
    "a.yml",
    """
    http_interactions: 5
    """,
    #"""
    1:20 /http_interactions "http_interactions" must be a list of recordings, not 5; try a line \#
    with "- " for each, or []
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - 5
    """,
    #"""
    2:3 /http_interactions/0 "http_interactions" must be a mapping with "request", not 5; remove it
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - reqest: { method: get, uri: http://a/ }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:3 /http_interactions/0 missing "request"; rename "reqest"
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: []
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:12 /http_interactions/0/request "request" must be a mapping with "method", not an empty \#
    list; remove it
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { uri: http://a/ }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:12 /http_interactions/0/request missing "method"; add it, or remove the recording
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: '', uri: http://a/ }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:22 /http_interactions/0/request/method "method" must be a method, not ""; use GET
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: '' }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:32 /http_interactions/0/request/uri "uri" must be a URL, not ""; use https://example.com/
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: [a] }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:32 /http_interactions/0/request/uri "uri" must be text, not a list; use a text in quotes
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:12 /http_interactions/0/request "uri" has no value; add one, or remove the recording
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: 20 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:31 /http_interactions/0/response/status/code "code" must be a status code from 100 to 999, \#
    not 20; use 200
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: OK }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:31 /http_interactions/0/response/status/code "code" must be a status code from 100 to 999, \#
    not "OK"; use 200
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: 20, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:23 /http_interactions/0/response/status "status" must be a status code from 100 to \#
    999, not 20; use 200
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:13 /http_interactions/0/response missing "status" or "status_code"; add it, or \#
    remove the recording
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: 200 }, body: [a] }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:44 /http_interactions/0/response/body "body" must be a body as text, not a list; use text \#
    in quotes
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: 200 }, body: { base64_string: 'YW*=' } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:64 /http_interactions/0/response/body/base64_string not base64 (RFC 4648); record it again
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: 200 }, body: { base64_string: 'YWJjZ' } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:62 /http_interactions/0/response/body/base64_string base64 that is cut short; record it \#
    again
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: 200 }, body: { text: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:44 /http_interactions/0/response/body missing "string" or "base64_string"; add it, or remove \#
    the recording
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: 200 }, body: { string: { a: 1 } } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    3:54 /http_interactions/0/response/body/string "string" must be a body as text, not a \#
    mapping; use text in quotes
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/, headers: 5 }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:52 /http_interactions/0/request/headers "headers" must be headers as a mapping or a list, \#
    not 5; use { Accept: ["*/*"] }
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/, headers: { A: [[b]] } }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:58 /http_interactions/0/request/headers/A/0 "A" must be a header value, not a list; use \#
    text in quotes
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/, headers: [Accept] }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:53 /http_interactions/0/request/headers/0 "headers" must be a header field, not "Accept"; \#
    use a line such as "Accept: */*"
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/, headers: { A: !!binary /w== } }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    """,
    #"""
    2:57 /http_interactions/0/request/headers/A "A" must be text in UTF-8, not binary data; use \#
    text in quotes
    """#),
  RecordingMistake(
    "a.yml",
    """
    http_interactions:
    - request: { method: get, uri: http://a/ }
      response: { status: { code: 200 }, body: { string: a } }
      recorded_at: yesterday
    """,
    #"""
    4:16 /http_interactions/0/recorded_at "recorded_at" must be a date and time, not "yesterday"; \#
    use Tue, 01 Nov 2011 04:49:54 GMT, or 2011-11-01T04:49:54Z
    """#),
  RecordingMistake(
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
  RecordingMistake(
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
