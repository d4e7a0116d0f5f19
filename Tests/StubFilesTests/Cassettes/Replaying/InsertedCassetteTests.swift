import Foundation
import StubCore
import StubFiles
import Testing

@Suite("Cassettes in use") struct InsertedCassetteTests {
  private let cassette = Cassette.numbered(.get("http://t.test/a"), .get("http://t.test/b"))
  private let a = ReceivedRequest.get("http://t.test/a")
  private let b = ReceivedRequest.get("http://t.test/b")

  @Test("A cassette reports which interactions were played")
  func counts() {
    let set = StubSet()
    let inserted = set.insert(cassette)
    #expect(inserted.playCount == 0)
    #expect(inserted.unused == cassette.interactions)
    #expect(set.replies(b, b, .get("http://t.test/c")) == ["1", "1", nil])
    #expect(inserted.playCount == 2)
    #expect(inserted.playCount(ofInteraction: 0) == 0)
    #expect(inserted.playCount(ofInteraction: 1) == 2)
    #expect(inserted.unused == [cassette.interactions[0]])
    #expect(!inserted.allPlayed)
    #expect(set.replies(a) == ["0"])
    #expect(inserted.allPlayed)
    #expect(inserted.unused == [])
  }

  @Test("A cassette reports what it contains")
  func recorded() {
    let inserted = StubSet().insert(cassette)
    #expect(inserted.requests == cassette.interactions.map(\.request))
    #expect(inserted.responses == cassette.interactions.map(\.response))
    #expect(!inserted.isNew)
    #expect(inserted.isWriteProtected)
    #expect(StubSet().insert(Cassette()).isNew)
  }

  @Test("Several answer at once; of those that could, the last inserted does")
  func several() {
    let set = StubSet()
    let first = set.insert(cassette)
    let second = set.insert(
      Cassette(interactions: [.init(.get, "http://t.test/a", respond: .text("new"))]))
    #expect(set.replies(a, b) == ["new", "1"])
    set.eject(second)
    #expect(set.replies(a) == ["0"])
    set.eject(first)
    #expect(set.replies(a) == [nil])
    #expect(first.playCount == 2)
    #expect(second.playCount == 1)
  }

  @Test("A swap replaces one cassette alone")
  func swap() {
    let set = StubSet()
    set.add(stub: HTTPStubRequest().match(path: "/a").stub(for: .get, .text("stub")))
    let first = set.insert(cassette)
    let second = set.swap(
      first, for: .numbered(.get("http://t.test/c")),
      configuration: CassetteConfiguration(ending: .fail))
    #expect(set.replies(a, b, .get("http://t.test/c")) == ["stub", nil, "0"])
    #expect(second.configuration.ending == .fail)
    #expect(first.playCount == 0)
  }

  @Test("An empty cassette can be swapped for another")
  func swapEmpty() {
    let set = StubSet()
    let first = set.insert(Cassette())
    #expect(first.allPlayed)
    set.swap(first, for: cassette)
    #expect(set.replies(a) == ["0"])
  }

  @Test("While cassettes are swapped, one of them answers every request")
  func swapUnderLoad() async {
    let set = StubSet()
    let request = a
    let cassette = cassette
    var inserted = set.insert(cassette)
    let asking = Task {
      var replies: [String?] = []
      for _ in 0..<2_000 { replies += set.replies(request) }
      return replies
    }
    for _ in 0..<500 { inserted = set.swap(inserted, for: cassette) }
    #expect(await asking.value.allSatisfy { $0 == "0" })
    #expect(set.stubs.count == 2)
  }

  @Test("The report of a listener says if a recording only answers for another host")
  func otherHost() throws {
    let recorded = Cassette.numbered(.get("https://api.test/a?b=c"))
    func report(_ path: String, _ configuration: CassetteConfiguration = .init()) throws -> String {
      let request = RecordedRequest.get("http://127.0.0.1:8080\(path)", headers: ["Host": "h"])
      return try StubSet(recorded, configuration).report(
        on: request.received.onListener(ownPort: 8_080))
    }
    let hint =
      "The host is api.test there: send the header Host: api.test, or serve a recording with"
    #expect(try report("/a?b=c").contains("\n\(hint) --any-host.\n"))
    #expect(try !report("/b").contains("--any-host"))
    #expect(try !report("/b", .init(answersAnyHost: true)).contains("--any-host"))
    #expect(InsertedCassette(recorded, configuration: .init()).hosts == ["api.test"])
    #expect(InsertedCassette(recorded, configuration: .init(answersAnyHost: true)).hosts == [])
  }
}
