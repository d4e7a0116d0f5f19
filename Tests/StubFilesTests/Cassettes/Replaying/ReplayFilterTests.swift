import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Filters and hooks on replay")
struct ReplayFilterTests {
  private func replay(
    _ requests: [RecordedRequest], _ filters: [RecordingFilter],
    _ configuration: CassetteConfiguration = .init()
  ) throws -> StubSet {
    let interactions = requests.enumerated().map { number, request in
      Interaction(request, respond: .text("\(number)"))
    }
    let cassette = try RecordedFile(interactions, .init(filters: filters)).cassette
    let set = StubSet()
    set.insert(InsertedCassette(cassette, configuration: configuration, filters: filters))
    return set
  }

  @Test(
    "A value that a filter replaces on recording is replaced in requests on replay",
    arguments: [
      (.queryItems("user", replacedBy: "ann b"), "http://h/?user=ann%20b&x=1"),
      (.path { _ in "/users/me" }, "http://h/users/me?user=eve&x=1"),
      (.headers("X-User", replacedBy: "ann"), "http://h/?user=eve&x=1"),
      (.formKeys("user", replacedBy: "ann"), "http://h/?user=eve&x=1"),
      (
        .request { request in
          var request = request
          request.url = request.url.replacing("user=eve&", with: "")
          return request
        }, "http://h/?x=1"
      ),
    ] as [(RecordingFilter, String)])
  func values(filter: RecordingFilter, url: String) throws {
    var request = RecordedRequest.post(
      "http://h/?user=eve&x=1", "user=eve&y=2", type: .formURLEncoded)
    request.headers["X-User"] = "eve"
    let matching = CassetteConfiguration(matching: [.method, .url, .body, .header("X-User")])
    let file = try RecordedFile([Interaction(request, respond: .empty)], .init(filters: [filter]))
    #expect(file.cassette.interactions[0].request.url == url)
    let set = try replay([request], [filter], matching)
    #expect(set.replies(request.received, request.received.onListener()) == ["0", "0"])
    // Another value is replaced by the same text; without the filter nothing matches.
    let file2 = StubSet()
    file2.insert(file.cassette, configuration: matching)
    if file.cassette.interactions[0].request != request {
      #expect(file2.replies(request.received) == [nil])
    }
  }

  @Test("A request that a filter drops is not answered")
  func dropped() throws {
    let filter = RecordingFilter.request { $0.url.hasSuffix("/health") ? nil : $0 }
    let cassette = Cassette.numbered(.get("http://h/health"), .get("http://h/a"))
    let set = StubSet()
    set.insert(
      InsertedCassette(cassette, configuration: .init(), filters: [filter]))
    #expect(set.replies(.init(.get, "http://h/health"), .init(.get, "http://h/a")) == [nil, "1"])
  }

  @Test("Filters of the configuration hold for cassettes that are only played")
  func configured() throws {
    var configuration = CassetteConfiguration()
    configuration.filters = [.queryItems("user", replacedBy: "ann")]
    let set = StubSet(.numbered(.get("http://h/?user=ann")), configuration)
    #expect(set.replies(.init(.get, "http://h/?user=eve")) == ["0"])
  }

  @Test("With filters too, a recording among many is found without asking the others")
  func many() throws {
    let asked = AtomicInt(0)
    var configuration = CassetteConfiguration(matching: [.method, .url, .custom("count")])
    configuration.matchers["count"] = .closure { _, _ in
      asked.add(1)
      return true
    }
    configuration.filters = [.queryItems("user", replacedBy: "ann")]
    let interactions = (0..<3_000).flatMap { number in
      [
        Interaction(.get("http://h/?user=ann&n=\(number)"), respond: .text("a\(number)")),
        Interaction(
          .get("http://h/\(number)?user=ann&key=REDACTED-key-1"), respond: .text("b\(number)")),
      ]
    }
    let set = StubSet(Cassette(interactions: interactions), configuration)
    asked.store(0)
    #expect(
      set.replies(
        .init(.get, "http://h/?n=2999&user=eve"), .init(.get, "http://h/7?key=x&user=eve"))
        == ["a2999", "b7"])
    #expect(asked.load() < 20)
  }

  @Test("Hooks change and drop interactions when they are loaded, responses when they are played")
  func hooks() throws {
    var outer = CassetteConfiguration()
    outer.beforePlayback = [{ $0.request.url.hasSuffix("/drop") ? nil : $0 }]
    outer.beforeResponse = [
      { response, request in
        var response = response
        response.body += Data(" for \(request.target.path)".utf8)
        return response
      }
    ]
    var inner = CassetteConfiguration()
    inner.beforePlayback = [
      { interaction in
        var interaction = interaction
        interaction.request.url = interaction.request.url.replacing("/old", with: "/new")
        return interaction
      }
    ]
    let set = StubSet(
      .numbered(.get("http://h/drop"), .get("http://h/old")), inner.merged(over: outer))
    #expect(
      set.replies(
        .init(.get, "http://h/drop"), .init(.get, "http://h/old"), .init(.get, "http://h/new"))
        == [nil, nil, "1 for /new"])
  }
}
