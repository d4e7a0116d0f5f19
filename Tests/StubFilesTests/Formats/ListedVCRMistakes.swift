/// Damaged recordings, and what is said of each: place, pointer and message.
let listedVCRMistakes = [
  RecordingMistake(
    "a.json",
    """
    [{"request": {"method": "get", "url": "http://a/"},
      "response": {"status_code": 200, "binary": true, "body": "YWJj", "headers": {}}}]
    """,
    #"""
    2:60 /0/response/body not an Erlang binary (term_to_binary); remove "binary" if this is \#
    text
    """#),
  RecordingMistake(
    "a.json",
    """
    [{"request": {"method": "get", "url": "http://a/"},
      "response": {"status_code": 200, "binary": true, "body": "g20AAAAJYQ==", "headers": {}}}]
    """,
    #"""
    2:60 /0/response/body not an Erlang binary (term_to_binary); remove "binary" if this is \#
    text
    """#),
  RecordingMistake(
    "a.json",
    """
    [{"request": {"method": "get", "url": "http://a/"},
      "response": {"status_code": 200, "binary": true, "body": "?", "headers": {}}}]
    """,
    #"""
    2:61 /0/response/body not base64 (RFC 4648); record it again
    """#),
  RecordingMistake(
    "a.json",
    """
    [{"request": {"method": "get", "url": "http://a/"},
      "response": {"status_code": 200, "binary": 1, "body": "g20AAAABYQ==", "headers": {}}}]
    """,
    #"""
    2:46 /0/response/binary "binary" must be true or false, not 1; use true
    """#),
  RecordingMistake(
    "a.json",
    """
    [{"request": {"method": "get", "url": "http://a/"},
      "response": {"status_code": [1, 2], "binary": true, "body": "g20AAAABYQ==", "headers": {}}}]
    """,
    #"""
    2:31 /0/response/status_code "status_code" must be a status code from 100 to 999, not a list; \#
    use ["HTTP/1.1", 200, "OK"]
    """#),
  RecordingMistake(
    "a.json",
    """
    [{"request": {"method": "get", "url": "~r/a/"},
      "response": {"status_code": 200, "binary": true, "body": "g20AAAABYQ==", "headers": {}}}]
    """,
    #"""
    1:39 /0/request/url URL patterns are not supported; use a rule file with "urlRegex" for this \#
    response
    """#),
  RecordingMistake(
    "a.json",
    """
    [{"request": {"method": "get", "url": ["a"]},
      "response": {"status_code": 200, "binary": true, "body": "g20AAAABYQ==", "headers": {}}}]
    """,
    #"""
    1:39 /0/request/url "url" must be text, not a list; use a text in quotes
    """#),
  RecordingMistake(
    "a.json",
    """
    [{"request": {"method": "get", "url": "http://a/"},
      "response": {"status_code": null, "binary": true, "body": "g20AAAABYQ==", "headers": {}}}]
    """,
    #"""
    2:15 /0/response "status_code" has no value; add one, or remove the recording
    """#),
  RecordingMistake(
    "a.yml",
    """
    - request: { method: GET, url: http://a/ }
      response: { status: { code: 2000 }, headers: { A: b }, curl_info: { total_time: 1 } }
    """,
    #"""
    2:31 /0/response/status/code "code" must be a status code from 100 to 999, not 2000; use 200
    """#),
  RecordingMistake(
    "a.yml",
    """
    - request: { method: GET, url: http://a/ }
      response: { status: HTTP/1.1, headers: { A: b }, curl_info: { total_time: 1 } }
    """,
    #"""
    2:23 /0/response/status "status" must be a status line, not "HTTP/1.1"; use 200 OK
    """#),
  RecordingMistake(
    "a.yml",
    """
    - request: { url: http://a/ }
      response: { status: { code: 200 }, headers: { A: b }, curl_info: { total_time: 1 } }
    """,
    #"""
    1:12 /0/request missing "method"; add it, or remove the recording
    """#),
  RecordingMistake(
    "a.yml",
    """
    - request: { method: GET, url: http://a/ }
      response: { status: { code: 200 }, headers: { A: b }, curl_info: { total_time: -1 } }
    """,
    #"""
    2:82 /0/response/curl_info/total_time "total_time" must be 0 or more, not -1
    """#),
  RecordingMistake(
    "a.yml",
    """
    - request: { method: GET, url: http://a/ }
      response: { status: { code: 200 }, headers: { A: {} }, curl_info: { total_time: 1 } }
    """,
    #"""
    2:52 /0/response/headers/A "A" must be a header value, not an empty mapping; use text in quotes
    """#),
  RecordingMistake(
    "a.json",
    """
    [{"Duration": 1, "RecordedAt": "2022-10-39T13:19:11Z",
      "Request": {"Method": "GET", "Uri": "http://a/"},
      "Response": {"Status": {"Code": 200}, "Body": "a"}}]
    """,
    #"""
    1:32 /0/RecordedAt "RecordedAt" must be a date and time, not "2022-10-39T13:19:11Z"; use Tue, \#
    01 Nov 2011 04:49:54 GMT, or 2011-11-01T04:49:54Z
    """#),
  RecordingMistake(
    "a.json",
    """
    [{"Duration": -1, "RecordedAt": "2022-10-19T13:19:11Z",
      "Request": {"Method": "GET", "Uri": "http://a/"},
      "Response": {"Status": {"Code": 200}, "Body": "a"}}]
    """,
    #"""
    1:15 /0/Duration "Duration" must be from 0 to 31536000000, not -1
    """#),
  RecordingMistake(
    "a.json",
    """
    [{"Duration": 1, "RecordedAt": "2022-10-19T13:19:11Z",
      "Request": {"Method": "GET", "Uri": "http://a/"},
      "Response": {"Status": {"Kode": 200}, "Body": "a"}}]
    """,
    #"""
    3:26 /0/Response/Status missing "code"; rename "Kode"
    """#),
  RecordingMistake(
    "a.json",
    """
    [{"Duration": 1, "RecordedAt": "2022-10-19T13:19:11Z",
      "Request": {"Uri": "http://a/"},
      "Response": {"Status": {"Code": 200}, "Body": "a"}}]
    """,
    #"""
    2:14 /0/Request missing "method"; add it, or remove the recording
    """#),
  RecordingMistake(
    "a.json",
    """
    [{"Duration": 1, "RecordedAt": "2022-10-19T13:19:11Z",
      "Request": {"Method": "GET", "Uri": "http://a/"},
      "Response": {"Status": {"Code": 200}, "Body": []}}]
    """,
    #"""
    3:49 /0/Response/Body "Body" must be a body as text, not an empty list; use text in quotes
    """#),
  RecordingMistake(
    "a.json",
    """
    [{"Duration": 1, "RecordedAt": "2022-10-19T13:19:11Z",
      "Request": {"Method": "GET", "Uri": "http://a/"},
      "Response": {"Status": 20, "Body": "a"}}]
    """,
    #"""
    3:26 /0/Response/Status "Status" must be a status code from 100 to 999, not 20; use 200
    """#),
]
