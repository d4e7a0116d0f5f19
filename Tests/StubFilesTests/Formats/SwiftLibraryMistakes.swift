/// Damaged recordings, and what is said of each: place, pointer and message.
let swiftLibraryMistakes = [
  RecordingMistake(
    "a.plist", "<plist><array><string>a</string></array></plist>",
    #"""
    1:8  this property list is not a recording of BeKindRewind, JSZVCR or YAHTTPVCR; \#
    remove it
    """#),
  RecordingMistake(
    "a.plist", "<plist><dict><key>scenes</key><array>",
    #"""
    1:38 - expected a property list in XML, got Premature end of data in tag array line 1; run \#
    plutil -lint FILE, or record it again
    """#),
  RecordingMistake(
    "a.json",
    #"[{"id": "A", "type": 0, "data": {"cls": "NSURLRequest", "method": "get", "url": "a"}}]"#,
    #"""
    1:2 /0 this request has no response (type 1) or error (type 3); record it again, or remove the \#
    scenes with this "id"
    """#),
  RecordingMistake(
    "a.json", #"[{"id": "A", "type": 5, "data": {"cls": "NSURLRequest"}}]"#,
    #"""
    1:22 /0/type "type" must be from 0 to 4, not 5
    """#),
  RecordingMistake(
    "a.json", #"[{"id": "A", "type": 1, "data": {"cls": "NSHTTPURLResponse", "status": 200}}]"#,
    #"""
    1:2 /0 these scenes have no request (type 0); record it again, or remove the scenes with this \#
    "id"
    """#),
  RecordingMistake(
    "a.json",
    #"[{"id": "A", "type": 2, "data": {"cls": "NSData", "base64": "YW!"}}]"#,
    #"""
    1:64 /0/data/base64 not base64 (RFC 4648); record it again
    """#),
  RecordingMistake(
    "a.plist",
    "<plist><dict><key>creationDate</key><date>x</date><key>scenes</key><true/></dict></plist>",
    #"""
    1:68 /scenes "scenes" must be a list of recordings, not true; try a line with "- " for \#
    each, or []
    """#),
  RecordingMistake(
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
    2:1 /scenes/0 this scene has no request; record it again, or remove the scene
    4:31 /scenes/1/frames/0/class "class" must be a BeKindRewind frame class such as \#
    "BKRResponseFrame", not "BKRFrame"
    8:24 /scenes/2/frames/0/creationDate "creationDate" must be a number, not true
    10:1 /scenes/3 this scene has no response or error; record it again, or remove the scene
    15:75 /scenes/4/frames/0/data base64 that is cut short; record it again
    """#),
  RecordingMistake(
    "a.json", #"[{"request": {"url": "http://a/"}, "response": {}}]"#,
    #"""
    1:2 /0 this interaction has no response, because Vinyl does not save errors; remove it
    """#),
  RecordingMistake(
    "a.json",
    #"[{"response": {"url": "http://a/", "status": 200}}, {"response": {"status": 200}}]"#,
    #"""
    1:66 /1/response missing "url"; add it, or remove the recording
    """#),
  RecordingMistake(
    "a.json",
    #"{"name": "a", "interactions": [{"recorded_at": "now", "request": {"url": "http://a/", "#
      + #""method": "GET"}, "response": {"status": 200, "body": "a_"}}]}"#,
    #"""
    1:48 /interactions/0/recorded_at "recorded_at" must be a number, not "now"
    1:143 /interactions/0/response/body not base64 (RFC 4648); record it again
    """#),
  RecordingMistake(
    "a.json",
    #"{"interactions": [{"recordedAt": [], "request": {"url": "http://a/", "method": "GET"}, "#
      + #""response": {"statusCode": 2}}]}"#,
    #"""
    1:34 /interactions/0/recordedAt "recordedAt" must be a date and time, not an empty list; use Tue, 01 Nov \#
    2011 04:49:54 GMT, or 2011-11-01T04:49:54Z
    1:115 /interactions/0/response/statusCode "statusCode" must be a status code from 100 to 999, \#
    not 2; use 200
    """#),
  RecordingMistake(
    "a.json", #"[{"method": "GET", "uri": "http://a/", "error": {"code": 1}}]"#,
    #"""
    1:49 /0/error missing "domain"; add it, or remove the recording
    """#),
  RecordingMistake(
    "a.tail", "GET\n.*/users\n",
    #"""
    3:1 - missing lines; write a method, a URL, a status and a media type, each on a line
    """#),
  RecordingMistake(
    "a.tail", "GET(\n[\n20\ntext/plain\nfield\n\n",
    #"""
    1:5  invalid regular expression: missing closing parenthesis; close the group with `)`, or \#
    write `\(` for a parenthesis
    2:2  invalid regular expression: missing terminating ] for character class; close the class \#
    with `]`, or write `\[` for a bracket
    3:1  expected a status code from 100 to 999, got the text "20"; use 200
    5:1  expected a header field, or a blank line before the body, got the text "field"; use \#
    Name: value
    """#),
  RecordingMistake(
    "a.tail", "GET\n.*\n200\nimage/png;base64\n\nYWI=\n!",
    #"""
    7:1  not base64 (RFC 4648); record it again
    """#),
  RecordingMistake(
    "a.response", "HTTP/1.1 200 OK\nfield\n\n",
    #"""
    2:1 - expected a header field such as Name: value, got "field"; save the message with curl -is
    """#),
  RecordingMistake(
    "a", "HTTP/1.1 OK\n\n",
    #"""
    1:1 - expected a status line such as HTTP/1.1 200 OK, got "HTTP/1.1 OK"; save the message \#
    with curl -is
    """#),
  RecordingMistake(
    "a.trace", "HTTP-Trace-Version: 1.0\n\nMethod: GET\nResponse-Body:<<--EOF-1-\na\n",
    #"""
    4:1  missing line --EOF-1- at the end of "Response-Body:<<--EOF-1-"; record it again
    """#),
  RecordingMistake(
    "a.trace", "HTTP-Trace-Version: 1.0\n\nMethod: GET\nHost: a\nwhat\n\nMethod: PUT\nHost: b\n",
    #"""
    3:1  this request has no response; record it again, or remove the request
    5:1  expected a line such as Method: GET, got the text "what"
    7:1  this request has no response; record it again, or remove the request
    """#),
  RecordingMistake(
    "a.trace",
    "HTTP-Trace-Version: 1.0\n\nMethod: \nHost: a\nResponse-Body:<<--EOF-1-\nb\n--EOF-1-\n",
    #"""
    3:1  this request has no method; record it again
    """#),
  RecordingMistake(
    "a.trace",
    "HTTP-Trace-Version: 1.0\n\nMethod: ://GET\nHost: a\nResponse-Body:<<--EOF-1-\nb\n--EOF-1-\n"
      + "\nMethod: GET\nHost: a\u{1D}\nResponse-Body:<<--EOF-2-\nb\n--EOF-2-\n",
    #"""
    3:1  this request has the method "://GET"; record it again
    9:1  this request has a URL with control characters; record it again
    """#),
]
