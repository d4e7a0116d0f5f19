import Foundation
import StubCore
import StubFiles
import Testing

@Suite("Order and number of replays") struct CassetteOrderTests {
  private static let a = RecordedRequest.get("http://t.test/a")
  private static let b = RecordedRequest.get("http://t.test/b")
  private static let cassette = Cassette.numbered(a, b, a)
  private let a = ReceivedRequest.get("http://t.test/a")
  private let b = ReceivedRequest.get("http://t.test/b")

  @Test(
    "Recordings of one request answer in order, others between them or not, then as the ending says",
    arguments: [
      (HTTPStubSequenceEnding.repeatLast, ["0", "1", "2", "2", "1"]),
      (.cycle, ["0", "1", "2", "0", "1"]), (.fail, ["0", "1", "2", nil, nil]),
      (.fallThrough, ["0", "1", "2", nil, nil]),
      (.passThrough, ["0", "1", "2", "network", "network"]),
    ])
  func groups(ending: HTTPStubSequenceEnding, replies: [String?]) {
    let set = StubSet(Self.cassette, CassetteConfiguration(ending: ending))
    #expect(set.replies(a, b, a, a, b) == replies)
  }

  @Test("An ending that fails does so even where other requests pass through")
  func failsInOptin() {
    let set = StubSet(Self.cassette, CassetteConfiguration(ending: .fail))
    set.unhandledMode = .optin
    #expect(set.replies(b, b, .get("http://other.test/")) == ["1", nil, "network"])
    #expect(set.handles(b))
    #expect(!set.handles(.get("http://other.test/")))
    let other = StubSet(Self.cassette, CassetteConfiguration(ending: .fallThrough))
    other.unhandledMode = .optin
    #expect(other.replies(b, b) == ["1", "network"])
    #expect(!other.handles(b))
  }

  @Test("Used-up recordings leave a request to other stubs first")
  func othersFirst() {
    let set = StubSet()
    set.add(stub: HTTPStubRequest().match(path: "/b").stub(for: .get, .text("stub")))
    set.insert(Self.cassette, configuration: CassetteConfiguration(ending: .passThrough))
    #expect(set.replies(b, b, a, a, a) == ["1", "stub", "0", "2", "network"])
  }

  @Test("Playing interactions uniquely is an ending that does not repeat")
  func uniquely() {
    var configuration = CassetteConfiguration()
    #expect(configuration.playsEachOnce == nil)
    configuration.playsEachOnce = true
    #expect(configuration.ending == .fail)
    #expect(StubSet(Self.cassette, configuration).replies(b, b) == ["1", nil])
    configuration.playsEachOnce = false
    #expect(configuration.ending == .repeatLast)
    configuration.ending = .passThrough
    #expect(configuration.playsEachOnce == true)
  }

  @Test(
    "In recorded order only the next interaction answers",
    arguments: [
      (HTTPStubSequenceEnding.repeatLast, ["2", nil]), (.cycle, ["0", "1"]), (.fail, [nil, nil]),
      (.passThrough, ["network", "network"]), (.fallThrough, [nil, nil]),
    ])
  func recordedOrder(ending: HTTPStubSequenceEnding, last: [String?]) {
    let set = StubSet(
      Self.cassette, CassetteConfiguration(keepsRecordedOrder: true, ending: ending))
    #expect(set.replies(b, a, a, b, a) == [nil, "0", nil, "1", "2"])
    #expect(set.replies(a, b) == last)
  }

  @Test("In recorded order with no part to match, the cassette is a queue")
  func queue() {
    let set = StubSet(
      Self.cassette, CassetteConfiguration(matching: [], keepsRecordedOrder: true, ending: .fail))
    #expect(
      set.replies(.post("/x", ""), .get("/y"), .get("/"), .get("/")) == ["0", "1", "2", nil])
  }

  @Test("A report on a request out of turn names the interaction whose turn it is")
  func reportOnOrder() throws {
    let set = StubSet(Self.cassette, CassetteConfiguration(keepsRecordedOrder: true))
    let report = try set.report(on: b)
    #expect(
      report.contains(
        "✗ is next in recorded order (expected interaction 2 of 3, got interaction 1, GET http://t.test/a)"
      ),
      "\(report)")
  }

  @Test("However many ask at once, a cassette that starts again has an answer for each")
  func concurrentCycle() async {
    let cassette = Cassette.numbered(Self.a, Self.a, Self.a)
    let set = StubSet(cassette, CassetteConfiguration(keepsRecordedOrder: true, ending: .cycle))
    let request = a
    let replies = await withTaskGroup(of: [String?].self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<300).flatMap { _ in set.replies(request) } }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    for text in ["0", "1", "2"] { #expect(replies.count { $0 == text } == 800) }
  }

  @Test("However many ask at once, each interaction answers once", arguments: [false, true])
  func concurrently(keepsOrder: Bool) async {
    let count = 200
    let cassette = Cassette(
      interactions: (0..<count).map {
        Interaction(.get, "http://t.test/a", respond: .text("\($0)"))
      })
    let set = StubSet(
      cassette, CassetteConfiguration(keepsRecordedOrder: keepsOrder, ending: .fail))
    let request = a
    let replies = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<count { group.addTask { set.replies(request)[0] } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(replies.compactMap(\.self)).count == count)
  }
}
