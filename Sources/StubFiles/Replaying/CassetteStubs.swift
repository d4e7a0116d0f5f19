import StubCore

/// The stubs that play a cassette.
struct CassetteStubs {
  private let cassette: Cassette
  private let tape: Tape
  private let comparison: RequestComparison
  private let ending: HTTPStubSequenceEnding
  private let playback: CassettePlayback
  private let keepsOrder: Bool

  init(_ cassette: Cassette, _ tape: Tape, _ configuration: CassetteConfiguration) {
    self.cassette = cassette
    self.tape = tape
    comparison = RequestComparison(configuration)
    ending = configuration.ending ?? .repeatLast
    playback = configuration.playback ?? .momentary
    keepsOrder = configuration.keepsTrackOrder ?? false
  }

  /// In the order they are added; of stubs with one priority the last is asked first.
  var stubs: [HTTPStub] { keepsOrder ? stubForEachTrack : stubForEachGroup }

  private var stubForEachTrack: [HTTPStub] {
    cassette.tracks.indices.reversed().map { number in
      let request = cassette.tracks[number].request
      return stub(for: TrackGroup(request, comparison, track: number), ending: .repeatLast)
    }
  }

  private var stubForEachGroup: [HTTPStub] {
    let groups = TrackGroups(cassette.tracks, comparison)
    let onListeners = groups.mergedOnListeners.reversed().map { group in
      stub(for: group, ending: ending, isForListeners: true)
    }
    return groups.groups.reversed().map { stub(for: $0, ending: ending) } + onListeners
  }

  private func stub(
    for group: TrackGroup, ending: HTTPStubSequenceEnding, isForListeners: Bool = false
  ) -> HTTPStub {
    let tracks = group.tracks
    let origin = cassette.tracks[tracks[0]].origin
    let request = HTTPStubRequest(file: origin?.file ?? "cassette", line: origin?.line ?? 0)
    request.name = cassette.name
    if isForListeners { request.match(ListenerMatcher()) }
    for matcher in comparison.matchers(for: group) { request.match(matcher) }
    for problem in comparison.problems { request.note(problem: problem) }
    let method = comparison.parts.contains(.method) ? group.request.method : nil
    request.responses[ResponseKey(method: method)] = ResponseScript(
      responders: tracks.map { TrackResponder(track: cassette.tracks[$0], playback: playback) },
      ending: ending, condition: TapeCondition(tape: tape, tracks: tracks, ending: ending))
    return request.snapshot
  }
}
