import StubCore
import Synchronization

/// What has been played of a cassette, and what may be played next.
final class Tape: Sendable {
  private struct State {
    var plays: [Int]
    var playCount = 0
    /// The next track, where only one may answer; the number of tracks when all are played.
    var position = 0
    var lastTurn = 0
    /// The tracks whose responses are under way, by turn.
    var running: [Int: Int] = [:]
    /// Who waits for which turns to end.
    var waiting: [Int: (gate: HTTPStubGate, turns: Set<Int>)] = [:]
  }

  let tracks: [Cassette.Track]
  private let keepsOrder: Bool
  private let isChronological: Bool
  private let ending: HTTPStubSequenceEnding
  private let state: Mutex<State>

  init(_ tracks: [Cassette.Track], _ configuration: CassetteConfiguration) {
    self.tracks = tracks
    keepsOrder = configuration.keepsTrackOrder ?? false
    isChronological = configuration.playback == .chronological
    ending = configuration.ending ?? .repeatLast
    state = Mutex(State(plays: Array(repeating: 0, count: tracks.count)))
  }

  var plays: [Int] { state.withLock { $0.plays } }
  var playCount: Int { state.withLock { $0.playCount } }

  /// Why the track cannot answer now; `nil` when it can.
  func obstacle(to track: Int) -> Obstacle? {
    state.withLock { obstacle(to: track, $0) }
  }

  /// Takes the turn of a track; what waits for others gets a gate that they open.
  func take(_ track: Int) throws(Obstacle) -> Leave {
    try state.withLock { state throws(Obstacle) in
      if let obstacle = obstacle(to: track, state) { throw obstacle }
      state.plays[track] += 1
      state.playCount += 1
      if keepsOrder { state.position = track + 1 }
      state.lastTurn += 1
      let turn = state.lastTurn
      let gate = isChronological ? gate(for: track, turn, &state) : nil
      state.running[turn] = track
      return Leave(gate: gate) { _ in self.end(turn) }
    }
  }

  /// Lets those go on who waited for nothing else.
  private func end(_ turn: Int) {
    let gates = state.withLock { state in
      state.running[turn] = nil
      state.waiting[turn] = nil
      var gates: [HTTPStubGate] = []
      for waiter in state.waiting.keys.sorted() {
        guard state.waiting[waiter]?.turns.remove(turn) != nil,
          let (gate, turns) = state.waiting[waiter], turns.isEmpty
        else { continue }
        state.waiting[waiter] = nil
        gates.append(gate)
      }
      return gates
    }
    for gate in gates { gate.open() }
  }

  private func gate(for track: Int, _ turn: Int, _ state: inout State) -> HTTPStubGate? {
    let earlier = state.running.filter { endsBefore($0.value, track) }.keys
    if earlier.isEmpty { return nil }
    let gate = HTTPStubGate()
    state.waiting[turn] = (gate, Set(earlier))
    return gate
  }

  /// Whether the response of one track was over on the tape before that of another began.
  private func endsBefore(_ first: Int, _ second: Int) -> Bool {
    guard let one = tracks[first].place, let other = tracks[second].place else {
      return first < second
    }
    return one.response.upperBound < other.response.lowerBound
  }

  private func obstacle(to track: Int, _ state: State) -> Obstacle? {
    guard keepsOrder else { return nil }
    let count = tracks.count
    let hasPassed: @Sendable () -> Bool = { [playCount = state.playCount] in
      self.playCount != playCount
    }
    if state.position < count {
      if state.position == track { return nil }
      let next = tracks[state.position].request
      return Obstacle(
        "is next on the tape", expected: "track \(track + 1) of \(count) to be next",
        found: "track \(state.position + 1), \(next.method) \(next.url)", consequence: .fail,
        hasPassed: hasPassed)
    }
    switch ending {
    case .repeatLast where track == count - 1, .cycle where track == 0: return nil
    case .repeatLast, .cycle, .fail, .fallThrough, .passThrough:
      let isOver = ending == .fallThrough || ending == .passThrough
      return Obstacle(
        "is next on the tape", expected: "track \(track + 1) of \(count) to be next",
        found: "all \(count) played", consequence: isOver ? ending : .fail,
        hasPassed: ending == .cycle ? hasPassed : nil)
    }
  }
}

/// The place in the recorded order of one stub that plays tracks of a tape.
struct TapeCondition: ClaimCondition {
  private let tape: Tape
  private let tracks: [Int]
  private let ending: HTTPStubSequenceEnding

  init(tape: Tape, tracks: [Int], ending: HTTPStubSequenceEnding) {
    self.tape = tape
    self.tracks = tracks
    self.ending = ending
  }

  func obstacle(to number: Int) -> Obstacle? { tape.obstacle(to: track(at: number)) }

  func claim(_ number: Int) throws(Obstacle) -> Leave { try tape.take(track(at: number)) }

  private func track(at number: Int) -> Int {
    ending == .cycle ? tracks[number % tracks.count] : tracks[min(number, tracks.count - 1)]
  }
}
