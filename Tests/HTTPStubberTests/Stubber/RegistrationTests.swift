import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Every session belongs to the whole process, so each of these has a process of its own.
@Suite struct RegistrationTests {
  @Test("enable() before the first session lets the shared stubber answer URLSession.shared")
  func early() async {
    await #expect(processExitsWith: .success) {
      HTTPStubber.shared.onWarning { fatalError($0) }
      HTTPStubber.shared.enable()
      HTTPStubber.shared.add(stub: HTTPStubRequest().stub(for: .get, .text("shared")))
      let text = try await URLSession.shared.text(from: "http://one.example/")
      try #require(text == "shared")
      try #require(HTTPStubber.shared.isEnabled)
      HTTPStubber.removeAllStubs()
      try #require(HTTPStubber.shared.stubs.isEmpty)
    }
  }

  @Test("disable() leaves URLSession.shared to the network, and enable() takes it up again")
  func disabling() async {
    await #expect(processExitsWith: .success) {
      let server = try RealServer()
      let address = "http://127.0.0.1:\(server.port)/x"
      HTTPStubber.shared.enable()
      HTTPStubber.shared.add(stub: HTTPStubRequest().stub(for: .get, .text("shared")))
      try #require(try await URLSession.shared.text(from: address) == "shared")
      HTTPStubber.shared.disable()
      try #require(!HTTPStubber.shared.isEnabled)
      try #require(try await URLSession.shared.text(from: address) == "real GET /x ")
      try #require(try await HTTPStubber.shared.session.text(from: address) == "shared")
      HTTPStubber.shared.enable()
      try #require(try await URLSession.shared.text(from: address) == "shared")
    }
  }

  @Test("an enabled stubber lives until it is disabled")
  func lifetime() async {
    await #expect(processExitsWith: .success) {
      weak var gone: HTTPStubber?
      do {
        let stubber = HTTPStubber()
        stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("kept")))
        stubber.enable()
        gone = stubber
      }
      try #require(try await URLSession.shared.text(from: "http://one.example/") == "kept")
      gone?.disable()
      try #require(gone == nil)
    }
  }

  #if canImport(FoundationNetworking)
  @Test("enable() warns where it reaches only the shared session and comes too late, once")
  func late() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      setenv("STUBBER_EVERY_SESSION", "0", 1)
      _ = URLSession(configuration: .ephemeral)
      HTTPStubber.shared.enable()
      HTTPStubber.shared.enable()
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let lines = output.split(separator: "\n").filter { $0.hasPrefix("HTTPStubber: ") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("enable() is too late: URLSession.shared exists") == true)
  }

  @Test("without an exchanged method, the shared session is reached before the first session")
  func sharedAlone() async {
    await #expect(processExitsWith: .success) {
      setenv("STUBBER_EVERY_SESSION", "0", 1)
      HTTPStubber.shared.onWarning { fatalError($0) }
      HTTPStubber.shared.enable()
      HTTPStubber.shared.add(stub: HTTPStubRequest().stub(for: .get, .text("shared")))
      try #require(try await URLSession.shared.text(from: "http://one.example/") == "shared")
    }
  }
  #endif

  @Test("warnings go to the handler when there is one")
  func handler() {
    let stubber = HTTPStubber()
    let warnings = Shared<[String]>([])
    stubber.onWarning { text in warnings.update { $0.append(text) } }
    stubber.stubSet.hooks.problem("something")
    #expect(warnings.value == ["something"])
  }
}
