import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Observing and verifying") struct ObservingExamples {
  @Test("Hooks are called for events")
  func hooks() async throws {
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().named("any").stub(.text("hello")))
    let log = Shared<[String]>([])
    @Sendable func print(_ text: String) { log.update { $0.append(text) } }
    // example: hooks
    stubber.onStubActivation { request, stub in
      print("\(request.summary) is answered by \(stub.title)")
    }
    stubber.onRedirect { request, stub, next in
      print("\(request.summary) leads to \(next.summary)")
    }
    stubber.onFinish { request, stub, ending in
      print("\(request.summary): \(ending)")
    }
    // end of example
    _ = try await stubber.session.text(from: "http://a.example/")
    #expect(log.value.count == 2)
    #expect(
      log.value.first?.hasPrefix("GET http://a.example/ is answered by stub \"any\"") ?? false)
    #expect(log.value.last == "GET http://a.example/: completed")
  }

  @Test("Expectations about requests are checked")
  func verifying() async throws {
    let stubber = HTTPStubber()
    let users = stubber.add(
      stub: HTTPStubRequest().match(path: .hasPrefix("/users")).stub(.status(.ok)))
    stubber.add(stub: HTTPStubRequest().match(path: "/login").stub(.status(.ok)))
    _ = try await stubber.session.answer("POST", "http://a.example/login", body: #"{"id":1}"#)
    _ = try await stubber.session.answer("GET", "http://a.example/users")
    _ = try await stubber.session.answer("GET", "http://a.example/users/1")
    func print(_ items: Any...) {}
    // example: verifying
    try stubber.verify(stub: users, count: 2)
    try stubber.journal.verify(count: 1..., matching: .method(.get), .path(.hasPrefix("/users")))
    try stubber.journal.verifyNever(matching: .path("/admin"))
    try stubber.journal.verifyOrder(.path("/login"), .path("/users"), .path("/users/1"))
    #expect(stubber.unusedStubs.isEmpty)

    let login = stubber.journal.requests(matching: .path("/login"))
    #expect(login.first?.bodyText == #"{"id":1}"#)
    for entry in stubber.journal.entries { print(entry.id, entry.request.summary, entry.outcome) }
    // end of example
    #expect(login.count == 1)
  }

  @Test("The journal says what was sent of a response")
  func sent() async throws {
    let stubber = HTTPStubber()
    let response = HTTPStubResponse()
    response.body = "0123456789"
    response.fail(with: .reset(after: .percent(50)))
    stubber.add(stub: HTTPStubRequest().stub(response))
    _ = try? await stubber.session.text(from: "http://a.example/")
    // example: what was sent
    let sent = stubber.journal.entries.last?.sent
    #expect(sent?.bodyCount == 5)
    #expect(sent?.description == "5 of 10 bytes sent; the connection was reset")
    // end of example
  }

  @Test("A request that is still to come can be waited for")
  func waiting() async throws {
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().stub(.status(.ok)))
    let session = stubber.session
    async let answer = session.text(from: "http://a.example/events")
    // example: waiting
    let events = try await stubber.journal.waitForRequests(
      count: 1, matching: .path("/events"), timeout: .seconds(300))
    // end of example
    _ = try await answer
    #expect(events.count == 1)
  }

  @Test("A journal keeps as much as its limits allow")
  func limits() {
    // example: journal limits
    let journal = Journal(limits: Journal.Limits(count: 100, bytes: 1_000_000))
    let stubber = HTTPStubber(stubs: StubSet(journal: journal))
    // end of example
    #expect(stubber.journal.limits.count == 100)
  }
}
