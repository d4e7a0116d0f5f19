/// A file in each format that Python's own libraries read as well, by its name.
enum RecordingFiles {
  static let all: KeyValuePairs = [
    "scenes.plist": """
    <?xml version="1.0"?><plist version="1.0"><dict><key>scenes</key><array><dict>
    <key>frames</key><array>
    <dict><key>class</key><string>BKROriginalRequestFrame</string><key>URL</key>
    <string>http://shop.example/list?page=2</string><key>creationDate</key><real>1.5</real></dict>
    <dict><key>class</key><string>BKRResponseFrame</string><key>URL</key>
    <string>http://shop.example/list</string><key>statusCode</key><integer>203</integer>
    <key>allHeaderFields</key><dict><key>X-Own</key><string>yes</string></dict>
    <key>creationDate</key><real>1.75</real></dict>
    <dict><key>class</key><string>BKRDataFrame</string><key>data</key><data>AP8=</data>
    <key>creationDate</key><real>1.8</real></dict></array></dict></array></dict></plist>
    """,
    "betamax.json": """
    {"http_interactions": [{"request": {"method": "GET", "uri": "http://shop.example/page",
    "body": {"encoding": "utf-8", "string": ""}, "headers": {}}, "response": {"status":
    {"code": 200, "message": "OK"}, "url": "http://shop.example/page", "headers": {"Content-Type":
    ["text/plain"]}, "body": {"base64_string": "em0K", "encoding": "utf-8"}},
    "recorded_at": "2014-05-06T07:08:09"}], "recorded_with": "betamax/0.4.1"}
    """,
    "dvr.json": """
    {"name": "own", "interactions": [{"recorded_at": 1.5, "request": {"method": "GET",
    "url": "http://shop.example/picture"}, "response": {"url": "http://shop.example/picture",
    "status": 200, "headers": {"Content-Type": "image/x-own"}, "body": "AP8="}}]}
    """,
    "browser.har": """
    {"log": {"creator": {"name": "Own"}, "entries": [
    {"request": {"method": "GET", "url": "https://shop.example/list?page=2", "headers": []},
    "response": {"status": 200, "headers": [{"name": "Content-Type", "value": "text/plain"},
    {"name": "Set-Cookie", "value": "a=1"}, {"name": "Set-Cookie", "value": "b=2"}],
    "content": {"text": "zw\\u00f6lf\\n"}}},
    {"request": {"method": "POST", "url": "https://shop.example/cart", "headers": [],
    "postData": {"mimeType": "text/plain", "text": "id=7"}}, "response": {"status": 404,
    "headers": [{"name": "X-Own", "value": "yes"}],
    "content": {"encoding": "base64", "text": "AP8="}}}]}}
    """,
    "page.tail": """
    GET|PUT
    /page/[0-9]*
    201
    text/plain
    X-Own: yes

    one
    two

    """,
    "ruby.yml": """
    http_interactions:
    - request: { method: get, uri: 'https://shop.example/list?page=2', headers: { Accept: ['*/*'] },
        body: { encoding: UTF-8, string: '' } }
      response:
        status: { code: 200, message: OK }
        headers: { Content-Type: [text/plain], Set-Cookie: [a=1, b=2] }
        body: { encoding: UTF-8, string: "zw\\xF6lf\\n" }
      recorded_at: Tue, 03 Mar 2020 10:20:30 GMT
    - request: { method: delete, uri: 'https://shop.example/cart', headers: {},
        body: { encoding: UTF-8, string: id=7 } }
      response:
        status: { code: 404, message: Not Found }
        headers: {}
        body: { encoding: ASCII-8BIT, string: !binary AP8= }
      recorded_at: Tue, 03 Mar 2020 10:20:31 GMT
    recorded_with: VCR 6.0.0
    """,
    "python.yaml": """
    interactions:
    - request: { method: GET, uri: 'https://shop.example/list?page=2', headers: {}, body: null }
      response:
        body: { string: "zw\\xF6lf\\n" }
        headers: { Content-Type: [text/plain], Set-Cookie: [a=1, b=2] }
        status: { code: 200, message: OK }
    - request: { method: POST, uri: 'https://shop.example/cart', headers: {}, body: id=7 }
      response:
        body: { string: !!binary AP8= }
        headers: { X-Own: [yes-or-no] }
        status: { code: 404, message: Not Found }
    version: 1
    """,
    "vinyl.json": """
    [{"request": {"url": "http://shop.example/cart", "method": "POST", "headers":
    {"Content-Type": "application/json"}, "body": {"id": 7}}, "response":
    {"url": "http://shop.example/cart", "status": 201, "headers":
    {"Content-Type": "application/json"}, "body": {"count": [1, 2]}}},
    {"response": {"url": "http://shop.example/page", "status": 200, "headers":
    {"Content-Type": "text/plain"}, "body": "one"}}]
    """,
    "tape.json": """
    [{"id": "A", "type": 0, "data": {"cls": "NSURLRequest", "method": "post",
    "url": "http://shop.example/cart", "body": {"cls": "NSData", "base64": "aWQ9Nw=="}}},
    {"id": "A", "type": 1, "data": {"cls": "NSHTTPURLResponse", "status": 200,
    "url": "http://shop.example/cart", "headers": {"X-Own": "yes"}}},
    {"id": "A", "type": 2, "data": {"cls": "NSData", "base64": "AP8="}},
    {"id": "A", "type": 2, "data": {"cls": "NSData", "base64": "YQ=="}}, {"id": "A", "type": 4}]
    """,
    "go.yaml": """
    version: 1
    interactions:
    - request: { body: '', headers: {}, url: 'https://shop.example/list?page=2', method: GET }
      response:
        body: "zw\\xF6lf\\n"
        headers: { Content-Type: [text/plain], Set-Cookie: [a=1, b=2] }
        status: 200 OK
        code: 200
    - request: { body: id=7, headers: {}, url: 'https://shop.example/cart', method: POST }
      response: { body: !!binary AP8=, headers: { X-Own: [a] }, status: 404 Not Found, code: 404 }
    """,
    "nock.json": """
    [{"scope": "https://shop.example:443", "method": "POST", "path": "/cart", "body": {"id": 7},
    "status": 200, "response": {"count": 2}, "rawHeaders": ["Content-Type", "application/json"]},
    {"scope": "http://shop.example:80", "method": "GET", "path": "/page?a=b", "body": "",
    "status": 203, "response": "00ff", "responseIsBinary": true, "rawHeaders": ["X-Own", "yes"]}]
    """,
  ]
}
