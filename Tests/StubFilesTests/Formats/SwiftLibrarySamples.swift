/// One recording in each format of the libraries in Swift and Objective-C.
enum SwiftLibrarySamples {
  static let all = [yahttpvcr, beKindRewind, jszvcr, vinyl, dvr, swiftVCR, vcrURLConnection]

  static let yahttpvcr = """
    [{"id": "A", "type": 0, "data": {"cls": "NSURLRequest", "method": "post", "url": "http://a/",
    "body": {"cls": "NSData", "base64": "YQ=="}, "headers": {"A": "b"}}}, {"id": "A", "type": 1,
    "data": {"cls": "NSHTTPURLResponse", "status": 200, "url": "http://a/", "headers": {"C": "d"}}},
    {"id": "A", "type": 2, "data": {"cls": "NSData", "base64": "YWI="}}, {"id": "A", "type": 4}]
    """
  static let beKindRewind = """
    <?xml version="1.0"?><plist version="1.0"><dict><key>scenes</key><array><dict>
    <key>frames</key><array>
    <dict><key>class</key><string>BKROriginalRequestFrame</string><key>URL</key>
    <string>http://a/?b&amp;c</string><key>creationDate</key><real>100.5</real></dict>
    <dict><key>class</key><string>BKRResponseFrame</string><key>URL</key><string>http://a/</string>
    <key>statusCode</key><integer>201</integer><key>creationDate</key><real>101</real></dict>
    <dict><key>class</key><string>BKRDataFrame</string><key>data</key><data>YWI=</data>
    <key>creationDate</key><real>101.25</real></dict></array></dict></array></dict></plist>
    """
  static let jszvcr = """
    <?xml version="1.0"?><plist version="1.0"><array><dict><key>request</key><dict>
    <key>originalRequest</key><dict><key>URL</key><string>http://a/</string>
    <key>HTTPBody</key><data>YQ==</data></dict></dict>
    <key>data</key><dict><key>data</key><data>YWI=</data></dict>
    <key>response</key><dict><key>response</key><dict><key>URL</key><string>http://a/</string>
    <key>statusCode</key><integer>201</integer></dict></dict></dict></array></plist>
    """
  static let vinyl = """
    [{"request": {"url": "http://a/", "method": "POST", "headers": {"Content-Type": "text/plain"},
    "body": "a"}, "response": {"url": "http://a/", "status": 200, "headers": {}, "body": "b"}}]
    """
  static let dvr = """
    {"name": "a", "interactions": [{"recorded_at": 1.5, "request": {"method": "GET",
    "url": "http://a/"}, "response": {"url": "http://b/", "status": 200, "headers": {}, "body":
    "YWI="}}]}
    """
  static let swiftVCR = """
    {"name": "a", "interactions": [{"recordedAt": "2025-01-02T03:04:05Z", "request": {"method":
    "GET", "url": "http://a/"}, "response": {"statusCode": 200, "headers": {}, "body": "YWI="}}]}
    """
  static let vcrURLConnection = """
    [{"method": "get", "uri": "http://a/", "status": 200, "headers": {"Content-Type": "text/html"},
    "body": "ab"}]
    """
}
