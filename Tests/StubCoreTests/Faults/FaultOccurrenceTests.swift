import StubCore
import Testing

@Suite struct FaultOccurrenceTests {
  private func meets(
    _ occurrence: FaultOccurrence, times: [Duration], seed: UInt64 = 1
  ) -> [Bool] {
    var counter = OccurrenceCounter(occurrence, start: .seconds(10))
    let random = SeededRandom(seed: seed)
    return times.map { counter.meetsNext(at: .seconds(10) + $0, random: random) }
  }

  private static let soon = [Duration](repeating: .zero, count: 40)

  @Test("Without limits all meet a fault")
  func always() {
    #expect(
      meets(FaultOccurrence(), times: [.zero, .seconds(1), .seconds(1_000_000)]) == [
        true, true, true,
      ])
  }

  @Test("Only the first few meet it", arguments: [0, 1, 3])
  func first(count: Int) {
    let met = meets(FaultOccurrence(first: count), times: Self.soon)
    #expect(met == Self.soon.indices.map { $0 < count })
  }

  @Test("Only those meet it that come before its time is over")
  func duration() {
    let occurrence = FaultOccurrence(duration: .seconds(5))
    #expect(
      meets(occurrence, times: [.zero, .milliseconds(4_999), .seconds(5), .seconds(6)])
        == [true, true, false, false])
    #expect(OccurrenceCounter(occurrence, start: .seconds(10)).end == .seconds(15))
  }

  @Test("Connections without a random fault count among the first, and a seed repeats them")
  func chance() {
    let occurrence = FaultOccurrence(first: 20, probability: 0.5)
    let met = meets(occurrence, times: Self.soon, seed: 7)
    #expect(meets(occurrence, times: Self.soon, seed: 7) == met)
    #expect(met.dropFirst(20).allSatisfy { !$0 })
    #expect(Set(met.prefix(20)).count == 2)
    #expect(meets(FaultOccurrence(probability: 0), times: Self.soon).allSatisfy { !$0 })
  }

  @Test("Fault rules are summarized in a few words")
  func words() {
    #expect("\(ConnectionFaultRule(.refuse, for: .seconds(5)))" == "refuse (for 5.0 seconds)")
    #expect("\(ConnectionFaultRule(.slowAccept(.seconds(2))))" == "slowAccept, 2.0 seconds")
    #expect(
      "\(TLSFaultRule(.expiredCertificate, serverName: "a.example", first: 2, probability: 0.5))"
        == "expiredCertificate (first 2, probability 0.5) for a.example")
    #expect("\(TLSFaultRule(.slowHandshake(.seconds(1))))" == "slowHandshake, 1.0 seconds")
  }
}
