import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubFiles

@Suite("Keys of a file without effect")
struct ResponseRemarkRuleTests {
  private func findings(_ text: String) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.json")
    return RuleSet(reading: [folder.path]).diagnostics.sorted.map {
      "\($0.severity) \($0.line ?? 0):\($0.column ?? 0) \($0.found)"
    }
  }

  @Test(
    "Loading warns where a key of a response has no effect, or a field contradicts the body",
    arguments: [
      (
        "headers: { Content-Encoding: gzip }, json: { a: 1 }",
        "1:41 Content-Encoding says \"gzip\", but the body is not compressed"
      ),
      (
        "headers: { content-length: \"99\" }, text: hello",
        "1:39 Content-Length says 99, but the body has 5 bytes"
      ),
      ("over: 1s", "1:18 there is no body to spread over time"),
      ("speed: 3g, text: ''", "1:19 there is no body to spread over time"),
      (
        "dribble: { chunks: 2, over: 1s }, status: 204", "1:21 there is no body to spread over time"
      ),
      ("chunks: [{ text: '', after: 1s }]", "1:20 there is no body to spread over time"),
      ("status: 304, text: a", "1:31 a response with status 304 has no body"),
      ("ranges: true", "1:20 there is no body to send ranges of"),
      ("template: true, text: a", "1:22 there is no tag to fill in"),
      (
        "fault: { type: reset, probability: 0 }, text: a",
        "1:19 the fault never happens, as its probability is 0"
      ),
      (
        "text: é, contentType: text/plain; charset=x-none",
        "1:34 the charset \"x-none\" is unknown, so the text is sent in UTF-8"
      ),
    ])
  func keys(keys: String, expected: String) throws {
    let set = try RuleSet(text: "respond: { \(keys) }").diagnostics.sorted
    #expect(set.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.found)" } == [expected])
    #expect(set.map(\.severity) == [.warning])
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
    let found = try RuleSet(text: "respond: { \(type), \(keys) }").diagnostics.sorted.map {
      "\($0.severity) \($0.line ?? 0):\($0.column ?? 0) \($0.found)"
    }
    #expect(found == [#"error \#(place) "☃" is not in the charset "latin1""#])
  }

  @Test(
    "Conditions that ask for nothing get a warning, except an empty queryEquals",
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
    #expect(try RuleSet(text: "match: { queryEquals: {} }\nrespond: {}").diagnostics.isEmpty)
  }

  @Test("A cycle of a single response gets a warning")
  func cycle() throws {
    let set = try RuleSet(text: "respond: { sequence: [{ text: a }], then: cycle }")
    #expect(set.diagnostics.sorted.map(\.found) == ["a single response needs no cycle"])
  }
}
