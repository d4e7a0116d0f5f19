import CoreTestSupport
import Foundation
import StubCore
import Testing

@Suite("Matchers in the builder chain")
struct MatcherChainTests {
  private struct User: Codable {
    let userID: Int
    let fullName: String
  }

  private func accepts(_ stub: HTTPStubRequest, _ request: ReceivedRequest) -> Bool {
    stub.matchers.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch }
  }

  @Test("A literal pattern needs no try, and a run-time pattern throws its error")
  func literals() throws {
    let request = ReceivedRequest(.get, "http://api.test/users/7")
    let page = 7
    #expect(accepts(HTTPStubRequest().match(urlRegex: "users/\\d+"), request))
    #expect(accepts(try HTTPStubRequest().match(urlRegex: "users/\(page)$"), request))
    #expect(accepts(HTTPStubRequest().match(urlRegex: "*"), request))
    #expect(accepts(HTTPStubRequest().match(URI: "http://api.test/users/{id}"), request))
    #expect(throws: PatternError.self) { try HTTPStubRequest().match(urlRegex: "(\(page)") }
    #expect(throws: URITemplateError.self) { try HTTPStubRequest().match(URI: "/{\(page)") }
  }

  @Test("A value, a closure and a matcher are distinguished by their types")
  func overloads() {
    let body = Data(#"{"fullName":"Mark","userID":34}"#.utf8)
    let request = ReceivedRequest(.post, "/login", headers: ["User-Agent": "custom"], body: body)
    let stub = HTTPStubRequest()
      .match(object: User(userID: 34, fullName: "Mark"))
      .match(json: ["userID": 34, "fullName": "Mark"])
      .match(jsonText: #"{ "userID": 34.0, "fullName": "Mark" }"#)
      .match(body: body)
      .match(body: .contains("Mark"))
      .match({ request, source in
        request.headers["User-Agent"] == "custom" && source == .stubRequest
      })
      .match("the user agent is custom") { request, _ in request.headers["User-Agent"] == "custom" }
      .match(.path("/login"))
    #expect(stub.matchers.count == 8)
    #expect(accepts(stub, request))
  }

  @Test("Texts, conditions and literals are taken for a part, in one chain")
  func texts() {
    let request = ReceivedRequest(
      .post, "http://a.test/login?page=2",
      headers: [
        .cookie: "id=7", .authorization: "Bearer abc", .userAgent: "customAgent",
        .contentType: "application/x-www-form-urlencoded",
      ], body: Data("user=mark".utf8))
    let (host, path, two, token, text) = ("a.test", "/login", "2", "abc", "user=mark")
    let stub = HTTPStubRequest()
      .match(host: host).match(host: "A.test").match(host: .hasSuffix(".test"))
      .match(path: path).match(path: path[...]).match(path: "\(path)").match(path: .contains("og"))
      .match(query: "page", two).match(query: "page", "2").match(query: "page")
      .match(header: .userAgent, "customAgent").match(header: "User-Agent", "\("custom")Agent")
      .match(cookie: "id", "\(7)").match(cookie: "id", .atLeast(7)).match(bearer: token)
      .match(form: "user", "\("mark")").match(form: ["user": "mark"]).match(body: text)
      .match(method: .post).match(scheme: "http").match(port: 80).match(pathExtension: .absent)
      .match({ request, source in
        request.headers[.userAgent] == "customAgent"
      })
    #expect(stub.matchers.count == 23)
    #expect(accepts(stub, request))
  }

  @Test("An invalid literal pattern is an error of the stub, which then matches nothing")
  func problems() throws {
    let request = ReceivedRequest(.get, "/a(")
    let stub = HTTPStubRequest().match(urlRegex: "a(").stub(.text("x"))
    let set = StubSet()
    let added = set.add(stub: stub)
    #expect(added.problems.count == 1)
    #expect(added.problems.first?.contains("missing closing parenthesis") == true)
    let report = try #require(set.receive(request).outcome.report)
    #expect(report.description.contains("missing closing parenthesis"))
  }
}
