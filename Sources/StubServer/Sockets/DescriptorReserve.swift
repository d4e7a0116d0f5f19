import StubCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A few descriptors that the process keeps free, to answer clients that connect when it has no others.
///
/// Without them, such clients would wait in the system's queue, and not learn why.
final class DescriptorReserve: Sendable {
  static let shared = DescriptorReserve()

  private static let size = 8

  private let spare = Lock<[Int32]>([])

  private init() { refill() }

  var isEmpty: Bool { spare.withLock { $0.isEmpty } }

  /// Takes descriptors again, as far as there are any.
  ///
  /// - Returns: whether all are there.
  @discardableResult
  func refill() -> Bool {
    spare.withLock { spare in
      while spare.count < Self.size {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        spare.append(descriptor)
      }
      return true
    }
  }

  /// Accepts a connection in place of a descriptor that is kept.
  ///
  /// - Returns: the connection, `nil` when none waits or nothing is kept.
  func accept(from listening: Int32) -> Int32? {
    guard let descriptor = spare.withLock({ $0.popLast() }) else { return nil }
    Descriptor.close(descriptor)
    #if canImport(Glibc)
    let connection = Glibc.accept(listening, nil, nil)
    #elseif canImport(Musl)
    let connection = Musl.accept(listening, nil, nil)
    #else
    let connection = Darwin.accept(listening, nil, nil)
    #endif
    guard connection >= 0 else {
      refill()
      return nil
    }
    Descriptor.prepare(connection)
    return connection
  }

  /// What such a client is told.
  static let refusal = RequestError(
    503, expected: "a free file descriptor for this connection", found: "none left",
    try: "close some connections, or raise `ulimit -n` where the server is started")
}
