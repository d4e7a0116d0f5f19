import Foundation
import TestSupport
import Testing

@testable import HTTPStubber

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct AdviceTests {
  /// The warnings of a stubber until it is gone.
  private func warnings(of use: (HTTPStubber) async throws -> Void) async rethrows -> [String] {
    let warnings = Shared<[String]>([])
    do {
      let stubber = HTTPStubber()
      stubber.onWarning { text in warnings.update { $0.append(text) } }
      try await use(stubber)
    }
    return warnings.value
  }

  private func hello(_ name: String = "hello") -> HTTPStubRequest {
    HTTPStubRequest().named(name).stub(for: .get, .text("hello"))
  }

  @Test("a stubber whose stubs never got a request says so, once, with what to do")
  func unused() async {
    let unreached = await warnings { $0.add(stub: hello()) }
    #expect(unreached.count == 1)
    #expect(
      unreached.first?.hasPrefix("a stubber with one stub, the first of them stub \"hello\"")
        == true)
    #expect(unreached.first?.hasSuffix("under test, or call enable()") == true)
    let late = await warnings { stubber in
      stubber.add(stub: hello())
      let configuration = URLSessionConfiguration.ephemeral
      _ = URLSession(configuration: configuration)
      stubber.configure(configuration)
    }
    #expect(late.count == 1)
    #expect(late.first?.contains("call configure(_:) before you make the session") == true)
    let ignored = await warnings { stubber in
      stubber.add(stub: hello())
      _ = stubber.session
    }
    #expect(ignored.first?.hasSuffix("check that the code under test uses its session") == true)
  }

  @Test("a stubber without stubs, or with a request, has no advice")
  func used() async throws {
    let empty = await warnings { _ = $0.session }
    #expect(empty == [])
    let used = try await warnings { stubber in
      stubber.add(stub: hello())
      _ = try await stubber.session.text(from: "http://a.example")
    }
    #expect(used == [])
    let removed = await warnings { stubber in
      stubber.add(stub: hello())
      stubber.removeAllStubs()
    }
    #expect(removed == [])
  }

  @Test("a stubber that a test has checked to get no request has no advice, if one could reach it")
  func expectedEmpty() async throws {
    let checks: [(HTTPStubber) throws -> Void] = [
      { try $0.verify(stub: $0.add(stub: hello()), count: 0) },
      { try $0.journal.verifyNever(matching: .path("/users")) },
      { try $0.journal.verify(count: ...1) },
    ]
    for check in checks {
      let reachable = try await warnings { stubber in
        stubber.add(stub: hello())
        _ = stubber.session
        try check(stubber)
      }
      #expect(reachable == [])
      let unreachable = try await warnings { stubber in
        stubber.add(stub: hello())
        try check(stubber)
      }
      #expect(unreachable.count == 1)
    }
    let failing = await warnings { stubber in
      stubber.add(stub: hello())
      _ = stubber.session
      #expect(throws: VerificationFailure.self) { try stubber.journal.verify(count: 1) }
    }
    #expect(failing.count == 1)
  }

  @Test("a stub without any response is warned of when it is added")
  func withoutResponse() async {
    let texts = await warnings { stubber in
      stubber.add(stub: HTTPStubRequest().named("mute").at("/"))
      stubber.removeAllStubs()
    }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("stub \"mute\"") == true)
    #expect(texts.first?.contains("has no response, so it never answers") == true)
  }

  @Test("a name that a builder gets after it was added is warned of, once")
  func onNameChange() async {
    let texts = await warnings { stubber in
      let stub = HTTPStubRequest().named("early").stub(.text("hello"))
      stubber.add(stub: stub)
      stub.name = "late"
      stub.name = "later"
      stubber.removeAllStubs()
    }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("stub \"early\"") == true)
    #expect(texts.first?.contains("the name \"late\", which has no effect") == true)
  }

  @Test("the shared stubber with stubs that was never enabled says so at the end of the process")
  func shared() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      HTTPStubber.shared.add(stub: HTTPStubRequest().named("first").stub(.text("1")))
      HTTPStubber.shared.add(stub: HTTPStubRequest().stub(.text("2")))
      exit(EXIT_SUCCESS)
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let lines = output.split(separator: "\n").filter { $0.hasPrefix("HTTPStubber: ") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("HTTPStubber.shared with 2 stubs") == true)
    #expect(lines.first?.hasSuffix("or call enable()") == true)
  }

  #if canImport(FoundationNetworking)
  @Test("the first request of a session without a stubber is noted, except those to this machine")
  func watching() async {
    await #expect(processExitsWith: .success) {
      let server = try RealServer()
      let watcher = NetworkWatcher()
      watcher.begin()
      let own = HTTPStubber()
      own.add(ignore: HTTPStubIgnoreRule { $0.at("/ignored") })
      let elsewhere = "http://255.255.255.255:1/ignored"
      _ = await own.session.errorCode(for: try request(.get, elsewhere))
      for host in ["127.0.0.1", "LocalHost", "0.0.0.0"] {
        _ = try await URLSession.shared.text(from: "http://\(host):\(server.port)/x")
      }
      try #require(watcher.firstURL == nil)
      _ = await URLSession.shared.errorCode(for: try request(.get, elsewhere))
      _ = await URLSession.shared.errorCode(
        for: try request(.get, "http://255.255.255.255:1/second"))
      try #require(watcher.firstURL?.absoluteString == elsewhere)
    }
  }

  @Test("nothing is noted after the end, nor while another watches, and nobody knows whose it is")
  func watchingAlone() async {
    await #expect(processExitsWith: .success) {
      let (ended, first, second) = (NetworkWatcher(), NetworkWatcher(), NetworkWatcher())
      for watcher in [ended, first, second] { watcher.begin() }
      ended.end()
      let elsewhere = try request(.get, "http://255.255.255.255:1/x")
      _ = await URLSession.shared.errorCode(for: elsewhere)
      for watcher in [ended, first, second] { try #require(watcher.firstURL == nil) }
      second.end()
      _ = await URLSession.shared.errorCode(for: elsewhere)
      try #require(first.firstURL != nil && second.firstURL == nil && ended.firstURL == nil)
    }
  }
  #endif
}
