import Dispatch
import StubLanguages

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes whole lines to a descriptor, from any thread.
///
/// On a terminal each line is written at once. Elsewhere the lines of a few milliseconds are written
/// together: a system call for each logged request takes as long as deciding on the request.
final class LineOutput: Sendable {
  /// How long a line may wait for others.
  static let delay = DispatchTimeInterval.milliseconds(5)
  /// Bytes that are written without waiting longer.
  private static let largestBatch = 64 * 1_024

  private let descriptor: Int32
  private let isDelayed: Bool
  private let pending = Lock<[UInt8]>([])
  private let queue = DispatchQueue(label: "stubber.output")

  init(_ descriptor: Int32, isDelayed: Bool) {
    self.descriptor = descriptor
    self.isDelayed = isDelayed
  }

  func print(_ line: String) { write(line, end: "\n") }

  func write(_ text: String, end: String = "") {
    let isFirst = pending.withLock { pending in
      let isFirst = pending.isEmpty
      pending.append(contentsOf: text.utf8)
      pending.append(contentsOf: end.utf8)
      if !isDelayed || pending.count >= Self.largestBatch { write(&pending) }
      return isFirst
    }
    guard isDelayed, isFirst else { return }
    queue.asyncAfter(deadline: .now() + Self.delay) { self.flush() }
  }

  /// Writes the lines that wait.
  func flush() { pending.withLock { write(&$0) } }

  /// Writes all bytes; drops the rest when the reader has gone away.
  private func write(_ bytes: inout [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR {
          break
        }
      }
    }
    bytes.removeAll(keepingCapacity: true)
  }
}

/// Outside of the type, where `write` is the system's.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
