import Foundation
import Testing

@testable import StubCore

@Suite("Parts of a response without effect")
struct ResponseRemarkTests {
  private static let gzip = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])

  private func found(_ response: HTTPStubResponse, for method: HTTPMethod? = nil) -> [String] {
    HTTPStubRequest().stub(for: method, response).snapshot.problems
  }

  @Test(
    "A part that has no effect or contradicts the body is a problem of the stub",
    arguments: samples)
  func contradictions(sample: HTTPStubSample) {
    #expect(found(sample.response()) == ["\(sample.found); \(sample.remedy)"])
  }

  private static let samples: [HTTPStubSample] = [
    HTTPStubSample(
      "Content-Encoding says \"gzip\", but the body is not compressed",
      "remove the field, or give the compressed bytes"
    ) { HTTPStubResponse.json(["a": 1], headers: [.contentEncoding: "gzip"]) },
    HTTPStubSample(
      "Content-Encoding says \"br\", but the body is not compressed",
      "remove the field, or give the compressed bytes"
    ) { HTTPStubResponse.text("a{{method}}", headers: [.contentEncoding: "br"]).templated },
    HTTPStubSample(
      "Content-Length says 99, but the body has 7 bytes",
      "remove the field; for a wrong length on purpose, use the fault wrongLength"
    ) { HTTPStubResponse.text("1234567", headers: [.contentLength: "99"]) },
    HTTPStubSample(
      "Content-Length says 99, but the body has 0 bytes",
      "remove the field; for a wrong length on purpose, use the fault wrongLength"
    ) { HTTPStubResponse.status(.ok, headers: [.contentLength: "99"]) },
    HTTPStubSample(
      "Content-Length is \"-1\", not one number",
      "remove the field"
    ) { HTTPStubResponse.text("", headers: [.contentLength: "-1"]) },
    HTTPStubSample(
      "Transfer-Encoding says \"gzip, chunked\", but the body is not sent so",
      "remove the field"
    ) { HTTPStubResponse.text("a", headers: [.transferEncoding: "gzip, chunked"]) },
    HTTPStubSample(
      "Transfer-Encoding and Content-Length contradict each other (RFC 9112 §6.2)",
      "remove one of them"
    ) { HTTPStubResponse.text("a", headers: [.transferEncoding: "chunked", .contentLength: "1"]) },
    HTTPStubSample(
      "Content-Range means nothing with status 200",
      "use status 206, or remove the field"
    ) { HTTPStubResponse.text("a", headers: [.contentRange: "bytes 0-0/5"]) },
    HTTPStubSample(
      "Content-Range says \"bytes 0-99/200\", but the body has 1 byte",
      "give the bytes of the range, or use \"ranges\" with the whole body"
    ) {
      HTTPStubResponse.text(
        "a", statusCode: .partialContent, headers: [.contentRange: "bytes 0-99/200"])
    },
    HTTPStubSample(
      "a response with status 204 has no body",
      "remove the body, or use another status"
    ) { HTTPStubResponse.text("a", statusCode: .noContent) },
    HTTPStubSample(
      "a response with status 304 has no body",
      "remove the body, or use another status"
    ) { HTTPStubResponse.json(["a": 1], statusCode: .notModified) },
    HTTPStubSample(
      "there is no body to spread over time",
      "use a delay, or add a body"
    ) { HTTPStubResponse().spread(over: 1) },
    HTTPStubSample(
      "there is no body to spread over time",
      "use a delay, or add a body"
    ) { HTTPStubResponse.text("").speed(.speed1kbps) },
    HTTPStubSample(
      "there is no body to spread over time",
      "use a delay, or add a body"
    ) { HTTPStubResponse.chunks([HTTPStubChunk("", after: 1)]) },
    HTTPStubSample(
      "the fault never happens, as its probability is 0",
      "use a higher number, or remove the fault"
    ) { HTTPStubResponse.text("a").failing(with: .reset, probability: 0) },
    HTTPStubSample(
      "the fault never happens, as its first is 0",
      "use a higher number, or remove the fault"
    ) { HTTPStubResponse.text("a").failing(with: .reset, first: 0) },
    HTTPStubSample(
      "there is no body to send ranges of",
      "remove it, or add a body"
    ) { HTTPStubResponse().with { $0.acceptsRanges = true } },
    HTTPStubSample(
      "there is no tag to fill in",
      "add one, such as {{uri.id}}, or do not ask for templates"
    ) { HTTPStubResponse.text("a { b").templated },
  ]

  @Test("A response whose parts all have an effect has no problems")
  func sound() {
    let sound: [HTTPStubResponse] = [
      .data(Self.gzip, headers: [.contentEncoding: "gzip"]),
      .data(Data([0xFF, 0x00]), headers: [.contentEncoding: "br"]),
      .text("a", headers: [.contentEncoding: "identity"]),
      .text("abc", headers: [.contentLength: "3"]),
      .text("é", headers: [.contentType: "text/plain; charset=latin1", .contentLength: "1"]),
      .text("a", headers: [.contentLength: "99"]).failing(with: .close(after: .bytes(0))),
      .text("{{a}}", headers: [.contentLength: "99"]).templated,
      .text("a", headers: [.transferEncoding: "chunked"]),
      .status(.notModified, headers: [.contentLength: "99"]),
      .text("a", statusCode: .partialContent, headers: [.contentRange: "bytes 0-0/5"]),
      .status(.rangeNotSatisfiable, headers: [.contentRange: "bytes */5"]),
      .status(.noContent), .text("a").spread(over: 1), .file(path: "/none").speed(.speed1kbps),
      .chunks([HTTPStubChunk("", after: 1), HTTPStubChunk("a")]),
      .status(.ok, headers: ["X-Id": "{{uri.id}}"]).templated, .file(path: "/none").templated,
      .chunks([HTTPStubChunk("a"), HTTPStubChunk("{{method}}")]).templated,
      .chunks([.event("{{method}}"), .comment()]).templated,
      .chunks([HTTPStubChunk("a")]).with {
        $0.trailers = ["X-Id": "{{method}}"]
        $0.usesTemplates = true
      },
      .failure(.timedOut), .text("a").failing(with: .reset, probability: 0.1),
    ]
    for response in sound {
      #expect(found(response) == [])
    }
    #expect(found(.status(.ok, headers: [.contentLength: "99"]), for: .head) == [])
  }
}

/// A response, which a closure makes as responses are not sent between threads, and what is said of it.
struct HTTPStubSample: Sendable, CustomTestStringConvertible {
  let found: String
  let remedy: String
  let response: @Sendable () -> HTTPStubResponse

  init(_ found: String, _ remedy: String, _ response: @escaping @Sendable () -> HTTPStubResponse) {
    (self.found, self.remedy, self.response) = (found, remedy, response)
  }

  var testDescription: String { found }
}
