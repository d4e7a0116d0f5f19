import CoreTestSupport
import Foundation
import StubCore
import StubFiles
import Testing

@Suite("When recorded responses begin") struct CassettePlaybackTests {
  /// Interactions with positions: the first event of each response, and its last.
  private func cassette(_ responses: ClosedRange<Int>?...) -> Cassette {
    Cassette(
      interactions: responses.enumerated().map { number, response in
        var interaction = Interaction(.get, "http://t.test/\(number)")
        interaction.position = response.map { RecordedPosition(request: 0, response: $0) }
        return interaction
      })
  }

  /// A response that has been asked for.
  private struct Running {
    let gate: HTTPStubGate?
    let finish: ResponseReport

    var isHeld: Bool {
      guard let gate, let number = gate.wait({}) else { return false }
      gate.stopWaiting(number)
      return true
    }
  }

  private func ask(_ set: StubSet, _ number: Int) throws -> Running {
    let reception = set.receive(.get("http://t.test/\(number)"))
    let plan = try #require(reception.outcome.plan)
    return Running(gate: plan.timing.gate, finish: reception.finish)
  }

  private let chronological = CassetteConfiguration(playback: .chronological)

  @Test("A response waits for those asked for that had ended before it began in the recording")
  func chronologically() throws {
    let set = StubSet(cassette(1...2, 3...9, 5...6), chronological)
    let (first, second, third) = (try ask(set, 0), try ask(set, 1), try ask(set, 2))
    #expect([first.isHeld, second.isHeld, third.isHeld] == [false, true, true])
    first.finish(.completed)
    #expect([second.isHeld, third.isHeld] == [false, false])
  }

  @Test("A response waits for all earlier responses, however they end")
  func waitsForAll() throws {
    let set = StubSet(cassette(1...2, 3...4, 5...6), chronological)
    let (first, second, third) = (try ask(set, 0), try ask(set, 1), try ask(set, 2))
    second.finish(.cancelled)
    #expect(third.isHeld)
    first.finish(.failed(.network(.timedOut)))
    #expect(!third.isHeld)
  }

  @Test("A response that is not requested delays no other")
  func neverRequested() throws {
    let set = StubSet(cassette(1...2, 3...4), chronological)
    let second = try ask(set, 1)
    let first = try ask(set, 0)
    #expect([first.isHeld, second.isHeld] == [false, false])
  }

  @Test("Interactions without a place follow each other")
  func withoutPlaces() throws {
    let set = StubSet(cassette(nil, nil), chronological)
    let (first, second) = (try ask(set, 0), try ask(set, 1))
    #expect(second.isHeld)
    first.finish(.completed)
    #expect(!second.isHeld)
  }

  @Test("Without places, recorded times say what had ended before")
  func timesForPlaces() throws {
    var cassette = cassette(nil, nil, nil, nil)
    // A long response, one during it, one after both, and one that began within the same millisecond.
    let times = [(0.0, 10.0), (1, 0.5), (20, 0), (20.0005, 0)]
    for (place, (start, length)) in times.enumerated() {
      cassette.interactions[place].recordedAt = Date(timeIntervalSince1970: start)
      cassette.interactions[place].timing = RecordedTiming(
        wait: .milliseconds(100), receive: .seconds(length))
    }
    let set = StubSet(cassette, chronological)
    let (first, second, third) = (try ask(set, 0), try ask(set, 1), try ask(set, 2))
    #expect([first.isHeld, second.isHeld, third.isHeld] == [false, false, true])
    first.finish(.completed)
    #expect(third.isHeld)
    second.finish(.completed)
    #expect(!third.isHeld)
    #expect(try ask(set, 3).isHeld)
  }

  @Test("An interaction that is played twice does not wait for itself")
  func repeated() throws {
    let set = StubSet(cassette(1...2), chronological)
    #expect(try !ask(set, 0).isHeld)
    #expect(try !ask(set, 0).isHeld)
  }

  @Test("At once unless told otherwise, whatever the recording says")
  func momentarily() throws {
    let set = StubSet(cassette(1...2, 3...4))
    #expect(try [ask(set, 0).gate, ask(set, 1).gate] == [nil, nil])
  }

  @Test("The recorded times are kept and scaled")
  func recordedTiming() throws {
    var interaction = Interaction(.get, "http://t.test/0", respond: .text("abcd"))
    interaction.timing = RecordedTiming(wait: .seconds(2), receive: .seconds(4))
    func timing(_ scale: Double) throws -> ResponseTiming? {
      let set = StubSet(
        Cassette(interactions: [interaction]),
        CassetteConfiguration(playback: scale == 1 ? .recorded() : .recorded(scale: scale)))
      return set.plan(for: .get("http://t.test/0"))?.timing
    }
    #expect(
      try timing(1) == ResponseTiming(beforeHead: .seconds(2), body: .over(.seconds(4))))
    #expect(
      try timing(0.5) == ResponseTiming(beforeHead: .seconds(1), body: .over(.seconds(2))))
    interaction.timing?.chunks = [
      .init(at: .seconds(1), count: 3), .init(at: .seconds(4), count: 1),
    ]
    #expect(
      try timing(2)?.body
        == .script([.init(at: .seconds(2), count: 3), .init(at: .seconds(8), count: 1)]))
    interaction.timing = RecordedTiming(wait: .seconds(2))
    #expect(try timing(1) == ResponseTiming(beforeHead: .seconds(2)))
    interaction.timing = nil
    #expect(try timing(1) == .immediate)
  }

  @Test("An error comes after the recorded wait")
  func errorTiming() {
    var interaction = Interaction(.get, "http://t.test/0", error: .timedOut)
    interaction.timing = RecordedTiming(wait: .seconds(2))
    let set = StubSet(
      Cassette(interactions: [interaction]), CassetteConfiguration(playback: .recorded()))
    #expect(
      set.plan(for: .get("http://t.test/0"))
        == .failing(.network(.timedOut), timing: ResponseTiming(beforeHead: .seconds(2))))
  }
}
