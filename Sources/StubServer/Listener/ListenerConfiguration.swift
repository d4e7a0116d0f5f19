public import StubCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The options of a listener, apart from its stubs and addresses.
public struct ListenerConfiguration: Sendable, Hashable {
  /// How much clients may send.
  public var limits = ListenerLimits()
  /// How long the listener waits for clients.
  public var timeouts = ListenerTimeouts()
  /// Threads that serve connections, at least 1; one for each core unless set.
  public var loops: Int
  /// The line that all connections share; `nil` for none.
  public var network: NetworkProfile?
  /// Network limits of each connection, in addition to ``network``; `nil` for none.
  public var connectionNetwork: NetworkProfile?
  /// What goes wrong before requests, from the start.
  public var faults = ListenerFaults.none
  /// Header fields for responses that have none of that name, those for unmatched requests included.
  public var headers = HTTPHeaders()
  /// Whether pages of other origins may read responses (CORS): responses without such fields of their
  /// own get them, and preflight requests that no stub for `OPTIONS` answers are answered.
  public var allowsOtherOrigins = false
  /// The real server for requests that are left to the network or recorded; `nil` for none.
  public var upstream: UpstreamConfiguration?
  /// Whether the servers that stubs forward to must show certificates that are valid for their hosts.
  package var verifiesTargets = true
  /// The only hosts that stubs may forward to; `nil` for any.
  package var targets: WebhookTargets?
  /// How long such a server may send nothing; `nil` for the default.
  package var targetIdleTimeout: Duration?
  /// Where the webhooks of stubs may go, and how much they may take.
  public var webhooks = WebhookConfiguration()

  /// The defaults: a thread for each core, no network limits, no faults, no upstream server.
  public init() { loops = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// How long a listener waits for its clients.
public struct ListenerTimeouts: Sendable, Hashable {
  /// For the next request on an open connection; then it is closed.
  public var idle = Duration.seconds(75)
  /// For the handshake of TLS, from the start of the connection; then it is closed.
  public var handshake = Duration.seconds(10)
  /// For a whole head, from its first byte; then the answer is 408.
  public var head = Duration.seconds(15)
  /// For the next piece of a body; then the answer is 408.
  public var body = Duration.seconds(30)
  /// For a whole body, however steadily its pieces come; then the answer is 408.
  package var wholeBody = Duration.seconds(600)
  /// For a client to read more of its response; then the connection is closed.
  package var stalledWrite = Duration.seconds(60)
  /// For a client to close its side after the last response, so that it can read it.
  package var linger = Duration.seconds(1)
  /// For responses under way when the listener stops; then they are cut off.
  public var stop = Duration.seconds(5)

  /// The defaults, which suit clients on the same machine.
  public init() {}
}

/// How much a client may send before it is turned away.
public struct ListenerLimits: Sendable, Hashable {
  /// The largest request line in bytes, as much as ``headSize`` unless set; a longer one is a 414 if its
  /// target is too long, otherwise a 400.
  package var requestLineLength: Int {
    get { ownRequestLineLength ?? headSize }
    set { ownRequestLineLength = newValue }
  }
  private var ownRequestLineLength: Int?
  /// Bytes of all header lines together; more is 431.
  public var headSize = 65_536
  /// Header fields of one request; more is 431.
  public var headerCount = 128
  /// Bytes of the request body after chunked decoding; more is 413.
  public var bodySize = 64 * 1_024 * 1_024
  /// Bytes of all bodies over 64 KB together: of requests, and of responses that are made for one request.
  ///
  /// Request bodies count if a stub, a recording, a real server or a report needs more of them than the journal
  /// keeps. One more waits up to the timeout ``ListenerTimeouts/body`` for its turn, then the answer is 503.
  /// Responses count until they are sent: echoes, templates and what the admin API makes. One more is replaced
  /// by a 503.
  public var bodyMemory = 256 * 1_024 * 1_024
  /// Bytes of one chunk-size line with its extensions; more is 400.
  package var chunkLineLength = 1_024
  /// Connections open at once over all addresses; one more is answered 503 and closed.
  public var connections = 10_000
  /// Requests under way at once on one HTTP/2 connection; one more is refused (RFC 9113 §5.1.2).
  public var streams = 100
  /// Streams of an HTTP/2 connection that the client breaks off, or makes the server break off,
  /// before they are answered, in 20 seconds; more end the connection (RFC 9113 §10.5).
  public var streamResets = 500
  /// Frames of an HTTP/2 connection that are of no use, which are PING, SETTINGS and DATA without
  /// bytes, in 20 seconds; more end the connection.
  public var idleFrames = 1_000
  /// Settings in one SETTINGS frame; more end the connection.
  public var settings = 32
  /// CONTINUATION frames of one head; more end the connection.
  public var continuations = 8

  /// The defaults; `stubber serve` has options for some of them.
  public init() {}
}
