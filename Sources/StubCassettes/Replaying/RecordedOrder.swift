package import StubCore
import StubPlatform

/// The state of playing a cassette: which interactions have been played, and which may be played
/// next.
package final class RecordedOrder: Sendable {
  private struct State {
    var plays: [Int]
    var playCount = 0
    /// The index of the next interaction, if only one may answer.
    ///
    /// It is the number of interactions when all have been played.
    var position = 0
    var lastPlay = 0
    /// For the number of each play (one response to one request) that has not ended, the index of
    /// its interaction.
    var running: [Int: Int] = [:]
    /// The waiting responses by the number of the play, each with its gate and the plays that must
    /// end first.
    var waiting: [Int: (gate: HTTPStubGate, plays: Set<Int>)] = [:]
  }

  package let interactions: [Interaction]
  private let keepsOrder: Bool
  private let isChronological: Bool
  private let ending: HTTPStubSequenceEnding
  private let configuration: CassetteConfiguration
  private let state: Lock<State>

  /// A copy in which no interaction has been played.
  var fresh: RecordedOrder { RecordedOrder(interactions, configuration) }

  init(_ interactions: [Interaction], _ configuration: CassetteConfiguration) {
    self.interactions = interactions
    self.configuration = configuration
    keepsOrder = configuration.keepsRecordedOrder ?? false
    isChronological = configuration.playback == .chronological
    ending = configuration.ending ?? .repeatLast
    state = Lock(State(plays: Array(repeating: 0, count: interactions.count)))
  }

  var plays: [Int] { state.withLock { $0.plays } }
  var playCount: Int { state.withLock { $0.playCount } }

  /// Returns the reason why an interaction cannot answer now; `nil` if it can.
  package func obstacle(to interaction: Int) -> ClaimRefusal? {
    state.withLock { obstacle(to: interaction, $0) }
  }

  /// Starts a play of an interaction.
  ///
  /// If the response must wait until other plays end, the result has a gate, which the last of
  /// these plays opens.
  package func take(_ interaction: Int) throws(ClaimRefusal) -> ClaimPermit {
    try state.withLock { state throws(ClaimRefusal) in
      if let obstacle = obstacle(to: interaction, state) { throw obstacle }
      state.plays[interaction] += 1
      state.playCount += 1
      if keepsOrder { state.position = interaction + 1 }
      state.lastPlay += 1
      let play = state.lastPlay
      let gate = isChronological ? gate(for: interaction, play, &state) : nil
      state.running[play] = interaction
      return ClaimPermit(gate: gate) { _ in self.end(play) }
    }
  }

  /// Ends a play, and opens the gates of responses that waited for it alone.
  private func end(_ play: Int) {
    let gates = state.withLock { state in
      state.running[play] = nil
      state.waiting[play] = nil
      var gates: [HTTPStubGate] = []
      for waiter in state.waiting.keys.sorted() {
        guard state.waiting[waiter]?.plays.remove(play) != nil,
          let (gate, plays) = state.waiting[waiter], plays.isEmpty
        else { continue }
        state.waiting[waiter] = nil
        gates.append(gate)
      }
      return gates
    }
    for gate in gates { gate.open() }
  }

  private func gate(for interaction: Int, _ play: Int, _ state: inout State) -> HTTPStubGate? {
    let earlier = state.running.filter { endsBefore($0.value, interaction) }.keys
    if earlier.isEmpty { return nil }
    let gate = HTTPStubGate()
    state.waiting[play] = (gate, Set(earlier))
    return gate
  }

  /// Returns whether the first response ended before the second one began, in the recording.
  private func endsBefore(_ first: Int, _ second: Int) -> Bool {
    let (one, other) = (interactions[first], interactions[second])
    if let place = one.position?.response, let next = other.position?.response {
      return place.upperBound < next.lowerBound
    }
    if let time = one.responseTime, let next = other.responseTime {
      let gap = next.lowerBound.timeIntervalSince(time.upperBound)
      // Dates are recorded with millisecond precision.
      if abs(gap) > 0.001 { return gap > 0 }
    }
    return first < second
  }

  private func obstacle(to interaction: Int, _ state: State) -> ClaimRefusal? {
    guard keepsOrder else { return nil }
    let count = interactions.count
    let hasPassed: @Sendable () -> Bool = { [playCount = state.playCount] in
      self.playCount != playCount
    }
    if state.position < count {
      if state.position == interaction { return nil }
      let next = interactions[state.position].request
      return ClaimRefusal(
        "is next in recorded order", expected: "interaction \(interaction + 1) of \(count)",
        found: "interaction \(state.position + 1), \(next.method) \(next.url)", consequence: .fail,
        hasPassed: hasPassed)
    }
    switch ending {
    case .repeatLast where interaction == count - 1, .cycle where interaction == 0: return nil
    case .repeatLast, .cycle, .fail, .fallThrough, .passThrough:
      let isOver = ending == .fallThrough || ending == .passThrough
      return ClaimRefusal(
        "is next in recorded order", expected: "interaction \(interaction + 1) of \(count)",
        found: "all \(count) played", consequence: isOver ? ending : .fail,
        hasPassed: ending == .cycle ? hasPassed : nil)
    }
  }
}

extension Interaction {
  /// The recorded time from the start to the end of the response; `nil` if it was not recorded.
  fileprivate var responseTime: ClosedRange<Date>? {
    guard let recordedAt, let timing else { return nil }
    let head = recordedAt.addingTimeInterval(timing.wait.seconds)
    return head...head.addingTimeInterval(max(.zero, timing.receive).seconds)
  }
}

/// The recorded order, as a condition of a stub that plays interactions of a cassette.
struct RecordedOrderCondition: ClaimCondition {
  private let order: RecordedOrder
  private let interactions: [Int]
  private let ending: HTTPStubSequenceEnding

  init(_ order: RecordedOrder, interactions: [Int], ending: HTTPStubSequenceEnding) {
    self.order = order
    self.interactions = interactions
    self.ending = ending
  }

  func isolated(in claims: SessionClaims) -> any ClaimCondition {
    RecordedOrderCondition(
      claims.copy(of: order) { order.fresh }, interactions: interactions, ending: ending)
  }

  func obstacle(to number: Int) -> ClaimRefusal? { order.obstacle(to: interaction(at: number)) }

  func claim(_ number: Int) throws(ClaimRefusal) -> ClaimPermit {
    try order.take(interaction(at: number))
  }

  private func interaction(at number: Int) -> Int {
    ending == .cycle
      ? interactions[number % interactions.count]
      : interactions[min(number, interactions.count - 1)]
  }
}
