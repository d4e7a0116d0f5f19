import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The equivalents of "Usage examples" in the guide of OHHTTPStubs.
@Suite("Usage examples of OHHTTPStubs") struct UsageExamplesTests {
  @Test(
    "All requests get the given data",
    arguments: ["http://mywebservice.com/", "https://other.example/a/b?c=d"])
  func allRequests(address: String) async throws {
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().stub(.data(Data("Hello World!".utf8))))

    let (text, response) = try await stubber.session.answer(from: address)
    #expect(text == "Hello World!")
    #expect(response.statusCode == 200)
    #expect(stubber.journal.receivedCount == 1)
  }

  @Test("Requests to one host get the file; requests to any other host hit the real world")
  func onlyOneWebService() async throws {
    let world = try RealWorld()
    defer { world.stop() }
    let stubber = HTTPStubber()
    stubber.unhandledMode = .optin
    stubber.add(
      stub: HTTPStubRequest()
        .match(host: "mywebservice.com")
        .stub(.body(try HTTPStubBody.fixture("Fixtures/wsresponse.json"), contentType: "text/json"))
    )

    let (text, response) = try await stubber.session.answer(from: "https://mywebservice.com/any")
    #expect(text == "{\"status\": \"fine\"}\n")
    #expect(response.value(forHTTPHeaderField: "Content-Type") == "text/json")
    #expect(try await stubber.session.answer(from: world.url).text == RealWorld.text)
  }

  @Test("The head comes after the request time, the body is spread over the response time")
  func requestAndResponseTime() async throws {
    let clock = VirtualClock()
    let stubber = HTTPStubber(clock: clock)
    stubber.add(
      stub: HTTPStubRequest()
        .match(host: "mywebservice.com")
        .stub { response in
          response.body = "abc"
          response.delay = .seconds(1)
          response.responseTime = .spreadOver(.seconds(3))
        })
    let delegate = EventDelegate()
    let session = URLSession(
      configuration: stubber.configuration, delegate: delegate, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }

    session.dataTask(with: try #require(URL(string: "http://mywebservice.com/"))).resume()
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    var events = delegate.events.makeAsyncIterator()
    // One byte falls due with each second, so the event after each step tells its time.
    clock.advance(by: .seconds(1))
    #expect(await events.next() == .response(200))
    for byte in ["a", "b", "c"] {
      clock.advance(by: .seconds(1))
      #expect(await events.next() == .data(byte))
    }
    #expect(await events.next() == .end)
    #expect(clock.now.offset == .seconds(4))
  }

  @Test("A network that is down fails with the error that says so")
  func downNetwork() async throws {
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().stub(error: URLError(.notConnectedToInternet)))

    #expect(
      try await stubber.session.errorCode(from: "http://mywebservice.com/")
        == .notConnectedToInternet)
  }
}
