public import StubCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Recorded requests with what came back, in the order they were recorded.
///
/// Everything is kept as it was recorded; what a client gets to see is settled when it is played.
public struct Cassette: Sendable, Hashable {
  /// What the recording tool or its user called it.
  public var name: String?
  /// The tool that recorded it, such as `VCR 6.2.0`.
  public var recorder: String?
  public var tracks: [Track]

  public init(name: String? = nil, recorder: String? = nil, tracks: [Track] = []) {
    self.name = name
    self.recorder = recorder
    self.tracks = tracks
  }

  /// One request with what came back.
  ///
  /// Each hop of a redirect chain is a track of its own.
  public struct Track: Sendable, Hashable {
    public var request: RecordedRequest
    public var outcome: RecordedOutcome
    /// When the request went out; `nil` where the recording does not say.
    public var recordedAt: Date?
    /// How long the response took; `nil` where the recording does not say.
    public var timing: RecordedTiming?
    /// When the response came, relative to those of other tracks; `nil` for one after the other.
    public var place: TapePlace?
    /// The file and line that the track was read from.
    public var origin: HTTPStub.Origin?

    public init(
      _ request: RecordedRequest, _ outcome: RecordedOutcome, recordedAt: Date? = nil,
      timing: RecordedTiming? = nil, place: TapePlace? = nil, origin: HTTPStub.Origin? = nil
    ) {
      self.request = request
      self.outcome = outcome
      self.recordedAt = recordedAt
      self.timing = timing
      self.place = place
      self.origin = origin
    }
  }
}

/// Where on a tape a request and its response stand, when those of several tracks are interleaved.
public struct TapePlace: Sendable, Hashable {
  /// The number of the request among all events of the tape.
  public var request: Int
  /// The number of the response's first event, and of its last.
  public var response: ClosedRange<Int>

  public init(request: Int, response: ClosedRange<Int>) {
    self.request = request
    self.response = response
  }
}
