import CLibevent

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A connection's bytes as they travel, below any encryption.
final class WireStream {
  private let input: OpaquePointer?
  private let output: OpaquePointer?
  private let descriptor: Int32
  /// Whether what is written goes to the system at once, or nowhere when that has no room.
  var isDirect = false

  /// Uses the buffers and the descriptor of a connection, which must outlive it.
  init(input: OpaquePointer?, output: OpaquePointer?, descriptor: Int32) {
    self.input = input
    self.output = output
    self.descriptor = descriptor
  }

  /// Takes what has come; 0 when there is nothing.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    max(0, Int(evbuffer_remove(input, buffer.baseAddress, buffer.count)))
  }

  func discard() { evbuffer_drain(input, evbuffer_get_length(input)) }

  func write(_ bytes: UnsafeRawBufferPointer) {
    if isDirect {
      _ = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
    } else {
      evbuffer_add(output, bytes.baseAddress, bytes.count)
    }
  }

  /// The address at this end, such as `127.0.0.1`; `nil` when there is none, as on a unix socket.
  var localAddress: String? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes -> String? in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        getsockname(descriptor, start, &size) == 0
      else { return nil }
      var text = [UInt8](repeating: 0, count: Int(NI_MAXHOST))
      let result = text.withUnsafeMutableBytes { text in
        getnameinfo(
          start, size, text.baseAddress?.assumingMemoryBound(to: CChar.self),
          socklen_t(text.count), nil, 0, NI_NUMERICHOST)
      }
      guard result == 0 else { return nil }
      // A scope such as `%eth0` is of no use to a client.
      let end = text.firstIndex { $0 == 0 || $0 == UInt8(ascii: "%") } ?? text.endIndex
      return String(decoding: text[..<end], as: UTF8.self)
    }
  }
}
