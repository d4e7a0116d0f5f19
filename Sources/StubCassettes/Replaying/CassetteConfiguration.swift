public import StubCore

/// The settings for playing a cassette.
///
/// A field that is `nil` takes its value from the next outer layer.
///
/// The layers, from the outermost, are ``defaults``, ``shared``, and the configuration with which
/// the cassette is inserted. In tests, the configurations of the suite and of the test are two such
/// layers.
///
/// ```swift
/// var configuration = CassetteConfiguration(matching: [.method, .path, .query])
/// configuration.ignoredQueryParameters = ["timestamp"]
/// stubber.stubSet.insert(cassette, configuration: configuration)
/// ```
public struct CassetteConfiguration: Sendable {
  // Matching.

  /// The parts of a request that must be equal; if there are none, a recording answers any request.
  public var matching: [RequestPart]?
  /// The names of query parameters that are not compared.
  public var ignoredQueryParameters: Set<String>?
  /// The names of form fields, and of JSON members at any depth, that are not compared.
  public var ignoredBodyKeys: Set<String>?
  /// The header fields that ``RequestPart/headers`` does not compare, in addition to the fields of
  /// connections.
  public var ignoredHeaders: Set<HTTPHeaderName>?
  /// Whether recordings answer requests for every scheme, host and port.
  public var answersAnyHost: Bool?
  /// The matchers that ``RequestPart/custom(_:)`` names.
  ///
  /// A layer adds its matchers to those of the outer layers.
  public var matchers: [String: RecordedRequestMatcher] = [:]

  // Replaying.

  /// Whether only the next interaction in recorded order may answer.
  public var keepsRecordedOrder: Bool?
  /// The behavior after the last recorded response to a request.
  ///
  /// With ``keepsRecordedOrder``, it applies after the last interaction of the cassette.
  public var ending: HTTPStubSequenceEnding?
  /// The timing of recorded responses; `nil` to use the outer layer's value.
  public var playback: CassettePlayback?

  // Changing.

  /// The filters that change requests before they are compared, as they did during recording.
  ///
  /// A layer adds its filters to those of the outer layers. The filters of a
  /// ``RecordingConfiguration`` need not be repeated. Only filters that change requests have an
  /// effect.
  public var filters: [RecordingFilter] = []
  /// The changes to each interaction when the cassette is inserted; a result of `nil` leaves it
  /// out.
  ///
  /// The changes of outer layers come first.
  public var beforePlayback: [@Sendable (Interaction) -> Interaction?] = []
  /// The changes to each response before it is played.
  ///
  /// The changes of outer layers come first. Interactions with an error and without a response are
  /// played unchanged. A change gets the recorded response and the request to answer, and runs on
  /// any thread.
  public var beforeResponse:
    [@Sendable (_ recorded: RecordedResponse, _ request: ReceivedRequest) -> RecordedResponse] = []

  /// Creates a layer; omitted arguments leave their values to the outer layers.
  public init(
    matching: [RequestPart]? = nil, answersAnyHost: Bool? = nil, keepsRecordedOrder: Bool? = nil,
    ending: HTTPStubSequenceEnding? = nil, playback: CassettePlayback? = nil
  ) {
    self.matching = matching
    self.answersAnyHost = answersAnyHost
    self.keepsRecordedOrder = keepsRecordedOrder
    self.ending = ending
    self.playback = playback
  }

  /// Whether each recording answers only once, because ``ending`` does not repeat recordings.
  public var playsEachOnce: Bool? {
    get { ending.map { $0 != .repeatLast && $0 != .cycle } }
    set { ending = newValue.map { $0 ? .fail : .repeatLast } }
  }
}

extension CassetteConfiguration {
  /// The values that apply if no layer sets them.
  public static let defaults: CassetteConfiguration = {
    var defaults = CassetteConfiguration(
      matching: [.method, .url], answersAnyHost: false, keepsRecordedOrder: false,
      ending: .repeatLast, playback: .immediate)
    defaults.ignoredQueryParameters = []
    defaults.ignoredBodyKeys = []
    defaults.ignoredHeaders = []
    return defaults
  }()

  private static let sharedStorage = Lock(CassetteConfiguration())

  /// The layer for all cassettes that this process inserts from now on (default: empty).
  public static var shared: CassetteConfiguration {
    get { sharedStorage.withLock { $0 } }
    set { sharedStorage.withLock { $0 = newValue } }
  }

  /// Changes ``shared`` in one step; values that the closure does not set stay as they are.
  public static func configureShared(_ change: (inout CassetteConfiguration) -> Void) {
    sharedStorage.withLock { change(&$0) }
  }

  /// Returns this layer, with missing values taken from an outer layer.
  public func merged(over outer: CassetteConfiguration) -> CassetteConfiguration {
    var merged = self
    merged.takeMatching(from: outer)
    merged.takeReplaying(from: outer)
    return merged
  }

  /// This layer merged over ``shared`` and ``defaults``.
  package var resolved: CassetteConfiguration {
    merged(over: Self.shared).merged(over: .defaults)
  }

  private mutating func takeMatching(from outer: CassetteConfiguration) {
    matching = matching ?? outer.matching
    ignoredQueryParameters = ignoredQueryParameters ?? outer.ignoredQueryParameters
    ignoredBodyKeys = ignoredBodyKeys ?? outer.ignoredBodyKeys
    ignoredHeaders = ignoredHeaders ?? outer.ignoredHeaders
    answersAnyHost = answersAnyHost ?? outer.answersAnyHost
    matchers.merge(outer.matchers) { inner, _ in inner }
  }

  private mutating func takeReplaying(from outer: CassetteConfiguration) {
    keepsRecordedOrder = keepsRecordedOrder ?? outer.keepsRecordedOrder
    ending = ending ?? outer.ending
    playback = playback ?? outer.playback
    filters = outer.filters + filters
    beforePlayback = outer.beforePlayback + beforePlayback
    beforeResponse = outer.beforeResponse + beforeResponse
  }
}

/// The timing of recorded responses.
public enum CassettePlayback: Sendable, Hashable {
  /// Each response begins at once.
  case immediate
  /// Responses begin and end in recorded order, among the requests that have arrived.
  ///
  /// A response waits for open responses that ended before it began in the recording: see
  /// `Interaction.position`, or else `recordedAt` and `timing`. Interactions without recorded times
  /// are played one after another. A response never waits for one that was not requested, so it
  /// cannot block forever.
  case chronological
  /// Responses have the recorded delay and speed, with all times multiplied by `scale`.
  ///
  /// The scale is 0 or more; 0.5 means twice as fast. Interactions without recorded times answer at
  /// once.
  case recorded(scale: Double = 1)
}

/// A named way to compare requests with recordings.
///
/// ```swift
/// configuration.matchers["same user"] = .closure { recorded, received in
///   recorded.headers["X-User"] == received.headers["X-User"]
/// }
/// configuration.matchers["address"] = .parts([.host, .path, .custom("same user")])
/// ```
public enum RecordedRequestMatcher: Sendable {
  /// A closure that compares two requests.
  ///
  /// It runs on any thread, concurrently. It also compares recorded requests with each other.
  case closure(@Sendable (_ recorded: RecordedRequest, _ received: ReceivedRequest) -> Bool)
  /// The comparison of all these parts; one of them may be the name of another matcher.
  case parts([RequestPart])
}

/// A part of a request that must be equal to the same part of the recorded request.
public enum RequestPart: Sendable, Hashable {
  /// The method, including its letter case.
  case method
  /// The scheme.
  ///
  /// On a listener, every scheme matches, because the original scheme is unknown.
  case scheme
  /// The host name without the port, in any letter case.
  case host
  /// The port in the URL, or else the scheme's default port; on a listener, only a port in the URL.
  case port
  /// The path, regardless of percent-encoding.
  case path
  /// All query items in any order, except that values of the same name must be in order.
  case query
  /// The scheme, host, port, path and query.
  case url
  /// All header fields except those of a connection, such as `Connection`.
  case headers
  /// All values of the header field with this name.
  case header(HTTPHeaderName)
  /// The bytes of the body.
  ///
  /// In a URL-encoded form, the fields may be in any order, except that values of the same name
  /// must be in order.
  case body
  /// The body as JSON, regardless of its formatting.
  ///
  /// If the recorded body is not JSON, its bytes are compared.
  case jsonBody
  /// The matcher with this name in ``CassetteConfiguration/matchers``.
  case custom(String)

  /// The header fields that clients and servers add for each connection, so that a recording cannot
  /// predict them.
  package static let connectionHeaders: Set<HTTPHeaderName> = HTTPHeaderName.hopByHop.union([
    .host, .contentLength, .acceptEncoding, .expect, .userAgent,
  ])

  static let partsOfURL: [RequestPart] = [.scheme, .host, .port, .path, .query]
}
