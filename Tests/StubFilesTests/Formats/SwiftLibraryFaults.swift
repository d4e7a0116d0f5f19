/// Damaged recordings, and what is said of each: place, pointer and message.
let swiftLibraryFaults = [
  RecordingFault(
    "a.plist", "<plist><array><string>a</string></array></plist>",
    #"""
    1:8  a property list with a list that is no recording; expected "scenes" as \#
    BeKindRewind writes them, or a list of YAHTTPVCR's scenes; try recording it again, \#
    or removing it
    """#),
  RecordingFault(
    "a.plist", "<plist><dict><key>scenes</key><array>",
    #"""
    1:38 - Premature end of data in tag array line 1; expected a property list in XML; \#
    try plutil -lint FILE, or recording it again
    """#),
  RecordingFault(
    "a.json",
    #"[{"id": "A", "type": 0, "data": {"cls": "NSURLRequest", "method": "get", "url": "a"}}]"#,
    #"""
    1:2 /0 a request without a scene of a response or an error; expected a request (type \#
    0) and a response (1) or an error (3) with the same "id"; try recording it again, or \#
    removing the scenes with this "id"
    """#),
  RecordingFault(
    "a.json", #"[{"id": "A", "type": 5, "data": {"cls": "NSURLRequest"}}]"#,
    #"""
    1:22 /0/type the number 5; expected a whole number from 0 to 4; try a number without \#
    quotes, such as 1
    """#),
  RecordingFault(
    "a.json", #"[{"id": "A", "type": 1, "data": {"cls": "NSHTTPURLResponse", "status": 200}}]"#,
    #"""
    1:2 /0 scenes without the request they belong to; expected a request (type 0) and a \#
    response (1) or an error (3) with the same "id"; try recording it again, or removing \#
    the scenes with this "id"
    """#),
  RecordingFault(
    "a.json",
    #"[{"id": "A", "type": 2, "data": {"cls": "NSData", "base64": "YW!"}}]"#,
    #"""
    1:64 /0/data/base64 text that is not base64; expected base64 (RFC 4648); try \#
    recording it again
    """#),
  RecordingFault(
    "a.plist",
    "<plist><dict><key>creationDate</key><date>x</date><key>scenes</key><true/></dict></plist>",
    #"""
    1:68 /scenes true; expected a list of recordings; try a line with "- " for each, or \#
    []
    """#),
  RecordingFault(
    "a.plist",
    """
    <plist><dict><key>scenes</key><array>
    <dict><key>frames</key><array/></dict>
    <dict><key>frames</key><array>
    <dict><key>class</key><string>BKRFrame</string><key>creationDate</key><real>1</real></dict>
    </array></dict>
    <dict><key>frames</key><array>
    <dict><key>class</key><string>BKRRequestFrame</string><key>URL</key><string>http://a/</string>
    <key>creationDate</key><true/></dict>
    </array></dict>
    <dict><key>frames</key><array>
    <dict><key>class</key><string>BKRRequestFrame</string><key>URL</key><string>http://a/</string>
    <key>creationDate</key><real>1</real></dict>
    </array></dict>
    <dict><key>frames</key><array>
    <dict><key>class</key><string>BKRDataFrame</string><key>data</key><string>a</string>
    <key>creationDate</key><real>1</real></dict>
    </array></dict>
    </array></dict></plist>
    """,
    #"""
    2:1 /scenes/0 a scene without a request; expected a request with a response or an \#
    error; try recording it again, or removing the scene
    4:31 /scenes/1/frames/0/class the text "BKRFrame"; expected a class of \#
    BeKindRewind's frames, such as "BKRResponseFrame"; try recording it again
    8:24 /scenes/2/frames/0/creationDate true; expected a number; try a number without \#
    quotes, such as 0.5
    10:1 /scenes/3 a scene without a response or an error; expected a request with a \#
    response or an error; try recording it again, or removing the scene
    15:75 /scenes/4/frames/0/data the text "a"; expected <data>; try recording it again
    """#),
  RecordingFault(
    "a.json", #"[{"request": {"url": "http://a/"}, "response": {}}]"#,
    #"""
    1:2 /0 a track without a response, which is how Vinyl saves an error; expected a \#
    response; try removing the track, or recording it again
    """#),
  RecordingFault(
    "a.json",
    #"[{"response": {"url": "http://a/", "status": 200}}, {"response": {"status": 200}}]"#,
    #"""
    1:66 /1/response no key "url"; expected "url"; try recording it again, or removing \#
    the recording
    """#),
  RecordingFault(
    "a.json",
    #"{"name": "a", "interactions": [{"recorded_at": "now", "request": {"url": "http://a/", "#
      + #""method": "GET"}, "response": {"status": 200, "body": "a_"}}]}"#,
    #"""
    1:48 /interactions/0/recorded_at the text "now"; expected a number; try a number \#
    without quotes, such as 0.5
    1:143 /interactions/0/response/body text that is not base64; expected base64 (RFC \#
    4648); try recording it again
    """#),
  RecordingFault(
    "a.json",
    #"{"interactions": [{"recordedAt": 5, "request": {"url": "http://a/", "method": "GET"}, "#
      + #""response": {"statusCode": 2}}]}"#,
    #"""
    1:34 /interactions/0/recordedAt the number 5; expected a date and time; try Tue, 01 \#
    Nov 2011 04:49:54 GMT, or 2011-11-01T04:49:54Z
    1:114 /interactions/0/response/statusCode the number 2; expected a status code from \#
    100 to 999; try 200
    """#),
  RecordingFault(
    "a.json", #"[{"method": "GET", "uri": "http://a/", "error": {"code": 1}}]"#,
    #"""
    1:49 /0/error no key "domain"; expected "domain"; try recording it again, or \#
    removing the recording
    """#),
  RecordingFault(
    "a.tail", "GET\n.*/users\n",
    #"""
    3:1 - the end of the file; expected lines with a method, a URL, a status and a media \#
    type; try GET, .*/users, 200 and application/json, each on a line
    """#),
  RecordingFault(
    "a.tail", "GET(\n[\n20\ntext/plain\nfield\n\n",
    #"""
    1:5  missing closing parenthesis; expected a regular expression; close the group \#
    with `)`, or write `\(` for a parenthesis
    2:2  missing terminating ] for character class; expected a regular expression; close \#
    the class with `]`, or write `\[` for a bracket
    3:1  the text "20"; expected a status code from 100 to 999; try 200
    5:1  the text "field"; expected a header field, or a blank line before the body; try \#
    Name: value
    """#),
  RecordingFault(
    "a.tail", "GET\n.*\n200\nimage/png;base64\n\nYWI=\n!",
    #"""
    7:1  text that is not base64; expected base64 (RFC 4648); try recording it again
    """#),
  RecordingFault(
    "a.response", "HTTP/1.1 200 OK\nfield\n\n",
    #"""
    2:1 - "field"; expected a header field such as Name: value; try saving the message \#
    with curl -is
    """#),
  RecordingFault(
    "a", "HTTP/1.1 OK\n\n",
    #"""
    1:1 - "HTTP/1.1 OK"; expected a status line such as HTTP/1.1 200 OK; try saving the \#
    message with curl -is
    """#),
  RecordingFault(
    "a.trace", "HTTP-Trace-Version: 1.0\n\nMethod: GET\nResponse-Body:<<--EOF-1-\na\n",
    #"""
    4:1  "Response-Body:<<--EOF-1-" without an end; expected a line --EOF-1-; try \#
    recording it again
    """#),
  RecordingFault(
    "a.trace", "HTTP-Trace-Version: 1.0\n\nMethod: GET\nHost: a\nwhat\n\nMethod: PUT\nHost: b\n",
    #"""
    3:1  a request without a response; expected Response-Header or Response-Body; try \#
    recording it again, or removing the request
    5:1  the text "what"; expected a line such as Method: GET; try recording it again
    7:1  a request without a response; expected Response-Header or Response-Body; try \#
    recording it again, or removing the request
    """#),
]
