import Foundation
import TestSupport
import Testing

@testable import StubTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Functions") struct FunctionTests {
  @Test("Stubs hold inside, and inner ones hide outer ones")
  func stubs() async throws {
    try await withStubs { outer in
      outer.add(stub: HTTPStubRequest().stub(for: .get, .text("outer")))
      let inside = try await withStubs { inner in
        inner.add(stub: HTTPStubRequest().stub(for: .get, .text("inner")))
        return try await text("http://any.test/")
      }
      #expect(inside == "inner")
      #expect(try await text("http://any.test/") == "outer")
    }
  }

  @Test("Code that does not wait can have stubs")
  func synchronous() {
    let count = withStubs { stubber in
      stubber.stubSet.add(stub: HTTPStubRequest().stub(for: .get, .status(.ok)))
      return HTTPStubber.current.stubs.count
    }
    #expect(count == 1)
  }

  #if compiler(>=6.3)
  @Test("Stubs that got no request and a stub without a response are warnings, which fail no test")
  func advice() async throws {
    let found = try await failures {
      withStubs { stubber in
        stubber.add(stub: HTTPStubRequest().named("unused").stub(for: .get, .status(.ok)))
        stubber.add(stub: HTTPStubRequest().named("mute").match(path: "/mute"))
      }
      try await run(.stubs { HTTPStubRequest().stub(.text("for other tests of the suite")) }) {}
    }
    #expect(found.map(\.severity) == [.warning, .warning])
    #expect(found.first?.text.hasPrefix("stub \"mute\"") == true)
    #expect(found.last?.text.contains("the first of them stub \"unused\"") == true)
    #expect(found.last?.sourceLocation?.line == here().line - 9)
  }

  @Test("A test that checks that its code, or that of a server, sends nothing has no warning")
  func nothingSent() async throws {
    final class Server: TestResource { func end() {} }
    let found = try await failures {
      try withStubs { stubber in
        stubber.add(stub: HTTPStubRequest().stub(for: .get, .status(.ok)))
        _ = stubber.session
        try stubber.journal.verifyNever()
      }
      try await run(.resource(location: nil) { _, _ in Server() }) {
        let stub = HTTPStubber.current.add(stub: HTTPStubRequest().stub(for: .get, .status(.ok)))
        try HTTPStubber.current.verify(stub: stub, count: 0)
      }
    }
    #expect(found.isEmpty)
  }

  #if canImport(FoundationNetworking)
  @Test("A request that goes to the network instead of the only test's stubber is a warning")
  func realRequest() async {
    await #expect(processExitsWith: .success) {
      let found = Lines()
      let location = SourceLocation(fileID: #fileID, filePath: #filePath, line: 1, column: 1)
      func send(_ mode: HTTPUnhandledMode) async {
        let scope = StubScope(StubSettings(), at: TestPlace(location))
        scope.stubber.unhandledMode = mode
        // No machine, which is known at once.
        _ = try? await URLSession.shared.text(from: "http://255.255.255.255:1/real")
        for issue in scope.findings(failed: false) where issue.isWarning {
          found.append(issue.text)
        }
      }
      await send(.optout)
      await send(.optin)
      try #require(found.all.count == 1)
      try #require(
        found.all[0].hasPrefix(
          "a request for http://255.255.255.255:1/real went to the network"))
      try #require(found.all[0].contains("or another test that runs beside it has sent it"))
    }
  }
  #endif
  #endif

  @Test("Unused stubs and unmatched requests fail the test if `failing` lists them")
  func findings() async throws {
    let found = try await failures {
      await withStubs(failing: [.unused, .unmatched]) { stubber in
        stubber.add(stub: HTTPStubRequest().match(path: "/unused").stub(for: .get, .status(.ok)))
        _ = try? await text("http://any.test/unknown")
      }
    }
    #expect(found.count == 2)
    #expect(found.first?.text.hasPrefix("No stub matches GET http://any.test/unknown") == true)
    #expect(found.last?.sourceLocation?.line == here().line - 6)
  }

  @Test("A cassette is recorded and played, and its file is as before when the code throws")
  func cassette() async throws {
    struct Failure: Error {}
    let server = try RealServer()
    let folder = try TemporaryFolder()
    let base = "http://127.0.0.1:\(server.port)"
    await #expect(throws: Failure.self) {
      try await withCassette("tape", in: folder.path, record: .once) { session in
        _ = try await session.text(from: base + "/one")
        throw Failure()
      }
    }
    #expect(folder.text(of: "tape.yaml") == nil)
    for mode in [RecordMode.once, .none] {
      let answer = try await withCassette("tape", in: folder.path, record: mode) { session in
        try await session.text(from: base + "/one")
      }
      #expect(answer.hasPrefix("real GET /one"))
    }
    #expect(server.requestCount == 2)
  }

  @Test("A cassette that is not there is an error where nothing may be recorded")
  func missing() async throws {
    await #expect(throws: MissingCassette.self) {
      try await withCassette("nowhere", record: .none) { _ in }
    }
  }

  @Test("Each endings of a name is tried in two folders, the chosen one or the name alone")
  func paths() {
    let found = CassettePath("users", in: nil, nextTo: "/tests/UserTests.swift")
    #expect(found.path == "/tests/Fixtures/users.yaml")
    #expect(found.searched.count == 2 * CassettePath.extensions.count)
    let whole = CassettePath("a/users.har", in: nil, nextTo: "/tests/UserTests.swift")
    #expect(whole.searched == ["/tests/Fixtures/a/users.har", "/tests/a/users.har"])
    let folder = CassettePath("v1.2", in: "../tapes", nextTo: "/tests/UserTests.swift")
    #expect(folder.path == "/tapes/v1.2.yaml")
    #expect(CassettePath("/x.yaml", in: nil, nextTo: "/tests/a.swift").searched == ["/x.yaml"])
  }

  @Test("Layers take unset options from an outer layer and do not change it")
  func layers() {
    var outer = CassetteOptions(name: "outer", folder: "tapes", timeout: .seconds(3))
    outer.mode = .newEpisodes
    var inner = CassetteOptions(name: "inner")
    #expect(inner.mode == .once)
    let merged = inner.merged(over: outer)
    #expect(merged.name == "inner")
    #expect(merged.folder == "tapes")
    #expect(merged.mode == .newEpisodes)
    #expect(merged.timeout == .seconds(3))
    inner.mode = .none
    #expect(inner.merged(over: outer).mode == .none)
    #expect(outer.name == "outer")
  }

  @Test("Names of tests become names of files")
  func names() {
    #expect("load(id:)".asFileName == "load-id")
    #expect("greeting()".asFileName == "greeting")
    #expect("`a user is greeted`()".asFileName == "a-user-is-greeted")
  }
}
