public import StubCore

/// How a cassette is played; every field can be left to the next outer layer.
///
/// The layers are, from the outermost: ``defaults``, ``shared``, and those given when a cassette is
/// inserted: that of the cassette and, merged over it, that of the test.
///
/// ```swift
/// var configuration = CassetteConfiguration(matching: [.method, .path, .query])
/// configuration.ignoredQueryParameters = ["timestamp"]
/// stubber.stubSet.insert(cassette, configuration: configuration)
/// ```
public struct CassetteConfiguration: Sendable {
  // Matching.

  /// The parts that have to agree; empty for none, which answers any request.
  public var matching: [RequestPart]?
  /// Names of query parameters that are compared on neither side.
  public var ignoredQueryParameters: Set<String>?
  /// Names of form fields, and of JSON members at any depth, that are compared on neither side.
  public var ignoredBodyKeys: Set<String>?
  /// Header fields that ``RequestPart/headers`` leaves out besides those of connections.
  public var ignoredHeaders: Set<HTTPHeaderName>?
  /// Whether recordings answer for every scheme, host and port.
  public var answersAnyHost: Bool?
  /// What ``RequestPart/custom(_:)`` names; a layer adds to those of outer ones.
  public var matchers: [String: RecordedRequestMatcher] = [:]

  // Replaying.

  /// Whether only the next track of the tape may answer.
  public var keepsTrackOrder: Bool?
  /// What follows when the recordings of a request, or with ``keepsTrackOrder`` all, are used up.
  public var ending: HTTPStubSequenceEnding?
  public var playback: CassettePlayback?

  public init(
    matching: [RequestPart]? = nil, answersAnyHost: Bool? = nil, keepsTrackOrder: Bool? = nil,
    ending: HTTPStubSequenceEnding? = nil, playback: CassettePlayback? = nil
  ) {
    self.matching = matching
    self.answersAnyHost = answersAnyHost
    self.keepsTrackOrder = keepsTrackOrder
    self.ending = ending
    self.playback = playback
  }

  /// Whether each recording answers once; the same as an ``ending`` that does not repeat.
  public var playsTracksUniquely: Bool? {
    get { ending.map { $0 != .repeatLast && $0 != .cycle } }
    set { ending = newValue.map { $0 ? .fail : .repeatLast } }
  }
}
