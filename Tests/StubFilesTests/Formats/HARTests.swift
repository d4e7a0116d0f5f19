import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// The text of a HAR with one entry.
private func har(
  _ request: String = #""method": "GET", "url": "http://a.example/""#,
  _ response: String = #""status": 200, "content": {}"#, entry: String = ""
) -> String {
  """
  { "log": { "version": "1.2", "creator": { "name": "Maker", "version": "7" }, "entries": [
  { "request": { \(request) }, "response": { \(response) } \(entry) } ] } }
  """
}

private func interaction(
  _ request: String = #""method": "GET", "url": "http://a.example/""#,
  _ response: String = #""status": 200, "content": {}"#, entry: String = ""
) throws -> Interaction {
  try VCRReading.interaction(har(request, response, entry: entry), as: "a.har")
}

/// A response with those members beside its status.
private func response(_ members: String, status: Int = 200) throws -> RecordedResponse {
  let interaction = try interaction(
    #""url": "http://a.example/""#, "\"status\": \(status), \(members)")
  return try #require(interaction.response)
}

/// A request with those members beside its URL.
private func request(_ members: String) throws -> RecordedRequest {
  try interaction("\"method\": \"POST\", \"url\": \"http://a.example/\", \(members)").request
}

@Suite("HAR") struct HARTests {
  @Test("The tool and the name of the recording are kept")
  func names() throws {
    let text = har().replacing("\"version\": \"1.2\"", with: "\"_recordingName\": \"a test\"")
    let cassette = try VCRReading.cassette(text, as: "a.har")
    #expect(cassette.recorder == "Maker 7")
    #expect(cassette.name == "a test")
    #expect(cassette.interactions.first?.origin == HTTPStub.Origin(file: "a.har", line: 2))
  }

  @Test("A byte order mark is passed over")
  func byteOrderMark() throws {
    let source = try SourceText(name: "a.har", bytes: [0xEF, 0xBB, 0xBF] + Array(har().utf8))
    #expect(VCRReading(source).cassettes.first?.interactions.count == 1)
  }

  @Test(
    "Versions of HTTP have one name",
    arguments: [
      ("h2", "2"), ("HTTP/2.0", "2"), ("http/2.0", "2"), ("HTTP/2", "2"), ("http/1.1", "1.1"),
      ("HTTP/1.0", "1.0"), ("h3", "3"), ("h3-29", "3"), ("HTTP/3", "3"), ("http/2+quic/46", "3"),
      ("unknown", nil), ("", nil),
    ] as [(String, String?)])
  func versions(name: String, version: String?) throws {
    #expect(try response("\"httpVersion\": \"\(name)\"").httpVersion == version)
    #expect(try request("\"httpVersion\": \"\(name)\"").httpVersion == version)
  }

  @Test("Of pseudo-header fields only :authority is kept, as Host")
  func pseudoHeaders() throws {
    let fields = [(":method", "GET"), (":authority", "b.example"), ("Accept", "*/*")]
      .map { "{ \"name\": \"\($0.0)\", \"value\": \"\($0.1)\" }" }.joined(separator: ", ")
    #expect(
      try request("\"headers\": [ \(fields) ]").headers
        == ["Host": "b.example", "Accept": "*/*"])
    let status = #""headers": [ { "name": ":status", "value": "200" } ]"#
    #expect(try response(status).headers.isEmpty)
  }

  @Test("A field of several lines is several fields, as is one that Polly.js marks as an array")
  func repeatedFields() throws {
    let lines = #""headers": [ { "name": "Set-Cookie", "value": "a=1\nb=2" } ]"#
    #expect(try response(lines).headers.values(of: .setCookie) == ["a=1", "b=2"])
    let array = """
      "headers": [ { "_fromType": "array", "name": "set-cookie", "value": "a=1" },
      { "_fromType": "array", "name": "set-cookie", "value": "b=2" } ]
      """
    #expect(try response(array).headers.values(of: .setCookie) == ["a=1", "b=2"])
  }

  @Test("Cookies count where their field is not there")
  func cookies() throws {
    let cookies = """
      "cookies": [ { "name": "a", "value": "1", "path": "/", "domain": "a.example",
      "expires": "2020-01-01T00:00:00Z", "httpOnly": true, "secure": true },
      { "name": "b", "value": "2" } ]
      """
    #expect(try request(cookies).headers == ["Cookie": "a=1; b=2"])
    let set = ["a=1; Path=/; Domain=a.example; Secure; HttpOnly", "b=2"]
    #expect(try response(cookies).headers.values(of: .setCookie) == set)
    let field = cookies + #", "headers": [ { "name": "cookie", "value": "c=3" } ]"#
    #expect(try request(field).headers == ["Cookie": "c=3"])
    let setField = cookies + #", "headers": [ { "name": "set-cookie", "value": "c=3" } ]"#
    #expect(try response(setField).headers == ["Set-Cookie": "c=3"])
  }

  @Test("A redirect without Location gets one from redirectURL")
  func redirects() throws {
    let target = #""redirectURL": "/b""#
    #expect(try response(target, status: 302).headers == ["Location": "/b"])
    #expect(try response(target, status: 200).headers.isEmpty)
    #expect(try response("\"redirectURL\": null", status: 302).headers.isEmpty)
    let field = target + #", "headers": [ { "name": "location", "value": "/c" } ]"#
    #expect(try response(field, status: 302).headers == ["Location": "/c"])
  }

  @Test("Times have fractions and zones; -1 stands for unknown")
  func times() throws {
    let entry = """
      , "startedDateTime": "2023-03-29T16:58:59.250-07:00", "time": 150.37,
      "timings": { "blocked": 1.5, "dns": -1, "connect": 10, "ssl": 9, "send": 0.5, "wait": 20,
      "receive": 3.25 }
      """
    let interaction = try interaction(entry: entry)
    #expect(interaction.recordedAt == Date(timeIntervalSince1970: 1_680_134_339.25))
    #expect(
      interaction.timing == RecordedTiming(wait: .milliseconds(32), receive: .microseconds(3_250)))
    #expect(
      try StubFilesTests.interaction(entry: #", "time": 12.5, "timings": {}"#).timing
        == RecordedTiming(wait: .microseconds(12_500)))
    #expect(
      try StubFilesTests.interaction(entry: #", "time": -1, "startedDateTime": """#).timing == nil)
  }

  @Test(
    "A request without a response is an error",
    arguments: [
      (#""status": 0, "_error": "net::ERR_NAME_NOT_RESOLVED""#, NetworkErrorCode.cannotFindHost),
      (#""status": 0, "_error": "net::ERR_INTERNET_DISCONNECTED""#, .notConnectedToInternet),
      (#""status": 0, "_error": "net::ERR_CERT_COMMON_NAME_INVALID""#, .serverCertificateUntrusted),
      (#""status": 0, "_error": "net::ERR_SSL_PROTOCOL_ERROR""#, .secureConnectionFailed),
      (#""status": 0, "_error": "net::ERR_SOMETHING_NEW""#, .networkConnectionLost),
      (#""status": -1, "_failureText": "NS_ERROR_CONNECTION_REFUSED""#, .cannotConnectToHost),
      (#""status": 0, "_error": "[Errno 60] Connect call failed""#, .cannotConnectToHost),
      (#""status": 0, "statusText": """#, .networkConnectionLost),
    ])
  func failures(members: String, code: NetworkErrorCode) throws {
    let interaction = try interaction(#""url": "http://a.example/""#, members)
    #expect(interaction.response == nil)
    let failure = try #require(interaction.failure)
    #expect(failure.code == code.rawValue)
    #expect(failure.domain == "NSURLErrorDomain")
  }

  @Test("An error after the head keeps the received bytes, unless the client gave up")
  func failuresAfterHead() throws {
    let cut = #""status": 200, "content": { "text": "ab" }, "_error": "net::ERR_CONNECTION_RESET""#
    let interaction = try interaction(#""url": "http://a.example/""#, cut)
    let failure = try #require(interaction.failure)
    #expect(failure.code == -1005 && failure.message == "net::ERR_CONNECTION_RESET")
    #expect(interaction.response?.body == Data("ab".utf8))
    #expect(try StubFilesTests.response(#""_error": "net::ERR_ABORTED""#).status == 200)
    #expect(try StubFilesTests.response(#""_error": null"#).status == 200)
  }

  @Test("A body is text or base64, and has the type that the entry gives where no field does")
  func content() throws {
    let text = try response(#""content": { "mimeType": "text/plain", "text": "aé" }"#)
    #expect(text.body == Data("aé".utf8))
    #expect(text.headers == ["Content-Type": "text/plain"])
    let binary = #""content": { "encoding": "base64", "text": "AP8=", "mimeType": "x-unknown" }"#
    #expect(try response(binary).body == Data([0x00, 0xFF]))
    #expect(try response(binary).headers.isEmpty)
    #expect(try response(#""content": { "mimeType": "text/plain", "size": 0 }"#).headers.isEmpty)
  }

  @Test("Text is encoded again as its type says, for browsers decode it")
  func charsets() throws {
    let latin = #""content": { "mimeType": "text/html; charset=ISO-8859-1", "text": "é€" }"#
    #expect(try response(latin).body == Data([0xE9, 0x80]))
    let strange = #""content": { "mimeType": "text/html; charset=x-strange", "text": "é" }"#
    #expect(
      try VCRReading.findings(har(#""url": "/""#, "\"status\": 200, \(strange)"), as: "a.har")
        .hasPrefix(
          #"a.har:2:124: warning: the encoding "x-strange" is not supported, so the text is "#
            + "played as UTF-8; write the body as base64\n"))
    let control = #""content": { "mimeType": "text/html; charset=latin1", "text": "\u00e9\u0093" }"#
    #expect(try response(control).body == Data([0xE9, 0x93]))
  }

  @Test("Text that mitmproxy recorded without a charset is in Latin-1 if it then has its size")
  func mitmproxy() throws {
    func bodies(_ content: String, posted: String) throws -> [Data?] {
      let text = har(
        #""method": "POST", "url": "/", \#(posted)"#, #""status": 200, "content": { \#(content) }"#)
      let recorded = try VCRReading.interaction(
        text.replacing("Maker", with: "mitmproxy"), as: "a.har")
      return [recorded.request.body, recorded.response?.body]
    }
    let latin1 = Data([0x80, 0xFF, 0xE9])
    #expect(
      try bodies(
        #""mimeType": "application/octet-stream", "size": 3, "text": "\u0080ÿé""#,
        posted: #""bodySize": 3, "postData": { "mimeType": "", "text": "\u0080ÿé" }"#)
        == [latin1, latin1])
    #expect(
      try bodies(
        #""mimeType": "", "size": 2, "compression": 1, "text": "\u0080ÿé""#,
        posted: #""bodySize": 6, "postData": { "text": "\u0080ÿé" }"#)
        == [Data("\u{80}ÿé".utf8), latin1])
    #expect(
      try bodies(
        #""mimeType": "application/json", "size": 2, "text": "é""#,
        posted: #""bodySize": 1, "postData": { "mimeType": "a/b; charset=utf-8", "text": "é" }"#)
        == [Data("é".utf8), Data("é".utf8)])
  }

  @Test("Bodies that Playwright put into files are read from there")
  func attachedBodies() throws {
    let text = har(
      #""url": "/", "postData": { "mimeType": "a/b", "text": "", "_file": "in/a.bin" }"#,
      #""status": 200, "content": { "size": -1, "mimeType": "text/plain", "_file": "b.txt" }"#)
    let folder = try TemporaryFolder(["in/a.bin": "a=1", "b.txt": "some text"])
    let interaction = try VCRReading.interaction(text, as: folder.file("a.har"))
    #expect(interaction.request.body == Data("a=1".utf8))
    #expect(interaction.text == "some text")
    #expect(interaction.response?.headers == ["Content-Type": "text/plain"])
    let changes = [("b.txt", "c.txt"), ("b.txt", "../b.txt")]
    let findings = try changes.flatMap { file, other in
      let changed = text.replacing("\"\(file)\"", with: "\"\(other)\"")
      return try VCRReading(changed, as: folder.file("a.har")).diagnostics.sorted
    }
    #expect(findings.map(\.severity) == [.error, .error])
    #expect(findings.map(\.found).first == "no file c.txt")
    #expect(findings.last?.expected == "the path of a file below the cassette's folder")
  }

  @Test("A request's body is text, base64 or a form made of its fields")
  func postData() throws {
    #expect(try request(#""postData": { "text": "a" }"#).body == Data("a".utf8))
    #expect(try request(#""postData": { "mimeType": "", "text": "" }"#).body == nil)
    #expect(
      try request(#""postData": { "text": "AP8=", "encoding": "base64" }"#).body
        == Data([0x00, 0xFF]))
    let fields = #""params": [ { "name": "a b", "value": "ü&" }, { "name": "c", "value": "%20" } ]"#
    let form = try request(
      "\"postData\": { \"mimeType\": \"application/x-www-form-urlencoded\", \(fields) }")
    #expect(form.body == Data("a+b=%C3%BC%26&c=%20".utf8))
    #expect(form.headers == ["Content-Type": "application/x-www-form-urlencoded"])
    let file = """
      "postData": { "mimeType": "multipart/form-data; boundary=xx", "params": [
      { "name": "f", "fileName": "a.txt", "contentType": "text/plain", "value": "hi" },
      { "name": "g", "value": "1" } ] }
      """
    let parts = """
      --xx\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r
      Content-Type: text/plain\r\n\r\nhi\r
      --xx\r\nContent-Disposition: form-data; name="g"\r\n\r\n1\r\n--xx--\r\n
      """
    #expect(try String(decoding: request(file).body ?? Data(), as: UTF8.self) == parts)
  }

  @Test(
    "Errors are reported with their positions",
    arguments: [
      Mistake(
        har(#""method": "GET""#),
        #"a.har:2:14: error: missing "url"; add it, or remove the recording"#),
      Mistake(
        har(#""url": "/""#, #""status": "fine""#),
        #"a.har:2:54: error: "status" must be a status code from 100 to 999, not "fine"; use 200"#),
      Mistake(
        har(#""url": "/""#, #""status": 200, "content": { "text": "%", "encoding": "base64" }"#),
        "a.har:2:81: error: not base64 (RFC 4648); record it again"),
      Mistake(
        har(#""url": "data:,x""#),
        "a.har:2:1: warning: this entry is left out: its URL is not HTTP (data:)"),
      Mistake(
        har(entry: #", "_webSocketMessages": [ { "data": "x" } ]"#),
        "a.har:2:132: warning: WebSocket messages are not played, only the handshake"),
      Mistake(
        har(#""url": "/""#, #""status": 200, "content": { "size": 12 }"#),
        "a.har:2:70: warning: this body was not recorded and is played empty; export with "
          + "content"),
      Mistake(
        har(entry: #", "time": "long""#),
        #"a.har:2:118: error: "time" must be a number of milliseconds, not "long"; use 12.5"#),
      Mistake(
        #"{ "log": { "entries": 7 } }"#,
        #"a.har:1:23: error: "entries" must be a list of recordings, not 7; try a line with "#
          + #""- " for each, or []"#),
    ])
  func faults(mistake: Mistake) throws {
    let printed = try VCRReading.findings(mistake.text, as: "a.har")
    #expect(printed.split(separator: "\n").first.map(String.init) == mistake.printed)
  }
}
