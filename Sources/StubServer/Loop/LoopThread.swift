import Dispatch
import StubPlatform

/// Starts threads for event loops.
enum LoopThread {
  private final class Start: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// The stack size in bytes.
  ///
  /// Stubs run code of their users on these threads, and some systems have small stacks.
  private static let stackSize = 8 * 1_024 * 1_024

  /// The key of a thread-specific value, which marks the threads started by this type.
  private static let mark: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Whether the calling thread was started by this type.
  static var isCurrent: Bool { pthread_getspecific(mark) != nil }

  /// The number of the calling thread, which no other thread has at the same time.
  static var number: UInt { withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) } }

  /// Makes libdispatch open its descriptors early.
  ///
  /// Without this, libdispatch opens them for its first timer,
  /// and ends the process if none are left.
  static let startsDispatch: Void = {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {}
  }()

  /// Runs the closure on a new thread.
  ///
  /// - Throws: `EventLoopError` if the system allows no more threads.
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
