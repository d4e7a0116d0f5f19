import CoreTestSupport
import Foundation
import Testing

@testable import StubCore

@Suite("Chunks of a body")
struct HTTPStubChunkTests {
  @Test("A server-sent event has a field for each line, and an empty line at its end")
  func events() {
    let whole = HTTPStubChunk.event("a\n\nb", name: "news", id: "7", after: .seconds(2))
    #expect(whole.data == Data("event: news\nid: 7\ndata: a\ndata: \ndata: b\n\n".utf8))
    #expect(whole.after.stubDelay == .seconds(2))
    #expect(HTTPStubChunk.event("").data == Data("data: \n\n".utf8))
  }

  @Test("Chunks become one body, a script of times counted from the head, and no length")
  func specification() throws {
    let response = HTTPStubResponse()
    response.body = "not this"
    response.chunks = [
      HTTPStubChunk("ab", after: .seconds(1)), HTTPStubChunk("cde", after: .seconds(-5)),
      HTTPStubChunk("", after: .seconds(2)),
    ]
    let plan = try response.specification.plan(for: ReceivedRequest(.get, "http://host/"))
    #expect(plan.body == .data(Data("abcde".utf8)))
    #expect(
      plan.timing.body
        == .script([
          .init(at: .seconds(1), count: 2), .init(at: .seconds(1), count: 3),
          .init(at: .seconds(3), count: 0),
        ]))
    #expect(plan.head?.headers[.transferEncoding] == "chunked")
    #expect(plan.head?.headers.contains(.contentLength) == false)
    #expect(
      plan.steps.map { "\($0.at.seconds) \(name(of: $0.step))" } == [
        "0.0 head", "1.0 0..<2", "1.0 2..<5", "3.0 finish",
      ])
  }

  private func name(of step: PlanStep) -> String {
    switch step {
    case .head: "head"
    case .bytes(let range): "\(range)"
    case .finish: "finish"
    default: "another"
    }
  }

  @Test("A length from the author is kept, and then there is no transfer coding")
  func length() throws {
    let response = HTTPStubResponse()
    response.headers = [.contentLength: "5"]
    response.chunks = [HTTPStubChunk("ab"), HTTPStubChunk("cde", after: .seconds(1))]
    let plan = try response.specification.plan(for: ReceivedRequest(.get, "http://host/"))
    #expect(plan.head?.headers[.contentLength] == "5")
    #expect(plan.head?.headers.contains(.transferEncoding) == false)
  }
}
