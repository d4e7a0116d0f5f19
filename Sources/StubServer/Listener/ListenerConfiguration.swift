public import StubCore
import StubPlatform

/// The options of a listener, apart from its stubs and addresses.
public struct ListenerConfiguration: Sendable, Hashable {
  /// The limits on the sizes and numbers of requests and connections.
  public var limits = ListenerLimits()
  /// The time limits for clients.
  public var timeouts = ListenerTimeouts()
  /// The number of threads that serve connections, at least 1 (default: one for each core).
  public var threadCount: Int
  /// The network limits that all connections share; `nil` for none.
  public var network: NetworkProfile?
  /// The network limits of each connection, in addition to ``network``; `nil` for none.
  public var connectionNetwork: NetworkProfile?
  /// The faults of new connections when the listener starts.
  public var faults = ListenerFaults.none
  /// The header fields to add to every response without a field of that name, including responses
  /// to unmatched requests.
  public var headers = HTTPHeaders()
  /// Whether pages of other origins may read responses (CORS).
  ///
  /// If so, the listener adds the CORS fields to responses without them, and answers preflight
  /// requests that no `OPTIONS` stub answers.
  public var allowsOtherOrigins = false
  /// The settings as a forward proxy; `nil` if the listener is none.
  ///
  /// Requests for other hosts that are not stubbed are then passed on to these hosts.
  public var proxy: ProxyConfiguration?
  /// The real server for pass-through and recorded requests; `nil` for none.
  public var upstream: UpstreamConfiguration?
  /// Whether servers to which stubs forward must have valid certificates for their hosts.
  package var verifiesTargets = true
  /// The only hosts that stubs may forward to; `nil` for any.
  package var targets: WebhookTargets?
  /// The longest silence of a server to which a stub forwards; `nil` for the default.
  package var targetIdleTimeout: Duration?
  /// The allowed targets and the limits of the stubs' webhooks.
  public var webhooks = WebhookConfiguration()

  /// Creates the defaults: a thread for each core, no network limits, faults or upstream server.
  public init() { threadCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// The limits on the time that a listener's clients may take.
public struct ListenerTimeouts: Sendable, Hashable {
  /// The longest wait of an open connection for its next request, before it is closed.
  public var idle = Duration.seconds(75)
  /// The longest time from the start of a connection to the end of its TLS handshake.
  ///
  /// A connection that takes longer is closed, unless a fault delays the handshake.
  public var handshake = Duration.seconds(10)
  /// The longest time for a head, from its first byte; a slower request is answered with 408.
  public var head = Duration.seconds(15)
  /// The longest wait for the next piece of a body; a slower request is answered with 408.
  public var body = Duration.seconds(30)
  /// The longest time for a whole body, even if it arrives steadily; a slower request is answered
  /// with 408.
  package var wholeBody = Duration.seconds(600)
  /// The longest pause of a client in reading a response, before its connection is closed.
  package var stalledWrite = Duration.seconds(60)
  /// The time for which a connection stays open after the last response, so that the client can
  /// read the response and close its side.
  package var linger = Duration.seconds(1)
  /// The time for which open responses may continue when the listener stops; the rest is cut off.
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
  /// The bytes that all bodies over 64 KB may take together: request bodies, and responses made for
  /// one request.
  ///
  /// A request body counts if a stub, a recording, a real server or a report needs more of it than
  /// the journal keeps. A body beyond the limit waits up to ``ListenerTimeouts/body`` and is then
  /// answered with 503. Responses count until they are sent: echoes, templates and responses of the
  /// admin API. A response beyond the limit is replaced by a 503.
  public var bodyMemory = 256 * 1_024 * 1_024
  /// The longest chunk-size line in bytes, with its extensions; a longer line is answered with 400.
  package var chunkLineLength = 1_024
  /// The maximum number of open connections on all addresses of the listener together.
  ///
  /// Beyond it, up to 64 clients at a time get a 503, and further connections are closed at once.
  public var connections = 10_000
  /// The most open requests on one HTTP/2 connection; a request beyond them is refused (RFC 9113
  /// §5.1.2).
  public var streams = 100
  /// The most HTTP/2 streams that may end by a reset before they are answered, within 20 seconds.
  ///
  /// Resets by the client count, and resets because of its errors. More of them end the connection
  /// (RFC 9113 §10.5).
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
