import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite("A listener as a proxy for any host")
struct ProxyTests {
  private static func serving(
    _ stubs: StubSet = stubs(), password: String? = nil, sessions: StubSessions? = nil,
    _ body: (Listener) async throws -> Void
  ) async throws {
    // curl needs the certificate before a tunnel creates the authority.
    _ = try LocalAuthority(directory: TestAuthority.directory)
    var configuration = ListenerConfiguration.forTests
    var proxy = ProxyConfiguration()
    proxy.tls = .forTests
    proxy.password = password
    proxy.authorityFile = TestAuthority.certificate
    configuration.proxy = proxy
    try await withListener(serving: stubs, configuration, sessions: sessions, body)
  }

  /// Stubs for a host that no test can reach, by its scheme.
  private static func stubs() -> StubSet {
    let set = StubSet()
    for scheme in ["http", "https"] {
      set.add(
        stub: HTTPStubRequest().match(URL: "\(scheme)://api.example.com/user")
          .stub(.text("\(scheme) user")))
    }
    return set
  }

  /// Runs curl with `arguments`, through the listener as a proxy of the kind `scheme`.
  private static func curl(
    _ arguments: [String], through listener: Listener, _ scheme: String = "http", user: String = ""
  ) async throws -> String {
    let curl = try #require(Tool.curl)
    let result = try await curl.run(
      [
        "--silent", "--show-error", "--max-time", "300", "--cacert", TestAuthority.certificate,
        "--proxy", "\(scheme)://\(user)127.0.0.1:\(listener.port)",
      ] + arguments)
    return result.output + result.errors
  }

  @Test(
    "A program gets the stub for the whole URL, over each kind of proxy and version of HTTP",
    .needs("curl"),
    arguments: ["http", "socks5h", "socks5"], ["--http1.1", "--http2", "--http1.0"])
  func answers(kind: String, version: String) async throws {
    // SOCKS without the `h` sends an address, which curl looks up here.
    let known = [
      "--resolve", "api.example.com:80:192.0.2.1", "--resolve", "api.example.com:443:192.0.2.1",
    ]
    try await Self.serving { listener in
      for scheme in ["http", "https"] {
        let output = try await Self.curl(
          known + [version, "\(scheme)://api.example.com/user"], through: listener, kind)
        #expect(output == "\(scheme) user", "\(kind) \(version)")
      }
    }
  }

  @Test(
    "The certificate in a tunnel is for the host of the tunnel if the client names none",
    .needs("curl"))
  func addresses() async throws {
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().stub(.text("any")))
    try await Self.serving(stubs) { listener in
      for host in ["192.0.2.7", "[2001:db8::7]"] {
        let output = try await Self.curl(["https://\(host)/"], through: listener)
        #expect(output == "any", "\(host)")
      }
    }
  }

  @Test("Unmatched requests go on to their host, or are answered with the reason", .needs("curl"))
  func passing() async throws {
    try await withSecureListener { server in
      let stubs = Self.stubs()
      try await Self.serving(stubs) { listener in
        let url = "https://localhost:\(server.port)/real?x=1"
        #expect(try await Self.curl([url], through: listener).contains("No stub matches"))
        stubs.unhandledMode = .optin
        #expect(try await Self.curl([url], through: listener) == "GET /real?x=1 ")
        #expect(
          try await Self.curl(["--data", "abc", url], through: listener, "socks5h")
            == "POST /real?x=1 abc")
        let missing = try await Self.curl(["http://127.0.0.1:1/x"], through: listener)
        #expect(missing.contains("http://127.0.0.1:1 did not answer GET"))
        let denied = try await Self.curl(["http://169.254.169.254/x"], through: listener)
        #expect(denied.contains("169.254.169.254 is not an allowed target"))
      }
    }
  }

  @Test(
    "A request for the listener itself is answered as without a proxy, also in a tunnel",
    .needs("curl"))
  func itself() async throws {
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().match(path: .equals("/own")).stub(.text("own")))
    stubs.unhandledMode = .optin
    try await Self.serving(stubs) { listener in
      for options in [[], ["--proxytunnel"]] {
        let own = try await Self.curl(options + ["\(listener.url)/own"], through: listener)
        #expect(own == "own")
        let other = try await Self.curl(options + ["\(listener.url)/other"], through: listener)
        #expect(other.contains("is not stubbed"))
      }
    }
  }

  @Test("A stub that names CONNECT answers in place of a tunnel")
  func connectStub() async throws {
    let stubs = Self.stubs()
    stubs.add(
      stub: HTTPStubRequest().match(host: .equals("down.example"))
        .stub(for: .connect, .text("down", statusCode: 503)))
    try await Self.serving(stubs) { listener in
      let refused = try await WireClient.exchange("CONNECT down.example:443", to: listener.port)
      #expect(refused.status == 503)
      let client = try WireClient(port: listener.port)
      try await client.send("CONNECT api.example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n")
      let opening = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
      #expect(try await client.bytes(opening.count) == opening)
    }
  }

  @Test("Without the password, requests and tunnels are refused", .needs("curl"))
  func password() async throws {
    try await Self.serving(password: "secret") { listener in
      for url in ["http://api.example.com/user", "https://api.example.com/user"] {
        let scheme = url.prefix { $0 != ":" }
        for user in ["", "me:wrong@"] {
          let output = try await Self.curl(
            ["--write-out", "%{http_connect}", url], through: listener, user: user)
          #expect(output.contains("407") || output.contains("needs a password"), "\(output)")
          let overSOCKS = try await Self.curl([url], through: listener, "socks5h", user: user)
          #expect(!overSOCKS.contains("user"), "\(url)")
        }
        for kind in ["http", "socks5h"] {
          let output = try await Self.curl([url], through: listener, kind, user: "me:secret@")
          #expect(output == "\(scheme) user")
        }
      }
      let refused = try await WireClient.exchange("GET http://a.example/", to: listener.port)
      #expect(refused.status == 407)
      #expect(refused["Proxy-Authenticate"]?.hasPrefix("Basic ") == true)
    }
  }

  @Test("A stub of the session that names CONNECT answers in place of a tunnel", .needs("curl"))
  func sessionConnectStub() async throws {
    let stubs = Self.stubs()
    let sessions = StubSessions(of: stubs)
    let own = try #require(sessions.begin("mine")?.session)
    own.stubs.add(stub: HTTPStubRequest().stub(for: .connect, .text("down", statusCode: 503)))
    try await Self.serving(stubs, sessions: sessions) { listener in
      let url = "https://api.example.com/user"
      let options = ["--write-out", "%{http_connect}", url]
      let refused = try await Self.curl(options, through: listener, user: "mine:x@")
      #expect(refused.hasPrefix("503"))
      let opened = try await Self.curl(options, through: listener)
      #expect(opened == "https user200")
    }
  }

  @Test("The user name for the proxy names the session", .needs("curl"))
  func sessions() async throws {
    let stubs = Self.stubs()
    let sessions = StubSessions(of: stubs)
    let own = try #require(sessions.begin("mine")?.session)
    own.stubs.add(
      stub: HTTPStubRequest().match(URL: "https://api.example.com/user")
        .stub(.text("mine")))
    try await Self.serving(stubs, sessions: sessions) { listener in
      let url = "https://api.example.com/user"
      for kind in ["http", "socks5h"] {
        let own = try await Self.curl([url], through: listener, kind, user: "mine:x@")
        #expect(own == "mine")
        let other = try await Self.curl([url], through: listener, kind)
        #expect(other == "https user")
      }
      #expect(own.stubs.journal.entries.count == 2)
      #expect(own.stubs.journal.entries.first?.request.headers["Proxy-Authorization"] == nil)
    }
  }
}
