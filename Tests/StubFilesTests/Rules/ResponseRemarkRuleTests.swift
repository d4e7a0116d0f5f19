import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Keys of a file without effect")
struct ResponseRemarkRuleTests {
  private func findings(_ text: String) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.json")
    var context = RuleContext()
    context.formats = .all
    return RuleSet(reading: [folder.path], context: context).diagnostics.sorted.map {
      "\($0.severity) \($0.line ?? 0):\($0.column ?? 0) \($0.found)"
    }
  }

  // `ResponseRemarkTests` asks for the sentences.
  @Test(
    "Loading warns at the key of a response that has no effect, or contradicts the body",
    arguments: [
      ("headers: { Content-Encoding: gzip }, json: { a: 1 }", 41),
      ("headers: { content-length: \"99\" }, text: hello", 39), ("over: 1s", 18),
      ("speed: 3g, text: ''", 19), ("dribble: { chunks: 2, over: 1s }, status: 204", 21),
      ("chunks: [{ text: '', after: 1s }]", 20), ("status: 304, text: a", 31),
      ("ranges: true", 20), ("template: true, text: a", 22),
      ("fault: { type: reset, probability: 0 }, text: a", 19),
      ("text: é, contentType: text/plain; charset=x-none", 34),
    ])
  func keys(keys: String, column: Int) throws {
    let found = try RuleSet(text: "respond: { \(keys) }").diagnostics.sorted
    #expect(found.map { [$0.line, $0.column] } == [[1, column]])
    #expect(found.map(\.severity) == [.warning])
  }

  @Test(
    "Other tools' files get the same warnings",
    arguments: [
      (
        #"{"request":{"url":"/a"},"response":{"headers":{"Content-Encoding":"gzip"},"body":"a"}}"#,
        "Content-Encoding says \"gzip\", but the body is not compressed"
      ),
      (
        #"{"request":{"url":"/a"},"response":{"status":204,"body":"a"}}"#,
        "a response with status 204 has no body"
      ),
      (
        #"{"request":{"url":"/a"},"response":{"chunkedDribbleDelay":{"numberOfChunks":2,"totalDuration":9}}}"#,
        "there is no body to spread over time"
      ),
      (
        #"[{"httpRequest":{"path":"/a"},"httpResponse":{"headers":{"Content-Encoding":["gzip"]},"body":"a"}}]"#,
        "Content-Encoding says \"gzip\", but the body is not compressed"
      ),
      (
        #"{"data":{"pairs":[{"request":{},"response":{"status":200,"body":"a","encodedBody":false,"headers":{"Content-Encoding":["gzip"]}}}]},"meta":{"schemaVersion":"v5.2"}}"#,
        "Content-Encoding says \"gzip\", but the body is not compressed"
      ),
      (
        #"{"imposters":[{"protocol":"http","stubs":[{"responses":[{"is":{"headers":{"Content-Encoding":"gzip"},"body":"a"}}]}]}]}"#,
        "Content-Encoding says \"gzip\", but the body is not compressed"
      ),
    ])
  func tools(text: String, expected: String) throws {
    let found = try findings(text)
    #expect(found.contains { $0.hasPrefix("warning 1:") && $0.hasSuffix(expected) }, "\(found)")
  }

  @Test("A response to HEAD may have any Content-Length")
  func head() throws {
    for text in [
      "respond: { HEAD: { headers: { Content-Length: \"99\" } } }",
      "match: { method: HEAD }\nrespond: { headers: { Content-Length: \"99\" } }",
    ] {
      #expect(try RuleSet(text: text).diagnostics.isEmpty)
    }
  }

  @Test(
    "A character that the charset of the response lacks is an error at its text",
    arguments: [
      ("text: a ☃", "1:59"), ("json: { a: ☃ }", "1:59"), ("json: [☃]", "1:59"),
      ("chunks: [{ text: a }, { text: ☃ }]", "1:83"), ("events: [{ data: ☃ }]", "1:70"),
    ])
  func missing(keys: String, place: String) throws {
    let type = "contentType: text/plain; charset=latin1"
    let found = try RuleSet(text: "respond: { \(type), \(keys) }").diagnostics.sorted
    #expect(found.map { "\($0.line ?? 0):\($0.column ?? 0)" } == [place])
    #expect(found.map(\.found) == [#""☃" is not in the charset "latin1""#])
    #expect(found.map(\.severity) == [.error])
  }

  @Test(
    "Conditions that ask for nothing get a warning",
    arguments: [
      ("headers: {}", "\"headers\" without a name asks for nothing"),
      ("query: {}", "\"query\" without a name asks for nothing"),
      ("cookies: {}", "\"cookies\" without a name asks for nothing"),
      ("form: {}", "\"form\" without a name asks for nothing"),
      ("jsonPath: {}", "\"jsonPath\" without a name asks for nothing"),
      ("xpath: {}", "\"xpath\" without a name asks for nothing"),
      ("not: {}", "every request matches {}, so \"not\" accepts none"),
      ("any: [{ query: {} }, { path: /a }]", "\"query\" without a name asks for nothing"),
    ])
  func conditions(match: String, expected: String) throws {
    let set = try RuleSet(text: "match: { \(match) }\nrespond: {}")
    #expect(set.diagnostics.sorted.map(\.found) == [expected])
    #expect(set.diagnostics.sorted.map(\.severity) == [.warning])
  }

  @Test("An empty queryEquals asks for a request without a query")
  func emptyQuery() throws {
    #expect(try RuleSet(text: "match: { queryEquals: {} }\nrespond: {}").diagnostics.isEmpty)
  }

  @Test("A cycle of a single response gets a warning")
  func cycle() throws {
    let set = try RuleSet(text: "respond: { sequence: [{ text: a }], then: cycle }")
    #expect(set.diagnostics.sorted.map(\.found) == ["a single response needs no cycle"])
  }
}
