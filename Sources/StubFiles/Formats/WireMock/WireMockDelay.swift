import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How long a recorded response took, in whole milliseconds.
struct WireMockDelay {
  private let wait: Int
  private let receive: Int
  /// How many equal pieces the body comes in.
  private let pieces: Int

  /// The time of a piece of a body that is only known to have come little by little.
  private static let usualPiece = Duration.milliseconds(10)

  init(_ track: Cassette.Track) {
    wait = track.timing?.wait.wholeMilliseconds ?? 0
    let time = track.timing?.bodyTime ?? .zero
    receive = time.wholeMilliseconds
    let chunks = track.timing?.chunks.count ?? 0
    pieces =
      chunks > 0 ? chunks : max(1, min(Int(time / Self.usualPiece), track.playedBodyCount))
  }

  /// The keys of a response.
  var members: [(String, JSONValue?)] {
    var members: [(String, JSONValue?)] = []
    if wait > 0 { members.append(("fixedDelayMilliseconds", .number(wait))) }
    if receive > 0 {
      members.append(
        (
          "chunkedDribbleDelay",
          ["numberOfChunks": .number(pieces), "totalDuration": .number(receive)]
        ))
    }
    return members
  }
}

extension CassetteDetail {
  static let fractionsOfMilliseconds = CassetteDetail(
    "fractions of milliseconds of how long responses took",
    inTrack: { track in
      guard let timing = track.timing else { return }
      track.timing = RecordedTiming(
        wait: timing.wait.roundedToMilliseconds, receive: timing.receive.roundedToMilliseconds,
        chunks: timing.chunks.map {
          ResponseTiming.ScriptedChunk(at: $0.at.roundedToMilliseconds, count: $0.count)
        })
    })

  static let endsWithoutBody = CassetteDetail(
    "how long responses without a body took after their head",
    inTrack: { track in
      guard let timing = track.timing, track.playedBodyCount == 0 else { return }
      track.timing = RecordedTiming(wait: timing.wait)
    })

  static let unevenPieces = CassetteDetail(
    "pieces of bodies that differ in size or pace; there are as many of one size",
    inTrack: { track in
      guard let timing = track.timing, !timing.chunks.isEmpty else { return }
      let equal = ResponseTiming.ScriptedChunk.equal(
        timing.chunks.count, of: track.playedBodyCount, over: timing.bodyTime)
      track.timing?.chunks = equal
    })
}

extension Cassette.Track {
  /// The size of the body that clients see; 0 where there is an error in its place.
  fileprivate var playedBodyCount: Int {
    guard case .response(let response) = outcome else { return 0 }
    return response.played(for: request.method).body.count
  }
}

extension RecordedTiming {
  /// From the head to the end of the body as it is played.
  fileprivate var bodyTime: Duration { chunks.last?.at ?? receive }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int { Int(wholeMicroseconds / 1_000) }

  fileprivate var roundedToMilliseconds: Duration {
    .milliseconds((self + .microseconds(500)).wholeMilliseconds)
  }
}
