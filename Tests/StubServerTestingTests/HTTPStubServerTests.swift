import Foundation
import StubServerTesting
import TestSupport
import Testing

@testable import StubTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A server in a test")
struct HTTPStubServerTests {
  private let session = URLSession(configuration: .ephemeral)

  @Test("One line makes a server that answers with stubs, and its journal has the requests")
  func oneLine() async throws {
    let server = try await HTTPStubServer(HTTPStubRequest().match(path: "/a").stub(.text("hello")))
    #expect(server.url.absoluteString == "http://127.0.0.1:\(server.port)")
    #expect(try await session.text(from: "\(server.url)/a") == "hello")
    server.add(stub: HTTPStubRequest().match(path: "/b").stub(.text("more")))
    #expect(try await session.text(from: "\(server.url)/b") == "more")
    try server.journal.verify(count: 2)
    try server.journal.verify(count: 1, matching: .path("/a"))
  }

  @Test("Its port is free when it has been stopped, and when it is not referenced any more")
  func ending() async throws {
    let server = try await HTTPStubServer()
    let port = server.port
    await server.stop()
    #expect(throws: (any Error).self) { try WireClient(port: port) }
    var other: HTTPStubServer? = try await HTTPStubServer()
    let listener = try #require(other?.connections)
    other = nil
    listener.waitUntilStopped()
    #expect(throws: (any Error).self) { try WireClient(port: listener.port) }
  }

  @Test("A program trusts the authority of a server with HTTPS, and nothing of it stays")
  func secure() async throws {
    var server: HTTPStubServer? = try await HTTPStubServer(
      HTTPStubRequest().stub(.text("secret")), secure: true)
    let url = try #require(server?.url.absoluteString)
    #expect(url.hasPrefix("https://127.0.0.1:"))
    let file = try #require(server?.certificateFile)
    guard let curl = Tool.curl else { return }
    let trusted = try await curl.run(["--silent", "--noproxy", "*", "--cacert", file, url])
    #expect(trusted.output == "secret")
    let untrusted = try await curl.run(["--silent", "--noproxy", "*", url])
    #expect(untrusted.code == 60)
    await server?.stop()
    server = nil
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("Servers and stubbers can share one set of stubs")
  func shared() async throws {
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().stub(.text("both")))
    let server = try await HTTPStubServer(stubber.stubSet)
    #expect(try await session.text(from: server.url.absoluteString) == "both")
    #expect(try await stubber.session.text(from: "http://a.example") == "both")
    try server.journal.verify(count: 2)
  }
}

@Suite("The trait .server")
struct ServerTraitTests {
  private let session = URLSession(configuration: .ephemeral)

  private func text(_ path: String) async throws -> String {
    try await session.text(from: "\(try HTTPStubServer.current.url)\(path)")
  }

  @Test(
    "A server answers with the stubs of all traits, including later ones",
    .stubs { HTTPStubRequest().match(path: "/before").stub(.text("before")) }, .server,
    .stubs { HTTPStubRequest().match(path: "/after").stub(.text("after")) })
  func traits() async throws {
    #expect(try await text("/before") == "before")
    #expect(try await text("/after") == "after")
    HTTPStubber.current.add(stub: HTTPStubRequest().match(path: "/here").stub(.text("here")))
    #expect(try await text("/here") == "here")
    try HTTPStubber.current.journal.verify(count: 3)
  }

  @Test("Each case has a server of its own", .server, arguments: 0..<4)
  func cases(number: Int) async throws {
    HTTPStubber.current.add(stub: HTTPStubRequest().stub(.text("\(number)")))
    #expect(try await text("/") == "\(number)")
  }

  @Test("A server with HTTPS has an authority", .server(secure: true))
  func secure() throws {
    #expect(try HTTPStubServer.current.url.scheme == "https")
    let file = try #require(try HTTPStubServer.current.certificateFile)
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test("Without the trait there is no server", .stubs)
  func missing() {
    #expect(throws: MissingServer()) { try HTTPStubServer.current }
  }

  @Test("Where a cassette would be recorded, its server needs an upstream, or the set-up fails")
  func recording() async throws {
    let real = try RealServer()
    let folder = try TemporaryFolder()
    let issues = Shared<[String]>([])
    let collector = IssueHandlingTrait.compactMapIssues { issue in
      issues.update { $0.append(issue.comments.first?.rawValue ?? "\(issue)") }
      return nil
    }
    var recording = ListenerConfiguration.forTests
    recording.upstream = try UpstreamConfiguration(url: "http://127.0.0.1:\(real.port)")
    let test = try #require(Test.current)
    let cases: [(ListenerConfiguration, RecordMode)] = [
      (.forTests, .once), (recording, .once), (.forTests, .none),
    ]
    for (configuration, mode) in cases {
      var settings = StubTrait.server(configuration: configuration).settings
      var options = CassetteOptions(
        name: "tape", folder: folder.path,
        configuration: CassetteConfiguration(matching: [.method, .path]))
      options.mode = mode
      settings.cassette = options
      let trait = StubTrait(settings)
      try await collector.provideScope(for: test, testCase: Test.Case.current) {
        try await play(trait, in: test) {
          let answer = try await text("/one")
          #expect(answer == "real GET /one ")
        }
      }
    }
    #expect(real.requestCount == 1)
    #expect(issues.value.count == 1)
    #expect(issues.value.first?.hasSuffix("record: .none") == true)
    #expect(issues.value.first?.contains(folder.file("tape.yaml")) == true)
  }

  /// Runs code as a test with a trait, wherever the tests run.
  private func play(
    _ trait: StubTrait, in test: Test, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await StubEnvironment.$replacement.withValue([:]) {
      try await RecordedFiles.$current.withValue(RecordedFiles { _ in }) {
        try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
      }
    }
  }

  @Test("A server stops when its test has ended")
  func ending() async throws {
    let test = try #require(Test.current)
    let port = Shared(0)
    let mark = "served until the end"
    try await StubTrait.server.provideScope(for: test, testCase: Test.Case.current) {
      let server = try HTTPStubServer.current
      port.update { $0 = server.port }
      HTTPStubber.current.add(stub: HTTPStubRequest().stub(.body(mark)))
      let answer = try await WireClient.exchange("GET /", to: server.port)
      #expect(String(decoding: answer.body, as: UTF8.self) == mark)
    }
    // Its port may be that of another test's server by now.
    let answer = try? await WireClient.exchange("GET /", to: port.value)
    #expect(answer.map { String(decoding: $0.body, as: UTF8.self) } != mark)
  }
}
