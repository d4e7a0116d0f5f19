import StubCore
import StubServer
import TestSupport
import Testing

@testable import StubAdmin

@Suite("Who may use the admin API")
struct AdminAccessTests {
  @Test(
    "A page under a foreign name, as with DNS rebinding, gets no answer",
    arguments: [
      ("127.0.0.1:8080", 200), ("localhost:8080", 200), ("[::1]:8080", 200),
      ("stubs.localhost", 200),
      ("evil.example:8080", 403), ("127.0.0.1.evil.example", 403), ("10.0.0", 403),
    ])
  func hosts(host: String, status: Int) async {
    let admin = AdminClient().admin
    let request = ReceivedRequest(.get, "http://\(host)/__admin/health")
    #expect(await admin.respond(to: request).status.rawValue == status)
  }

  @Test("A request with the whole URL is for the API if that has the listener's own port")
  func absoluteForm() async throws {
    let client = AdminClient()
    let listener = try Listener(
      stubs: client.stubs, addresses: [.tcp(host: "127.0.0.1", port: 0)],
      configuration: ListenerConfiguration(), reserved: client.admin.reservedPath,
      sessions: client.admin.sessions)
    try listener.start()
    defer { listener.stop() }
    for (host, port, status) in [
      ("127.0.0.1", listener.port, 200), ("evil.example", listener.port, 403),
      ("127.0.0.1", listener.port ^ 1, 404),
    ] {
      let response = try await WireClient.exchange(
        "GET http://\(host):\(port)/__admin/health", to: listener.port)
      #expect(response.status == status, "\(response.text)")
    }
  }

  @Test("A page of another origin gets no answer, unless that is allowed")
  func origins() async {
    let origin: HTTPHeaders = [.origin: "https://evil.example"]
    #expect(await AdminClient()(.get, "/health", headers: origin).status == 403)
    #expect(
      await AdminClient()(.get, "/health", headers: [.origin: "http://127.0.0.1:8080"]).status
        == 200)
    let open = AdminClient { $0.allowsOtherOrigins = true }
    let reply = await open(.get, "/health", headers: origin)
    #expect(reply.status == 200)
    #expect(reply.headers["Access-Control-Allow-Origin"] == "https://evil.example")
    #expect(await open(.options, "/mappings", headers: origin).status == 204)
  }

  @Test(
    "An origin is the server's own by scheme, host and port together",
    arguments: [
      (nil, "127.0.0.1:8080", nil, "http://127.0.0.1:8080", true),
      (nil, "127.0.0.1:8080", nil, "https://127.0.0.1:8080", false),
      (nil, "127.0.0.1", nil, "http://127.0.0.1", true),
      (nil, "127.0.0.1", nil, "https://127.0.0.1", false),
      ("http", "localhost:8080", nil, "http://localhost:8080", true),
      ("http", "localhost:8080", nil, "ftp://localhost:8080", false),
      ("https", "localhost:8443", nil, "https://localhost:8443", true),
      ("https", "localhost:8443", nil, "http://localhost:8443", false),
      ("https", "localhost", nil, "https://localhost", true),
      ("https", "localhost", nil, "http://localhost", false),
      ("https", "localhost", nil, "http://localhost:443", false),
      (nil, "localhost", "https", "https://localhost", true),
      (nil, "localhost", "https", "http://localhost", false),
      // What a page of a proxy's own name says counts no more over TLS.
      ("https", "localhost", "http", "http://localhost", false),
      (nil, "localhost:8080", nil, "null", false), (nil, "localhost:8080", nil, "", false),
      (nil, "localhost:8080", nil, "localhost:8080", false),
      (nil, "localhost:8080", nil, "//localhost:8080", false),
      (nil, "localhost:8080", nil, "http://localhost:8081", false),
    ] as [(String?, String, String?, String, Bool)])
  func ownOrigin(
    scheme: String?, host: String, forwarded: String?, origin: String, isOwn: Bool
  ) async {
    var headers: HTTPHeaders = [.host: host, .origin: origin]
    if let forwarded { headers["X-Forwarded-Proto"] = forwarded }
    let authority = RequestURL("http://\(host)")
    let target = RequestURL(
      scheme: scheme, host: authority.host, port: authority.port, path: "/__admin/health")
    let answer = await AdminClient().admin.respond(
      to: ReceivedRequest(target: target, headers: headers))
    #expect(answer.status == (isOwn ? .ok : .forbidden))
  }

  @Test("With a token, only those who know it get an answer")
  func token() async {
    let client = AdminClient { $0.token = "secret" }
    #expect(await client(.get, "/health").status == 401)
    for (field, status) in [
      ("Bearer secret", 200), ("bearer secret", 200), ("Basic YWRtaW46c2VjcmV0", 200),
      ("Bearer secre", 401), ("Bearer secret2", 401), ("Bearer", 401), ("Basic !!", 401),
      ("secret", 401),
    ] {
      let reply = await client(.get, "/health", headers: [.authorization: field])
      #expect(reply.status == status, "\(field)")
    }
  }

  @Test(
    "No request shows an empty token, not even where an empty one is asked for",
    arguments: [
      nil, "Bearer", "Bearer ", "Basic", "Basic Og==", "Basic YWRtaW46", "Basic OnNlY3JldA==", "",
    ])
  func emptyToken(field: String?) async {
    let client = AdminClient { $0.token = "" }
    var headers = HTTPHeaders()
    headers[.authorization] = field
    #expect(await client(.get, "/health", headers: headers).status == 401)
  }
}
