import Foundation
import StubCore
import Testing

/// What stubs and matchers take for one argument.
@Suite("Accepted arguments")
struct AcceptedArgumentTests {
  private struct User: Codable {
    var id = 1
    var name = "Ada"
  }

  private func plan(
    _ stub: HTTPStubRequest, for request: ReceivedRequest = ReceivedRequest(.get, "/")
  ) throws -> ResponsePlan {
    let stubs = StubSet()
    stubs.add(stub: stub)
    return try #require(stubs.receive(request).outcome.plan)
  }

  private func text(_ stub: HTTPStubRequest) throws -> String {
    guard case .data(let data) = try plan(stub).body else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  @Test(
    "JSON text, data, literals, values and Encodable values are the same JSON in both directions")
  func json() throws {
    let (text, value, user) = (
      #"{"id":1,"name":"Ada"}"#, ["id": 1, "name": "Ada"] as JSONValue, User()
    )
    let request = ReceivedRequest(.post, "/", body: Data(text.utf8))
    for stub in [
      HTTPStubRequest().match(json: text), HTTPStubRequest().match(json: Data(text.utf8)),
      HTTPStubRequest().match(json: value), HTTPStubRequest().match(json: user),
      HTTPStubRequest().match(json: ["name": "Ada", "id": 1]),
      HTTPStubRequest().match(json: #"{ "name": "Ada", "id": 1.0 }"#),
      HTTPStubRequest().match(.json(text)),
      HTTPStubRequest().match(.json(["name": "Ada", "id": 1])),
      HTTPStubRequest().match(.json(user)),
    ] {
      #expect(stub.matchers.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch })
    }
    for stub in [
      HTTPStubRequest().stub(json: text), HTTPStubRequest().stub(json: Data(text.utf8)),
      HTTPStubRequest().stub(json: value), HTTPStubRequest().stub(json: user),
      HTTPStubRequest().stub(json: ["id": 1, "name": "Ada"]),
    ] {
      #expect(try self.text(stub) == text)
      #expect(try plan(stub).head?.headers[.contentType] == "application/json")
    }
  }

  @Test("A text is JSON text, and a JSON string is written as one")
  func jsonString() throws {
    let request = ReceivedRequest(.post, "/", body: Data(#""Ada""#.utf8))
    let string = HTTPStubRequest().match(json: .string("Ada"))
    #expect(string.matchers.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch })
    #expect(try text(HTTPStubRequest().stub(json: .string("Ada"))) == #""Ada""#)
    for stub in [HTTPStubRequest().match(json: "Ada"), HTTPStubRequest().stub(json: "Ada")] {
      let problem = try #require(stub.snapshot.problems.first)
      #expect(problem.hasPrefix(#"invalid JSON "Ada":"#))
      #expect(problem.hasSuffix(#"; write .string("Ada") for a JSON string"#))
    }
    // It is sent all the same.
    #expect(try text(HTTPStubRequest().stub(json: "Ada")) == "Ada")
  }

  @Test("A value that cannot be encoded is reported when the stub is added")
  func notEncodable() throws {
    let stub = HTTPStubRequest().stub(json: [Double.infinity])
    #expect(stub.snapshot.problems.first?.hasPrefix("a value of type Array<Double>") == true)
    #expect(try plan(stub).head?.status == .internalServerError)
  }

  @Test("Headers are fields, a dictionary or nil")
  func headers() throws {
    let dictionary = ["X-B": "2", "X-A": "1"]
    let none: [String: String]? = nil
    let fields = [
      HTTPStubRequest().stub(headers: dictionary),
      HTTPStubRequest().stub(headers: dictionary, json: "{}"),
      HTTPStubRequest().stub(headers: dictionary, json: ["a": 1]),
      HTTPStubRequest().stub(headers: dictionary, json: User()),
      HTTPStubRequest().stub(headers: ["X-B": "2", "X-A": "1"], body: "x"),
    ].map { try? plan($0).head?.headers["X-A"] }
    #expect(fields == Array(repeating: "1", count: 5))
    let stubs = [
      HTTPStubRequest().stub(headers: nil), HTTPStubRequest().stub(headers: none),
      HTTPStubRequest().stub(headers: nil, json: "{}"),
    ]
    for stub in stubs { #expect(try plan(stub).head?.headers["X-A"] == nil) }
  }

  @Test("A URL stands for its text")
  func urls() throws {
    let url = try #require(URL(string: "https://a.example/users/1"))
    let request = ReceivedRequest(.get, url)
    #expect(request.target.absoluteString == "https://a.example/users/1")
    for stub in [HTTPStubRequest().match(URL: url), HTTPStubRequest().match(URI: url)] {
      #expect(stub.matchers.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch })
    }
    let redirect = HTTPStubRequest().stub(redirectTo: url)
    #expect(try plan(redirect).head?.headers[.location] == "https://a.example/users/1")
    let stubs = StubSet()
    stubs.add(ignoreURL: url)
    guard case .passedThrough = stubs.receive(request).outcome else {
      Issue.record("the request is not ignored")
      return
    }
  }

  @Test("An ignore rule is made of matchers")
  func ignoreRule() {
    let stubs = StubSet()
    let rule = HTTPStubIgnoreRule(matchers: [.path("/a"), .query("b")])
    stubs.add(ignore: rule)
    #expect(rule.matchers.count == 2)
    guard case .passedThrough = stubs.receive(ReceivedRequest(.get, "/a?b=1")).outcome else {
      Issue.record("the request is not ignored")
      return
    }
    #expect(stubs.remove(ignore: rule.id))
  }

  @Test("A stub gets its name behind the call that adds it")
  func name() throws {
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().match(path: "/a").stub(body: "x")).name = "letters"
    #expect(stubs.stubs.first?.name == "letters")
    guard case .unmatched(let report, _) = stubs.receive(ReceivedRequest(.get, "/b")).outcome else {
      Issue.record("the request is answered")
      return
    }
    #expect(report.description.contains(#"stub "letters""#))
  }

  @Test("A request has the names of a URLRequest")
  func urlRequestNames() {
    let request = ReceivedRequest(
      .post, "https://a.example/b?c=d", headers: ["X-A": "1", "x-a": "2", "Accept": "text/plain"],
      body: Data("x".utf8))
    #expect(request.url?.host() == "a.example")
    #expect(request.url?.query() == "c=d")
    #expect(request.httpMethod == "POST")
    #expect(request.allHTTPHeaderFields == ["X-A": "1, 2", "Accept": "text/plain"])
    #expect(request.value(forHTTPHeaderField: "accept") == "text/plain")
    #expect(request.httpBody == Data("x".utf8))
    #expect(ReceivedRequest(.get, "/").httpBody == nil)
  }

  @Test("A closure of one parameter matches as well as one of two")
  func closures() {
    let stub = HTTPStubRequest()
      .match { $0.url?.path() == "/a" }
      .match("its method is GET") { $0.httpMethod == "GET" }
    for (url, isMatch) in [("/a", true), ("/b", false)] {
      let request = ReceivedRequest(.get, "http://a.example\(url)")
      #expect(
        stub.matchers.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch } == isMatch)
    }
    #expect(stub.matchers.last?.description == "its method is GET")
  }
}
