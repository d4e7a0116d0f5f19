import Testing

@testable import StubCore

@Suite("Comparing a request with stubs that do not answer it")
struct StubComparisonTests {
  private func closeness(
    _ stub: HTTPStubRequest, _ request: ReceivedRequest
  ) -> Double {
    StubComparison(request).closeness(
      of: InstalledStub(stub.snapshot, rank: Rank(priority: 5, number: 1)))
  }

  @Test(
    "A path is half as near as its ends are long that the request shares",
    arguments: [
      ("/users", "/users", 1.0), ("/users", "/user", 5.0 / 12), ("/a", "/b", 0.25),
      ("/catalog/item-000001/details", "/catalog/none-000002/details", 17.0 / 56),
      ("/a/a", "/a/a/a", 0.5), ("/é", "/%C3%A9", 1.0), ("/e\u{301}", "/\u{E9}", 1.0),
      ("/\u{E9}", "/e\u{301}", 1.0), ("/\u{212A}", "/K", 1.0), ("/\u{212A}", "/J", 0.125),
      ("/", "/long/path/without/end", 0.5 / 22),
    ])
  func path(expected: String, sent: String, closeness: Double) {
    let request = ReceivedRequest(.get, sent)
    let stub = HTTPStubRequest().match(path: .equals(expected)).stub(body: "")
    #expect(self.closeness(stub, request) == closeness)
  }

  @Test("It is the mean of what each condition has, and of what keeps the stub from answering")
  func mean() {
    let request = ReceivedRequest(.get, "/user?a=1")
    let path = HTTPStubRequest().match(path: .equals("/user"))
    #expect(closeness(path.stub(for: .get, body: ""), request) == 1)
    // "method POST" and "method GET" share the T at their end, of four letters.
    let post = HTTPStubRequest().match(path: .equals("/user")).stub(for: .post, body: "")
    #expect(closeness(post, request) == (1 + 0.125) / 2)
    let both = HTTPStubRequest().match(path: .equals("/user")).match(query: "a", .equals("2"))
    #expect(closeness(both.stub(body: ""), request) < 1)
    #expect(closeness(HTTPStubRequest().stub(body: ""), request) == 0)
  }

  @Test(
    "Two texts are as near as a plain loop finds", arguments: [1, UInt64.random(in: 2...(.max))])
  func agreesWithPlainLoop(seed: UInt64) {
    let random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let expected = "/" + random.text(of: ["a", "b", "é"], length: random.integer(in: 0...20))
      let sent = "/" + random.text(of: ["a", "b", "é"], length: random.integer(in: 0...20))
      let (one, other) = (Array(expected.utf8), Array(sent.utf8))
      let start = zip(one, other).prefix { $0 == $1 }.count
      let end = zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.count
      let length = max(one.count, other.count)
      let share = Double(min(start + end, length)) / Double(length)
      let stub = HTTPStubRequest().match(path: .equals(expected)).stub(body: "")
      let found = closeness(stub, ReceivedRequest(.get, sent))
      #expect(found == (expected == sent ? 1 : share / 2), "\(expected) \(sent)")
    }
  }
}
