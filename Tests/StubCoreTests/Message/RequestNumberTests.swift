import CoreTestSupport
import Foundation
import Testing

@testable import StubCore

/// Numbers that clients send and that are too large for what is done with them.
@Suite("Numbers in requests")
struct RequestNumberTests {
  private static let numbers = [
    "\(Int.max)", "\(Int.min)", "9223372036854775808", "4611686018427387904", "1e308", "nan", "-1",
    "0", "65536",
  ]

  @Test("A range may name any bytes", arguments: numbers, numbers + [""])
  func ranges(first: String, last: String) throws {
    let set = StubSet()
    set.add(
      stub: HTTPStubRequest().stub {
        $0.body = "abc"
        $0.acceptsRanges = true
      })
    for field in ["bytes=\(first)-\(last)", "bytes=-\(first)", "bytes=\(first)"] {
      let plan = set.receive(ReceivedRequest(.get, "/", headers: ["Range": field])).outcome.plan
      #expect([200, 206, 416].contains(try #require(plan?.head).status.rawValue))
    }
  }

  @Test("A URL may name any port, and a header field any length", arguments: numbers)
  func ports(number: String) {
    let request = ReceivedRequest(
      .get, "http://a.com:\(number)/b",
      headers: [
        "Host": "a.com:\(number)", "Content-Length": number, "Age": number, "Max-Forwards": number,
        "Forwarded": "for=a:\(number)",
      ])
    let set = StubSet()
    set.add(stub: HTTPStubRequest().match(URI: "http://a.com:80/b").stub(for: .get, .text("b")))
    set.add(stub: HTTPStubRequest().match(HTTPStubPortMatcher(80)).stub(for: .get, .text("b")))
    guard case .unmatched(let report, _) = set.receive(request).outcome else { return }
    #expect(!report.description.isEmpty)
    _ = set.journal.entries.map(\.request.target.effectivePort)
  }
}
