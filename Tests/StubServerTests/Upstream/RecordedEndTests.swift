import Dispatch
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

/// A body that goes on to a client as it comes, and a recorder that takes its time.
@Suite(.timeLimit(.minutes(5))) struct RecordedEndTests {
  /// The size of a body that surely arrives together with its head.
  private static let mostAtOnce = 1_000

  /// Relays a body of that length; `body` gets what has begun, and lets the recorder look at its tail.
  private func relay(
    _ count: Int,
    _ body: (Upstream.StartedResponse, (BodyTail) -> Void, AsyncStream<Data>) async throws -> Void
  ) async throws {
    let text = String(repeating: "a", count: count)
    let handler: RequestHandler = { _ in ListenerResponse(.ready(.ok(text))) }
    try await withListener(handler: handler) { listener in
      let upstream = try Upstream(UpstreamConfiguration(url: listener.url))
      let tail = Lock<BodyTail?>(nil)
      let hasBegun = DispatchSemaphore(value: 0)
      let (reports, report) = AsyncStream.makeStream(of: Data.self)
      let ticket = RecordingTicket { _ in
        if count > Self.mostAtOnce { _ = hasBegun.wait(timeout: .now() + 120) }
        report.yield(tail.withLock { $0 }.map(Self.taken) ?? Data())
      }
      let request = upstream.forwarded(ReceivedRequest(.get, "/"))
      let thread = try UpstreamThread()
      let begun = await withCheckedContinuation { next in
        thread.port.post { loop in
          upstream.begin(upstream.nextID, request, for: ticket, on: loop) {
            next.resume(returning: $0)
          }
        }
      }
      let look = { (begun: BodyTail) in
        tail.withLock { $0 = begun }
        _ = hasBegun.signal()
      }
      try await body(begun, look, reports)
    }
  }

  /// What a client could have by now.
  private static func taken(_ tail: BodyTail) -> Data {
    var bytes = Data()
    while case .bytes(let more) = tail.take(upTo: .max) { bytes += more }
    return bytes
  }

  @Test(
    "A client does not have the end of a body before it has been recorded",
    arguments: [70_000, 100_000])
  func order(count: Int) async throws {
    try await relay(count) { begun, look, reports in
      guard case .head(let head, let tail) = begun else {
        Issue.record("the body came all at once")
        return
      }
      #expect(head.headers[.contentLength] == "\(count)")
      look(tail)
      var report = reports.makeAsyncIterator()
      var bytes = try #require(await report.next())
      #expect(bytes.count < count)
      while true {
        bytes += Self.taken(tail)
        let piece = tail.take(upTo: 1)
        if case .bytes(let more) = piece { bytes += more } else if piece != .nothingYet { break }
        await withCheckedContinuation { next in tail.wait { next.resume() } }
      }
      #expect(bytes == Data(repeating: UInt8(ascii: "a"), count: count))
    }
  }

  @Test(
    "A client does not have the head of a small body before it has been recorded",
    arguments: [0, 1, 2, mostAtOnce])
  func small(count: Int) async throws {
    try await relay(count) { begun, _, reports in
      guard case .whole(let received?) = begun else {
        Issue.record("the head came before the end")
        return
      }
      var report = reports.makeAsyncIterator()
      #expect(await report.next() == Data())
      #expect(received.response?.headers[.contentLength] == "\(count)")
      #expect(received.response?.body.count == count)
    }
  }
}
