public import StubCore
import StubPlatform

/// The options of a listener, apart from its stubs and addresses.
public struct ListenerConfiguration: Sendable, Hashable {
  /// The limits for what clients may send.
  public var limits = ListenerLimits()
  /// The time limits for clients.
  public var timeouts = ListenerTimeouts()
  /// The number of threads that serve connections, at least 1 (default: one for each core).
  public var loops: Int
  /// The network limits that all connections share; `nil` for none.
  public var network: NetworkProfile?
  /// Network limits of each connection, in addition to ``network``; `nil` for none.
  public var connectionNetwork: NetworkProfile?
  /// The faults of connections, from the start.
  public var faults = ListenerFaults.none
  /// Header fields to add to every response that has no field of that name,
  /// even to unmatched requests.
  public var headers = HTTPHeaders()
  /// Whether pages of other origins may read responses (CORS).
  ///
  /// The listener then adds the CORS fields to responses without them. It also answers preflight
  /// requests that no `OPTIONS` stub answers.
  public var allowsOtherOrigins = false
  /// The real server for pass-through and recorded requests; `nil` for none.
  public var upstream: UpstreamConfiguration?
  /// Whether servers to which stubs forward must have valid certificates for their hosts.
  package var verifiesTargets = true
  /// The only hosts that stubs may forward to; `nil` for any.
  package var targets: WebhookTargets?
  /// How long a server to which a stub forwards may be silent; `nil` for the default.
  package var targetIdleTimeout: Duration?
  /// The allowed targets and the limits of the stubs' webhooks.
  public var webhooks = WebhookConfiguration()

  /// Creates the defaults: a thread for each core, no network limits, faults or upstream server.
  public init() { loops = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// The time limits of a listener for its clients.
public struct ListenerTimeouts: Sendable, Hashable {
  /// The time to wait for the next request on an open connection; then the connection is closed.
  public var idle = Duration.seconds(75)
  /// The time for the TLS handshake, from the start of the connection;
  /// then the connection is closed.
  public var handshake = Duration.seconds(10)
  /// The time for a whole head, from its first byte; then the response is 408.
  public var head = Duration.seconds(15)
  /// The time to wait for the next piece of a body; then the response is 408.
  public var body = Duration.seconds(30)
  /// The time for a whole body, even if it arrives steadily; then the response is 408.
  package var wholeBody = Duration.seconds(600)
  /// The time to wait for a client to read more of its response; then the connection is closed.
  package var stalledWrite = Duration.seconds(60)
  /// The time to wait for a client to close its side after the last response, so that it can read
  /// the response.
  package var linger = Duration.seconds(1)
  /// The time for open responses when the listener stops; then they are cut off.
  public var stop = Duration.seconds(5)

  /// Creates the defaults, which suit clients on the same machine.
  public init() {}
}

/// The limits of a listener for what its clients send.
public struct ListenerLimits: Sendable, Hashable {
  /// The largest request line in bytes (default: ``headSize``).
  ///
  /// A longer line is answered with 414 if its target is too long, otherwise with 400.
  package var requestLineLength: Int {
    get { ownRequestLineLength ?? headSize }
    set { ownRequestLineLength = newValue }
  }
  private var ownRequestLineLength: Int?
  /// The largest total size of all header lines in bytes; a larger head is answered with 431.
  public var headSize = 65_536
  /// The most header fields of one request; more are answered with 431.
  public var headerCount = 128
  /// The largest request body in bytes, after chunked decoding; a larger body is answered with 413.
  public var bodySize = 64 * 1_024 * 1_024
  /// The bytes that all bodies over 64 KB may take together: request bodies,
  /// and responses made for one request.
  ///
  /// A request body counts if a stub, a recording, a real server or a report needs more of it than
  /// the journal keeps. A body beyond the limit waits up to ``ListenerTimeouts/body``; then the
  /// response is 503. Responses count until they are sent: echoes, templates and responses of the
  /// admin API. A response beyond the limit is replaced by a 503.
  public var bodyMemory = 256 * 1_024 * 1_024
  /// The longest chunk-size line in bytes, with its extensions; a longer line is answered with 400.
  package var chunkLineLength = 1_024
  /// The most open connections over all addresses; another one is answered with 503 and closed.
  public var connections = 10_000
  /// The most open requests on one HTTP/2 connection; another one is refused (RFC 9113 §5.1.2).
  public var streams = 100
  /// The most HTTP/2 streams within 20 seconds that end by a reset before they are answered, by the
  /// client or because of its errors.
  ///
  /// More of them end the connection (RFC 9113 §10.5).
  public var streamResets = 500
  /// The most HTTP/2 frames without content (PING, SETTINGS and empty DATA) within 20 seconds.
  ///
  /// More of them end the connection.
  public var idleFrames = 1_000
  /// The most settings in one SETTINGS frame; more end the connection.
  public var settings = 32
  /// The most CONTINUATION frames of one head; more end the connection.
  public var continuations = 8

  /// Creates the defaults; `stubber serve` has options for some of them.
  public init() {}
}
