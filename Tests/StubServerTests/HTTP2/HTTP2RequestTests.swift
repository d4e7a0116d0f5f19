import StubCore
import Testing

@testable import StubServer

@Suite struct HTTP2RequestTests {
  private func request(
    _ fields: [(String, String)], body: String? = nil, scheme: String? = nil,
    limits: ListenerLimits = ListenerLimits()
  ) throws -> ReceivedRequest {
    var draft = HTTP2RequestDraft(limits: limits)
    for (name, value) in fields {
      draft.append(Array(name.utf8).span, Array(value.utf8).span)
    }
    draft.endHead()
    if let body { draft.append(body: Array(body.utf8).span) }
    if let problem = draft.problem { throw problem }
    return try draft.request(from: .client(isSecure: scheme == "https"))
  }

  @Test("Pseudo-header fields become the method, the target and Host")
  func target() throws {
    let request = try request([
      (":method", "PUT"), (":scheme", "https"), (":authority", "A.example:81"),
      (":path", "/a%20b?c=d"), ("x-one", "1"),
    ])
    #expect(request.method == .put)
    #expect(request.httpVersion == "2")
    #expect(request.target.scheme == nil)
    #expect(request.target.host == "a.example")
    #expect(request.target.port == 81)
    #expect(request.target.path == "/a%20b")
    #expect(request.target.query == "c=d")
    #expect(request.headers.fields.map(\.name.rawName) == ["Host", "x-one"])
    #expect(request.headers[.host] == "A.example:81")
    #expect(request.body == nil)
  }

  @Test(
    "The port that is the scheme's is left out, and the listener's own is known as such",
    arguments: [
      ("a:8080", nil, 8_080), ("a:80", nil, nil), ("a:443", nil, 443), ("a:443", "https", nil),
      ("a:80", "https", 80), ("a", nil, nil), ("[::1]:9", nil, 9),
    ] as [(String, String?, Int?)])
  func port(_ authority: String, _ scheme: String?, _ port: Int?) throws {
    let request = try request([(":authority", authority), (":path", "/")], scheme: scheme)
    #expect(request.target.port == port)
    #expect(request.target.isListenerPort == (port == 8_080))
    #expect(request.target.scheme == scheme)
  }

  @Test("Cookies that come one by one are one field, and a Host field stands in for the authority")
  func crumbs() throws {
    let request = try request([
      (":path", "/"), ("host", "b.example"), ("cookie", "a=1"), ("x", "y"), ("cookie", "b=2"),
    ])
    #expect(request.headers.values(of: .cookie) == ["a=1; b=2"])
    #expect(request.headers.values(of: .host) == ["b.example"])
    #expect(request.target.host == "b.example")
    #expect(request.cookies.map(\.name) == ["a", "b"])
  }

  @Test(
    "A Host that names another server than the authority makes a request malformed (RFC 9113 §8.3.1)",
    arguments: [
      ("a.example", "a.example", "http", true), ("A.example", "a.EXAMPLE", "http", true),
      ("a.example:80", "a.example", "http", true), ("a.example", "a.example:443", "https", true),
      ("a.example.", "a.example", "http", true), ("[::1]:9", "[::1]:9", "https", true),
      ("a.example", "b.example", "http", false), ("a.example:81", "a.example", "http", false),
      ("a.example:443", "a.example", "http", false), ("a.example:80", "a.example", "https", false),
      ("a.example", "", "http", false), ("a.example", "a.example/x", "https", false),
      ("a.example", "me@a.example", "http", false), ("", "a.example", "http", false),
    ])
  func hosts(_ authority: String, _ host: String, _ scheme: String, isSound: Bool) {
    var draft = HTTP2RequestDraft(limits: ListenerLimits())
    let fields = [
      (":method", "GET"), (":scheme", scheme), (":authority", authority), (":path", "/"),
      ("host", host),
    ]
    for (name, value) in fields {
      draft.append(Array(name.utf8).span, Array(value.utf8).span)
    }
    draft.endHead()
    #expect(draft.isMalformed != isSound)
    #expect(draft.problem?.status == (isSound ? nil : .badRequest))
  }

  @Test(
    "A target that is none is answered 400",
    arguments: [
      [(":path", "")], [(":path", "/a b")], [(":path", "/a#b")], [(":path", "*")],
      [(":path", "/"), (":authority", "user@a")],
      [(":method", "CONNECT"), (":authority", "a.example")],
    ])
  func malformed(_ fields: [(String, String)]) {
    let error = #expect(throws: RequestError.self) { try request(fields) }
    #expect(error?.status == .badRequest)
    #expect(error?.place == nil)
  }

  @Test("Beyond a limit nothing more is kept, and the first limit is reported")
  func limits() {
    var limits = ListenerLimits()
    limits.headSize = 100
    limits.bodySize = 3
    #expect(throws: RequestError.self) {
      try request([(":path", "/"), ("x", String(repeating: "a", count: 40))], limits: limits)
    }
    let error = #expect(throws: RequestError.self) {
      try request([(":path", "/")], body: "abcd", limits: limits)
    }
    #expect(error?.status.rawValue == 413)
    #expect(throws: Never.self) { try request([(":path", "/")], body: "abc", limits: limits) }
  }

  @Test(
    "The first bytes of a connection tell HTTP/2 from the rest as early as they can",
    arguments: [
      ("", .undecided), ("P", .undecided), ("PRI * HTTP/2.0\r\n\r\nSM", .undecided),
      ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .http2), ("PO", .otherwise),
      ("PRI * HTTP/1", .otherwise),
      ("\u{16}", .otherwise),
    ] as [(String, HTTP2Preface.Finding)])
  func preface(_ start: String, _ finding: HTTP2Preface.Finding) {
    #expect(HTTP2Preface.finding(in: Array(start.utf8)) == finding)
  }

  @Test(
    "An offer to upgrade counts only when it is whole",
    arguments: [
      (
        ["Upgrade": "h2c", "Connection": "Upgrade, HTTP2-Settings", "HTTP2-Settings": "AAMAAABk"], 6
      ),
      (["Upgrade": "h2c", "Connection": "upgrade,http2-settings", "HTTP2-Settings": ""], 0),
      (["Upgrade": "h2c", "Connection": "Upgrade", "HTTP2-Settings": "AAMAAABk"], nil),
      (["Upgrade": "h2", "Connection": "Upgrade, HTTP2-Settings", "HTTP2-Settings": ""], nil),
      (["Upgrade": "h2c", "Connection": "Upgrade, HTTP2-Settings"], nil),
      (["Upgrade": "h2c", "Connection": "Upgrade, HTTP2-Settings", "HTTP2-Settings": "AAM"], nil),
      (["Upgrade": "h2c", "Connection": "Upgrade, HTTP2-Settings", "HTTP2-Settings": "!"], nil),
      (["Connection": "Upgrade, HTTP2-Settings", "HTTP2-Settings": "AAMAAABk"], nil),
    ] as [([String: String], Int?)])
  func upgrade(_ fields: [String: String], _ count: Int?) {
    let request = ReceivedRequest(.get, "/", headers: HTTPHeaders(fields))
    #expect(HTTP2Upgrade(request)?.settings.count == count)
  }

  @Test("A second offer of settings makes the request an ordinary one")
  func twoOffers() {
    let request = ReceivedRequest(
      .get, "/",
      headers: [
        "Upgrade": "h2c", "Connection": "Upgrade, HTTP2-Settings", "HTTP2-Settings": "",
        "HTTP2-Settings": "",
      ])
    #expect(HTTP2Upgrade(request) == nil)
  }

  @Test("An allowance is used up at once and comes back with time")
  func allowance() {
    var limits = ListenerLimits()
    limits.streamResets = 70
    var guardian = HTTP2FloodGuard(limits)
    var now = Duration.seconds(100)
    let borne = (0..<limits.streamResets + 10).count { _ in guardian.allowsReset(at: now) }
    #expect(borne == limits.streamResets)
    now += .seconds(20)
    let isResetAllowed = guardian.allowsReset(at: now)
    #expect(isResetAllowed)
  }
}
