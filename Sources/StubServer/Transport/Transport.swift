import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A connected socket with buffers on both sides, which it owns; plain or below TLS.
///
/// What is written while an event is dealt with goes out in one piece afterwards.
final class Transport {
  /// The largest number of input bytes kept until they are read.
  static let inputLimit = EventLoop.bufferSize

  /// Output of a plain connection that is kept before the next piece of a body is made.
  static let outputLimit = 256 * 1_024
  /// The same over TLS, where each byte costs more.
  static let secureOutputLimit = 64 * 1_024

  /// How often in a row a socket is written to before others have their turn.
  private static let writesInARow = 4

  let descriptor: Int32
  private let loop: EventLoop
  let wire: WireStream
  @exclusivity(unchecked) private(set) var session: TLSSession?
  @exclusivity(unchecked) private var events: SocketEvents?
  /// What has just come over a plain connection, in the loop's scratch memory.
  @exclusivity(unchecked) private var window = 0..<0
  /// The largest number of raw input bytes kept until they are read.
  private var limit = Transport.inputLimit
  private var isHandling = false
  private var wantsReport = false
  /// The place in the queue for a turn; `nil` while none is wanted.
  private var place: Int?
  /// Whether the client has ended its side of the connection below TLS.
  private var wireHasEnded = false
  /// When the end of the client's input was reported, in nanoseconds since 1970; 0 before.
  private(set) var inputEnd: Int64 = 0
  var hasEndOfInput: Bool { inputEnd > 0 }
  /// Who is told of what happens; is not kept alive, so it has to take itself out before it goes.
  unowned(unsafe) var user: (any TransportUser)?

  /// Takes ownership of the descriptor in any case; `nil` if there is no memory.
  init?(_ descriptor: Int32, on loop: EventLoop, tls: TLSContext? = nil) {
    self.descriptor = descriptor
    self.loop = loop
    wire = WireStream(descriptor, on: loop)
    // From here on `deinit` closes the descriptor.
    if let tls {
      guard let session = try? TLSSession(tls, stream: wire, on: loop) else { return nil }
      self.session = session
    }
    events = SocketEvents(of: self, on: loop)
    guard events != nil else { return nil }
    wire.onOutput = { [unowned self] in outputCame() }
    session?.onReady = { [unowned self] in tell(.readable) }
  }

  deinit {
    if let place { loop.turns.remove(place) }
    events = nil
    Descriptor.close(descriptor)
  }

  // Reading.

  /// Leaves what comes beyond that many bytes, 1 or more, to the system, which holds the client up.
  func limitInput(to count: Int) {
    limit = min(count, Self.inputLimit)
    resume()
  }

  /// The bytes for the reader, except those in the window.
  private var input: ByteQueue {
    _read { if let session { yield session.input } else { yield wire.input } }
    _modify { if let session { yield &session.input } else { yield &wire.input } }
  }

  var inputCount: Int { window.count + input.count }

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
    // Taken out during the call, because the reader of the bytes may call this connection.
    var queue = ByteQueue()
    swap(&queue, &input)
    queue.removeFirst(
      queue.withFirst(limit) { bytes in bytes.withMemoryRebound(to: UInt8.self) { body($0.span) } })
    swap(&queue, &input)
    decrypt()
    resume()
  }

  /// A copy of the first bytes of the input, which stay there; fewer when there are no more.
  func firstBytes(_ count: Int) -> [UInt8] {
    if !window.isEmpty { return Array(loop.scratch[window].prefix(count)) }
    return input.withFirst(count) { Array($0) }
  }

  func discardInput() {
    window = 0..<0
    repeat {
      input.removeAll()
      decrypt()
    } while !input.isEmpty
    resume()
  }

  func inputCame() {
    withExtendedLifetime(self) {
      handle { receive() }
      if !window.isEmpty {
        wire.input.append(UnsafeRawBufferPointer(rebasing: loop.scratch[window]))
        window = 0..<0
      }
      if isFull { events?.pauseReading() }
      // Input gives no turn before the others.
      if place == nil { sendOutput() }
    }
  }

  private func receive() {
    let room = min(limit - wire.input.count, loop.scratch.count)
    guard room > 0 else { return }
    let count = recv(descriptor, loop.scratch.baseAddress, room, 0)
    if count > 0 {
      if session == nil, wire.input.isEmpty {
        window = 0..<count
      } else {
        wire.input.append(UnsafeRawBufferPointer(rebasing: loop.scratch[..<count]))
      }
      tell(.readable)
    } else if count == 0 {
      events?.endReading()
      tell(.endOfInput)
    } else if ![EAGAIN, EINTR].contains(errno) {
      events?.endReading()
      tell(.failed)
    }
  }

  private var isFull: Bool { wire.input.count >= limit }

  private func resume() {
    if !isFull { events?.resumeReading() }
  }

  // Writing.

  var outputCount: Int { wire.outputCount + (session?.waitingCount ?? 0) }

  /// Output that is kept, and sent in one turn.
  var outputLimit: Int { session == nil ? Self.outputLimit : Self.secureOutputLimit }

  /// Bytes that have left the server since the connection began, as they travel.
  var sentCount: Int { wire.sentCount }

  /// Those and the bytes that are about to.
  var writtenCount: Int { wire.sentCount + outputCount }

  /// When the system last took some of the output and left some; `nil` while none has been left.
  var restsSince: Duration? { wire.restsSince }

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: Span<UInt8>) { bytes.withUnsafeBytes { write($0) } }

  func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }

  func write(_ bytes: Data) {
    if session == nil { wire.write(bytes) } else { bytes.withUnsafeBytes { write($0) } }
  }

  func write(_ bytes: UnsafeRawBufferPointer) {
    if let session { session.write(bytes) } else { wire.write(bytes) }
  }

  /// Puts the announcement of the end behind the output, where the connection has one (TLS).
  func announceEnd() { session?.announceEnd() }

  /// Announces the end of a connection that is closed right afterwards, as far as there is room.
  func announceEndAtOnce() {
    guard let session, outputCount == 0 else { return }
    wire.isDirect = true
    session.announceEnd()
  }

  /// Does something without sending the output before it is done.
  private func handle(_ work: () -> Void) {
    isHandling = true
    work()
    isHandling = false
  }

  private func outputCame() {
    if !isHandling, !awaitsRoom { requestTurn() }
  }

  func roomCame() {
    events?.noteRoom()
    requestTurn()
  }

  private func requestTurn() {
    if place == nil { place = loop.turns.add(self) }
  }

  func turnCame() {
    withExtendedLifetime(self) {
      place = nil
      if wantsReport {
        wantsReport = false
        handle { tell(.readable) }
      }
      sendOutput()
    }
  }

  private var awaitsRoom: Bool { events?.awaitsRoom ?? false }

  /// Sends what there is, and what is written as there is room for it again, up to the end of the turn.
  private func sendOutput() {
    var left = outputLimit
    for _ in 0..<Self.writesInARow where left > 0 {
      // After the owner has released the connection, nothing more is sent.
      guard user != nil, wire.hasOutput, !awaitsRoom else { return }
      let offered = min(left, wire.outputCount)
      let count = wire.sendOutput(atMost: left)
      guard count >= 0 || errno == EAGAIN || errno == EINTR else {
        user?.handle(.failed)
        return
      }
      if wire.hasOutput, count < offered { events?.awaitRoom() }
      guard count >= 0 else { return }
      left -= count
      if wire.outputCount <= outputLimit / 4 { handle { tell(.writable) } }
    }
    if user != nil, wire.hasOutput, !awaitsRoom { requestTurn() }
  }

  // Telling, which for TLS includes its own events.

  private func tell(_ event: Event) {
    guard let session else { return tellUser(event) }
    switch event {
    case .readable, .endOfInput:
      if event == .endOfInput { wireHasEnded = true }
      let before = inputCount
      session.shakeHands()
      decrypt()
      resume()
      if inputCount > before { tellUser(.readable) }
      reportEnd(of: session)
    case .writable, .rejected, .failed: tellUser(event)
    }
  }

  private func tellUser(_ event: Event) {
    if event == .endOfInput, !hasEndOfInput { inputEnd = Journal.now }
    user?.handle(event)
  }

  private func reportEnd(of session: TLSSession) {
    guard let event = session.takeEnd(after: wireHasEnded) else { return }
    if session.state == .reset { Descriptor.resetOnClose(descriptor) }
    tellUser(event)
  }

  /// Fills the input up from what has come through TLS.
  private func decrypt() {
    // Found while somebody reads, the end is reported when they are done.
    if let session, session.decrypt(upTo: Self.inputLimit) {
      wantsReport = true
      requestTurn()
    }
  }
}
