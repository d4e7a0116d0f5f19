import COpenSSL
import StubCore

/// The TLS side of one connection: plain bytes on one side, encrypted bytes on the other.
///
/// A session never blocks: it reads the received bytes and adds its messages to the output. It runs
/// only on the thread of its loop.
final class TLSSession {
  enum State: Sendable, Hashable {
    case handshake
    case open
    /// The client has announced that it sends no more bytes, but it may still read.
    case inputEnded
    /// TLS has failed or is refused; if the client gets a reason, it is in the output.
    case rejected
    /// The connection must be reset.
    case reset
    /// The connection is broken.
    case failed
  }

  private let handle: OpaquePointer
  let context: TLSContext
  /// The name for the certificate if the client asks for none; `nil` for the local address.
  let name: String?
  let stream: WireStream
  private let timer: DeadlineTimer
  private let start = MonotonicClock.now
  var state = State.handshake
  /// Whether a fault delays the handshake.
  private(set) var isHeld = false
  /// The end of the delay on the listener's clock; `nil` if it never ends.
  private var holdEnd: Duration?
  /// Whether the client's first message has been handled.
  var hasGreeted = false
  var fault: TLSFault?
  /// Plain bytes that have not been read.
  var input = ByteQueue()
  private var hasReportedEnd = false
  /// Whether the first byte of a handshake has arrived.
  private var hasBegun = false
  /// Bytes to encrypt that were written before the handshake was complete.
  private var waiting: [UInt8] = []
  /// Whether the end of the output must be announced when the handshake is complete.
  private var isClosing = false
  private var hasAnnouncedEnd = false
  /// Called when a delay of the handshake ends.
  var onReady: (() -> Void)?

  /// Creates a session for a new connection.
  ///
  /// - Throws: `OpenSSLProblem` if there is no memory.
  init(
    _ context: TLSContext, stream: WireStream, on loop: EventLoop, name: String? = nil
  ) throws(OpenSSLProblem) {
    guard let handle = SSL_new(context.handle) else { throw .take() }
    guard let bio = WireBIO.make(stream) else {
      SSL_free(handle)
      throw .take()
    }
    // One BIO serves both directions; the session owns it now.
    SSL_set_bio(handle, bio, bio)
    SSL_set_accept_state(handle)
    self.handle = handle
    self.context = context
    self.name = name
    self.stream = stream
    timer = DeadlineTimer(on: loop)
    _ = SSL_set_ex_data(handle, 0, Unmanaged.passUnretained(self).toOpaque())
    timer.onDeadline = { [unowned self] in
      isHeld = false
      onReady?()
    }
  }

  deinit { SSL_free(handle) }

  /// The number of bytes to encrypt that wait for the end of the handshake.
  var waitingCount: Int { state == .handshake ? waiting.count : 0 }

  /// Whether plain bytes can be read and written.
  var isEstablished: Bool { state == .open || state == .inputEnded }

  /// The application protocol chosen in the handshake (RFC 7301); `nil` if there is none.
  var applicationProtocol: String? {
    var start: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    SSL_get0_alpn_selected(handle, &start, &count)
    guard let start, count > 0 else { return nil }
    return String(
      decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
  }

  /// The subject of the client's certificate in the form of RFC 2253; `nil` if there is none.
  var clientSubject: String? {
    SSL_get1_peer_certificate(handle).map { Certificate(owning: $0).subject }
  }

  /// Continues the handshake as far as the client's bytes allow.
  func shakeHands() {
    guard state == .handshake, !isHeld else { return }
    if !hasBegun {
      guard let first = stream.input.withFirst(1, { $0.first }) else { return }
      if ByteClass.isLetter(first) { return refusePlainHTTP() }
      hasBegun = true
    }
    OpenSSLProblem.clear()
    let result = SSL_do_handshake(handle)
    if result == 1 {
      state = .open
      var bytes: [UInt8] = []
      swap(&bytes, &waiting)
      bytes.withUnsafeBytes { write($0) }
      if isClosing { announceEnd() }
      return
    }
    switch SSL_get_error(handle, result) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_CLIENT_HELLO_CB: break
    // A fault has set the state already.
    default: if state == .handshake { fail() }
    }
  }

  /// Decrypts received bytes until `input` has at least `limit` bytes.
  ///
  /// - Returns: `true` if the connection has ended and this has not been reported yet.
  func decrypt(upTo limit: Int) -> Bool {
    if isEstablished {
      withUnsafeTemporaryAllocation(byteCount: 16 * 1_024, alignment: 8) { buffer in
        while input.count < limit {
          let count = read(into: buffer)
          guard count > 0 else { break }
          input.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
      }
    }
    guard state != .handshake, state != .open else { return false }
    // Bytes after the end mean nothing, but would fill the buffer.
    stream.discard()
    return !hasReportedEnd
  }

  /// Reads plain bytes into the buffer, and returns their number.
  ///
  /// The result is 0 if there are none, or if the connection has ended, which changes `state`.
  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard state == .open else { return 0 }
    OpenSSLProblem.clear()
    var count = 0
    let result = SSL_read_ex(handle, buffer.baseAddress, buffer.count, &count)
    if result == 1 { return count }
    switch SSL_get_error(handle, result) {
    case SSL_ERROR_WANT_READ: break
    case SSL_ERROR_ZERO_RETURN: state = .inputEnded
    default: fail()
    }
    return 0
  }

  /// Returns the event for the end of the connection once; `nil` before the end and later.
  ///
  /// `hasEnded` means that the client has ended its side of the TCP connection.
  func takeEnd(after hasEnded: Bool) -> Transport.Event? {
    guard !hasReportedEnd else { return nil }
    hasReportedEnd = true
    switch state {
    case .inputEnded: return .endOfInput
    case .rejected: return .rejected
    case .failed, .reset: return .failed
    case .handshake, .open:
      hasReportedEnd = hasEnded
      return hasEnded ? .endOfInput : nil
    }
  }

  /// Encrypts the bytes into the output, or stores them until the end of the handshake.
  func write(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count > 0, !hasAnnouncedEnd else { return }
    guard isEstablished else {
      if state == .handshake { waiting += bytes }
      return
    }
    OpenSSLProblem.clear()
    var count = 0
    // The output accepts all bytes, so none are left.
    if SSL_write_ex(handle, bytes.baseAddress, bytes.count, &count) != 1 { fail() }
  }

  /// Sends the `close_notify` alert, after which this side sends nothing more (RFC 8446 §6.1).
  func announceEnd() {
    isClosing = true
    guard isEstablished, !hasAnnouncedEnd, fault?.omitsCloseNotify != true else { return }
    hasAnnouncedEnd = true
    OpenSSLProblem.clear()
    _ = SSL_shutdown(handle)
    OpenSSLProblem.clear()
  }

  /// Delays the next step of the handshake by `duration`; `nil` for ever.
  func hold(for duration: Duration?) {
    isHeld = true
    holdEnd = duration.map { context.clock.now + $0 }
    clockChanged()
  }

  /// Recomputes the delay, because the listener's clock has changed.
  func clockChanged() {
    if isHeld { timer.set(holdEnd.flatMap(context.clock.deadline)) }
  }

  /// Returns the deadline of a client that has sent no request yet; `nil` if the client is late.
  ///
  /// The handshake must be complete within `limit`, and the request must begin within `idle`, both
  /// counted from the start of the connection.
  func deadline(ofHandshake limit: Duration, ofRequest idle: Duration) -> Duration? {
    let now = MonotonicClock.now
    if isHeld { return now + limit }
    guard state == .handshake else { return start + idle > now ? start + idle : nil }
    if hasBegun, fault == nil {
      context.onProblem("a client did not finish the TLS handshake within \(limit)")
    }
    return nil
  }

  /// Sets the state after a failure and reports it.
  ///
  /// OpenSSL has already added its alert to the output.
  private func fail() {
    let problem = OpenSSLProblem.take()
    let isHandshake = state == .handshake
    state = problem.alert == nil ? .rejected : .failed
    waiting = []
    // A failure that a fault has caused is not reported.
    guard isHandshake, fault == nil else { return }
    context.onProblem(HandshakeFailure(problem, SSL_get_verify_result(handle)).description)
  }

  /// Tells a client that has sent plain HTTP to a TLS port that the port needs TLS.
  private func refusePlainHTTP() {
    state = .rejected
    waiting = []
    context.onProblem("a client sent plain HTTP to the HTTPS port")
    let text = "this port speaks HTTPS; use https://\n"
    let answer =
      "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\n"
      + "Content-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)"
    Array(answer.utf8).withUnsafeBytes { stream.write($0) }
  }
}

/// The functions by which OpenSSL reads received bytes and writes output of a connection.
private enum WireBIO {
  /// The table of these functions, which any thread may use because it never changes.
  nonisolated(unsafe) private static let method: OpaquePointer? = {
    guard
      let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "wire")
    else {
      return nil
    }
    _ = BIO_meth_set_create(method) { bio in
      BIO_set_init(bio, 1)
      return 1
    }
    _ = BIO_meth_set_read(method) { bio, bytes, count in
      guard let bio, let bytes, count > 0, let stream = stream(of: bio) else { return -1 }
      BIO_clear_retry(bio)
      let taken = stream.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
      if taken > 0 { return Int32(taken) }
      BIO_retry_read(bio)
      return -1
    }
    _ = BIO_meth_set_write(method) { bio, bytes, count in
      guard let bio, let bytes, count > 0, let stream = stream(of: bio) else { return -1 }
      BIO_clear_retry(bio)
      stream.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      return count
    }
    _ = BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
    return method
  }()

  /// Creates a BIO for a stream, which must outlive it; `nil` if there is no memory.
  ///
  /// A BIO is OpenSSL's view of a stream.
  static func make(_ stream: WireStream) -> OpaquePointer? {
    guard let method, let bio = BIO_new(method) else { return nil }
    BIO_set_data(bio, Unmanaged.passUnretained(stream).toOpaque())
    return bio
  }

  private static func stream(of bio: OpaquePointer) -> WireStream? {
    BIO_get_data(bio).map { Unmanaged<WireStream>.fromOpaque($0).takeUnretainedValue() }
  }
}
