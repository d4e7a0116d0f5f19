import CoreTestSupport
import StubCore
import Testing

@Suite("LinkPacer")
struct LinkPacerTests {
  private static func link(
    _ speed: Double?, stalls: NetworkProfile.Stalls? = nil
  ) -> NetworkLink {
    NetworkLink(NetworkProfile(down: speed, up: speed, stalls: stalls))
  }

  /// A sender with a body without end, on a host that wakes up late.
  private final class Sender {
    var pacer: LinkPacer
    var sent = 0
    var wakes = Duration.zero

    init(_ links: [NetworkLink]) { pacer = LinkPacer(links, .download) }

    func wake(lateness: Duration) {
      let now = wakes + lateness
      while true {
        let slice = pacer.reserve(.max, due: .zero, at: now)
        if slice.count == 0 {
          wakes = max(now, slice.time)
          return
        }
        sent += slice.count
      }
    }
  }

  /// The bytes a second that each sender gets within 20 s, with wakes up to so late.
  private func rates(_ senders: [Sender], lateness: Int, seed: UInt64) -> [Double] {
    var random = SeededRandom(seed: seed)
    let end = Duration.seconds(20)
    while let next = senders.min(by: { $0.wakes < $1.wakes }), next.wakes < end {
      next.wake(lateness: .microseconds(Int.random(in: 0...lateness, using: &random)))
    }
    return senders.map { Double($0.sent) / 20 }
  }

  @Test(
    "Senders with slow links of their own use up a shared one", arguments: [0, 1_000, 6_000])
  func sharedAndOwn(lateness: Int) {
    for seed in [1, 2, 3] as [UInt64] {
      let shared = Self.link(60_000)
      let senders = (0..<6).map { _ in Sender([Self.link(10_000), shared]) }
      for rate in rates(senders, lateness: lateness, seed: seed) {
        #expect(abs(rate - 10_000) < 200, "up to \(lateness) µs late")
      }
    }
  }

  @Test(
    "Senders on one link get equal shares of all of it, however late they wake",
    arguments: [
      0, 1_000, 6_000,
    ])
  func shared(lateness: Int) {
    let shared = Self.link(60_000)
    let rates = rates((0..<6).map { _ in Sender([shared]) }, lateness: lateness, seed: 7)
    #expect(abs(rates.reduce(0, +) - 60_000) < 600)
    for rate in rates { #expect(abs(rate - 10_000) < 300) }
  }

  @Test("A link that waited for another makes up for little of it")
  func slack() {
    let shared = Self.link(10_000)
    var pacer = LinkPacer([Self.link(20_000), shared], .download)
    // Somebody else has the shared link for ten seconds.
    _ = shared.reserve(100_000, .download, from: .zero)
    let first = pacer.reserve(1_000_000, due: .zero, at: .zero)
    #expect(first.count == 0)
    #expect(first.time >= .seconds(10))
    // Then it is free for good, and the sender's own link counts.
    var (now, sent) = (first.time, 0)
    while now < .seconds(12) {
      let slice = pacer.reserve(1_000_000, due: .zero, at: now)
      if slice.count == 0 { now = slice.time } else { sent += slice.count }
    }
    #expect(abs(sent - 20_000) < 500)
  }

  @Test("A sender that pauses has saved nothing up")
  func idle() {
    var pacer = LinkPacer([Self.link(10_000)], .upload)
    #expect(pacer.reserve(20, due: .zero, at: .zero) == .init(count: 0, time: .milliseconds(2)))
    #expect(
      pacer.reserve(20, due: .zero, at: .milliseconds(2))
        == .init(
          count: 20, time: .milliseconds(2)))
    let later = pacer.reserve(20, due: .seconds(5), at: .seconds(5))
    #expect(later == .init(count: 0, time: .milliseconds(5_002)))
  }

  @Test("The rest of a slot that the receiver had no room for is sent without a wait")
  func rest() {
    var pacer = LinkPacer([Self.link(1_000_000)], .download)
    let time = pacer.reserve(2_000, due: .zero, at: .zero).time
    #expect(time == .milliseconds(2))
    #expect(pacer.reserve(500, due: .zero, at: time).count == 500)
    #expect(pacer.reserve(5_000, due: .zero, at: time).count == 1_500)
    #expect(pacer.reserve(5_000, due: .zero, at: time).count == 0)
  }

  @Test("A link that only stalls is a limit in both directions")
  func stalls() {
    let stalls = NetworkProfile.Stalls(every: .seconds(2), lasting: .seconds(1))
    for direction in [NetworkLink.Direction.download, .upload] {
      var pacer = LinkPacer([Self.link(nil, stalls: stalls)], direction)
      let isUnlimited = pacer.isUnlimited
      #expect(!isUnlimited)
      let slice = pacer.reserve(9, due: .milliseconds(1_500), at: .milliseconds(1_500))
      #expect(slice == .init(count: 0, time: .seconds(2)))
    }
  }
}
