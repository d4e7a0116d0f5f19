/// Damaged recordings, and what is said of each: place, pointer and message.
let listedVCRFaults = [
  RecordingFault(
    "a.json",
    """
    [{"request": {"method": "get", "url": "http://a/"},
      "response": {"status_code": 200, "binary": true, "body": "YWJj", "headers": {}}}]
    """,
    #"""
    2:60 /0/response/body binary data that is no Erlang binary; expected what term_to_binary \#
    gives; try recording it again
    """#),
  RecordingFault(
    "a.json",
    """
    [{"request": {"method": "get", "url": "http://a/"},
      "response": {"status_code": 200, "binary": true, "body": "g20AAAAJYQ==", "headers": {}}}]
    """,
    #"""
    2:60 /0/response/body binary data that is no Erlang binary; expected what term_to_binary \#
    gives; try recording it again
    """#),
  RecordingFault(
    "a.json",
    """
    [{"request": {"method": "get", "url": "http://a/"},
      "response": {"status_code": 200, "binary": true, "body": "?", "headers": {}}}]
    """,
    #"""
    2:61 /0/response/body text that is not base64; expected base64 (RFC 4648); try recording \#
    it again
    """#),
  RecordingFault(
    "a.json",
    """
    [{"request": {"method": "get", "url": "http://a/"},
      "response": {"status_code": 200, "binary": 1, "body": "g20AAAABYQ==", "headers": {}}}]
    """,
    #"""
    2:46 /0/response/binary the number 1; expected true or false; try true
    """#),
  RecordingFault(
    "a.json",
    """
    [{"request": {"method": "get", "url": "http://a/"},
      "response": {"status_code": [1, 2], "binary": true, "body": "g20AAAABYQ==", "headers": {}}}]
    """,
    #"""
    2:31 /0/response/status_code a list; expected a status code from 100 to 999; try \#
    ["HTTP/1.1", 200, "OK"]
    """#),
  RecordingFault(
    "a.json",
    """
    [{"request": {"method": "get", "url": "~r/a/"},
      "response": {"status_code": 200, "binary": true, "body": "g20AAAABYQ==", "headers": {}}}]
    """,
    #"""
    1:39 /0/request/url the text "~r/a/"; expected a URL, not a pattern; try a rule file with \#
    "urlRegex:" for this response
    """#),
  RecordingFault(
    "a.json",
    """
    [{"request": {"method": "get", "url": ["a"]},
      "response": {"status_code": 200, "binary": true, "body": "g20AAAABYQ==", "headers": {}}}]
    """,
    #"""
    1:39 /0/request/url a list; expected text; try a text in quotes
    """#),
  RecordingFault(
    "a.json",
    """
    [{"request": {"method": "get", "url": "http://a/"},
      "response": {"status_code": null, "binary": true, "body": "g20AAAABYQ==", "headers": {}}}]
    """,
    #"""
    2:15 /0/response nothing as "status_code"; expected a value; try recording it again, or \#
    removing the recording
    """#),
  RecordingFault(
    "a.yml",
    """
    - request: { method: GET, url: http://a/ }
      response: { status: { code: 2000 }, headers: { A: b }, curl_info: { total_time: 1 } }
    """,
    #"""
    2:31 /0/response/status/code the number 2000; expected a status code from 100 to 999; try \#
    200
    """#),
  RecordingFault(
    "a.yml",
    """
    - request: { method: GET, url: http://a/ }
      response: { status: HTTP/1.1, headers: { A: b }, curl_info: { total_time: 1 } }
    """,
    #"""
    2:23 /0/response/status the text "HTTP/1.1"; expected a status such as 200 OK; try 200 OK
    """#),
  RecordingFault(
    "a.yml",
    """
    - request: { url: http://a/ }
      response: { status: { code: 200 }, headers: { A: b }, curl_info: { total_time: 1 } }
    """,
    #"""
    1:12 /0/request no key "method"; expected "method"; try recording it again, or removing \#
    the recording
    """#),
  RecordingFault(
    "a.yml",
    """
    - request: { method: GET, url: http://a/ }
      response: { status: { code: 200 }, headers: { A: b }, curl_info: { total_time: -1 } }
    """,
    #"""
    2:82 /0/response/curl_info/total_time the number -1; expected a number of 0 or more; try 0.5
    """#),
  RecordingFault(
    "a.yml",
    """
    - request: { method: GET, url: http://a/ }
      response: { status: { code: 200 }, headers: { A: {} }, curl_info: { total_time: 1 } }
    """,
    #"""
    2:52 /0/response/headers/A an empty mapping; expected the value of a header; try text in \#
    quotes
    """#),
  RecordingFault(
    "a.json",
    """
    [{"Duration": 1, "RecordedAt": "2022-10-39T13:19:11Z",
      "Request": {"Method": "GET", "Uri": "http://a/"},
      "Response": {"Status": {"Code": 200}, "Body": "a"}}]
    """,
    #"""
    1:32 /0/RecordedAt the text "2022-10-39T13:19:11Z"; expected a date and time; try Tue, 01 \#
    Nov 2011 04:49:54 GMT, or 2011-11-01T04:49:54Z
    """#),
  RecordingFault(
    "a.json",
    """
    [{"Duration": -1, "RecordedAt": "2022-10-19T13:19:11Z",
      "Request": {"Method": "GET", "Uri": "http://a/"},
      "Response": {"Status": {"Code": 200}, "Body": "a"}}]
    """,
    #"""
    1:15 /0/Duration the number -1; expected a whole number from 0 to 31536000000; try a \#
    number without quotes, such as 1
    """#),
  RecordingFault(
    "a.json",
    """
    [{"Duration": 1, "RecordedAt": "2022-10-19T13:19:11Z",
      "Request": {"Method": "GET", "Uri": "http://a/"},
      "Response": {"Status": {"Kode": 200}, "Body": "a"}}]
    """,
    #"""
    3:26 /0/Response/Status no key "code"; expected one of "code", "Code"; try it instead of \#
    "Kode"
    """#),
  RecordingFault(
    "a.json",
    """
    [{"Duration": 1, "RecordedAt": "2022-10-19T13:19:11Z",
      "Request": {"Uri": "http://a/"},
      "Response": {"Status": {"Code": 200}, "Body": "a"}}]
    """,
    #"""
    2:14 /0/Request no key "method"; expected one of "method", "Method"; try recording it \#
    again, or removing the recording
    """#),
  RecordingFault(
    "a.json",
    """
    [{"Duration": 1, "RecordedAt": "2022-10-19T13:19:11Z",
      "Request": {"Method": "GET", "Uri": "http://a/"},
      "Response": {"Status": {"Code": 200}, "Body": {}}}]
    """,
    #"""
    3:49 /0/Response/Body an empty mapping; expected a body as text; try text in quotes
    """#),
  RecordingFault(
    "a.json",
    """
    [{"Duration": 1, "RecordedAt": "2022-10-19T13:19:11Z",
      "Request": {"Method": "GET", "Uri": "http://a/"},
      "Response": {"Status": 200, "Body": "a"}}]
    """,
    #"""
    3:26 /0/Response/Status the number 200; expected a mapping with "code"; try recording it \#
    again, or removing it
    """#),
]
