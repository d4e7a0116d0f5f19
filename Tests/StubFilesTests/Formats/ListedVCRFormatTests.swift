import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Cassettes that are a list: ExVCR, php-vcr and EasyVCR")
struct ListedVCRFormatTests {
  private func elixir(
    request: String = "\"method\": \"get\", \"url\": \"http://a/\"", _ response: String
  ) throws -> Interaction {
    try VCRReading.interaction(
      "[{\"request\": {\(request)}, \"response\": {\(response)}}]", as: "a.json")
  }

  @Test("ExVCR: the parts of a recording become an interaction")
  func elixirParts() throws {
    let interaction = try elixir(
      request: """
        "body": "a=1", "headers": {"Accept": "*/*"}, "method": "post", "options": [],
        "request_body": "", "url": "http://a/"
        """,
      """
      "binary": false, "body": "é", "headers": {"Server": "nginx"}, "status_code": 200,
      "type": "ok"
      """)
    #expect(
      interaction.request
        == RecordedRequest(.post, "http://a/", headers: ["Accept": "*/*"], body: Data("a=1".utf8)))
    #expect(
      interaction.response
        == RecordedResponse(.ok, headers: ["Server": "nginx"], body: Data("é".utf8)))
  }

  @Test("ExVCR: binary bodies are Erlang binaries in base64")
  func elixirBinary() throws {
    let interaction = try elixir(
      #""binary": true, "body": "g20AAAAD/wD/", "headers": [], "status_code": 200"#)
    #expect(interaction.response?.body == Data([0xFF, 0x00, 0xFF]))
  }

  @Test("ExVCR: a status may be Erlang's triple")
  func elixirTriple() throws {
    let interaction = try elixir(#""body": "", "status_code": ["HTTP/1.1", 200, "OK"]"#)
    #expect(interaction.response == RecordedResponse(.ok, reason: "OK", httpVersion: "1.1"))
  }

  @Test(
    "ExVCR: errors become failures",
    arguments: [
      ("nxdomain", NetworkErrorCode.cannotFindHost, "nxdomain"),
      (#"{\"reason\":\"econnrefused\"}"#, .cannotConnectToHost, "econnrefused"),
      ("req_timedout", .timedOut, "req_timedout"), ("closed", .networkConnectionLost, "closed"),
      ("odd", .unknown, "odd"),
    ])
  func elixirErrors(body: String, code: NetworkErrorCode, message: String) throws {
    let interaction = try elixir(
      #""body": "\#(body)", "headers": [], "status_code": null, "type": "error""#)
    #expect(interaction.response == nil)
    #expect(interaction.failure == RecordedFailure(code: code.rawValue, message: message))
  }

  @Test("php-vcr: the parts of a recording become an interaction")
  func phpParts() throws {
    let interaction = try VCRReading.interaction(
      """

      -
          request:
              method: POST
              url: 'https://a/posts'
              headers: { Accept: application/json, Host: a }
              body: '{"a":1}'
          response:
              status: { http_version: '1.1', code: '201', message: Created }
              headers: { date: 'Tue, 07 Oct 2025 16:12:49 GMT', vary: Origin }
              body: "{}"
              curl_info:
                  total_time: 0.75
                  starttransfer_time: 0.5
                  size_upload: !!float 0
          index: 0
      """)
    #expect(interaction.request.method == .post)
    #expect(interaction.request.body == Data(#"{"a":1}"#.utf8))
    #expect(
      interaction.response
        == RecordedResponse(
          .created, reason: "Created", httpVersion: "1.1",
          headers: ["date": "Tue, 07 Oct 2025 16:12:49 GMT", "vary": "Origin"],
          body: Data("{}".utf8)))
    #expect(
      interaction.timing == RecordedTiming(wait: .milliseconds(500), receive: .milliseconds(250)))
  }

  @Test("php-vcr: fields of a form are the body that they were sent in")
  func phpForm() throws {
    let interaction = try VCRReading.interaction(
      """
      [{"request": {"method": "POST", "url": "http://a/", "post_fields": {"a b": "1&2", "c": 3}},
        "response": {"status": "HTTP/1.1 204 No Content", "headers": []}}]
      """, as: "a.json")
    #expect(interaction.request.body == Data("a+b=1%262&c=3".utf8))
    #expect(
      interaction.response == RecordedResponse(.noContent, reason: "No Content", httpVersion: "1.1")
    )
  }

  @Test("php-vcr: binary bodies are base64")
  func phpBinary() throws {
    let interaction = try VCRReading.interaction(
      """
      [{"request": {"method": "GET", "url": "http://a/"},
        "response": {"status": {"code": 200}, "headers": {"Content-Type": "application/x-gzip"},
        "body": "/wD/"}}]
      """, as: "a.json")
    #expect(interaction.response?.body == Data([0xFF, 0x00, 0xFF]))
  }

  @Test(
    "EasyVCR: the parts of a recording become an interaction, in C# and in Java",
    arguments: [
      """
      [{"Duration": 284, "RecordedAt": "2022-10-19T13:19:11.75-06:00",
        "Request": {"Body": "a", "BodyContentType": "Text", "ContentHeaders": {"B": "2"},
          "Method": "POST", "RequestHeaders": {"A": "1"}, "Uri": "https://a/"},
        "Response": {"Body": "{}", "BodyContentType": "Json", "HttpVersion": "1.1",
          "ContentHeaders": {"D": "4"}, "ResponseHeaders": {"C": "3"},
          "Status": {"Code": 200, "Message": "OK"}}}]
      """,
      """
      [{"duration": 284, "recordedAt": "2022-10-19T19:19:11.75Z",
        "request": {"body": "a", "bodyContentType": "Text", "headers": {"A": ["1"], "B": ["2"]},
          "method": "POST", "uri": "https://a/"},
        "response": {"body": "{}", "httpVersion": "1.1", "headers": {"C": ["3"], "D": ["4"]},
          "status": {"code": 200, "message": "OK"}, "uri": "https://a/"}}]
      """,
    ])
  func easy(text: String) throws {
    let interaction = try VCRReading.interaction(text, as: "a.json")
    #expect(
      interaction.request
        == RecordedRequest(
          .post, "https://a/", headers: ["A": "1", "B": "2"], body: Data("a".utf8)))
    #expect(
      interaction.response
        == RecordedResponse(
          .ok, reason: "OK", httpVersion: "1.1", headers: ["C": "3", "D": "4"],
          body: Data("{}".utf8)))
    #expect(interaction.recordedAt == Date(timeIntervalSince1970: 1_666_207_151.75))
    #expect(interaction.timing == RecordedTiming(wait: .milliseconds(284)))
  }

  @Test("lists that other tools write are left to other formats")
  func others() throws {
    for text in [
      "[]", "[1]", "[{}]", "[{\"request\": 1, \"response\": 2}]",
      "[{\"request\": {\"url\": \"http://a\"}, \"response\": {\"url\": \"\", \"status\": 200}}]",
      "[{\"request\": {\"url\": \"http://a\"}, \"id\": \"1\", \"type\": 0}]",
    ] {
      let node = try Reading.node(text, as: "a.json")
      let title = RecordingFormat.recognizing(node)?.title
      #expect(!["ExVCR", "php-vcr", "EasyVCR", "VCR 1"].contains(title))
    }
  }
}
