import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite("Fields that a listener adds")
struct AddedFieldsTests {
  private static let origin = "https://page.example"

  /// The head of the answer to a request, from stubs behind a listener with that configuration.
  private func head(
    _ method: HTTPMethod = .get, headers: HTTPHeaders = [:], stubs: StubSet = StubSet(),
    _ configure: (inout ListenerConfiguration) -> Void
  ) throws -> ResponseHead {
    try #require(plan(method, headers: headers, stubs: stubs, configure).head)
  }

  private func plan(
    _ method: HTTPMethod = .get, headers: HTTPHeaders = [:], stubs: StubSet = StubSet(),
    through links: [NetworkLink] = [], _ configure: (inout ListenerConfiguration) -> Void
  ) throws -> ResponsePlan {
    var configuration = ListenerConfiguration()
    configure(&configuration)
    let outbound = try Outbound(configuration, ListenerClock())
    let answering = StubAnswering(stubs, configuration, outbound)
    var request = ReceivedRequest(method, "http://a.test/", headers: headers)
    request.isFromListener = true
    let answer = answering.answer(request, through: links).answer
    return if case .made(.ready(let plan)) = answer { plan } else { ResponsePlan(head: nil) }
  }

  private func stubs(_ fields: HTTPHeaders = [:], for method: HTTPMethod = .get) -> StubSet {
    let stubs = StubSet()
    stubs.add(
      stub: HTTPStubRequest().stub(for: method) { response in
        for field in fields.fields { response.headers.append(field.name, field.value) }
      })
    return stubs
  }

  @Test("Nothing is added unless it was asked for")
  func off() { #expect(AddedFields(ListenerConfiguration()) == nil) }

  @Test("A field is added to responses that have none of that name, and to reports")
  func fields() throws {
    for (stubs, value) in [(stubs(), "a"), (stubs(["x-one": "own"]), "own"), (StubSet(), "a")] {
      let head = try head(stubs: stubs) { $0.headers = ["X-One": "a", "X-Two": "b"] }
      #expect(head.headers["X-One"] == value)
      #expect(head.headers["X-Two"] == "b")
    }
  }

  @Test("A page of another origin may read a response, its other fields and a report")
  func page() throws {
    for (stubs, exposed) in [(stubs(["X-Total": "3"]), "X-Total"), (StubSet(), nil)] {
      let head = try head(headers: [.origin: Self.origin], stubs: stubs) {
        $0.allowsOtherOrigins = true
      }
      #expect(head.headers["Access-Control-Allow-Origin"] == Self.origin)
      #expect(head.headers["Access-Control-Allow-Credentials"] == "true")
      #expect(head.headers["Access-Control-Expose-Headers"] == exposed)
      #expect(head.headers[.vary] == "Origin")
    }
  }

  @Test("Without an origin, any may read; a stub's own fields stay as they are")
  func others() throws {
    let plain = try head(stubs: stubs()) { $0.allowsOtherOrigins = true }
    #expect(plain.headers["Access-Control-Allow-Origin"] == "*")
    #expect(!plain.headers.contains("Access-Control-Allow-Credentials"))
    let own = try head(
      headers: [.origin: Self.origin], stubs: stubs(["Access-Control-Allow-Origin": "null"])
    ) { $0.allowsOtherOrigins = true }
    #expect(own.headers["Access-Control-Allow-Origin"] == "null")
    #expect(!own.headers.contains("Access-Control-Allow-Credentials"))
  }

  private static let preflight: HTTPHeaders = [
    .origin: origin, "Access-Control-Request-Method": "PUT",
    "Access-Control-Request-Headers": "x-token, content-type",
    "Access-Control-Request-Private-Network": "true",
  ]

  @Test("A preflight request is answered, and no stub is asked")
  func preflight() throws {
    let stubs = stubs()
    let head = try head(.options, headers: Self.preflight, stubs: stubs) {
      $0.allowsOtherOrigins = true
    }
    #expect(head.status == .noContent)
    #expect(head.headers["Access-Control-Allow-Origin"] == Self.origin)
    #expect(head.headers["Access-Control-Allow-Methods"] == "PUT")
    #expect(head.headers["Access-Control-Allow-Headers"] == "x-token, content-type")
    #expect(head.headers["Access-Control-Allow-Private-Network"] == "true")
    #expect(stubs.journal.entries.isEmpty)
  }

  @Test("A stub for OPTIONS answers preflight requests, and a request that is none")
  func ownPreflight() throws {
    let own = try head(.options, headers: Self.preflight, stubs: stubs(for: .options)) {
      $0.allowsOtherOrigins = true
    }
    #expect(own.status == .ok)
    let plain = try head(.options, headers: [.origin: Self.origin]) { $0.allowsOtherOrigins = true }
    #expect(plain.status == .notFound)
  }

  @Test("A request with a body is no preflight request, whatever its fields")
  func bodyOfPreflight() throws {
    var configuration = ListenerConfiguration()
    configuration.allowsOtherOrigins = true
    let fields = try #require(AddedFields(configuration))
    let request = ReceivedRequest(.options, "http://a.test/", headers: Self.preflight)
    #expect(fields.preflight(request) != nil)
    #expect(fields.preflight(request.with(body: RequestBody(Data("x".utf8)))) == nil)
  }

  @Test("The answer to a preflight request goes through the lines as others do")
  func linesOfPreflight() throws {
    let stubs = stubs()
    stubs.network = NetworkProfile(name: "late", latency: .milliseconds(400))
    let own = NetworkLink(NetworkProfile(name: "own", latency: .milliseconds(30)))
    let late = try plan(.options, headers: Self.preflight, stubs: stubs, through: [own]) {
      $0.allowsOtherOrigins = true
    }
    #expect(late.head?.status == .noContent)
    #expect(late.timing.beforeHead == .milliseconds(430))
    #expect(late.links == [stubs.link, own])
    stubs.network = .lost
    let lost = try plan(.options, headers: Self.preflight, stubs: stubs) {
      $0.allowsOtherOrigins = true
    }
    #expect(lost.fault == .neverAnswer)
  }

  @Test("A stub of a session for OPTIONS answers its preflight requests, and only these")
  func preflightOfSession() async throws {
    let stubs = stubs()
    let sessions = StubSessions(of: stubs)
    _ = sessions.begin("one")
    let session = try #require(sessions["one"])
    session.stubs.add(
      stub: HTTPStubRequest().match(path: "/a").stub(for: .options, .text("own")))
    var configuration = ListenerConfiguration.forTests
    configuration.allowsOtherOrigins = true
    let listener = try Listener(
      stubs: stubs, addresses: [.tcp(host: "127.0.0.1", port: 0)], configuration: configuration,
      reserved: nil, sessions: sessions)
    try listener.start()
    defer { listener.stop() }
    let client = try WireClient(port: listener.port)
    let fields = "Origin: \(Self.origin)\r\nAccess-Control-Request-Method: PUT\r\n"
    for (path, field, status) in [
      ("/__session/one/a", "", 200), ("/a", "X-Stub-Session: one\r\n", 200),
      ("/__session/one/b", "", 204), ("/__session/two/a", "", 204), ("/a", "", 204),
    ] {
      try await client.send("OPTIONS \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\(field)\r\n")
      #expect(try await client.response().status == status, "\(path) \(field)")
    }
  }
}
