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
    let request = ReceivedRequest(.get, "http://\(host)/__admin/version")
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
        "GET http://\(host):\(port)/__admin/version", to: listener.port)
      #expect(response.status == status, "\(response.text)")
    }
  }

  @Test("A page of another origin gets no answer, unless that is allowed")
  func origins() async {
    let origin: HTTPHeaders = [.origin: "https://evil.example"]
    #expect(await AdminClient()(.get, "/version", headers: origin).status == 403)
    #expect(
      await AdminClient()(.get, "/version", headers: [.origin: "http://127.0.0.1:8080"]).status
        == 200)
    let open = AdminClient { $0.allowsOtherOrigins = true }
    let reply = await open(.get, "/version", headers: origin)
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
      scheme: scheme, host: authority.host, port: authority.port, path: "/__admin/version")
    let answer = await AdminClient().admin.respond(
      to: ReceivedRequest(target: target, headers: headers))
    #expect(answer.status == (isOwn ? .ok : .forbidden))
  }

  @Test("With a token, only those who know it get an answer")
  func token() async {
    let client = AdminClient { $0.token = "secret" }
    #expect(await client(.get, "/version").status == 401)
    for (field, status) in [
      ("Bearer secret", 200), ("bearer secret", 200), ("Basic YWRtaW46c2VjcmV0", 200),
      ("Bearer secre", 401), ("Bearer secret2", 401), ("Bearer", 401), ("Basic !!", 401),
      ("secret", 401),
    ] {
      let reply = await client(.get, "/version", headers: [.authorization: field])
      #expect(reply.status == status, "\(field)")
    }
  }

  /// A configuration under which the API answers next to nothing.
  private static let closed: @Sendable (inout Admin.Configuration) -> Void = {
    $0.token = "secret"
    $0.hosts = []
  }

  @Test(
    "Health says to everybody, by any name, that the server lives, and nothing else",
    arguments: [HTTPMethod.get, .head],
    [
      ("127.0.0.1:8080", nil), ("stubs:8080", nil), ("evil.example", "https://evil.example"),
      ("10.1.2.3", "null"), ("pod.cluster.local", "http://127.0.0.1:1"),
    ] as [(String, String?)])
  func health(method: HTTPMethod, place: (host: String, origin: String?)) async {
    let admin = AdminClient(Self.closed).admin
    var headers = HTTPHeaders()
    headers[.origin] = place.origin
    for scheme in ["http", "https"] {
      for path in ["/health", "/health/"] {
        let answer = await admin.respond(
          to: ReceivedRequest(method, "\(scheme)://\(place.host)/__admin\(path)", headers: headers))
        #expect(answer.status == .ok)
        #expect(answer.headers["Access-Control-Allow-Origin"] == nil)
        guard case .data(let body) = answer.body else {
          Issue.record("no body")
          continue
        }
        #expect(
          String(decoding: body, as: UTF8.self).filter { !$0.isWhitespace }
            == #"{"status":"healthy","message":"Thestubserveranswers."}"#)
      }
    }
  }

  @Test(
    "Without the token, requests that do not read health are refused",
    arguments: [
      (.post, "/health"), (.delete, "/health"), (.get, "/health/x"), (.get, "/healthy"),
      (.get, "/version"), (.get, "/server"), (.get, "/mappings"), (.get, "/requests"),
      (.get, "/health/../mappings"), (.get, "/health?x=/mappings/../mappings"),
    ] as [(HTTPMethod, String)])
  func notHealth(method: HTTPMethod, path: String) async {
    let reply = await AdminClient(Self.closed)(method, path)
    #expect(reply.status == (path.hasPrefix("/health?") ? 200 : 401))
  }

  @Test("With the token, health also says the version and the uptime")
  func wholeHealth() async throws {
    let reply = await AdminClient(Self.closed)(
      .get, "/health", headers: [.authorization: "Bearer secret"])
    #expect(reply.text.contains("\"version\"") && reply.text.contains("\"uptimeInSeconds\""))
  }

  @Test("A listener answers probes for any host, also with an absolute target")
  func probes() async throws {
    let client = AdminClient(Self.closed)
    let listener = try Listener(
      stubs: client.stubs, addresses: [.tcp(host: "127.0.0.1", port: 0)],
      configuration: ListenerConfiguration(), reserved: client.admin.reservedPath,
      sessions: client.admin.sessions)
    try listener.start()
    defer { listener.stop() }
    for (target, host) in [
      ("/__admin/health", "stubs"), ("/__admin/health", "evil.example:1"),
      ("http://stubs:\(listener.port)/__admin/health", "stubs:\(listener.port)"),
    ] {
      for method in ["GET", "HEAD"] {
        let response = try await WireClient.exchange(
          "\(method) \(target)", host: host, to: listener.port)
        #expect(response.status == 200, "\(response.text)")
      }
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
    #expect(await client(.get, "/version", headers: headers).status == 401)
  }
}
