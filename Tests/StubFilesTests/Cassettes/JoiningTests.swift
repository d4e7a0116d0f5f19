import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Cassettes of several files as one")
struct JoiningTests {
  /// A cassette of requests for one URL, each answered once it was sent, with these bodies.
  private func cassette(_ bodies: [String], isPlaced: Bool = true) -> Cassette {
    Cassette(
      interactions: bodies.enumerated().map { number, body in
        Interaction(
          RecordedRequest(.get, "http://h/"), RecordedResponse(.ok, body: Data(body.utf8)),
          position: isPlaced
            ? RecordedPosition(request: number * 3, response: (number * 3 + 1)...(number * 3 + 2))
            : nil)
      })
  }

  /// A cassette of two requests that were both sent before the first answer came.
  private var overlapping: Cassette {
    var cassette = cassette(["1", "2"])
    cassette.interactions[0].position = RecordedPosition(request: 0, response: 2...2)
    cassette.interactions[1].position = RecordedPosition(request: 1, response: 3...3)
    return cassette
  }

  private func bodies(_ cassette: Cassette) -> [String] {
    cassette.interactions.map { String(decoding: $0.response?.body ?? Data(), as: UTF8.self) }
  }

  @Test("Each is behind the one before, also in a format that has only the order of events")
  func order() throws {
    let parts = [cassette(["1", "2"]), cassette(["3", "4"]), cassette(["5"])]
    let (joined, losses) = try #require(Cassette.joining(parts))
    #expect(losses == [])
    #expect(joined.interactions.map { $0.position?.request } == [0, 3, 6, 9, 12])
    let bytes = WritableFormat.yahttpvcr.write(joined).bytes
    let read = try VCRReading.cassette(String(decoding: bytes, as: UTF8.self), as: "a.json")
    #expect(bodies(read) == ["1", "2", "3", "4", "5"])
  }

  @Test("Without all positions there are none, and an order that is lost is said to be")
  func someOnly() throws {
    let plain = cassette(["3"], isPlaced: false)
    let (joined, losses) = try #require(Cassette.joining([overlapping, plain]))
    #expect(
      losses == ["The order of overlapping requests is lost, as not all joined recordings have it."]
    )
    #expect(joined.interactions.allSatisfy { $0.position == nil })
    #expect(bodies(joined) == ["1", "2", "3"])
    #expect(try #require(Cassette.joining([cassette(["1"]), plain])).losses == [])
  }

  @Test("A single cassette stays unchanged, and positions of damaged files do no harm")
  func others() throws {
    #expect(try #require(Cassette.joining([overlapping])).cassette == overlapping)
    #expect(Cassette.joining([]) == nil)
    var far = cassette(["1"])
    far.interactions[0].position = RecordedPosition(request: .max, response: 0...(.max))
    let joined = try #require(Cassette.joining([far, far])).cassette
    #expect(joined.interactions.allSatisfy { $0.position == nil })
  }
}
