import Foundation
import StubLanguages
import Testing

@testable import StubCore

@Suite("The charset of a response")
struct ResponseCharsetTests {
  private static func body(_ stub: HTTPStubRequest) throws -> Data? {
    let set = StubSet()
    set.add(stub: stub)
    let exchange = set.receive(ReceivedRequest(.get, "/café", body: Data("é".utf8)))
    guard case .stubbed(_, _, .ready(let plan)) = exchange.outcome,
      case .data(let bytes) = plan.body
    else { return nil }
    return bytes
  }

  private static let samples = [
    ("ISO-8859-1", "café"), ("windows-1252", "café €"), ("UTF-16", "café"), ("UTF-16LE", "café"),
    ("Shift_JIS", "日本"), ("KOI8-R", "привет"), ("UTF-8", "café"),
  ]

  @Test(
    "Text is sent in the charset of the head, wherever it comes from", arguments: samples)
  func texts(name: String, text: String) throws {
    let charset = try #require(Charset(name))
    let type = HTTPContentType(rawValue: "text/plain; charset=\(name)")
    let headers: HTTPHeaders = [.contentType: type.rawValue]
    let responses: [(HTTPStubResponse, String)] = [
      (.text(text, contentType: type), text), (.text(text, headers: headers), text),
      (.text("\(text){{method}}", headers: headers).templated, "\(text)GET"),
      (.json(["a": .string(text)], headers: headers), #"{"a":"\#(text)"}"#),
      (.chunks([HTTPStubChunk(text), HTTPStubChunk(Data())], headers: headers), text),
    ]
    for (response, expected) in responses {
      let bytes = Data(try charset.bytes(of: expected))
      #expect(try Self.body(HTTPStubRequest().stub(response)) == bytes)
    }
  }

  @Test("Bytes are sent as they are, whatever the charset is")
  func bytes() throws {
    let headers: HTTPHeaders = [.contentType: "text/plain; charset=ISO-8859-1"]
    let bytes = Data("é".utf8)
    #expect(try Self.body(HTTPStubRequest().stub(.data(bytes, headers: headers))) == bytes)
    let chunks = HTTPStubResponse.chunks([HTTPStubChunk(bytes)], headers: headers)
    #expect(try Self.body(HTTPStubRequest().stub(chunks)) == bytes)
  }

  @Test("Content-Length counts the bytes in the charset of the response")
  func length() throws {
    let response = HTTPStubResponse.text("é", contentType: "text/plain; charset=latin1")
    let plan = try response.specification.plan(for: ReceivedRequest(.get, "/"))
    #expect(plan.head?.headers[.contentLength] == "1")
  }

  @Test("A character that the charset lacks is an error of the stub, in each kind of body")
  func missing() throws {
    let type: HTTPContentType = "text/plain; charset=ISO-8859-1"
    let problem = #""☃" is not in the charset "ISO-8859-1""#
    for response in [
      HTTPStubResponse.text("a ☃", contentType: type),
      .body(HTTPStubBody.json(["a": "☃"]), contentType: type),
      .chunks([HTTPStubChunk("a"), HTTPStubChunk("☃")], contentType: type),
      .text("{{uri.a}} ☃", contentType: type).templated,
    ] {
      let stub = HTTPStubRequest().stub(response).snapshot
      #expect(stub.problems.contains { $0.contains(problem) }, "\(stub.problems)")
    }
  }

  @Test("A charset that is not known is reported, and the text is sent in UTF-8")
  func unknown() throws {
    let response = HTTPStubResponse.text("é", contentType: "text/plain; charset=x-none")
    #expect(
      HTTPStubRequest().stub(response).snapshot.problems == [
        "the charset \"x-none\" is unknown, so the text is sent in UTF-8; "
          + "use a registered name, such as ISO-8859-1"
      ])
    #expect(try Self.body(HTTPStubRequest().stub(response)) == Data("é".utf8))
  }
}
