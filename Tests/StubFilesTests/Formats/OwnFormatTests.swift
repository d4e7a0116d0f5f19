import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("The project's own format of recordings")
struct OwnFormatTests {
  /// What is read from the text; findings are failures.
  private func read(_ text: String) throws -> [Cassette] {
    var reader = RuleFileReader(variables: EnvironmentVariables([:]), formats: .all)
    reader.read(try SourceText(name: "tape.yaml", text: text))
    #expect(reader.diagnostics.isEmpty, "\(reader.diagnostics)")
    return reader.draft.cassettes
  }

  private func text(_ cassette: Cassette) -> String {
    String(decoding: WritableFormat.own.write(cassette).bytes, as: UTF8.self)
  }

  private func again(_ cassette: Cassette) throws -> Cassette? {
    var read = try read(text(cassette)).first
    for index in read?.interactions.indices ?? 0..<0 { read?.interactions[index].origin = nil }
    return read
  }

  private var sample: Cassette {
    Cassette(
      name: "users", recorder: "HTTPStubber",
      interactions: [
        Interaction(
          RecordedRequest(
            .post, "https://api.example.com/users?a=1#x", httpVersion: "1.1",
            headers: HTTPHeaders([("Accept", "a"), ("X-Empty", ""), ("accept", "null")]),
            body: Data("{\n  \"name\": \"Ann\"\n}\n".utf8)),
          RecordedResponse(
            .created, reason: "Made", httpVersion: "2",
            headers: ["Content-Type": "application/json", "ETag": "\"1\""],
            body: Data([0, 1, 255])),
          recordedAt: RecordedInstant.date("2026-01-31T12:00:00.123Z"),
          timing: RecordedTiming(
            wait: .microseconds(12_345), receive: .milliseconds(4),
            chunks: [ResponseTiming.ScriptedChunk(at: .zero, count: 3)]),
          position: RecordedPosition(request: 0, response: 1...2)),
        Interaction(
          RecordedRequest(.get, "https://api.example.com/"),
          RecordedResponse(.ok, body: Data("x".utf8)),
          failure: RecordedFailure(code: -1004, message: "no: server", details: ["a": [1]])),
      ])
  }

  @Test("A cassette is written the way it is documented")
  func writing() {
    #expect(
      text(sample) == """
        cassette: 1
        name: users
        recorder: HTTPStubber
        interactions:
          - request:
              method: POST
              url: https://api.example.com/users?a=1#x
              version: 1.1
              headers:
                - Accept: a
                - X-Empty: ""
                - accept: "null"
              body: |
                {
                  "name": "Ann"
                }
            response:
              status: 201
              reason: Made
              version: 2
              headers:
                - Content-Type: application/json
                - ETag: "\\"1\\""
              body:
                base64: |-
                  AAH/
            recordedAt: 2026-01-31T12:00:00.123Z
            timing:
              wait: 12.345ms
              receive: 4.000ms
              chunks:
                - { at: 0.000ms, bytes: 3 }
            position:
              request: 0
              response: 1
              end: 2
          - request:
              method: GET
              url: https://api.example.com/
            response:
              status: 200
              body: x
            error:
              domain: NSURLErrorDomain
              code: -1004
              message: "no: server"
              details: {"a":[1]}

        """)
  }

  @Test("A written recording reads back as the same recording")
  func roundTrip() throws {
    #expect(try again(sample) == sample)
    #expect(try again(Cassette()) == Cassette())
  }

  @Test("Every text comes back as it was, byte by byte")
  func texts() throws {
    var generator = SeededRandom(seed: 7)
    let parts = [
      "a", " ", "\n", "\n\n", "\t", "\r\n", "\r", ": ", " #", "- ", "\"", "'", "\\", "{", "}", "[",
      "&", "*", "!", "|", ">", "%", "@", "`", "null", "~", "true", "1.0", "é", "\u{2028}", "\u{85}",
      "\u{FEFF}", "😀", "\u{7F}", "\u{1}", "---", "...", "?", ",", "=", "<<", "0x1F", "\u{FFFD}",
    ]
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...6, using: &generator)
      let text = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      let cassette = Cassette(interactions: [
        Interaction(
          RecordedRequest(
            .get,
            "http://h/\(text.filter { $0.asciiValue.map { $0 >= 0x20 && $0 < 0x7F } ?? true })",
            headers: HTTPHeaders([("X", text)]),
            body: Data(text.utf8)),
          RecordedResponse(.ok, reason: text, body: Data(text.utf8)))
      ])
      #expect(try again(cassette) == cassette, "\(text.debugDescription)")
    }
  }

  @Test(
    "A header value in Latin-1 reads back, whatever signs it has",
    arguments: ["Müller, Hans", "[ü]", "{ü}", "ü: #1, 'x'", "ü #", "ü"])
  func latin1(value: String) throws {
    let field = HTTPHeaders.Field(
      name: "X-Name", bytes: value.unicodeScalars.map { UInt8($0.value) })
    let cassette = Cassette(interactions: [
      CassetteSample.interaction(receiving: HTTPHeaders([field]))
    ])
    #expect(field.isLatin1)
    #expect(try again(cassette) == cassette)
  }

  @Test("A body file is below the cassette's folder, whatever characters its name makes")
  func bodyFilesBelow() throws {
    let names = ["../\u{301}x", "a/../\u{301}x", "/\u{301}x", "../x"]
    let entries = names.map { name in
      """
        - request: { method: GET, url: "https://a.example/" }
          response: { status: 200, body: { file: "\(name)", bytes: 1 } }

      """
    }
    let text = "cassette: 1\ninteractions:\n\(entries.joined())"
    let findings = try VCRReading(text, as: "a.yaml").diagnostics.sorted
    #expect(findings.count == names.count)
    #expect(
      findings.allSatisfy { $0.expected == "the path of a file below the cassette's folder" })
  }

  @Test("A request without a method or a URL is refused, as other formats could not store it")
  func emptyTexts() throws {
    let text = """
      cassette: 1
      interactions:
        - request: { method: "", url: "" }
          response: { status: 200 }
        - request: { method: "G T", url: "http://a\\x1d/" }
          response: { status: 200 }
      """
    let findings = try VCRReading(text, as: "a.yaml").diagnostics.sorted.map(\.message)
    #expect(
      findings == [
        #""method" must be a method, not ""; use GET"#,
        #""url" must be a URL, not ""; use https://example.com/"#,
        #""method" must be a method, not "G T"; use GET"#,
        #""url" must be a URL without control characters, not "http://a\u{1d}/"; "#
          + "use https://example.com/",
      ])
  }

  @Test("A status is one that other formats can store, or 0", arguments: [0, 94, 100, 999])
  func statuses(code: Int) throws {
    let text = """
      cassette: 1
      interactions:
        - request: { method: GET, url: "https://a.example/" }
          response: { status: \(code) }
      """
    let reading = try VCRReading(text, as: "a.yaml")
    let findings = reading.diagnostics.sorted.map(\.message)
    let mistake = #""status" must be a status code from 100 to 999, not 94; use 200"#
    #expect(findings == (code == 94 ? [mistake] : []))
  }

  @Test("The URL of a response that is empty is none", arguments: ["own", "vcrpy"])
  func emptyResponseURL(name: String) throws {
    let text =
      name == "own"
      ? """
      cassette: 1
      interactions:
        - request: { method: GET, url: "https://a.example/" }
          response: { status: 200, url: "" }
      """
      : """
      interactions:
      - request: { body: null, headers: {}, method: GET, uri: "https://a.example/" }
        response: { body: { string: a }, headers: {}, status: { code: 200 }, url: "" }
      version: 1
      """
    #expect(try VCRReading.interaction(text, as: "a.yaml").response?.url == nil)
  }

  @Test("A version that is not known is refused")
  func version() throws {
    var reader = RuleFileReader(variables: EnvironmentVariables([:]), formats: .all)
    reader.read(try SourceText(name: "tape.yaml", text: "cassette: 2\ninteractions: []\n"))
    #expect(reader.diagnostics.sorted.map(\.description).first?.contains("from 1 to 1") == true)
  }
}

extension HTTPHeaders {
  fileprivate init(_ pairs: [(HTTPHeaderName, String)]) {
    self.init(pairs.map { Field(name: $0.0, value: $0.1) })
  }
}
