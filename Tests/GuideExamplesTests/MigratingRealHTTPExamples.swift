import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Migrating from RealHTTP") struct MigratingRealHTTPExamples {
  // example: realhttp matcher
  struct WeekendMatcher: HTTPStubMatcherProtocol {
    func matches(request: URLRequest, for source: HTTPMatcherSource) -> Bool {
      request.url?.lastPathComponent == "saturday"
    }
  }
  // end of example

  @Test("A test has a stubber of its own")
  func isolation() async throws {
    // example: realhttp isolation
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().match(path: "/users").stub(for: .get, .json([])))
    let (data, _) = try await stubber.session.data(
      from: try #require(URL(string: "https://api.example.com/users")))
    #expect(data == Data("[]".utf8))
    // end of example
  }

  @Test("Closures get a request that all hosts have")
  func closures() async throws {
    let stubber = HTTPStubber()
    // example: realhttp closures
    let stub = HTTPStubRequest()
      .match(WeekendMatcher())
      .match("a request that may use a cache") { request, source in
        request.urlRequest?.cachePolicy != .reloadIgnoringLocalCacheData
      }
      .stub(for: .get) { request, stub in
        let response = HTTPStubResponse()
        response.body = "\(request.method) \(request.target.path) is answered by \(stub.title)"
        return response
      }
    // end of example
    stubber.add(stub: stub.named("weekend"))
    let text = try await stubber.session.text(from: "https://api.example.com/saturday")
    #expect(text.hasPrefix("GET /saturday is answered by stub \"weekend\""))
  }

  @Test("An echo and a dynamic response are methods of the stub")
  func responses() async throws {
    let stubber = HTTPStubber()
    // example: realhttp response types
    stubber.add(stub: HTTPStubRequest().match(path: "/echo").stubEcho())
    stubber.add(
      stub: HTTPStubRequest().match(path: "/login").stub(
        for: .post,
        responseProvider: { request, stub in
          let response = HTTPStubResponse()
          response.statusCode = request.bodyText.contains("mark") ? .ok : .unauthorized
          return response
        }))
    // end of example
    let echo = try await stubber.session.answer("POST", "https://a.example/echo", body: "hello")
    #expect(echo.text == "hello")
    let login = try await stubber.session.answer("POST", "https://a.example/login", body: "eve")
    #expect(login.response.statusCode == 401)
  }

  @Test("The first stub keeps its place with a lower priority")
  func order() async throws {
    let stubber = HTTPStubber()
    // example: realhttp order
    stubber.add(stub: HTTPStubRequest().match(path: "/users/1").priority(1).stub(.text("Ada")))
    stubber.add(stub: HTTPStubRequest().match(path: .hasPrefix("/users/")).stub(.text("anyone")))
    // end of example
    #expect(try await stubber.session.text(from: "https://a.example/users/1") == "Ada")
    #expect(try await stubber.session.text(from: "https://a.example/users/2") == "anyone")
  }

  @Test("A redirect has its target in a header field")
  func redirect() async throws {
    let stubber = HTTPStubber()
    // example: realhttp redirect
    let stub = HTTPStubRequest()
      .match(path: "/old")
      .stub(for: .get, .redirect(to: "https://api.example.com/new", statusCode: .movedPermanently))
    // end of example
    stubber.add(stub: stub)
    stubber.add(stub: HTTPStubRequest().match(path: "/new").stub(.text("new")))
    #expect(try await stubber.session.text(from: "https://api.example.com/old") == "new")
  }
}
