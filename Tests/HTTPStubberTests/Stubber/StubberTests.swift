import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct StubberTests {
  let stubber = HTTPStubber()

  @Test("the stub that was added last is asked first, and the one before it when it is removed")
  func order() async throws {
    stubber.add(stub: HTTPStubRequest().named("first").stub(for: .get, .text("first")))
    stubber.add(stub: HTTPStubRequest().named("second").stub(for: .get, .text("second")))
    #expect(stubber.stubs.map(\.name) == ["second", "first"])
    #expect(try await stubber.session.text(from: "http://a.example") == "second")
    #expect(stubber.removeLastStub()?.name == "second")
    #expect(try await stubber.session.text(from: "http://a.example") == "first")
    stubber.removeAllStubs()
    #expect(stubber.stubs.isEmpty)
  }

  @Test("a stub is removed by its builder, by itself and by its identity")
  func removal() {
    let builder = HTTPStubRequest()
    let added = stubber.add(stub: builder)
    #expect(stubber.remove(stub: builder))
    #expect(!stubber.remove(stub: added))
    let again = stubber.add(stub: HTTPStubRequest())
    #expect(stubber.remove(stub: again))
    let third = stubber.add(stub: HTTPStubRequest())
    #expect(stubber.remove(stub: third.id))
  }

  @Test("a stub counts its requests, and unused stubs are listed")
  func verification() async throws {
    let used = stubber.add(stub: HTTPStubRequest().at("/used").stub(for: .get, .text("")))
    let unused = stubber.add(stub: HTTPStubRequest().at("/unused").stub(for: .get, .text("")))
    for _ in 0..<2 { _ = try await stubber.session.text(from: "http://a.example/used") }
    try stubber.verify(stub: used, count: 2)
    #expect(throws: VerificationFailure.self) { try stubber.verify(stub: used, count: 3) }
    #expect(stubber.unusedStubs.map(\.id) == [unused.id])
  }

  @Test("a builder that is added again adds a stub of its own, counted and removed by itself")
  func addedAgain() async throws {
    let builder = HTTPStubRequest().at("/users").stub(for: .get, .text("all"))
    let all = stubber.add(stub: builder)
    let again = stubber.add(stub: builder.match(Where { !$0.target.queryItems.isEmpty }))
    for _ in 0..<2 { _ = try await stubber.session.text(from: "http://a.example/users") }
    try stubber.verify(stub: all, count: 2)
    try stubber.verify(stub: again, count: 0)
    #expect(stubber.unusedStubs.map(\.id) == [again.id])
    _ = try await stubber.session.text(from: "http://a.example/users?page=2")
    try stubber.verify(stub: builder, count: 3)
    #expect(stubber.remove(stub: again))
    #expect(stubber.stubs.map(\.id) == [all.id])
    try stubber.verify(stub: builder, count: 2)
    stubber.add(stub: builder)
    #expect(stubber.remove(stub: builder))
    #expect(stubber.stubs.isEmpty)
    #expect(!stubber.remove(stub: builder))
  }

  @Test("ignore rules are listed and removed")
  func ignoreRules() {
    let rule = HTTPStubIgnoreRule { $0.at("/") }
    stubber.add(ignore: rule)
    #expect(stubber.ignoreRules.map(\.id) == [rule.id])
    #expect(stubber.remove(ignore: rule))
    #expect(!stubber.remove(ignore: rule.id))
  }

  @Test("a configuration of one's own keeps its settings and is answered by one stubber alone")
  func configure() async throws {
    let other = HTTPStubber()
    other.add(stub: HTTPStubRequest().stub(for: .get, .text("other")))
    stubber.add(stub: HTTPStubRequest().stubEcho())
    let configuration = other.configuration
    configuration.httpAdditionalHeaders = ["X-Session": "yes"]
    stubber.configure(configuration)
    let session = URLSession(configuration: configuration)
    let (_, response) = try await session.answer(
      to: try request(.get, "http://a.example", headers: ["X-Request": "yes"]))
    #expect(response.value(forHTTPHeaderField: "X-Session") == "yes")
    #expect(response.value(forHTTPHeaderField: "X-Request") == "yes")
  }

  @Test("stubs that another host answers from can be shared")
  func sharedSet() async throws {
    let stubs = StubSet()
    let (first, second) = (HTTPStubber(stubs: stubs), HTTPStubber(stubs: stubs))
    first.add(stub: HTTPStubRequest().stub(for: .get, .text("shared")))
    #expect(try await second.session.text(from: "http://a.example") == "shared")
  }
}
