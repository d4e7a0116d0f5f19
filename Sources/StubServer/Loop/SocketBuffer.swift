import CLibevent
import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Who is told what happens to a connected socket.
protocol SocketUser: AnyObject {
  func handle(_ event: SocketBuffer.Event)
}

/// A connected socket with buffers on both sides, which it owns; plain or below TLS.
///
/// What is written while an event is dealt with goes out in one piece afterwards.
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
  static let inputLimit = EventLoop.bufferSize

  /// Output that may be left when `writable` is reported.
  static let outputLowWatermark = 64 * 1_024

  /// How often in a row a socket is written to before others have their turn.
  static let writesInARow = 4

  let descriptor: Int32
  let loop: EventLoop
  let stream: WireStream
  let session: TLSSession?
  var readEvent: OpaquePointer?
  var writeEvent: OpaquePointer?
  /// For what is to be done as soon as whatever goes on is over.
  var turnEvent: OpaquePointer?
  /// What has just come over a plain connection, in the loop's scratch memory.
  var window = 0..<0
  /// Bytes of a TLS connection for who reads.
  var decrypted = ByteQueue()
  /// Bytes of input as they travel that are kept while nobody reads them.
  var limit = SocketBuffer.inputLimit
  var isPaused = false
  var isHandling = false
  var isWaitingForRoom = false
  var wantsReport = false
  /// When the system last took some of the output and left some; `nil` while none has been left.
  var restsSince: Duration?
  var hasReportedEnd = false
  var hasEnded = false
  var isReadingOver = false
  /// Who is told of what happens; is not kept alive, so it has to take itself out before it goes.
  unowned(unsafe) var user: (any SocketUser)?

  /// Takes the descriptor over in any case; `nil` when there is no memory.
  init?(_ descriptor: Int32, on loop: EventLoop, tls: TLSContext? = nil) {
    self.descriptor = descriptor
    self.loop = loop
    stream = WireStream(descriptor, on: loop)
    if let tls {
      guard let session = try? TLSSession(tls, stream: stream, on: loop) else {
        Descriptor.close(descriptor)
        return nil
      }
      self.session = session
    } else {
      session = nil
    }
    let context = Unmanaged.passUnretained(self).toOpaque()
    readEvent = event_new(
      loop.base, descriptor, Int16(EV_READ | EV_PERSIST),
      { _, _, context in SocketBuffer.at(context)?.inputCame() }, context)
    writeEvent = event_new(
      loop.base, descriptor, Int16(EV_WRITE),
      { _, _, context in SocketBuffer.at(context)?.roomCame() }, context)
    turnEvent = event_new(
      loop.base, -1, 0, { _, _, context in SocketBuffer.at(context)?.turnCame() }, context)
    // From here on `deinit` closes the descriptor.
    guard readEvent != nil, writeEvent != nil, turnEvent != nil else { return nil }
    stream.onOutput = { [unowned self] in outputCame() }
    session?.onReady = { [unowned self] in self.handle(.readable) }
    event_add(readEvent, nil)
  }

  deinit {
    for event in [readEvent, writeEvent, turnEvent] {
      if let event { event_free(event) }
    }
    Descriptor.close(descriptor)
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> SocketBuffer? {
    context.map { Unmanaged<SocketBuffer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Leaves what comes beyond that many bytes, 1 or more, to the system, which holds the client up.
  func limitInput(to count: Int) {
    limit = min(count, Self.inputLimit)
    resume()
  }

  var inputCount: Int {
    session == nil ? window.count + stream.input.count : decrypted.count
  }

  var outputCount: Int { stream.outputCount + (session?.waitingCount ?? 0) }

  /// The protocol agreed on by TLS, known when the first bytes are readable; `nil` for none.
  var applicationProtocol: String? { session?.applicationProtocol }

  /// The subject of the client's certificate; `nil` when it has shown none.
  var clientCertificateSubject: String? { session?.clientSubject }

  /// Shows the first stretch of the input and removes as many bytes as the closure says it used.
  func consume(atMost limit: Int = .max, _ body: (Span<UInt8>) -> Int) {
    if !window.isEmpty {
      let shown = window.prefix(limit)
      let used = UnsafeRawBufferPointer(rebasing: loop.scratch[shown]).withMemoryRebound(
        to: UInt8.self
      ) { body($0.span) }
      window = shown.lowerBound + used..<max(window.upperBound, shown.lowerBound + used)
      return
    }
    // Taken out meanwhile, as whoever looks at the bytes may ask this connection for anything.
    var queue = ByteQueue()
    if session == nil { swap(&queue, &stream.input) } else { swap(&queue, &decrypted) }
    queue.removeFirst(
      queue.withFirst(limit) { bytes in bytes.withMemoryRebound(to: UInt8.self) { body($0.span) } })
    if session == nil { swap(&queue, &stream.input) } else { swap(&queue, &decrypted) }
    decrypt()
    resume()
  }

  /// A copy of the first bytes of the input, which stay there; fewer when there are no more.
  func firstBytes(_ count: Int) -> [UInt8] {
    if !window.isEmpty { return Array(loop.scratch[window].prefix(count)) }
    return (session == nil ? stream.input : decrypted).withFirst(count) { Array($0) }
  }

  func discardInput() {
    window = 0..<0
    guard session != nil else {
      stream.discard()
      return resume()
    }
    repeat {
      decrypted.removeAll()
      decrypt()
    } while !decrypted.isEmpty
    resume()
  }

  func write(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { write(UnsafeRawBufferPointer($0)) }
  }

  func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { write($0) }
  }

  func write(_ bytes: Data) {
    if session == nil { stream.write(bytes) } else { bytes.withUnsafeBytes { write($0) } }
  }

  func write(_ bytes: UnsafeRawBufferPointer) {
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
