import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

/// Requests that name the port of the listener they come to, as those of every client do.
@Suite struct OwnPortTests {
  private static let paths = [
    "/url", "/template", "/pattern", "/port", "/url-without", "/template-without",
  ]

  /// A listener whose stubs know its port.
  private func withListener(
    _ addStubs: (StubSet, _ site: String) throws -> Void, _ body: (Listener) async throws -> Void
  ) async throws {
    let stubs = StubSet()
    try await StubServerTests.withListener(serving: stubs) { listener in
      try addStubs(stubs, "127.0.0.1:\(listener.port)")
      try await body(listener)
    }
  }

  private func addStubs(to stubs: StubSet, _ site: String) throws {
    let port = try #require(RequestURL("//\(site)").port)
    func add(_ path: String, _ stub: HTTPStubRequest) {
      stubs.add(stub: stub.stub(for: .get, .body(path)))
    }
    add("/url", HTTPStubRequest().match(URL: "http://\(site)/url"))
    add("/template", try HTTPStubRequest().match(URI: "http://\(site)/template{?q}"))
    add("/pattern", try HTTPStubRequest().match(urlRegex: "^http://[0-9.]+:\(port)/pattern$"))
    add("/port", HTTPStubRequest().match(path: "/port").match(port: port))
    add("/url-without", HTTPStubRequest().match(URL: "http://127.0.0.1/url-without"))
    add("/template-without", HTTPStubRequest().match(URI: "http://127.0.0.1/temp{x}-without"))
    add("/other", HTTPStubRequest().match(URL: "http://127.0.0.1:\(port ^ 1)/other"))
  }

  @Test("Over HTTP/1.1 a stub's URL may name the listener's port or none, and no other")
  func http1() async throws {
    try await withListener(addStubs) { listener in
      let client = try WireClient(port: listener.port)
      for path in Self.paths {
        try await client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\n\r\n")
        #expect(try await client.response().text == path)
      }
      try await client.send("GET /other HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\n\r\n")
      #expect(try await client.response().status == 404)
    }
  }

  @Test("Over HTTP/2 a stub's URL may name the listener's port or not")
  func http2() async throws {
    try await withListener(addStubs) { listener in
      let client = try await FrameClient(port: listener.port)
      func response(_ path: String) async throws -> FrameResponse {
        let fields = [
          (":method", "GET"), (":scheme", "http"), (":path", path),
          (":authority", "127.0.0.1:\(listener.port)"),
        ]
        try await client.send(
          Frame(
            .headers, flags: Frame.endHeaders | Frame.endStream, stream: client.takeStream(),
            payload: Frame.block(fields)))
        return try await client.response()
      }
      for path in Self.paths { #expect(try await response(path).text == path) }
      #expect(try await response("/other").status == 404)
    }
  }

  @Test("A report names the port in the request and in the curl line, but not in the rule")
  func report() async throws {
    try await withListener { _, _ in
    } _: { listener in
      let url = "http://localhost:\(listener.port)/books"
      let client = try WireClient(port: listener.port)
      let request = "GET /books HTTP/1.1\r\nHost: localhost:\(listener.port)\r\n"
      try await client.send(request + "\r\n")
      let lines = try await client.response().text.split(separator: "\n")
      #expect(lines.first == "No stub matches GET \(url)")
      #expect(lines.contains("    - match: { url: '/books' }"))
      #expect(lines.last == "  curl '\(url)'")
      try await client.send(request + "Accept: application/json\r\n\r\n")
      let body = Data(try await client.response().body)
      let report = try JSONSerialization.jsonObject(with: body)
      let members = try #require(report as? [String: Any])
      #expect((members["request"] as? [String: Any])?["url"] as? String == url)
    }
  }

  @Test("A redirect with templated parts of the request leads back to the listener")
  func redirect() async throws {
    try await withListener { stubs, site in
      stubs.add(
        stub: HTTPStubRequest().match(path: "/here/there").stub(for: .get, .text("arrived")))
      stubs.add(
        stub: HTTPStubRequest().match(path: "/here").stub(for: .get) {
          $0.statusCode = .found
          $0.headers = ["Location": "{{request.url}}/there"]
          $0.usesTemplates = true
        })
    } _: { listener in
      let url = "http://127.0.0.1:\(listener.port)/here"
      let client = try WireClient(port: listener.port)
      try await client.send("GET /here HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\n\r\n")
      #expect(try await client.response()["Location"] == "\(url)/there")
      let followed = try await Tool.curl(["--location", url])
      if let followed { #expect(followed.output + followed.errors == "arrived") }
    }
  }

  @Test("A stub may ask for the address of the client, in both versions of HTTP")
  func clientAddress() async throws {
    func addStubs(to stubs: StubSet, _ site: String) {
      stubs.add(stub: HTTPStubRequest().stub(for: .get, .text("other")))
      stubs.add(
        stub: HTTPStubRequest().match(clientAddress: "127.0.0.1").match(path: "/a")
          .stub(for: .get, .text("known")))
      stubs.add(
        stub: HTTPStubRequest().match(clientAddress: .glob("10.*")).match(path: "/b")
          .stub(for: .get, .text("far")))
    }
    try await withListener(addStubs) { listener in
      let first = try WireClient(port: listener.port)
      let second = try await FrameClient(port: listener.port)
      for (path, text) in [("/a", "known"), ("/b", "other")] {
        try await first.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try await first.response().text == text)
        try await second.send(.request(second.takeStream(), "GET", path))
        #expect(try await second.response().text == text)
      }
      #expect(ReceivedRequest(.get, "http://a/").clientAddress == nil)
    }
  }
}
