import CoreTestSupport
import Foundation
import StubCore
import StubLanguages
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Charsets in files of all formats")
struct DefinitionCharsetTests {
  private static let type = "text/plain; charset=ISO-8859-1"

  @Test(
    "Each format reads and sends text in the charset of the message",
    arguments: [
      """
      {"match": {"body": "café"}, "respond": {"contentType": "\(type)", "text": "crème"}}
      """,
      """
      {"match": {"body": "café"}, "respond": {"headers": {"content-type": "\(type)"}, "text": "cr{{replace 'éme' 'é' 'è'}}"}}
      """,
      """
      {"request": {"bodyPatterns": [{"equalTo": "café"}]},
       "response": {"headers": {"Content-Type": "\(type)"}, "body": "crème"}}
      """,
      """
      {"request": {"bodyPatterns": [{"contains": "fé"}]},
       "response": {"headers": {"Content-Type": "\(type)"}, "body": "cr{{replace 'éme' 'é' 'è'}}", "transformers": ["response-template"]}}
      """,
      """
      [{"httpRequest": {"body": "café"},
        "httpResponse": {"headers": {"Content-Type": ["\(type)"]}, "body": "crème"}}]
      """,
      """
      {"data": {"pairs": [{"request": {"body": [{"matcher": "exact", "value": "café"}]},
       "response": {"status": 200, "body": "crème", "encodedBody": false, "headers": {"Content-Type": ["\(type)"]}}}]},
       "meta": {"schemaVersion": "v5.2"}}
      """,
      """
      {"imposters": [{"protocol": "http", "stubs": [{"predicates": [{"equals": {"body": "café"}}],
       "responses": [{"is": {"headers": {"Content-Type": "\(type)"}, "body": "crème"}}]}]}]}
      """,
    ])
  func formats(text: String) async throws {
    let latin = try #require(Charset("ISO-8859-1"))
    let request = ReceivedRequest(
      .post, "/a", headers: [.contentType: Self.type], body: Data(try latin.bytes(of: "café")))
    let plan = await (try Definition.set(text)).madePlan(for: request)
    guard case .data(let bytes)? = plan?.body else {
      Issue.record("no answer")
      return
    }
    #expect(bytes == Data(try latin.bytes(of: "crème")))
  }

  /// The formats of cassettes that keep the bytes of such a body.
  private static let exact: Set = [
    "bekindrewind", "har", "stubber", "vcr", "vcrpy", "yahttpvcr", "yahttpvcr-plist",
  ]

  @Test("A recorded body in another charset comes back as far as a format can store it")
  func recorded() throws {
    let latin = try #require(Charset("ISO-8859-1"))
    let body = Data(try latin.bytes(of: "naïve café"))
    let cassette = Cassette(interactions: [CassetteSample.interaction(body, Self.type)])
    var (requests, responses): (Set<String>, Set<String>) = ([], [])
    for format in WrittenFormat.cassettes {
      let read = try #require(try format.again(cassette).interactions.first)
      let held = format.held(cassette).interactions.first
      let name = format.type.name
      #expect(read.request.body ?? Data() == held?.request.body ?? Data(), "\(name)")
      #expect(read.response?.body == held?.response?.body, "\(name)")
      if read.request.body == body { requests.insert(name) }
      if read.response?.body == body { responses.insert(name) }
    }
    #expect(requests == Self.exact)
    #expect(responses == Self.exact)
  }
}
