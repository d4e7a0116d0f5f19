/// Damaged recordings, and what is said of each: place, pointer and message.
let swiftLibraryFaults = [
  RecordingFault("a.plist", "<plist><array><string>a</string></array></plist>", "?"),
  RecordingFault("a.plist", "<plist><dict><key>scenes</key><array>", "?"),
  RecordingFault(
    "a.json",
    #"[{"id": "A", "type": 0, "data": {"cls": "NSURLRequest", "method": "get", "url": "http://a/"}}]"#,
    "?"),
  RecordingFault(
    "a.json", #"[{"id": "A", "type": 5, "data": {"cls": "NSURLRequest"}}]"#, "?"),
  RecordingFault(
    "a.json", #"[{"id": "A", "type": 1, "data": {"cls": "NSHTTPURLResponse", "status": 200}}]"#,
    "?"),
  RecordingFault(
    "a.json",
    #"[{"id": "A", "type": 2, "data": {"cls": "NSData", "base64": "YW!"}}]"#, "?"),
  RecordingFault(
    "a.plist",
    "<plist><dict><key>creationDate</key><date>x</date><key>scenes</key><true/></dict></plist>",
    "?"),
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
    """, "?"),
  RecordingFault("a.json", #"[{"request": {"url": "http://a/"}, "response": {}}]"#, "?"),
  RecordingFault(
    "a.json",
    #"[{"response": {"url": "http://a/", "status": 200}}, {"response": {"status": 200}}]"#,
    "?"),
  RecordingFault(
    "a.json",
    #"{"name": "a", "interactions": [{"recorded_at": "now", "request": {"url": "http://a/", "#
      + #""method": "GET"}, "response": {"status": 200, "body": "a_"}}]}"#, "?"),
  RecordingFault(
    "a.json",
    #"{"interactions": [{"recordedAt": 5, "request": {"url": "http://a/", "method": "GET"}, "#
      + #""response": {"statusCode": 2}}]}"#, "?"),
  RecordingFault("a.json", #"[{"method": "GET", "uri": "http://a/", "error": {"code": 1}}]"#, "?"),
  RecordingFault("a.tail", "GET\n.*/users\n", "?"),
  RecordingFault("a.tail", "GET(\n[\n20\ntext/plain\nfield\n\n", "?"),
  RecordingFault("a.tail", "GET\n.*\n200\nimage/png;base64\n\nYWI=\n!", "?"),
  RecordingFault("a.response", "HTTP/1.1 200 OK\nfield\n\n", "?"),
  RecordingFault("a", "HTTP/1.1 OK\n\n", "?"),
  RecordingFault(
    "a.trace", "HTTP-Trace-Version: 1.0\n\nMethod: GET\nResponse-Body:<<--EOF-1-\na\n", "?"),
  RecordingFault(
    "a.trace", "HTTP-Trace-Version: 1.0\n\nMethod: GET\nHost: a\nwhat\n\nMethod: PUT\nHost: b\n",
    "?"),
]
