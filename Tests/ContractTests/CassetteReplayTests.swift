import Foundation
import HTTPStubber
import StubFiles
import StubServer
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What of recordings shows on one host only.
@Suite("Replaying recordings") struct CassetteReplayTests {
  private static let url = "https://api.test/me"

  private func stubber(
    _ configuration: CassetteConfiguration = CassetteConfiguration(), _ interactions: Interaction...
  ) -> (HTTPStubber, InsertedCassette) {
    let stubber = HTTPStubber()
    let inserted = stubber.stubSet.insert(
      Cassette(interactions: interactions), configuration: configuration)
    return (stubber, inserted)
  }

  private func get(_ url: String, from stubber: HTTPStubber) async throws -> (Data, Int) {
    let (data, response) = try await stubber.session.data(from: try #require(URL(string: url)))
    return (data, (response as? HTTPURLResponse)?.statusCode ?? 0)
  }

  @Test(
    "In-process a recorded URL loading error is that error",
    arguments: [NetworkErrorCode.timedOut, .cannotFindHost, .serverCertificateUntrusted])
  func networkError(code: NetworkErrorCode) async throws {
    let (stubber, _) = stubber(.init(), Interaction(.get, Self.url, error: code))
    await #expect {
      _ = try await get(Self.url, from: stubber)
    } throws: { error in
      (error as? URLError)?.code.rawValue == code.rawValue
    }
  }

  @Test("In-process an error of another domain keeps domain, code and message")
  func foreignError() async throws {
    let (stubber, _) = stubber(
      .init(),
      Interaction(
        .get, Self.url,
        error: DomainError(domain: "NSPOSIXErrorDomain", code: 61, message: "refused")))
    await #expect {
      _ = try await get(Self.url, from: stubber)
    } throws: { error in
      let error = error as NSError
      return error.domain == "NSPOSIXErrorDomain" && error.code == 61
        && error.localizedDescription == "refused"
    }
  }

  @Test("In-process a chain of redirects is followed from recording to recording")
  func redirects() async throws {
    let (stubber, inserted) = stubber(
      CassetteConfiguration(keepsRecordedOrder: true, playback: .chronological),
      Interaction(
        .get, "http://api.test/me", status: .movedPermanently, headers: ["Location": Self.url]),
      Interaction(.get, Self.url, status: .found, headers: ["Location": "/there"]),
      Interaction(.get, "https://api.test/there", respond: .text("there")))
    let (data, status) = try await get("http://api.test/me", from: stubber)
    #expect(String(decoding: data, as: UTF8.self) == "there")
    #expect(status == 200)
    #expect(inserted.allPlayed)
  }

  @Test("In-process responses arrive in recorded order, whatever order they are asked in")
  func chronological() async throws {
    let interactions = [
      Interaction(.get, "http://api.test/first", respond: .text("1")),
      Interaction(.get, "http://api.test/second", respond: .text("2")),
    ]
    let set = StubSet()
    set.insert(Cassette(interactions: interactions), configuration: .init(playback: .chronological))
    let stubber = HTTPStubber(stubs: set)
    let order = Order()
    stubber.onFinish { request, _, _ in
      order.note(request.target.path)
    }
    // The first recorded response is under way until this test ends it.
    let holding = set.receive(ReceivedRequest(.get, "http://api.test/first"))
    let second = Task { try await get("http://api.test/second", from: stubber) }
    try await set.journal.waitForRequests(matching: .path("/second"), timeout: .seconds(300))
    order.note("the first may end")
    holding.finish(.completed)
    _ = try await second.value
    #expect(order.all == ["the first may end", "/first", "/second"])
  }

  @Test(
    "A listener ends the connection as the error does",
    arguments: [
      (NetworkErrorCode.networkConnectionLost, WireEnd.reset), (.cannotFindHost, .reset),
      (.badServerResponse, .end("")), (.zeroByteResource, .end("")),
      (.cannotParseResponse, .end(String(decoding: HTTPStubFault.garbageBytes, as: UTF8.self))),
    ])
  func onWire(code: NetworkErrorCode, end: WireEnd) async throws {
    let stubs = StubSet()
    stubs.insert(Cassette(interactions: [Interaction(.get, Self.url, error: code)]))
    let listener = try Listener(stubs: stubs, port: 0)
    try listener.start()
    defer { listener.stop() }
    #expect(try await WireEnd(of: "api.test", path: "/me", port: Int(listener.port)) == end)
  }

  @Test("A recorded timeout is a response that never comes, and a timeout in the journal")
  func timeoutOnWire() async throws {
    let stubs = StubSet()
    let ends = AsyncStream.makeStream(of: ResponseEnding.self)
    stubs.hooks.finished = { _, _, ending in ends.continuation.yield(ending) }
    stubs.insert(Cassette(interactions: [Interaction(.get, Self.url, error: .timedOut)]))
    let listener = try Listener(stubs: stubs, port: 0)
    try listener.start()
    defer { listener.stop() }
    let client = try await WireClient(asking: "api.test", for: "/me", port: listener.port)
    let ending = await ends.stream.first { _ in true }
    #expect(ending == .failed(.network(.timedOut)))
    #expect(client.serverSide == .open)
  }
}

/// Texts in the order they were noted, from any thread.
private final class Order: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []

  var all: [String] { lock.withLock { texts } }

  func note(_ text: String) { lock.withLock { texts.append(text) } }
}
