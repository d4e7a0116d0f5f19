import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Cassettes of VCR, Betamax and rVCR")
struct VCRFormatTests {
  /// A cassette with one interaction, whose response has that body.
  private func cassette(body: String, request: String = "method: get") -> String {
    """
    http_interactions:
    - request: { \(request), uri: http://example.com/, headers: {} }
      response:
        status: { code: 200, message: OK }
        headers: { X: [a, b] }
        body: \(body)
      recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
    recorded_with: VCR 2.0.0
    """
  }

  @Test("the parts of an interaction become an interaction")
  func parts() throws {
    let text = """
      ---
      http_interactions:
      - request:
          method: post
          uri: http://example.com/foo?a=1
          body: { encoding: US-ASCII, string: "a=b" }
          headers: { Accept: ["*/*"], X-Count: 3 }
        response:
          status: { code: 201, message: Created }
          headers: { Set-Cookie: [a=1, b=2], Server: nginx, Empty: }
          body: { encoding: UTF-8, string: "Grüße" }
          http_version: "1.1"
          adapter_metadata: { effective_url: "http://example.com/bar", vcr_decompressed: gzip }
        recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
      recorded_with: VCR 6.2.0
      metadata: { by: me }
      """
    let cassette = try VCRReading.cassette(text)
    let interaction = try #require(cassette.interactions.first)
    #expect(cassette.recorder == "VCR 6.2.0")
    #expect(
      interaction.request
        == RecordedRequest(
          .post, "http://example.com/foo?a=1", headers: ["Accept": "*/*", "X-Count": "3"],
          body: Data("a=b".utf8)))
    #expect(
      interaction.response
        == RecordedResponse(
          .created, reason: "Created", httpVersion: "1.1",
          headers: ["Set-Cookie": "a=1", "Set-Cookie": "b=2", "Server": "nginx", "Empty": ""],
          body: Data("Grüße".utf8), url: "http://example.com/bar"))
    #expect(interaction.recordedAt == Date(timeIntervalSince1970: 1_320_122_994))
    #expect(interaction.origin == HTTPStub.Origin(file: "a.yml", line: 3))
  }

  @Test(
    "a body has the bytes that it had when it was recorded",
    arguments: [
      ("{ encoding: UTF-8, string: é }", [0xC3, 0xA9]),
      ("{ encoding: ASCII-8BIT, string: é }", [0xC3, 0xA9]),
      ("{ encoding: ISO-8859-1, string: é }", [0xE9]),
      ("{ encoding: Windows-1252, string: € }", [0x80]),
      ("{ encoding: UTF-16LE, string: é }", [0xE9, 0x00]),
      ("{ encoding: Shift_JIS, string: ab }", [0x61, 0x62]),
      ("{ string: ab }", [0x61, 0x62]),
      ("{ encoding: UTF-8, string: 12 }", [0x31, 0x32]),
      ("{ encoding: ASCII-8BIT, base64_string: \"/wD/\\n\" }", [0xFF, 0x00, 0xFF]),
      ("{ encoding: ISO-8859-1, base64_string: w6k= }", [0xC3, 0xA9]),
      ("{ encoding: base64, string: /wA }", [0xFF, 0x00]),
      ("{ encoding: ASCII-8BIT, string: !binary /wD/ }", [0xFF, 0x00, 0xFF]),
      ("!binary /wD/", [0xFF, 0x00, 0xFF]),
      ("!ruby/string:Sawyer::Body ab", [0x61, 0x62]),
      ("plain", Array("plain".utf8)),
      ("''", []), ("", []), ("{}", []), ("{ encoding: UTF-8, string: }", []),
    ] as [(String, [UInt8])])
  func bodies(body: String, bytes: [UInt8]) throws {
    #expect(try VCRReading.interaction(cassette(body: body)).response?.body == Data(bytes))
  }

  @Test("a method may be a symbol, and an empty request body is none")
  func symbols() throws {
    let text = """
      http_interactions:
      - request:
          method: :delete
          uri: http://example.com/
          body: { string: '' }
        response: { status: { code: 204 } }
      """
    let request = try VCRReading.interaction(text).request
    #expect(request.method == .delete)
    #expect(request.body == nil)
  }

  @Test("values behind aliases are followed")
  func aliases() throws {
    let text = cassette(body: "*b").replacing(
      "http_interactions:", with: "a: &b { string: x }\nhttp_interactions:")
    #expect(try VCRReading.interaction(text).text == "x")
  }

  @Test("a body that the encoding cannot write is played as UTF-8, with a warning")
  func encodingWarnings() throws {
    let kanji = try VCRReading(cassette(body: "{ encoding: Shift_JIS, string: 日 }"), as: "a.yml")
    #expect(kanji.cassettes.first?.interactions.first?.text == "日")
    #expect(
      kanji.diagnostics.description == """
        a.yml:6:42: warning: the encoding "Shift_JIS" is not supported, so the text is played as \
        UTF-8; write the body as base64
            body: { encoding: Shift_JIS, string: 日 }
                                                 ^
        """)
    let latin = try VCRReading.findings(cassette(body: "{ encoding: ISO-8859-1, string: € }"))
    #expect(
      latin == """
        a.yml:6:43: warning: ISO-8859-1 cannot encode this text, so it is played as UTF-8; write \
        the body as base64
            body: { encoding: ISO-8859-1, string: € }
                                                  ^
        """)
  }

  @Test("older cassettes of Betamax have plain bodies, plain headers and a status code")
  func betamax() throws {
    let text = """
      {"recorded_with": "betamax", "http_interactions": [{"recorded_at": "2013-12-22T16:30:30",
      "response": {"headers": {"server": "gunicorn"}, "status_code": 200,
      "body": {"string": "a", "encoding": null}, "url": "http://example.com/get"},
      "request": {"method": "GET", "headers": {}, "uri": "http://example.com/get", "body": ""}}]}
      """
    let interaction = try VCRReading.interaction(text, as: "a.json")
    #expect(interaction.recordedAt == Date(timeIntervalSince1970: 1_387_729_830))
    #expect(
      interaction.response
        == RecordedResponse(.ok, headers: ["server": "gunicorn"], body: Data("a".utf8)))
    #expect(interaction.request == RecordedRequest(.get, "http://example.com/get"))
  }

  @Test("cassettes of rVCR have offsets in their times")
  func rust() throws {
    let text = """
      {"http_interactions": [{"request": {"uri": "http://localhost/", "method": "get",
      "body": {"encoding": null, "string": ""}, "headers": {"accept": ["*/*"]}},
      "response": {"body": {"encoding": "base64", "string": "H4sI"}, "http_version": "2.0",
      "status": {"code": 200, "message": "OK"}, "headers": {}},
      "recorded_at": "Sun, 30 Apr 2023 02:58:45 +0200"}], "recorded_with": "rVCR 0.1.0"}
      """
    let interaction = try VCRReading.interaction(text, as: "a.json")
    #expect(interaction.response?.body == Data([0x1F, 0x8B, 0x08]))
    #expect(interaction.response?.httpVersion == "2")
    #expect(interaction.recordedAt == Date(timeIntervalSince1970: 1_682_816_325))
  }

  @Test("each format is called by its name")
  func titles() throws {
    for (recorder, title) in ["betamax/0.8.2": "Betamax", "rVCR 0.1.0": "rVCR", "VCR 6": "VCR"] {
      let node = try Reading.node("http_interactions: []\nrecorded_with: \(recorder)")
      #expect(RecordingFormat.recognizing(node)?.title == title)
    }
  }

  @Test("a cassette without interactions has no interactions")
  func empty() throws {
    #expect(
      try VCRReading.cassette("http_interactions: []\nrecorded_with: VCR 6").interactions == [])
    #expect(try VCRReading.cassette("http_interactions:\nrecorded_with: VCR 6").interactions == [])
  }

  @Test("a cassette of VCR 1 is refused, with a remedy")
  func version1() throws {
    let text = """
      ---
      - !ruby/struct:VCR::HTTPInteraction
        request: !ruby/struct:VCR::Request
          method: :get
          uri: http://example.com:80/
        response: !ruby/struct:VCR::Response
          status: !ruby/struct:VCR::ResponseStatus { code: 200, message: OK }
      - !ruby/struct:VCR::HTTPInteraction {}
      """
    #expect(
      try VCRReading.findings(text) == """
        a.yml:2:3: error: cassettes of VCR 1 are not supported; convert it with VCR 2: rake \
        vcr:migrate_cassettes DIR=…
        - !ruby/struct:VCR::HTTPInteraction
          ^
        """)
  }

  @Test("ERB that breaks the document is named")
  func templates() throws {
    let text = """
      http_interactions:
      <% 3.times do |i| %>
      - request: { method: get, uri: http://example.com/<%= i %> }
      <% end %>
      """
    #expect(
      try VCRReading.findings(text).contains(
        """
        a.yml:2:1: error: ERB templates ("<%") are not supported; fill them in first: erb FILE > \
        CASSETTE.yml
        """))
    let inURL = cassette(body: "ok").replacing("example.com/", with: "example.com/<%=i%>")
    #expect(
      try VCRReading.findings(inURL) == """
        a.yml:2:32: error: ERB templates ("<%") are not supported; fill them in first: erb FILE > \
        CASSETTE.yml
        - request: { method: get, uri: http://example.com/<%=i%>, headers: {} }
                                       ^
        """)
    #expect(try VCRReading.interaction(cassette(body: "<% page %>")).text == "<% page %>")
    let noTemplate = cassette(body: "ok").replacing("example.com/", with: "example.com/%><%i")
    #expect(try VCRReading.interaction(noTemplate).text == "ok")
  }

  @Test("a compressed cassette is refused, with a remedy")
  func compressed() throws {
    let printed = #expect(throws: FileDiagnostic.self) {
      try SourceText(name: "a.yml.zz", bytes: [0x78, 0x9C, 0x4B, 0xCA, 0xC9, 0xCC, 0x03, 0x00])
    }
    #expect(
      printed?.description == """
        a.yml.zz: error: expected text in UTF-8, got compressed data; decompress it: ruby -rzlib \
        -e 'print Zlib.inflate($<.read)' FILE
        """)
    let gzip = #expect(throws: FileDiagnostic.self) {
      try SourceText(name: "a.yml.gz", bytes: [0x1F, 0x8B, 0x08, 0x00])
    }
    #expect(gzip?.remedy == "run gunzip")
    #expect(DocumentFormat(fileName: "a.yml.zz") == .yaml)
  }
}
