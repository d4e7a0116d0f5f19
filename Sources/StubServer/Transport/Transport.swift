import StubCore
import StubPlatform

/// A connected socket, plain or with TLS, and its buffers for input and output.
///
/// A transport owns its socket. Bytes that are written while an event is handled are sent together
/// afterwards.
final class Transport {
  /// The largest number of input bytes kept until they are read.
  static let inputLimit = EventLoop.bufferSize

  /// The number of output bytes that a plain connection may store before it takes no more of a
  /// body.
  static let outputLimit = 256 * 1_024
  /// The limit of stored output over TLS, where each byte costs more.
  static let secureOutputLimit = 64 * 1_024

  /// The number of writes to a socket in one turn, before other sockets get their turn.
  private static let writesInARow = 4

  let descriptor: Int32
  let loop: EventLoop
  let wire: WireStream
  @exclusivity(unchecked) var session: TLSSession?
  @exclusivity(unchecked) private var events: SocketEvents?
  /// The range of the latest input of a plain connection in the loop's scratch memory.
  @exclusivity(unchecked) var window = 0..<0
  /// The largest number of raw input bytes kept until they are read.
  private var limit = Transport.inputLimit
  private var isHandling = false
  private var wantsReport = false
  /// The place in the queue of connections that wait for their turn to send; `nil` if not in the
  /// queue.
  private var place: Int?
  /// Whether the client has ended its side of the TCP connection.
  private var wireHasEnded = false
  /// The time when the end of the client's input was reported, in nanoseconds since 1970; 0 before.
  private(set) var inputEnd: Int64 = 0
  var hasEndOfInput: Bool { inputEnd > 0 }
  /// The receiver of events, which is not retained.
  ///
  /// It must set this to `nil` before it is released.
  unowned(unsafe) var user: (any TransportUser)?

  /// Creates a transport, which owns the descriptor even if the result is `nil` for lack of memory.
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
    wire.onOutput = { [unowned self] in
      if !isHandling, !awaitsRoom { requestTurn() }
    }
    session?.onReady = { [unowned self] in tellInput(.readable) }
  }

  deinit {
    if let place { loop.turns.remove(place) }
    events = nil
    Descriptor.close(descriptor)
  }

  // Reading.

  /// Limits the unread input to `count` bytes, 1 or more, but never more than ``inputLimit``.
  ///
  /// While the input is full, the transport does not read, so a client that sends more has to wait.
  func limitInput(to count: Int) {
    limit = min(count, Self.inputLimit)
    resume()
  }

  /// The unread bytes, decrypted if the connection uses TLS, except the bytes in `window`.
  private var input: ByteQueue {
    _read { if let session { yield session.input } else { yield wire.input } }
    _modify { if let session { yield &session.input } else { yield &wire.input } }
  }

  var inputCount: Int { window.count + input.count }

  /// The application protocol chosen by TLS, known once bytes are readable; `nil` if there is none.
  var applicationProtocol: String? { session?.applicationProtocol }

  /// The subject of the client's certificate; `nil` if the client has sent none.
  var clientCertificateSubject: String? { session?.clientSubject }

  /// Passes the first bytes of the input, at most `limit`, to `body`, and removes as many as it
  /// returns.
  func consume(atMost limit: Int = .max, _ body: (Span<UInt8>) -> Int) {
    if !window.isEmpty {
      let shown = window.prefix(limit)
      let used = UnsafeRawBufferPointer(rebasing: loop.scratch[shown]).withMemoryRebound(
        to: UInt8.self
      ) { body($0.span) }
      window = shown.lowerBound + used..<max(window.upperBound, shown.lowerBound + used)
      return
    }
    // The queue is moved out during the call, because `body` may call this transport.
    var queue = ByteQueue()
    swap(&queue, &input)
    queue.removeFirst(
      queue.withFirst(limit) { bytes in bytes.withMemoryRebound(to: UInt8.self) { body($0.span) } })
    swap(&queue, &input)
    decrypt()
    resume()
  }

  /// The first byte of the input; `nil` if there is none.
  var firstByte: UInt8? {
    window.isEmpty ? input.withFirst(1) { $0.first } : loop.scratch[window.lowerBound]
  }

  /// Returns a copy of the first `count` bytes of the input, or of all bytes if there are fewer.
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

  func becameReadable() {
    withExtendedLifetime(self) {
      handle { receive() }
      if !window.isEmpty {
        wire.input.append(UnsafeRawBufferPointer(rebasing: loop.scratch[window]))
        window = 0..<0
      }
      if isFull { events?.pauseReading() }
      // A queued connection sends when its turn comes, even if input arrives before.
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
      tellInput(.readable)
    } else if count == 0 {
      events?.endReading()
      tellInput(.endOfInput)
    } else if ![EAGAIN, EINTR].contains(errno) {
      events?.endReading()
      user?.handle(.failed)
    }
  }

  private var isFull: Bool { wire.input.count >= limit }

  private func resume() {
    if !isFull { events?.resumeReading() }
  }

  // Writing.

  var outputCount: Int { wire.outputCount + (session?.waitingCount ?? 0) }

  /// The largest number of output bytes to store, and to send in one turn.
  var outputLimit: Int { session == nil ? Self.outputLimit : Self.secureOutputLimit }

  /// The bytes that have left the server since the connection began, including TLS overhead.
  var sentCount: Int { wire.sentCount }

  /// The bytes that have left the server or are about to.
  var writtenCount: Int { wire.sentCount + outputCount }

  /// The time since which output remains because the system took only a part; `nil` if none
  /// remains.
  var blockedSince: Duration? { wire.blockedSince }

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: Span<UInt8>) { bytes.withUnsafeBytes { write($0) } }

  func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }

  func write(_ bytes: Data) {
    if session == nil { wire.write(bytes) } else { bytes.withUnsafeBytes { write($0) } }
  }

  func write(_ bytes: UnsafeRawBufferPointer) {
    if let session { session.write(bytes) } else { wire.write(bytes) }
  }

  /// Adds the `close_notify` alert of TLS after the output; plain connections have none.
  func announceEnd() { session?.announceEnd() }

  /// Sends the `close_notify` alert of TLS just before closing, if the socket has room for it.
  func announceEndAtOnce() {
    guard let session, outputCount == 0 else { return }
    wire.isDirect = true
    session.announceEnd()
  }

  /// Runs a closure; the caller sends the output that it writes.
  private func handle(_ work: () -> Void) {
    isHandling = true
    work()
    isHandling = false
  }

  func becameWritable() {
    events?.noteRoom()
    requestTurn()
  }

  private func requestTurn() {
    if place == nil { place = loop.turns.add(self) }
  }

  func takeTurn() {
    withExtendedLifetime(self) {
      place = nil
      if wantsReport {
        wantsReport = false
        handle { tellInput(.readable) }
      }
      sendOutput()
    }
  }

  private var awaitsRoom: Bool { events?.awaitsRoom ?? false }

  /// Sends up to `outputLimit` bytes, including bytes that the user writes when room is reported.
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
      if wire.outputCount <= outputLimit / 4 { handle { user?.handle(.writable) } }
    }
    if user != nil, wire.hasOutput, !awaitsRoom { requestTurn() }
  }

  // Reporting events.

  /// Tells the user that input has arrived or ended; over TLS, the session finds out what arrived.
  func tellInput(_ event: Event) {
    if let session { return tellInput(event, through: session) }
    if event == .endOfInput { noteEnd() }
    user?.handle(event)
  }

  private func tellInput(_ event: Event, through session: TLSSession) {
    if event == .endOfInput { wireHasEnded = true }
    let before = inputCount
    session.shakeHands()
    decrypt()
    resume()
    if inputCount > before { user?.handle(.readable) }
    guard let end = session.takeEnd(after: wireHasEnded) else { return }
    if session.state == .reset { Descriptor.resetOnClose(descriptor) }
    if end == .endOfInput { noteEnd() }
    user?.handle(end)
  }

  private func noteEnd() {
    if !hasEndOfInput { inputEnd = Journal.now }
  }

  /// Fills the input with decrypted bytes.
  private func decrypt() {
    // The user may be reading the input now; an end is reported in the next turn, after the read.
    if let session, session.decrypt(upTo: Self.inputLimit) {
      wantsReport = true
      requestTurn()
    }
  }
}
