import Testing

@testable import StubCore

@Suite("Comparing a request with stubs that do not answer it")
struct StubComparisonTests {
  private func distance(_ stub: HTTPStubRequest, _ request: ReceivedRequest) -> Double {
    StubComparison(request).distance(
      to: InstalledStub(stub.snapshot, rank: Rank(priority: 5, number: 1)))
  }

  @Test(
    "A path is closer the more it shares with the request at its ends",
    arguments: [
      ("/users", "/users", 1.0), ("/users", "/user", 5.0 / 12), ("/a", "/b", 0.25),
      ("/catalog/item-000001/details", "/catalog/none-000002/details", 17.0 / 56),
      ("/a/a", "/a/a/a", 0.5), ("/é", "/%C3%A9", 1.0), ("/e\u{301}", "/\u{E9}", 0.5),
      ("/\u{E9}", "/e\u{301}", 0.5), ("/\u{212A}", "/K", 0.5), ("/\u{212A}", "/J", 0.125),
      ("/", "/long/path/without/end", 0.5 / 22),
    ])
  func path(expected: String, sent: String, closeness: Double) {
    let request = ReceivedRequest(.get, sent)
    let stub = HTTPStubRequest().match(path: .equals(expected)).stub(.text(""))
    let wanted = closeness == 1 ? 0 : 2.5 - 3 * closeness
    #expect(abs(distance(stub, request) - wanted) < 1e-9)
  }

  @Test("Each failed condition adds to the distance, and so does an obstacle")
  func sum() {
    let request = ReceivedRequest(.get, "/user?a=1")
    let path = HTTPStubRequest().match(path: .equals("/user"))
    #expect(distance(path.stub(for: .get, .text("")), request) == 0)
    // "method POST" and "method GET" share the T at their end, of four letters.
    let post = HTTPStubRequest().match(path: .equals("/user")).stub(for: .post, .text(""))
    #expect(distance(post, request) == 1 - 0.25 / 4)
    let both = HTTPStubRequest().match(path: .equals("/user")).match(query: "a", .equals("2"))
    #expect(distance(both.stub(for: .post, .text("")), request) > 1)
    #expect(distance(HTTPStubRequest().stub(.text("")), request) == 0)
  }

  @Test("A path that is put into words is as far as one that is not")
  func address() {
    let request = ReceivedRequest(.get, "/user")
    let alone = HTTPStubRequest().match(path: .equals("/users")).stub(.text(""))
    let beside = HTTPStubRequest().match(path: .equals("/users")).match(method: .get)
      .stub(.text(""))
    let template = HTTPStubRequest().match(URI: "/users").stub(.text(""))
    #expect(distance(alone, request) == distance(beside, request))
    #expect(distance(alone, request) == distance(template, request))
  }

  @Test("A stub that fails one condition comes before one that fails four, also with a template")
  func count() {
    let request = ReceivedRequest(.get, "/order/1")
    let one = HTTPStubRequest().match(URI: "/orders/{id}").stub(for: .get, .text(""))
    let four = HTTPStubRequest().match(path: .equals("/order")).match(header: "X-A", .equals("1"))
      .match(query: "b", .equals("2")).stub(for: .post, .text(""))
    #expect(distance(one, request) < distance(four, request))
    let other = HTTPStubRequest().match(URI: "/customers/{id}").stub(for: .get, .text(""))
    #expect(distance(one, request) < distance(other, request))
    let failsFour = HTTPStubRequest().match(path: .equals("/order/1"))
      .match(header: "X-A", .equals("1")).match(header: "X-B", .equals("1"))
      .match(query: "c", .equals("2")).stub(for: .post, .text(""))
    let failsPath = HTTPStubRequest().match(path: .equals("/q")).stub(for: .get, .text(""))
    #expect(distance(failsPath, request) < distance(failsFour, request))
  }

  @Test(
    "Two texts are as near as a search for their ends finds",
    arguments: [1, UInt64.random(in: 2...(.max))])
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
      let stub = HTTPStubRequest().match(path: .equals(expected)).stub(.text(""))
      let found = distance(stub, ReceivedRequest(.get, sent))
      #expect(found == (expected == sent ? 0 : 2.5 - share * 1.5), "\(expected) \(sent)")
    }
  }
}
