import Foundation
import Testing

@testable import StubCore

@Suite("Requests as the journal keeps them")
struct JournaledRequestTests {
  /// A request off the wire with these parts.
  private func wireRequest(
    method: String = "GET", version: String = "1.1", scheme: String? = nil,
    host: String? = "127.0.0.1", port: Int? = nil, path: String = "/", query: String? = nil,
    fields: [(String, String)] = [], body: RequestBody = .none, subject: String? = nil,
    isFromListener: Bool = true
  ) -> ReceivedRequest {
    var wire = WireFields()
    for (name, value) in fields {
      let (name, value) = (Array(name.utf8), Array(value.utf8))
      wire.append(name.span, value.span)
    }
    return ReceivedRequest(
      method: HTTPMethod(rawValue: method),
      target: RequestURL(
        canonicalScheme: scheme, canonicalHost: host, port: port, path: path, query: query),
      headers: HTTPHeaders(wire), body: body, httpVersion: version,
      clientCertificateSubject: subject, isFromListener: isFromListener)
  }

  @Test("Random requests come back as they were", arguments: [1, UInt64.random(in: 2 ... .max)])
  func random(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func text(_ most: Int) -> String {
      let pieces = ["a", "Z", "0", "/", "%2F", "é", "日本", " ", "\u{0}", "🎈", "=", "&"]
      return (0..<Int.random(in: 0...most, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
    }
    for _ in 0..<2_000 {
      let request = wireRequest(
        method: text(3), version: ["1.0", "1.1", "2"].randomElement(using: &random) ?? "2",
        scheme: Bool.random(using: &random) ? "https" : nil,
        host: Bool.random(using: &random) ? text(20) : nil,
        port: Bool.random(using: &random) ? Int.random(in: 0...65_535, using: &random) : nil,
        path: "/" + text(40), query: Bool.random(using: &random) ? text(40) : nil,
        fields: (0..<Int.random(in: 0...6, using: &random)).map { _ in (text(9), text(30)) },
        isFromListener: Bool.random(using: &random))
      let kept = JournaledRequest(request)
      #expect(kept.isPacked)
      #expect(kept.request == request, "seed \(seed)")
      #expect(kept.request.target == request.target, "seed \(seed)")
      #expect(kept.request.headers.size == request.headers.size, "seed \(seed)")
    }
  }

  @Test("A request with more than that is kept whole")
  func whole() {
    var captured = wireRequest(path: "/1")
    captured.captures = Captures(regex: ["id": "1"])
    let bare = wireRequest()
    var strange = bare
    strange.target = RequestURL(scheme: nil, host: "a", port: -1, path: "/")
    var fragment = bare
    fragment.target = RequestURL("http://a/#top")
    for request in [
      wireRequest(body: RequestBody(Data("x".utf8))), wireRequest(body: RequestBody(Data())),
      wireRequest(subject: "CN=me"), ReceivedRequest(.get, "/", headers: ["A": "b"]), captured,
      strange, fragment,
    ] {
      let kept = JournaledRequest(request)
      #expect(!kept.isPacked)
      #expect(kept.request == request)
    }
    #expect(JournaledRequest(bare).isPacked)
  }

  @Test("The journal of a set tells of them as of any other")
  func entries() {
    let set = StubSet()
    let requests = (0..<3).map { number in
      wireRequest(path: "/\(number)", query: "q=\(number)", fields: [("Host", "a"), ("X", "é")])
    }
    for request in requests { set.receive(request).finish(.completed) }
    #expect(set.journal.entries.map(\.request) == requests)
    #expect(set.journal.entries.map(\.request.headers["x"]) == ["é", "é", "é"])
    #expect(set.journal.entries.map(\.ending) == [.completed, .completed, .completed])
  }
}
