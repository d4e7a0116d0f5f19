import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Cassettes of VCR.py")
struct VCRPyFormatTests {
  private func cassette(requestBody: String = "null", response: String) -> String {
    """
    interactions:
    - request: { body: \(requestBody), headers: { Accept: ['*/*'] }, method: GET, uri: 'http://a/' }
      response:
        \(response)
    version: 1
    """
  }

  private func response(body: String) -> String {
    cassette(response: "{ body: \(body), headers: {}, status: { code: 200, message: OK } }")
  }

  @Test("the parts of an interaction become an interaction")
  func parts() throws {
    let interaction = try VCRReading.interaction(
      cassette(
        requestBody: "a=1",
        response: "{ body: { string: é }, headers: { X: [a, b] }, status: { code: 404, message: } }"
      ))
    #expect(
      interaction.request
        == RecordedRequest(.get, "http://a/", headers: ["Accept": "*/*"], body: Data("a=1".utf8)))
    #expect(
      interaction.response
        == RecordedResponse(.notFound, headers: ["X": "a", "X": "b"], body: Data("é".utf8)))
  }

  @Test(
    "a body is read whatever Python kept it in",
    arguments: [
      ("{ string: !!binary \"/wD/\" }", [0xFF, 0x00, 0xFF]),
      ("{ string: !!python/bytes \"/wD/\" }", [0xFF, 0x00, 0xFF]),
      ("{ string: !!python/unicode 'ab' }", Array("ab".utf8)),
      ("{ string: !!python/str 12 }", Array("12".utf8)),
      ("{ string: !!python/none '' }", []),
      ("{ string: '' }", []),
      ("{ encoding: utf-8, string: ab }", Array("ab".utf8)),
    ] as [(String, [UInt8])])
  func responseBodies(body: String, bytes: [UInt8]) throws {
    #expect(try VCRReading.interaction(response(body: body)).response?.body == Data(bytes))
  }

  @Test(
    "a request's body is read whatever Python object it was",
    arguments: [
      ("null", nil), ("''", nil), ("abc", "abc"), ("!!binary YWJj", "abc"),
      (
        "!!python/object/new:_io.BytesIO { state: !!python/tuple [ !!binary YWJj, 0, null ] }",
        "abc"
      ),
      ("!!python/object/new:io.StringIO { state: !!python/tuple [ abc, '', 0, null ] }", "abc"),
      ("!!python/object/apply:builtins.iter { args: [ [ a, !!binary YmM= ] ] }", "abc"),
      ("!!python/object/apply:builtins.iter { args: [ [ a, !!binary YmM= ] ], state: 0 }", "abc"),
      ("!!python/object/apply:builtins.iter [ [ a, bc ] ]", "abc"),
      ("[ a, bc ]", "abc"),
    ] as [(String, String?)])
  func requestBodies(body: String, text: String?) throws {
    let interaction = try VCRReading.interaction(
      cassette(requestBody: body, response: "{ body: {}, headers: {}, status: { code: 200 } }"))
    #expect(interaction.request.body.map { String(decoding: $0, as: UTF8.self) } == text)
  }

  @Test("the older layout of recordings with HTTPX is read")
  func httpx() throws {
    let interaction = try VCRReading.interaction(
      cassette(
        response:
          "{ content: ab, headers: { A: [b] }, http_version: HTTP/1.1, status_code: 200 }"))
    #expect(
      interaction.response
        == RecordedResponse(.ok, httpVersion: "1.1", headers: ["A": "b"], body: Data("ab".utf8)))
  }

  @Test("headers may be a list of pairs")
  func pairs() throws {
    let interaction = try VCRReading.interaction(
      cassette(
        response: """
          body: { string: '' }
              headers:
              - !!python/tuple [ Set-Cookie, [ a=1, b=2 ] ]
              - !!python/tuple [ Server, nginx ]
              status: { code: 200, message: OK }
          """))
    #expect(
      interaction.response?.headers
        == ["Set-Cookie": "a=1", "Set-Cookie": "b=2", "Server": "nginx"])
  }

  @Test("cassettes from before version 1 are read, with the URL put together")
  func old() throws {
    let text = """
      - request: !!python/object:vcr.request.Request
          body: a=1
          headers: !!python/object/apply:__builtin__.frozenset
          - - !!python/tuple [accept-encoding, 'gzip, deflate']
            - !!python/tuple [accept, '*/*']
          host: example.com
          method: POST
          path: /ip?a=1
          port: 8443
          protocol: https
        response:
          body: {string: !!python/unicode "ip"}
          headers: [!!python/unicode "server: gunicorn/0.17.4\\r\\n", "a:b"]
          status: {code: 200, message: OK}
      """
    let interaction = try VCRReading.interaction(text)
    #expect(
      interaction.request
        == RecordedRequest(
          .post, "https://example.com:8443/ip?a=1",
          headers: ["accept-encoding": "gzip, deflate", "accept": "*/*"], body: Data("a=1".utf8)))
    #expect(interaction.response?.headers == ["server": "gunicorn/0.17.4", "a": "b"])
    #expect(interaction.text == "ip")
    #expect(
      try VCRReading.interaction(text.replacing("8443", with: "443")).request.url
        == "https://example.com/ip?a=1")
  }

  @Test("a URL that the response came from is kept when it is another")
  func url() throws {
    let other = cassette(
      response: "{ body: {}, headers: {}, status: { code: 200 }, url: http://b/ }")
    #expect(try VCRReading.interaction(other).response?.url == "http://b/")
    let same = cassette(
      response: "{ body: {}, headers: {}, status: { code: 200 }, url: http://a/ }")
    #expect(try VCRReading.interaction(same).response?.url == nil)
  }

  @Test("tags of Python stay errors in rule files")
  func rules() throws {
    let findings = try VCRReading.findings("stubs: !!python/tuple []", as: "a.yaml")
    #expect(findings.hasPrefix("a.yaml:1:8: error: "))
    #expect(findings.contains("unknown tag !!python/tuple"))
  }

  @Test("compressed bodies stay compressed")
  func compressed() throws {
    let response = try #require(
      try VCRReading.interaction(
        cassette(
          response: """
            { body: { string: !!binary "H4sIAAAAAAAAA0tMSgYAwkEkNQMAAAA=" },
                headers: { Content-Encoding: [gzip] }, status: { code: 200, message: fine } }
            """)
      ).response)
    #expect(response.headers["Content-Encoding"] == "gzip")
    #expect(response.body.count == 23)
    #expect(response.body.starts(with: [0x1F, 0x8B]))
    #expect(response.reason == "fine")
  }

  @Test("compressed bodies that VCR.py recorded stay compressed", .outside("cassettes"))
  func recordedCompressed() throws {
    let path = OutsideFixtures.path(
      "\(RecordedFiles.root)/vcrpy/tests/integration/cassettes/gzip_requests.yaml"
    )
    let interactions = VCRReading(try SourceText(path: path)).cassettes.first?.interactions
    let response = try #require(interactions?.first?.response)
    #expect(response.headers["Content-Encoding"] == "gzip")
    #expect(response.body.count == 182)
    #expect(response.body.starts(with: [0x1F, 0x8B]))
    #expect(response.reason == "great")
  }
}
