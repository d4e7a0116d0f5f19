import CoreTestSupport
import Testing

@testable import StubCore

@Suite("NetworkLink")
struct NetworkLinkTests {
  private func link(
    down: Double? = nil, up: Double? = nil, stalls: NetworkProfile.Stalls? = nil
  ) -> NetworkLink {
    NetworkLink(NetworkProfile(down: down, up: up, stalls: stalls))
  }

  private func isClose(_ left: Duration, _ right: Duration) -> Bool {
    abs(left / .seconds(1) - right / .seconds(1)) < 1e-9
  }

  @Test("Bytes sent back to back arrive at the ideal time, however late they are requested")
  func ideal() {
    let link = link(down: 7_000)
    var time = Duration.seconds(3)
    for number in 1...1_000 {
      // Each turn is counted from the end of the one before, not from when the sender woke up.
      time = link.reserve(14, .download, from: time)
      #expect(isClose(time, .seconds(3) + .milliseconds(2) * number))
    }
  }

  @Test("Up and down do not share, and a line without a limit is through at once")
  func directions() {
    let link = link(up: 1_000)
    #expect(link.reserve(1_000_000, .download, from: .seconds(1)) == .seconds(1))
    #expect(link.reserve(500, .upload, from: .seconds(1)) == .milliseconds(1_500))
    #expect(link.reserve(500, .upload, from: .seconds(1)) == .seconds(2))
    #expect(link.count(in: 0.002, .download) == nil)
    #expect(link.count(in: 0.002, .upload) == 2)
  }

  @Test("A line that was idle has saved nothing up")
  func idle() {
    let link = link(down: 1_000)
    #expect(link.reserve(100, .download, from: .zero) == .milliseconds(100))
    #expect(link.reserve(100, .download, from: .seconds(5)) == .milliseconds(5_100))
  }

  @Test(
    "Senders on one line get equal shares, and together all of it", arguments: [1, 2, 7, 32])
  func sharing(senders: Int) throws {
    let speed = 1_500_000.0
    let link = link(down: speed)
    let turn = try #require(link.count(in: 0.002, .download))
    #expect(turn == 3_000)
    var ready = [Duration](repeating: .zero, count: senders)
    var sent = [Int](repeating: 0, count: senders)
    var end = Duration.zero
    // The sender that is done first asks first, as on an event loop.
    while end < .seconds(2) {
      let next = ready.indices.min { ready[$0] < ready[$1] } ?? 0
      end = link.reserve(turn, .download, from: ready[next])
      ready[next] = end
      sent[next] += turn
    }
    #expect(abs(Double(sent.reduce(0, +)) - speed * (end / .seconds(1))) < 1)
    for count in sent { #expect(abs(count - sent[0]) <= turn) }
  }

  @Test("A new sender waits only for the slots that are taken")
  func newcomer() {
    let link = link(down: 1_000)
    for _ in 0..<5 { _ = link.reserve(2, .download, from: .zero) }
    #expect(link.reserve(2, .download, from: .milliseconds(3)) == .milliseconds(12))
  }

  @Test(
    "A slot is 2 ms of the link, at least a byte and at most a step",
    arguments: [(100.0, 1), (7_000, 14), (12_500_000, 25_000), (1e12, PlanSteps.largestStep)])
  func turns(speed: Double, count: Int) {
    #expect(link(down: speed).count(in: 0.002, .download) == count)
    let stalls = NetworkProfile.Stalls(every: .seconds(2), lasting: .seconds(1))
    #expect(link(stalls: stalls).count(in: 0.002, .download) == PlanSteps.largestStep)
  }

  @Test("Work pauses while the line stalls and goes on where it was", arguments: StallCase.all)
  func stalls(_ example: StallCase) {
    let stalls = NetworkProfile.Stalls(every: .seconds(10), lasting: .seconds(2))
    #expect(
      stalls.end(of: .seconds(example.work), from: .seconds(example.start))
        == .seconds(example.end))
  }

  struct StallCase: Sendable {
    var start: Int
    var work: Int
    var end: Int

    init(_ start: Int, _ work: Int, _ end: Int) {
      (self.start, self.work, self.end) = (start, work, end)
    }

    /// The line works from 0 to 8, from 10 to 18 and so on.
    static let all = [
      StallCase(0, 0, 0), StallCase(0, 8, 8), StallCase(0, 9, 11), StallCase(7, 1, 8),
      StallCase(7, 2, 11), StallCase(8, 0, 10), StallCase(8, 1, 11), StallCase(9, 0, 10),
      StallCase(9, 8, 18), StallCase(9, 9, 21), StallCase(10, 0, 10), StallCase(10, 16, 28),
      StallCase(3, 5, 8), StallCase(3, 21, 28), StallCase(3, 22, 31),
    ]
  }

  @Test("The end of work agrees with a simulation that goes millisecond by millisecond")
  func simulation() {
    var random = SeededRandom(seed: 20_261_121)
    for _ in 0..<2_000 {
      let every = Int.random(in: 2...60, using: &random)
      let lasting = Int.random(in: 0..<every, using: &random)
      let start = Int.random(in: 0...200, using: &random)
      let work = Int.random(in: 0...300, using: &random)
      let stalls = NetworkProfile.Stalls(
        every: .milliseconds(every), lasting: .milliseconds(lasting))
      let end = stalls.end(of: .milliseconds(work), from: .milliseconds(start))
      #expect(
        end == .milliseconds(simulated(work, start, every, lasting)),
        "\(work) ms from \(start) ms, every \(every) ms lasting \(lasting) ms")
    }
  }

  /// Each millisecond is one of work or of a stall.
  private func simulated(_ work: Int, _ start: Int, _ every: Int, _ lasting: Int) -> Int {
    func works(_ time: Int) -> Bool { time % every < every - lasting }
    var (time, left) = (start, work)
    while !works(time), left == 0 { time += 1 }
    while left > 0 {
      if works(time) { left -= 1 }
      time += 1
    }
    return time
  }

  @Test("Work never ends before it begins, and more work never ends earlier", arguments: [1, 2, 3])
  func order(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let every = Duration.seconds(Double.random(in: 0.001...20, using: &random))
      let stalls = NetworkProfile.Stalls(
        every: every, lasting: every * Double.random(in: 0..<1, using: &random))
      let start = Duration.seconds(Double.random(in: 0...1e6, using: &random))
      let work = Duration.seconds(Double.random(in: 0...100, using: &random))
      let end = stalls.end(of: work, from: start)
      #expect(end >= start + work)
      #expect(
        stalls.end(of: work + .microseconds(1), from: start) > end)
    }
  }

  @Test("A plan goes through the line of its set and that of its host, and is late by both")
  func bothLines() throws {
    let set = NetworkLink(NetworkProfile(name: "set", latency: .seconds(1)))
    let host = NetworkLink(NetworkProfile(name: "host", latency: .seconds(2), outage: .reset))
    let plan = ResponsePlan(head: ResponseHead())
      .through(set, random: SeededRandom(seed: 1)).through(host, random: SeededRandom(seed: 1))
    #expect(plan.links == [set, host])
    #expect(plan.timing.beforeHead == .seconds(3))
    #expect(plan.fault == .reset)
  }
}
