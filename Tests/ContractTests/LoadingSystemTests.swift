import Foundation
import HTTPStubber
import StubServer
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What `URLSession` adds to a request on its way to a server, and matchers see in-process too.
@Suite("Contract of what the loading system writes")
struct LoadingSystemTests {
  struct Sent: Sendable, CustomTestStringConvertible {
    var method = "GET"
    var user = ""
    var path = "/a"
    var headers: [String: String] = [:]
    var body: String?

    var testDescription: String { "\(method) \(user)\(path) \(headers) \(body ?? "")" }
  }

  private static let users = [
    "ada:p%40w@", "ada@", "ada:@", ":pw@", "a%3Ab:p:w@", "a%FFb:p+w@", "",
  ]
  private static let paths = [
    "/a/../b", "/a/./b", "/a/%2e%2e/b", "/..", "/../a", "/a/..", "/a/.", "/a//../b",
    "/a/b/../../c/",
    "/a/...", "/a/..b/.c", "/./", "/a/..?q=/../x", "//a/../b", "",
  ]
  private static let bodies = [
    Sent(method: "POST", body: "a=1"), Sent(method: "POST", body: ""), Sent(method: "POST"),
    Sent(method: "PUT", body: "a=1"), Sent(method: "PATCH", body: "a=1"),
    Sent(method: "POST", headers: ["content-type": "text/plain"], body: "a=1"),
  ]

  @Test(
    "A stub sees the same of a request in-process as on a port",
    arguments: users.map { Sent(user: $0) } + paths.map { Sent(path: $0) } + bodies + [
      Sent(user: "ada:pw@", headers: ["Authorization": "Bearer 1"])
    ])
  func same(sent: Sent) async throws {
    try await expectSame(sent) { try await $0.answer(to: $1).text }
  }

  @Test("A stub sees the same of an upload in-process as on a port")
  func upload() async throws {
    try await expectSame(Sent(method: "POST")) { session, request in
      let (data, _) = try await session.upload(for: request, from: Data("a=1".utf8))
      return String(decoding: data, as: UTF8.self)
    }
  }

  private func expectSame(
    _ sent: Sent, _ send: (URLSession, URLRequest) async throws -> String
  ) async throws {
    let stubs = StubSet()
    stubs.add(
      stub: HTTPStubRequest().stub { request, _ in
        let fields = [HTTPHeaderName.authorization, .contentType].map { request.headers[$0] ?? "-" }
        return .text("\(request.target.pathAndQuery) \(fields)")
      })
    let listener = try Listener(stubs: stubs, port: 0)
    try listener.start()
    defer { listener.stop() }
    let request = try urlRequest(
      sent.method, "http://\(sent.user)127.0.0.1:\(listener.port)\(sent.path)",
      headers: sent.headers, body: sent.body)
    let plain = URLSession(configuration: .ephemeral)
    defer { plain.invalidateAndCancel() }
    let onPort = try await send(plain, request)
    let inProcess = try await send(HTTPStubber(stubs: stubs).session, request)
    #expect(inProcess == onPort)
  }

  @Test("What it writes can be matched, and is no part of the client's own request")
  func matched() async throws {
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().match(form: ["a": "1"]).stub(for: .post, .text("form")))
    let session = stubber.session
    #expect(try await session.answer("POST", "http://a.example/", body: "a=1").text == "form")
    let own = try #require(stubber.journal.entries.first?.request.urlRequest)
    #expect(own.value(forHTTPHeaderField: "Content-Type") == nil)
    #if canImport(FoundationNetworking)
    stubber.add(
      stub: HTTPStubRequest().match(path: "/b").match(basicAuth: "ada", password: "p@w").stub(
        for: .get, .text("Ada")))
    #expect(try await session.text(from: "http://ada:p%40w@a.example/a/../b") == "Ada")
    #endif
  }
}
