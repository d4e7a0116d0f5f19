import CoreTestSupport
import Foundation
import StubCore
import Testing

/// Types of users count like those of the library.
@Suite("Matchers and responders of one's own")
struct OwnMatcherTests {
  /// How often matchers were asked.
  private final class Count: Sendable {
    let asked = AtomicInt(0)
  }

  /// Accepts requests with a value that it finds by itself.
  private struct OwnMatcher: HTTPStubMatcher {
    let value: String
    let key: @Sendable (String) -> StubKey
    let find: @Sendable (ReceivedRequest) -> String?
    let count: Count

    var keys: [StubKey] { [key(value)] }

    func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
      count.asked.add(1)
      let found = find(request)
      return found == value ? .matched : .mismatched(expected: value, found: found ?? "nothing")
    }
  }

  /// A part of a request that a key can name.
  struct Part: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let key: @Sendable (String) -> StubKey
    let find: @Sendable (ReceivedRequest) -> String?
    let request: @Sendable (String) -> ReceivedRequest

    init(
      _ name: String, _ key: @escaping @Sendable (String) -> StubKey,
      _ find: @escaping @Sendable (ReceivedRequest) -> String?,
      _ request: @escaping @Sendable (String) -> ReceivedRequest
    ) {
      testDescription = name
      self.key = key
      self.find = find
      self.request = request
    }
  }

  private static let parts = [
    Part(
      "path", { .path("/a%20b/\($0)") }, { $0.target.segments.last },
      { ReceivedRequest(.get, "/a%20b/\($0)") }),
    Part(
      "start of the path", { .pathPrefix("/shops/\($0)/") },
      { $0.target.segments.dropFirst().first }, { ReceivedRequest(.get, "/shops/\($0)/items") }),
    Part(
      "host", { .host("Host-\($0)") },
      { $0.target.host?.split(separator: "-").last.map(String.init) },
      { ReceivedRequest(.get, "http://host-\($0)/") }),
    Part(
      "header", { .header("X-Tenant", $0) }, { $0.headers["X-Tenant"] },
      { ReceivedRequest(.get, "/", headers: ["x-tenant": $0]) }),
    Part(
      "cookie", { .cookie("id", $0) },
      { request in request.cookies.first { $0.name == "id" }?.value },
      { ReceivedRequest(.get, "/", headers: [.cookie: "a=b; id=\($0)"]) }),
    Part(
      "bearer", { .bearer($0) },
      { $0.headers[.authorization]?.split(separator: " ").last.map(String.init) },
      { ReceivedRequest(.get, "/", headers: [.authorization: "Bearer \($0)"]) }),
    Part(
      "query", { .query("id", $0) }, { $0.target.queryItems.first?.value },
      { ReceivedRequest(.get, "/?id=\($0)") }),
    Part(
      "form", { .form("id", $0) }, { $0.formItems.first?.value },
      {
        ReceivedRequest(
          .post, "/", headers: [.contentType: HTTPContentType.formURLEncoded.rawValue],
          body: Data("id=\($0)".utf8))
      }),
    Part(
      "JSON", { .json(["user", "id"], $0) },
      { request in try? request.json.get()["user"]?["id"]?.text() },
      { ReceivedRequest(.post, "/", body: Data(#"{"user": {"id": \#($0)}}"#.utf8)) }),
    Part(
      "body", { .body($0) }, { $0.bodyText },
      { ReceivedRequest(.post, "/", body: Data($0.utf8)) }),
  ]

  @Test(
    "Of 10,000 stubs whose matchers state a key only the request's own is asked", arguments: parts)
  func keys(part: Part) {
    let set = StubSet()
    let count = Count()
    for number in 0..<10_000 {
      let matcher = OwnMatcher(value: "\(number)", key: part.key, find: part.find, count: count)
      set.add(stub: HTTPStubRequest().match(matcher).stub(.text("\(number)")))
    }
    for number in [0, 5_000, 9_999] {
      #expect(set.receive(part.request("\(number)")).outcome.text == "\(number)")
    }
    #expect(count.asked.load() == 3)
  }

  @Test("Keys of matchers that are combined count, but not those of alternatives")
  func combinedKeys() {
    let set = StubSet()
    let count = Count()
    for number in 0..<100 {
      let matcher = OwnMatcher(
        value: "\(number)", key: { .path("/\($0)") }, find: { $0.target.segments.last },
        count: count)
      set.add(stub: HTTPStubRequest().match(.all(of: .method(.get), matcher)).stub(.text("all")))
    }
    let request = ReceivedRequest(.get, "/50")
    #expect(set.candidateCount(for: request) == 1)
    for number in 100..<200 {
      let matcher = OwnMatcher(
        value: "\(number)", key: { .path("/\($0)") }, find: { $0.target.segments.last },
        count: count)
      set.add(stub: HTTPStubRequest().match(matcher.or(.method(.put))).stub(.text("any")))
    }
    #expect(set.candidateCount(for: request) == 101)
    #expect(set.receive(ReceivedRequest(.put, "/50")).outcome.text == "any")
  }

  @Test("Stating keys may use the set that the stub is added to and removed from")
  func reentrancy() {
    struct Adding: HTTPStubMatcher {
      let stubs: StubSet
      var keys: [StubKey] {
        stubs.add(stub: HTTPStubRequest().match(path: "/other").stub(.status(.ok)))
        return [.path("/a")]
      }

      func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
        .matched
      }
    }
    let set = StubSet()
    let stub = set.add(stub: HTTPStubRequest().match(Adding(stubs: set)).stub(.text("found")))
    #expect(set.receive(ReceivedRequest(.get, "/a")).outcome.text == "found")
    set.remove(stub: stub.id)
    #expect(set.stubs.count == 1)
    #expect(set.receive(ReceivedRequest(.get, "/a")).outcome.report != nil)
  }

  @Test("What is wrong with a matcher or a responder is told when the stub is added")
  func problems() {
    struct Faulty: HTTPStubMatcher, HTTPStubResponder {
      let problems = ["no key for the service"]
      let isSynchronous = false

      func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
        .matched
      }

      func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
        throw ResponderError(problems[0])
      }
    }
    #expect(
      StubSet().add(stub: HTTPStubRequest().match(Faulty()).stub(.status(.ok))).problems
        == ["no key for the service"])
    #expect(
      StubSet().add(stub: HTTPStubRequest().respond(with: Faulty())).problems
        == ["no key for the service"])
  }

  @Test("Those that say they wait for nothing answer synchronously")
  func synchronous() {
    struct Own: HTTPStubMatcher, HTTPStubResponder {
      let isSynchronous: Bool
      let problems: [String] = []

      func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
        .matched
      }

      func respond(to request: ReceivedRequest, in context: ResponderContext) -> Answer {
        .ready(ResponsePlan(head: ResponseHead()))
      }
    }
    for (matcher, responder) in [(true, true), (true, false), (false, true)] {
      let set = StubSet()
      set.add(
        stub: HTTPStubRequest().match(Own(isSynchronous: matcher))
          .respond(with: Own(isSynchronous: responder)))
      let exchange = set.receiveSynchronously(ReceivedRequest(.get, "/"))
      exchange?.finish(.completed)
      #expect((exchange != nil) == (matcher && responder))
    }
  }
}
