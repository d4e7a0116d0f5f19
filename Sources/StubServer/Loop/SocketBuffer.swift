import CLibevent

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A connected socket with buffers on both sides, which it owns; plain or below TLS.
final class SocketBuffer {
  enum Event: Sendable, Hashable {
    /// More bytes wait in the input.
    case readable
    /// There is room for more output.
    case writable
    /// The client sends no more; it may still read.
    case endOfInput
    /// No more can be read or written; what is in the output tells the client why.
    case rejected
    /// The connection is broken.
    case failed
  }

  /// Bytes of input that are kept while nobody reads them.
  static let inputLimit = 64 * 1_024

  /// Output that may be left when `writable` is reported.
  static let outputLowWatermark = 64 * 1_024

  let descriptor: Int32
  private let loop: EventLoop
  private let handle: OpaquePointer
  /// Bytes for who reads; those of a TLS connection are decrypted.
  private let input: OpaquePointer?
  private let output: OpaquePointer?
  private let stream: WireStream
  private let session: TLSSession?
  /// Bytes of input as they travel that are kept while nobody reads them.
  private var limit = SocketBuffer.inputLimit
  private var isPaused = false
  private var hasReportedEnd = false
  private var hasEnded = false
  var onEvent: ((Event) -> Void)?

  /// Takes the descriptor over in any case; `nil` when there is no memory.
  init?(_ descriptor: Int32, on loop: EventLoop, tls: TLSContext? = nil) {
    let options = Int32(BEV_OPT_CLOSE_ON_FREE.rawValue)
    guard let handle = bufferevent_socket_new(loop.base, descriptor, options) else {
      evutil_closesocket(descriptor)
      return nil
    }
    self.descriptor = descriptor
    self.loop = loop
    self.handle = handle
    output = bufferevent_get_output(handle)
    stream = WireStream(
      input: bufferevent_get_input(handle), output: output, descriptor: descriptor)
    if let tls {
      guard let session = try? TLSSession(tls, stream: stream, on: loop),
        let decrypted = evbuffer_new()
      else {
        bufferevent_free(handle)
        return nil
      }
      self.session = session
      input = decrypted
    } else {
      session = nil
      input = bufferevent_get_input(handle)
    }
    bufferevent_setwatermark(handle, Int16(EV_READ), 0, Self.inputLimit)
    bufferevent_setwatermark(handle, Int16(EV_WRITE), Self.outputLowWatermark, 0)
    bufferevent_setcb(
      handle,
      { _, context in
        guard let buffer = SocketBuffer.at(context) else { return }
        withExtendedLifetime(buffer) {
          buffer.handle(.readable)
          buffer.pauseWhenFull()
        }
      },
      { _, context in SocketBuffer.at(context)?.handle(.writable) },
      { _, flags, context in
        let isEnd = Int32(flags) & BEV_EVENT_EOF != 0
        SocketBuffer.at(context)?.handle(isEnd ? .endOfInput : .failed)
      }, Unmanaged.passUnretained(self).toOpaque())
    session?.onReady = { [unowned self] in self.handle(.readable) }
    bufferevent_enable(handle, Int16(EV_READ | EV_WRITE))
  }

  deinit {
    if session != nil, let input { evbuffer_free(input) }
    bufferevent_free(handle)
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> SocketBuffer? {
    context.map { Unmanaged<SocketBuffer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Leaves what comes beyond that many bytes, 1 or more, to the system, which holds the client up.
  func limitInput(to count: Int) {
    limit = min(count, Self.inputLimit)
    bufferevent_setwatermark(handle, Int16(EV_READ), 0, limit)
    resume()
  }

  private var isFull: Bool { evbuffer_get_length(bufferevent_get_input(handle)) >= limit }

  /// Keeps libevent from reporting input that nobody reads yet over and over.
  private func pauseWhenFull() {
    guard !isPaused, isFull else { return }
    isPaused = true
    bufferevent_disable(handle, Int16(EV_READ))
  }

  private func resume() {
    guard isPaused, !isFull else { return }
    isPaused = false
    bufferevent_enable(handle, Int16(EV_READ))
  }

  var inputCount: Int { evbuffer_get_length(input) }

  var outputCount: Int { evbuffer_get_length(output) + (session?.waitingCount ?? 0) }

  /// The protocol agreed on by TLS, known when the first bytes are readable; `nil` for none.
  var applicationProtocol: String? { session?.applicationProtocol }

  /// The subject of the client's certificate; `nil` when it has shown none.
  var clientCertificateSubject: String? { session?.clientSubject }

  /// Shows the first stretch of the input and removes as many bytes as the closure says it used.
  func consume(atMost limit: Int = .max, _ body: (Span<UInt8>) -> Int) {
    let count = min(limit, evbuffer_get_contiguous_space(input))
    guard count > 0, let start = evbuffer_pullup(input, count) else { return }
    let used = body(Span(_unsafeStart: UnsafePointer(start), count: count))
    evbuffer_drain(input, used)
    decrypt()
    resume()
  }

  /// A copy of the first bytes of the input, which stay there; fewer when there are no more.
  func firstBytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, copied in
      copied = max(0, evbuffer_copyout(input, buffer.baseAddress, count))
    }
  }

  func discardInput() {
    repeat {
      evbuffer_drain(input, inputCount)
      decrypt()
    } while inputCount > 0
    resume()
  }

  func write(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { write(UnsafeRawBufferPointer($0)) }
  }

  func write(_ bytes: Data) {
    bytes.withUnsafeBytes { write($0) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) {
    if let session { session.write(bytes) } else { stream.write(bytes) }
  }

  /// Puts the announcement of the end behind the output, where the connection has one (TLS).
  func announceEnd() { session?.announceEnd() }

  /// Announces the end of a connection that is closed right afterwards, as far as there is room.
  func announceEndAtOnce() {
    guard let session, outputCount == 0 else { return }
    stream.isDirect = true
    session.announceEnd()
  }
}

// What TLS needs: all of it does nothing for a plain connection.
extension SocketBuffer {
  private func handle(_ event: Event) {
    guard let session else {
      onEvent?(event)
      return
    }
    switch event {
    case .readable, .endOfInput:
      if event == .endOfInput { hasEnded = true }
      let before = inputCount
      session.shakeHands()
      decrypt()
      resume()
      if inputCount > before { onEvent?(.readable) }
      reportEnd(of: session)
    case .writable, .rejected, .failed:
      onEvent?(event)
    }
  }

  private func reportEnd(of session: TLSSession) {
    guard !hasReportedEnd else { return }
    let event: Event
    switch session.state {
    case .handshake, .open:
      guard hasEnded else { return }
      event = .endOfInput
    case .inputEnded: event = .endOfInput
    case .rejected: event = .rejected
    case .failed: event = .failed
    case .reset:
      Descriptor.resetOnClose(descriptor)
      event = .failed
    }
    hasReportedEnd = true
    onEvent?(event)
  }

  /// Fills the input up from what has come.
  private func decrypt() {
    guard let session else { return }
    if session.isEstablished {
      withUnsafeTemporaryAllocation(byteCount: 16 * 1_024, alignment: 8) { buffer in
        while inputCount < Self.inputLimit {
          let count = session.read(into: buffer)
          guard count > 0 else { break }
          evbuffer_add(input, buffer.baseAddress, count)
        }
      }
    }
    // Bytes after the end mean nothing, but would fill the buffer.
    if session.state != .handshake, session.state != .open { stream.discard() }
    // Found while somebody reads, the end is reported when they are done.
    let isOver = session.state != .handshake && session.state != .open
    if isOver, !hasReportedEnd {
      bufferevent_trigger(
        handle, Int16(EV_READ),
        Int32(BEV_TRIG_IGNORE_WATERMARKS.rawValue | BEV_TRIG_DEFER_CALLBACKS.rawValue))
    }
  }
}
