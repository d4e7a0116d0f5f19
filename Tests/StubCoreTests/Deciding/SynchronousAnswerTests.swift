import CoreTestSupport
import Foundation
import StubCore
import Testing

/// Which requests are answered without blocking.
@Suite("Synchronous answers")
struct SynchronousAnswerTests {
  private let get = ReceivedRequest(.get, "http://host/a?b=c")

  private func isSynchronous(_ request: ReceivedRequest, in set: StubSet) -> Bool {
    set.receiveSynchronously(request).map { $0.finish(.completed) } != nil
  }

  private static var plain: HTTPStubRequest {
    HTTPStubRequest().match(path: "/a").match(host: "host").match(query: "b", "c")
      .match(method: .get, .post).match(URL: "http://host/a?b=c").match(urlRegex: "a")
      .match(header: "X", .absent).stub(.text("text"))
  }

  private static var slow: KeyValuePairs<String, HTTPStubRequest> {
    [
      "a custom matcher": plain.match(PathIs("/a")),
      "a closure as a condition": plain.match(path: ValueMatcher("is /a") { $0 == "/a" }),
      "a closure as a response": HTTPStubRequest().stub { _, _ in HTTPStubResponse() },
      "a delay": HTTPStubRequest().stub(.text("late").delayed(by: .seconds(1))),
      "a file": HTTPStubRequest().stub(.file(path: "/dev/null")),
      "an error": HTTPStubRequest().stub(.failure(.timedOut)),
      "a used up stub": plain.times(0),
    ]
  }

  private static let described: KeyValuePairs<String, any HTTPStubMatcher> = [
    "bearer": .bearer(.hasPrefix("t")),
    "basic authentication": .basicAuth(user: "ada", password: .present),
    "cookie": .cookie("id", .any(of: "1", "2")),
    "form": .form("id", .atLeast(1)),
    "body": .body("text"),
    "bytes": .body(Data([1])),
    "JSON": .json(["a": 1]),
    "JSONPath": .jsonPath("$.a", .not("1")),
    "JSONPath with a value": .jsonPath("$.a", equals: 1),
    "XML": .xml("<a/>"),
    "XPath": .xpath("//a", .all(of: .present, .equalsIgnoringCase("x"))),
    "multipart": .part("file", filename: .hasSuffix(".png")),
    "names of headers": .header(named: .matches("^x-"), .equals(1)),
    "elements": .header("X", .hasElement("a")),
    "the opposite": .not(.host(.domain("a.com"))),
    "alternatives": .any(of: .path(.glob("/a*")), .scheme(.exactly(["http"]))),
  ]

  @Test("Every condition of the library is asked synchronously")
  func conditions() {
    for (name, matcher) in Self.described { #expect(matcher.isSynchronous, "\(name)") }
  }

  @Test("A closure in a condition is caller code, wherever it stands")
  func closures() {
    let closure = ValueMatcher("is 1") { $0 == "1" }
    let matchers: [any HTTPStubMatcher] = [
      .bearer(closure), .basicAuth(user: "ada", password: closure), .cookie("id", .not(closure)),
      .form("id", .any(of: "1", closure)), .body(closure), .jsonPath("$.a", .all(of: closure)),
      .xpath("//a", closure), .part("file", body: closure), .header(named: closure, "1"),
      .not(.host(closure)), .any(of: .path("/a"), .custom { _, _ in true }),
    ]
    for matcher in matchers { #expect(!matcher.isSynchronous, "\(matcher)") }
  }

  @Test("A stub of described conditions with a described response answers promptly, and counts")
  func plain() throws {
    let set = StubSet()
    let stub = set.add(stub: Self.plain)
    let reception = try #require(set.receiveSynchronously(get))
    let plan = try #require(reception.outcome.plan)
    #expect(plan.body == .data(Data("text".utf8)))
    #expect(!reception.tellsOthers)
    reception.finish(.completed)
    #expect(set.answeredCount(of: stub.id) == 1)
    #expect(set.journal.entries.map(\.ending) == [.completed])
  }

  @Test("Where caller code, a file or time has a part in the answer, nothing is decided")
  func slow() {
    for (part, stub) in Self.slow {
      let set = StubSet()
      let stub = set.add(stub: stub)
      #expect(!isSynchronous(get, in: set), "\(part)")
      #expect(set.answeredCount(of: stub.id) == 0)
      #expect(set.journal.receivedCount == 0)
    }
  }

  @Test(
    "A request is not answered synchronously if hooks see the response, or if a body must be read")
  func others() {
    let set = StubSet()
    set.add(stub: Self.plain)
    let streamed = ReceivedRequest(
      method: .post, target: RequestURL("http://host/a?b=c"), body: RequestBody { Data() })
    let large = ReceivedRequest(.post, "http://host/a?b=c", body: Data(count: 20_000))
    let small = ReceivedRequest(.post, "http://host/a?b=c", body: Data(count: 20))
    #expect(!isSynchronous(streamed, in: set))
    #expect(!isSynchronous(large, in: set))
    #expect(isSynchronous(small, in: set))
    #expect(!isSynchronous(ReceivedRequest(.post, "http://host/other"), in: set))
    set.hooks.activated = { _, _ in }
    #expect(!isSynchronous(get, in: set))
    set.hooks = StubHooks()
    set.network = .threeG
    #expect(!isSynchronous(get, in: set))
    set.network = nil
    set.add(ignoreURL: "http://other/")
    #expect(!isSynchronous(get, in: set))
  }
}
