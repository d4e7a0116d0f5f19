import ExampleSupport
import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Getting started") struct GettingStartedExamples {
  @Test("A stub answers the session of its stubber")
  func firstStub() async throws {
    // example: first stub
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest()
        .match(URL: "https://api.example.com/greeting")
        .stub(for: .get, .text("hello")))

    let address = try #require(URL(string: "https://api.example.com/greeting"))
    let (data, _) = try await stubber.session.data(from: address)
    #expect(String(decoding: data, as: UTF8.self) == "hello")
    // end of example
  }

  @Test("Any configuration can be given to a stubber")
  func configuration() async throws {
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().stub(.text("hello")))
    // example: configuration
    let configuration = URLSessionConfiguration.default
    configuration.timeoutIntervalForRequest = 5
    stubber.configure(configuration)
    let session = URLSession(configuration: configuration)
    // end of example
    #expect(try await session.text(from: "https://api.example.com/") == "hello")
  }

  @Test("The stubber of the whole process is enabled and cleared")
  func shared() {
    let stubber = HTTPStubber()
    stubber.unhandledMode = .optin
    stubber.onWarning { _ in }
    // example: enable
    stubber.enable()
    defer { stubber.disable() }
    // end of example
    #expect(stubber.isEnabled)
  }

  @Test("Types of the stubber are members of its class")
  func names() async throws {
    // example: names
    let headers: HTTPStubber.HTTPHeaders = [.eTag: "7"]
    let stub = HTTPStubRequest().stub(
      for: HTTPStubber.HTTPMethod("PURGE"), .status(.ok, headers: headers))
    // end of example
    let plan = try await StubSet(stub).plan("PURGE", "/")
    #expect(plan.head?.headers["ETag"] == "7")
  }

  @Test("A virtual clock makes thirty seconds cost nothing")
  func virtualClock() async throws {
    let address = try url("https://api.example.com/")
    // example: virtual clock
    let clock = VirtualClock()
    let stubber = HTTPStubber(clock: clock)
    stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("late").delayed(by: 30)))

    let session = stubber.session
    async let answer = session.data(from: address)
    try await stubber.journal.waitForRequests()
    clock.advance(by: .seconds(30))
    #expect(try await answer.0 == Data("late".utf8))
    // end of example
  }

  @Test("Stubs that are listed can be removed")
  func removing() {
    let stubber = HTTPStubber()
    // example: stack
    let users = stubber.add(
      stub: HTTPStubRequest().named("users").match(path: "/users").stub(.status(.ok)))
    stubber.add(stub: HTTPStubRequest().named("all else").priority(9).stub(.status(.notFound)))

    #expect(stubber.stubs.compactMap(\.name) == ["users", "all else"])
    stubber.remove(stub: users)
    stubber.removeLastStub()
    stubber.removeAllStubs()
    // end of example
    #expect(stubber.stubs.isEmpty)
  }
}
