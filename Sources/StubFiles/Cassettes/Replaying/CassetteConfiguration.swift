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
  /// Header fields that ``RequestPart/headers`` leaves out in addition to those of connections.
  public var ignoredHeaders: Set<HTTPHeaderName>?
  /// Whether recordings answer for every scheme, host and port.
  public var answersAnyHost: Bool?
  /// What ``RequestPart/custom(_:)`` names; a layer adds to those of outer ones.
  public var matchers: [String: RecordedRequestMatcher] = [:]

  // Replaying.

  /// Whether only the next interaction in recorded order may answer.
  public var keepsRecordedOrder: Bool?
  /// What follows when the recordings of a request, or with ``keepsRecordedOrder`` all, are used up.
  public var ending: HTTPStubSequenceEnding?
  /// When recorded responses begin; `nil` for what the outer layer says.
  public var playback: CassettePlayback?

  // Changing.

  /// Filters that requests pass before they are compared, as when they were recorded; a layer adds to
  /// those of outer ones.
  ///
  /// Those of a ``RecordingConfiguration`` need not be repeated. Only filters that change requests
  /// count here.
  public var filters: [RecordingFilter] = []
  /// Changes each interaction when the cassette is inserted; `nil` drops it.
  ///
  /// A layer adds to those of outer ones, which come first.
  public var beforePlayback: [@Sendable (Interaction) -> Interaction?] = []
  /// Changes each response before it is played; a layer adds to those of outer ones, which come first.
  ///
  /// Interactions with an error and no response are played unchanged.
  ///
  /// A change takes what was recorded and the request that it answers; it runs on any thread.
  public var beforeResponse:
    [@Sendable (_ recorded: RecordedResponse, _ request: ReceivedRequest) -> RecordedResponse] = []

  /// A layer that leaves everything you do not give to the layers around it.
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

  /// Whether each recording answers once; the same as an ``ending`` that does not repeat.
  public var playsEachOnce: Bool? {
    get { ending.map { $0 != .repeatLast && $0 != .cycle } }
    set { ending = newValue.map { $0 ? .fail : .repeatLast } }
  }
}

extension CassetteConfiguration {
  /// What holds where no layer says otherwise.
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

  /// The layer for all cassettes of the process that are inserted from now on; empty at first.
  public static var shared: CassetteConfiguration {
    get { sharedStorage.withLock { $0 } }
    set { sharedStorage.withLock { $0 = newValue } }
  }

  /// Changes ``shared`` in one step; what an earlier call has set and this one does not stays.
  public static func configureShared(_ change: (inout CassetteConfiguration) -> Void) {
    sharedStorage.withLock { change(&$0) }
  }

  /// This layer with what it leaves open taken from an outer one; neither is changed.
  public func merged(over outer: CassetteConfiguration) -> CassetteConfiguration {
    var merged = self
    merged.takeMatching(from: outer)
    merged.takeReplaying(from: outer)
    return merged
  }

  /// This layer over ``shared`` over ``defaults``.
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

/// When recorded responses begin.
public enum CassettePlayback: Sendable, Hashable {
  /// Each at once when it is requested.
  case immediate
  /// In recorded order, as far as requests for them have come.
  ///
  /// A response waits for those under way that had ended before it began when they were recorded:
  /// see `Interaction.position`, or else `recordedAt` and `timing`. Interactions without either follow
  /// each other. It never waits for a response that is not asked for, so it cannot block for good.
  case chronological
  /// After the recorded wait and at the recorded pace, both times the scale.
  ///
  /// The scale is 0 or more: 0.5 is twice as fast. Interactions without recorded times answer at once.
  case recorded(scale: Double = 1)
}

/// A way to compare requests with recordings that has a name.
///
/// ```swift
/// configuration.matchers["same user"] = .closure { recorded, received in
///   recorded.headers["X-User"] == received.headers["X-User"]
/// }
/// configuration.matchers["address"] = .parts([.host, .path, .custom("same user")])
/// ```
public enum RecordedRequestMatcher: Sendable {
  /// Runs on any thread, concurrently, and also to distinguish recorded requests.
  case closure(@Sendable (_ recorded: RecordedRequest, _ received: ReceivedRequest) -> Bool)
  /// All of these parts, other registered names among them.
  case parts([RequestPart])
}

/// A part of a request that has to agree with the recording.
public enum RequestPart: Sendable, Hashable {
  /// The method, in the same case.
  case method
  /// On a listener, which says nothing about the stubbed site, every scheme fits.
  case scheme
  /// The host name, in any case; the port is a part of its own.
  case host
  /// The port written in the URL or the scheme's own; on a listener only one that is written.
  case port
  /// However it is percent-encoded.
  case path
  /// All items in any order; values of one name in theirs.
  case query
  /// Scheme, host, port, path and query.
  case url
  /// All header fields except those that belong to a connection, such as `Connection`.
  case headers
  /// All values of one header field.
  case header(HTTPHeaderName)
  /// The bytes; of a URL-encoded form, its fields in any order, values of one name in theirs.
  case body
  /// The body as JSON, however it is written; the bytes where the recorded body is no JSON.
  case jsonBody
  /// The matcher with this name; see ``CassetteConfiguration/matchers``.
  case custom(String)

  /// Fields that clients and servers add for each connection and that no recording can promise.
  package static let connectionHeaders: Set<HTTPHeaderName> = HTTPHeaderName.hopByHop.union([
    .host, .contentLength, .acceptEncoding, .expect, .userAgent,
  ])

  static let partsOfURL: [RequestPart] = [.scheme, .host, .port, .path, .query]
}
