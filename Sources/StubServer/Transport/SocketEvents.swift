import CLibevent
import StubCore

/// The events of a connected socket on its loop: input, and room for output.
struct SocketEvents: ~Copyable {
  private let read: OpaquePointer
  private let write: OpaquePointer
  /// Whether reports of input are paused.
  private(set) var isPaused = false
  /// Whether there will be no more input.
  private(set) var isReadingOver = false
  /// Whether room for output is to be reported.
  private(set) var awaitsRoom = false

  /// Starts to report input to the transport; `nil` if there is no memory.
  ///
  /// The transport must outlive these events.
  init?(of transport: Transport, on loop: EventLoop) {
    let context = Unmanaged.passUnretained(transport).toOpaque()
    let descriptor = transport.descriptor
    let read = event_new(
      loop.base, descriptor, Int16(EV_READ | EV_PERSIST),
      { _, _, context in Self.transport(context)?.becameReadable() }, context)
    let write = event_new(
      loop.base, descriptor, Int16(EV_WRITE),
      { _, _, context in Self.transport(context)?.becameWritable() }, context)
    guard let read, let write else {
      for case let event? in [read, write] { event_free(event) }
      return nil
    }
    (self.read, self.write) = (read, write)
    event_add(read, nil)
  }

  deinit {
    event_free(read)
    event_free(write)
  }

  private static func transport(_ context: UnsafeMutableRawPointer?) -> Transport? {
    context.map { Unmanaged<Transport>.fromOpaque($0).takeUnretainedValue() }
  }

  mutating func endReading() {
    isReadingOver = true
    event_del(read)
  }

  /// Stops libevent from repeatedly reporting input that is not read yet.
  mutating func pauseReading() {
    guard !isPaused, !isReadingOver else { return }
    isPaused = true
    event_del(read)
  }

  mutating func resumeReading() {
    guard isPaused, !isReadingOver else { return }
    isPaused = false
    event_add(read, nil)
  }

  mutating func awaitRoom() {
    awaitsRoom = true
    event_add(write, nil)
  }

  mutating func noteRoom() { awaitsRoom = false }
}

/// The receiver of the events of a transport.
protocol TransportUser: AnyObject {
  func handle(_ event: Transport.Event)
}

extension Transport {
  enum Event: Sendable, Hashable {
    /// More bytes wait in the input.
    case readable
    /// There is room for more output.
    case writable
    /// The client sends no more bytes; it may still read.
    case endOfInput
    /// Nothing more can be read or written; the output contains the reason for the client.
    case rejected
    /// The connection is broken.
    case failed
  }
}

// Parts of files.
extension Transport {
  /// Whether the system can send files directly; with TLS, they must be read and encrypted.
  var sendsFiles: Bool { session == nil }

  /// Whether a part of a file is still being sent; nothing else may be written until that ends.
  var isSendingFile: Bool { wire.file != nil }

  /// Sends a part of a file after the bytes that have been written.
  func write(_ part: FilePart) { wire.write(part) }

  /// Returns the error that stopped the sending of a file, and clears it.
  func takeFileProblem() -> BodyReadError? { wire.fileProblem.take() }
}
