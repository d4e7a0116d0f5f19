import COpenSSL
import StubCore

/// The TLS side of one connection: plain bytes on one side, the wire on the other.
///
/// It never waits: what has come is used up, what is made is in the output. Confined to the thread
/// of its loop.
final class TLSSession {
  enum State: Sendable, Hashable {
    case handshake
    case open
    /// The client has announced that it sends no more; it may still read.
    case inputEnded
    /// The connection cannot be used any more, and what is in the output says why.
    case rejected
    /// The connection is to be ended with a reset.
    case reset
    /// The connection is broken.
    case failed
  }

  private let handle: OpaquePointer
  let context: TLSContext
  let stream: WireStream
  private let timer: DeadlineTimer
  private let start = MonotonicClock.now
  var state = State.handshake
  /// Whether the handshake waits for more than the client's bytes.
  private(set) var isHeld = false
  /// When that is over, on the listener's clock; `nil` for never.
  private var holdEnd: Duration?
  /// Whether the client's first message has been dealt with.
  var hasGreeted = false
  var fault: TLSFault?
  /// Plain bytes that have not been read.
  var input = ByteQueue()
  private var hasReportedEnd = false
  /// Whether the client has begun with the first byte of a handshake.
  private var hasBegun = false
  /// Output from before the end of the handshake.
  private var waiting: [UInt8] = []
  /// Whether the end is to be announced once the handshake is done.
  private var isClosing = false
  private var hasAnnouncedEnd = false
  /// Called when the handshake can go on.
  var onReady: (() -> Void)?

  /// - Throws: `OpenSSLProblem` if there is no memory.
  init(_ context: TLSContext, stream: WireStream, on loop: EventLoop) throws(OpenSSLProblem) {
    guard let handle = SSL_new(context.handle) else { throw .take() }
    guard let bio = WireBIO.make(stream) else {
      SSL_free(handle)
      throw .take()
    }
    // One BIO for both directions; the session owns it from here on.
    SSL_set_bio(handle, bio, bio)
    SSL_set_accept_state(handle)
    self.handle = handle
    self.context = context
    self.stream = stream
    timer = DeadlineTimer(on: loop)
    _ = SSL_set_ex_data(handle, 0, Unmanaged.passUnretained(self).toOpaque())
    timer.onDeadline = { [unowned self] in
      isHeld = false
      onReady?()
    }
  }

  deinit { SSL_free(handle) }

  /// Bytes that wait for the end of the handshake.
  var waitingCount: Int { state == .handshake ? waiting.count : 0 }

  /// Whether plain bytes can be read and written.
  var isEstablished: Bool { state == .open || state == .inputEnded }

  /// The application protocol that was agreed on (RFC 7301); `nil` when the client asked for none.
  var applicationProtocol: String? {
    var start: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    SSL_get0_alpn_selected(handle, &start, &count)
    guard let start, count > 0 else { return nil }
    return String(
      decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
  }

  /// The subject of the client's certificate as RFC 2253 writes it; `nil` when it has shown none.
  var clientSubject: String? {
    SSL_get1_peer_certificate(handle).map { Certificate(owning: $0).subject }
  }

  /// Goes on with the handshake as far as the client's bytes allow.
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

  /// Fills the input up to that many bytes from what has come.
  ///
  /// - Returns: whether an end of the connection was found that is still to be reported.
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

  /// Takes plain bytes; 0 when there are none, for which `state` may have the reason.
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

  /// The end of the connection, once; `nil` until then.
  ///
  /// With `hasEnded`, the client has ended its side below TLS.
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

  /// Encrypts the bytes into the output, or keeps them until the end of the handshake.
  func write(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count > 0, !hasAnnouncedEnd else { return }
    guard isEstablished else {
      if state == .handshake { waiting += bytes }
      return
    }
    OpenSSLProblem.clear()
    var count = 0
    // The output takes everything, so that there is never a part left.
    if SSL_write_ex(handle, bytes.baseAddress, bytes.count, &count) != 1 { fail() }
  }

  /// Tells the client that nothing more will be sent (RFC 8446 §6.1).
  func announceEnd() {
    isClosing = true
    guard isEstablished, !hasAnnouncedEnd, fault?.omitsCloseNotify != true else { return }
    hasAnnouncedEnd = true
    OpenSSLProblem.clear()
    _ = SSL_shutdown(handle)
    OpenSSLProblem.clear()
  }

  /// Does the handshake's next step that much later, or never.
  func hold(for duration: Duration?) {
    isHeld = true
    holdEnd = duration.map { context.clock.now + $0 }
    clockChanged()
  }

  /// Holds the handshake for as long as the clock says now.
  func clockChanged() {
    if isHeld { timer.set(holdEnd.flatMap(context.clock.deadline)) }
  }

  /// When a client that has sent no request must do the next thing; `nil` for one whose time is over.
  ///
  /// The handshake must end that long after the start, and the request begin.
  func deadline(ofHandshake limit: Duration, ofRequest idle: Duration) -> Duration? {
    let now = MonotonicClock.now
    if isHeld { return now + limit }
    guard state == .handshake else { return start + idle > now ? start + idle : nil }
    if hasBegun, fault == nil {
      context.onProblem("a client did not finish the TLS handshake within \(limit)")
    }
    return nil
  }

  /// Notes why the connection is at its end; OpenSSL has put its alert into the output.
  private func fail() {
    let problem = OpenSSLProblem.take()
    let isHandshake = state == .handshake
    state = problem.alert == nil ? .rejected : .failed
    waiting = []
    // A failure on purpose is not reported.
    guard isHandshake, fault == nil else { return }
    context.onProblem(HandshakeFailure(problem, SSL_get_verify_result(handle)).description)
  }

  /// Tells a client that has begun with a method, and not with a handshake, what this port is for.
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

/// Lets OpenSSL read from and write to the buffers of a connection.
private enum WireBIO {
  /// Made once for the process and never changed, so any thread may use it.
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

  /// Makes one for a stream that must outlive it.
  static func make(_ stream: WireStream) -> OpaquePointer? {
    guard let method, let bio = BIO_new(method) else { return nil }
    BIO_set_data(bio, Unmanaged.passUnretained(stream).toOpaque())
    return bio
  }

  private static func stream(of bio: OpaquePointer) -> WireStream? {
    BIO_get_data(bio).map { Unmanaged<WireStream>.fromOpaque($0).takeUnretainedValue() }
  }
}
