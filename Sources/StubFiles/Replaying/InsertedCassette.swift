package import StubCore
import Synchronization

/// A cassette in use: what of it has been played.
public final class InsertedCassette: Sendable {
  public let cassette: Cassette
  /// The layers that it was inserted with, merged: every field says something.
  public let configuration: CassetteConfiguration
  let tape: Tape
  /// Who records what is missing; `nil` when nothing is recorded.
  public let recorder: CassetteRecorder?
  /// In the order they are added: what is asked first comes last.
  package let stubs: [HTTPStub]

  /// A cassette that is ready to be put into sets.
  package init(
    _ cassette: Cassette, configuration: CassetteConfiguration, recorder: CassetteRecorder? = nil
  ) {
    let configuration = configuration.resolved
    self.cassette = cassette
    self.configuration = configuration
    self.recorder = recorder
    tape = Tape(cassette.tracks, configuration)
    stubs = CassetteStubs(cassette, tape, configuration).stubs
  }

  /// How many requests it has answered.
  public var playCount: Int { tape.playCount }

  /// Whether every track has answered a request.
  public var allPlayed: Bool { tape.plays.allSatisfy { $0 > 0 } }

  /// The tracks that have answered no request, in the order of the tape.
  public var unused: [Cassette.Track] {
    zip(cassette.tracks, tape.plays).filter { $0.1 == 0 }.map(\.0)
  }

  /// How many requests the track with that number, counted from 0, has answered.
  ///
  /// - Precondition: there is such a track.
  public func playCount(ofTrack number: Int) -> Int { tape.plays[number] }

  /// The recorded requests, in the order of the tape.
  public var requests: [RecordedRequest] { cassette.tracks.map(\.request) }

  /// What came back for each of ``requests``.
  public var responses: [RecordedOutcome] { cassette.tracks.map(\.outcome) }

  /// Whether nothing had been recorded when it was inserted.
  public var isNew: Bool { cassette.tracks.isEmpty }

  /// Whether nothing more is recorded onto it.
  public var isWriteProtected: Bool { recorder == nil }
}
