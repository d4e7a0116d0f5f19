import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Starts threads for event loops.
enum LoopThread {
  private final class Start: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Bytes; stubs run their own code on these threads, and some systems give them little.
  private static let stackSize = 8 * 1_024 * 1_024

  /// Has a value on the threads that are started here.
  private static let mark: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Whether the caller runs on a thread that was started here.
  static var isCurrent: Bool { pthread_getspecific(mark) != nil }

  /// Runs the closure on a thread of its own.
  ///
  /// - Throws: `EventLoopError` when the system allows no more threads.
  static func start(_ body: @escaping @Sendable () -> Void) throws(EventLoopError) {
    let start = Unmanaged.passRetained(Start(body))
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let code = withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { buffer in
      guard let attributes = buffer.baseAddress else { return EAGAIN }
      pthread_attr_init(attributes)
      defer { pthread_attr_destroy(attributes) }
      pthread_attr_setstacksize(attributes, stackSize)
      return pthread_create(&thread, attributes, threadMain, start.toOpaque())
    }
    guard code == 0 else {
      start.release()
      throw EventLoopError()
    }
    #if canImport(Darwin)
    if let thread { pthread_detach(thread) }
    #else
    pthread_detach(thread)
    #endif
  }

  #if canImport(Darwin)
  private static let threadMain:
    @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
      pthread_setspecific(mark, $0)
      Unmanaged<Start>.fromOpaque($0).takeRetainedValue().body()
      return nil
    }
  #else
  private static let threadMain:
    @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
      guard let context else { return nil }
      pthread_setspecific(mark, context)
      Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
      return nil
    }
  #endif
}

/// Carries work from any thread to the one thread on which its receiver lives.
///
/// This is the only way into a loop: what is confined to a loop never leaves it, so nothing of it
/// needs to be `Sendable`.
final class Mailbox<Receiver>: Sendable {
  typealias Message = @Sendable (Receiver) -> Void

  private struct State {
    var messages: [Message] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Becomes readable when messages wait.
  let readEnd: Int32
  private let writeEnd: Int32

  /// - Throws: `EventLoopError` when the system has no more descriptors.
  init() throws(EventLoopError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw EventLoopError() }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends { Descriptor.prepare(end) }
  }

  deinit {
    Descriptor.close(readEnd)
    Descriptor.close(writeEnd)
  }

  /// Hands over work; dropped once the receiver has gone.
  ///
  /// - Returns: whether the work will be done.
  @discardableResult
  func post(_ message: @escaping Message) -> Bool {
    let (isAccepted, wasEmpty) = state.withLock { state in
      guard !state.isClosed else { return (false, false) }
      state.messages.append(message)
      return (true, state.messages.count == 1)
    }
    if wasEmpty {
      var byte: UInt8 = 1
      // A full pipe is as good a signal as one more byte.
      _ = write(writeEnd, &byte, 1)
    }
    return isAccepted
  }

  /// Does the work that has come; called on the receiver's thread.
  func deliver(to receiver: Receiver) {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(readEnd, &bytes, bytes.count) == bytes.count {}
    let messages = state.withLock { state in
      var taken: [Message] = []
      swap(&taken, &state.messages)
      return taken
    }
    for message in messages { message(receiver) }
  }

  /// Refuses further work and drops what has come; for when there will be no receiver.
  func refuse() {
    state.withLock { state in
      state.isClosed = true
      state.messages = []
    }
  }

  /// Refuses further work and does the last of it.
  func closeDown(for receiver: Receiver) {
    state.withLock { $0.isClosed = true }
    deliver(to: receiver)
  }
}
