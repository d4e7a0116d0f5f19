import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct CookieTests {
  let stubber = HTTPStubber()

  init() {
    stubber.add(stub: HTTPStubRequest().stubEcho())
    stubber.add(
      stub: HTTPStubRequest().at("/login").stub(for: .get) { response in
        response.headers.append(.setCookie, "id=7; Path=/; Expires=Wed, 01 Jan 2098 00:00:00 GMT")
        response.headers.append(.setCookie, "theme=dark; Path=/")
      })
    stubber.add(
      stub: HTTPStubRequest().at("/hop").stub(for: .get) { response in
        response.statusCode = .found
        response.headers = [.location: "/after", .setCookie: "hop=1; Path=/"]
      })
  }

  @Test("every Set-Cookie is stored and sent with the next request to the host, and no other")
  func stored() async throws {
    let session = stubber.session
    _ = try await session.text(from: "http://one.example/login")
    let (_, here) = try await session.answer(to: try request(.get, "http://one.example/x"))
    let sent = here.value(forHTTPHeaderField: "Cookie") ?? ""
    #expect(Set(sent.components(separatedBy: "; ")) == ["id=7", "theme=dark"])
    let (_, there) = try await session.answer(to: try request(.get, "http://two.example/x"))
    #expect(there.value(forHTTPHeaderField: "Cookie") == nil)
  }

  @Test("a cookie that a redirect sets is sent to where it leads")
  func redirect() async throws {
    let (_, response) = try await stubber.session.answer(
      to: try request(.get, "http://one.example/hop"))
    #expect(response.url?.path == "/after")
    #expect(response.value(forHTTPHeaderField: "Cookie") == "hop=1")
  }

  @Test("a request that does not handle cookies stores none")
  func unhandled() async throws {
    let session = stubber.session
    var login = try request(.get, "http://one.example/login")
    login.httpShouldHandleCookies = false
    _ = try await session.answer(to: login)
    let (_, response) = try await session.answer(to: try request(.get, "http://one.example/x"))
    #expect(response.value(forHTTPHeaderField: "Cookie") == nil)
  }

  @Test("a session that accepts no cookies stores none")
  func policy() async throws {
    let configuration = stubber.configuration
    configuration.httpCookieAcceptPolicy = .never
    let session = URLSession(configuration: configuration)
    _ = try await session.text(from: "http://one.example/login")
    let (_, response) = try await session.answer(to: try request(.get, "http://one.example/x"))
    #expect(response.value(forHTTPHeaderField: "Cookie") == nil)
  }

  @Test("a session that sets no cookies stores them, but does not send them after a redirect")
  func unsent() async throws {
    let configuration = stubber.configuration
    configuration.httpShouldSetCookies = false
    let session = URLSession(configuration: configuration)
    let (_, response) = try await session.answer(to: try request(.get, "http://one.example/hop"))
    #expect(response.url?.path == "/after")
    #expect(response.value(forHTTPHeaderField: "Cookie") == nil)
    let stored = configuration.httpCookieStorage?.cookies(for: try url("http://one.example/"))
    #expect(stored?.map(\.name) == ["hop"])
  }

  @Test("a session that accepts no cookies sends those that it has, also after a redirect")
  func unaccepted() async throws {
    stubber.add(
      stub: HTTPStubRequest().at("/cross").stub(for: .get, .redirect(to: "http://one.example/x")))
    let configuration = stubber.configuration
    configuration.httpCookieAcceptPolicy = .never
    let cookie = HTTPCookie(properties: [
      .name: "own", .value: "1", .domain: "one.example", .path: "/",
    ])
    configuration.httpCookieStorage?.setCookie(try #require(cookie))
    let session = URLSession(configuration: configuration)
    for address in ["http://one.example/x", "http://two.example/cross"] {
      let (_, response) = try await session.answer(to: try request(.get, address))
      #expect(response.value(forHTTPHeaderField: "Cookie") == "own=1", "\(address)")
    }
  }
}
