import Foundation
import StubLanguages
import Testing

@testable import StubCore

@Suite("The charset of a request")
struct RequestCharsetTests {
  /// A charset, a text that it has, and how bodies in it are called.
  struct Sample: Sendable, CustomTestStringConvertible {
    let charset: String
    let text: String
    var mark: [UInt8] = []

    var testDescription: String { charset + (mark.isEmpty ? "" : " with a mark") }

    func bytes(_ text: String) throws -> Data {
      Data(mark + (try #require(Charset(charset)).bytes(of: text)))
    }
  }

  static let samples: [Sample] = [
    Sample(charset: "ISO-8859-1", text: "café"), Sample(charset: "windows-1252", text: "café €"),
    Sample(charset: "UTF-16", text: "café"), Sample(charset: "UTF-16LE", text: "café"),
    Sample(charset: "UTF-16LE", text: "café", mark: [0xFF, 0xFE]),
    Sample(charset: "UTF-16BE", text: "café"), Sample(charset: "Shift_JIS", text: "日本"),
    Sample(charset: "KOI8-R", text: "привет"), Sample(charset: "UTF-8", text: "café"),
    Sample(charset: "\"iso-8859-1\"", text: "café"),
  ]

  /// Where a request carries text, and what asks for it.
  struct Part: Sendable, CustomTestStringConvertible {
    let name: String
    let type: String
    /// The body around a text.
    let body: @Sendable (Sample) throws -> Data
    let matcher: @Sendable (String) throws -> any HTTPStubMatcher

    var testDescription: String { name }

    init(
      _ name: String, _ type: String, _ body: @escaping @Sendable (Sample) throws -> Data,
      _ matcher: @escaping @Sendable (String) throws -> any HTTPStubMatcher
    ) {
      (self.name, self.type, self.body, self.matcher) = (name, type, body, matcher)
    }
  }

  static let parts: [Part] = [
    Part("text", "text/plain", { try $0.bytes($0.text) }, { .body(.equals($0)) }),
    Part(
      "part of a text", "text/plain", { try $0.bytes("a\($0.text)b") }, { .body(.contains($0)) }),
    Part(
      "pattern", "text/plain", { try $0.bytes("a\($0.text)b") },
      { .body(try .matches("a\($0)b")) }),
    Part(
      "JSON", "application/json", { try $0.bytes(#"{"a":"\#($0.text)"}"#) },
      { .json(["a": .string($0)]) }),
    Part(
      "JSONPath", "application/json", { try $0.bytes(#"{"a":"\#($0.text)"}"#) },
      { .jsonPath("$.a", .equals($0)) }),
    Part(
      "XML", "application/xml", { try $0.bytes("<a>\($0.text)</a>") }, { try .xml("<a>\($0)</a>") }),
    Part(
      "XML that says otherwise", "text/xml",
      { try $0.bytes(#"<?xml version="1.0" encoding="ISO-8859-5"?><a>\#($0.text)</a>"#) },
      { .xpath("/a", .equals($0)) }),
    Part(
      "form", "application/x-www-form-urlencoded", { try $0.bytes("a=\($0.text)&b=1+2") },
      { .form("a", .equals($0)) }),
    Part(
      "form as text", "application/x-www-form-urlencoded", { try $0.bytes("a=\($0.text)") },
      { .body(.equals("a=\($0)")) }),
    Part(
      "multipart", "",
      { sample in
        let head =
          "--x\r\nContent-Disposition: form-data; name=a\r\n"
          + "Content-Type: text/plain; charset=\(sample.charset)\r\n\r\n"
        return Data(head.utf8) + (try sample.bytes(sample.text)) + Data("\r\n--x--".utf8)
      }, { .part("a", body: .equals($0)) }),
  ]

  private func made(_ part: Part, _ sample: Sample) throws -> ReceivedRequest {
    let plain = Sample(
      charset: sample.charset.replacing("\"", with: ""), text: sample.text, mark: sample.mark)
    let type =
      part.type.isEmpty
      ? "multipart/form-data; boundary=x" : "\(part.type); charset=\(sample.charset)"
    return ReceivedRequest(
      .post, "/a", headers: [.contentType: type], body: try part.body(plain))
  }

  @Test(
    "Conditions read each part in the charset that it declares, alone and by the index",
    arguments: parts, samples)
  func isRead(part: Part, sample: Sample) throws {
    let request = try made(part, sample)
    let matcher = try part.matcher(sample.text)
    let result = matcher.evaluate(request, for: .stubRequest)
    #expect(result.isMatch, "\(result)")
    let set = StubSet()
    // Enough of them that only those are asked that the index finds.
    for number in 0..<50 {
      set.add(stub: HTTPStubRequest().match(try part.matcher("\(number)")).stub(.text("other")))
    }
    let stub = HTTPStubRequest().match(matcher).stub(.text("this"))
    let id = set.add(stub: stub).id
    #expect(set.explain(try made(part, sample)).claim?.installed.stub.id == id)
    #expect(!(try part.matcher("x").evaluate(request, for: .stubRequest).isMatch))
  }

  @Test("A body is decompressed first, and then read in its charset")
  func compressed() throws {
    // `caf\xE9` in gzip.
    let bytes = try #require(Data(base64Encoded: "H4sIAAAAAAAAA0tOTHsJABuws6sEAAAA"))
    let request = ReceivedRequest(
      .post, "/", headers: [.contentType: "text/plain; charset=latin1", .contentEncoding: "gzip"],
      body: bytes)
    #expect(request.bodyText == "café")
    #expect(request.body == bytes)
  }

  @Test(
    "Percent-encoded bytes of a form are read in its charset",
    arguments: ["caf%E9", "caf\u{E9}"])
  func percentEncoded(text: String) throws {
    let latin = try #require(Charset("ISO-8859-1"))
    let request = ReceivedRequest(
      .post, "/",
      headers: [.contentType: "application/x-www-form-urlencoded; charset=ISO-8859-1"],
      body: Data(try latin.bytes(of: "na%EFve=\(text)&plain=a+b")))
    #expect(
      request.formItems == [
        QueryItem(name: "naïve", value: "café"), QueryItem(name: "plain", value: "a b"),
      ])
  }

  @Test("XML without a charset in its type is read in the charset it declares, also as text")
  func declared() throws {
    let latin = try #require(Charset("ISO-8859-1"))
    let text = #"<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>"#
    let request = ReceivedRequest(
      .post, "/", headers: [.contentType: "application/soap+xml"],
      body: Data(try latin.bytes(of: text)))
    #expect(request.bodyText == text)
    #expect(try HTTPStubXMLMatcher("<a>é</a>").evaluate(request, for: .stubRequest).isMatch)
  }

  @Test("The type of XML counts more than its declaration, also for UTF-8")
  func header() throws {
    let text = #"<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>"#
    let request = ReceivedRequest(
      .post, "/", headers: [.contentType: "text/xml; charset=utf-8"], body: Data(text.utf8))
    #expect(try HTTPStubXMLMatcher("<a>é</a>").evaluate(request, for: .stubRequest).isMatch)
  }

  @Test("A charset that is not known is named in the report", arguments: parts)
  func unknown(part: Part) throws {
    let latin = Sample(charset: "ISO-8859-1", text: "é")
    var body = try part.body(latin)
    if part.type.isEmpty {
      let text = try #require(Charset("ISO-8859-1")?.text(of: body))
      body = Data(
        try latin.bytes(text.replacing("charset=ISO-8859-1", with: "charset=x-none")))
    }
    let type =
      part.type.isEmpty ? "multipart/form-data; boundary=x" : "\(part.type); charset=x-none"
    let request = ReceivedRequest(.post, "/", headers: [.contentType: type], body: body)
    let result = try part.matcher("é").evaluate(request, for: .stubRequest)
    let expected = #"a body in the charset "x-none", which is unknown"#
    #expect(result.mismatch?.found.hasPrefix(expected) == true, "\(result)")
  }

  @Test("A body in UTF-8 is read as such under a name that is not known")
  func misnamed() {
    let request = ReceivedRequest(
      .post, "/", headers: [.contentType: "application/json; charset=x-none"],
      body: Data(#"{"a":"é"}"#.utf8))
    #expect(HTTPStubJSONMatcher(["a": "é"]).evaluate(request, for: .stubRequest).isMatch)
  }

  @Test("A body above the limit for parsing is not converted")
  func large() throws {
    let request = ReceivedRequest(
      .post, "/", headers: [.contentType: "text/plain; charset=ISO-8859-1"],
      body: Data(repeating: 0xE9, count: 2_000))
    request.limit(by: EvaluationLimits(parsedBytes: 1_000))
    let result = PartMatcher(.body, .contains("é")).evaluate(request, for: .stubRequest)
    guard case .undecided(let mismatch) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(mismatch.found.hasPrefix("a body in the charset ISO-8859-1, larger than the 1"))
  }
}
