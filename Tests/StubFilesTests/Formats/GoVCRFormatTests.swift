import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Cassettes of go-vcr")
struct GoVCRFormatTests {
  @Test("the first version has no ids, protocols or lengths")
  func version1() throws {
    let interaction = try VCRReading.interaction(
      """
      ---
      version: 1
      interactions:
      - request:
          body: a=1
          form: { a: ["1"] }
          headers: { Accept: ["*/*"] }
          url: http://example.com/
          method: POST
        response:
          body: é
          headers: { Set-Cookie: [a, b] }
          status: 201 Created
          code: 201
          duration: ""
      """)
    #expect(
      interaction
        == Interaction(
          RecordedRequest(
            .post, "http://example.com/", headers: ["Accept": "*/*"], body: Data("a=1".utf8)),
          RecordedResponse(
            .created, reason: "Created", headers: ["Set-Cookie": "a", "Set-Cookie": "b"],
            body: Data("é".utf8)),
          origin: HTTPStub.Origin(file: "a.yml", line: 4)))
  }

  @Test("the second version has the protocol, and the duration as timing")
  func version2() throws {
    let interaction = try VCRReading.interaction(
      """
      version: 2
      interactions:
          - id: 0
            request:
              proto: HTTP/1.1
              proto_major: 1
              content_length: 0
              transfer_encoding: []
              trailer: {}
              host: example.com
              remote_addr: ""
              request_uri: ""
              body: ""
              form: {}
              headers: {}
              url: http://example.com/
              method: GET
            response:
              proto: HTTP/2.0
              transfer_encoding: [chunked]
              trailer: {}
              content_length: -1
              uncompressed: true
              body: !!binary /wD/
              headers: { Content-Type: [text/html] }
              status: 302 Found
              code: 302
              duration: 1m2.086618375s
      """)
    #expect(interaction.request == RecordedRequest(.get, "http://example.com/", httpVersion: "1.1"))
    #expect(
      interaction.response
        == RecordedResponse(
          .found, reason: "Found", httpVersion: "2", headers: ["Content-Type": "text/html"],
          body: Data([0xFF, 0x00, 0xFF])))
    #expect(interaction.timing == RecordedTiming(wait: .nanoseconds(62_086_618_375)))
  }

  @Test("a URL without a host gets that of the request")
  func relative() throws {
    let interaction = try VCRReading.interaction(
      """
      version: 2
      interactions:
      - request: { host: "example.com:81", url: /a, method: "" }
        response: { code: 200, body: "" }
      """)
    #expect(interaction.request == RecordedRequest(.get, "http://example.com:81/a"))
  }

  @Test("fields after the body are reported")
  func trailer() throws {
    let text = """
      version: 2
      interactions:
      - request: { url: http://a/, method: GET }
        response: { code: 200, trailer: { Checksum: [a] } }
      """
    let reading = try VCRReading(text, as: "a.yml")
    #expect(reading.cassettes.first?.interactions.count == 1)
    #expect(
      reading.diagnostics.description == """
        a.yml:4:35: warning: trailer fields are not played
          response: { code: 200, trailer: { Checksum: [a] } }
                                          ^
        """)
  }

  @Test(
    "durations are read as Go writes them",
    arguments: [
      ("460.639208ms", .nanoseconds(460_639_208)), ("0s", .zero), ("0", .zero),
      ("1h2m3s", .seconds(3_723)), ("150µs", .microseconds(150)), ("12ns", .nanoseconds(12)),
      ("1500", .nanoseconds(1_500)), ("2.5s", .milliseconds(2_500)),
      ("", nil), ("s", nil), ("1", .nanoseconds(1)), ("-1s", nil), ("-5", nil), ("1x", nil),
      ("1s2", nil), ("1..5s", nil),
    ] as [(String, Duration?)])
  func durations(text: String, duration: Duration?) {
    #expect(Duration(goText: text) == duration)
  }
}
