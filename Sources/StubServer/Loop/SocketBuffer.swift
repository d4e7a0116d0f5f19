import CLibevent

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A connected socket with buffers on both sides, which it owns.
final class SocketBuffer {
  enum Event: Sendable, Hashable {
    /// More bytes wait in the input.
    case readable
    /// There is room for more output.
    case writable
    /// The client sends no more; it may still read.
    case endOfInput
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
  private let input: OpaquePointer?
  private let output: OpaquePointer?
  var onEvent: ((Event) -> Void)?

  /// Takes the descriptor over in any case; `nil` when there is no memory.
  init?(_ descriptor: Int32, on loop: EventLoop) {
    let options = Int32(BEV_OPT_CLOSE_ON_FREE.rawValue)
    guard let handle = bufferevent_socket_new(loop.base, descriptor, options) else {
      evutil_closesocket(descriptor)
      return nil
    }
    self.descriptor = descriptor
    self.loop = loop
    self.handle = handle
    input = bufferevent_get_input(handle)
    output = bufferevent_get_output(handle)
    bufferevent_setwatermark(handle, Int16(EV_READ), 0, Self.inputLimit)
    bufferevent_setwatermark(handle, Int16(EV_WRITE), Self.outputLowWatermark, 0)
    bufferevent_setcb(
      handle,
      { _, context in SocketBuffer.at(context)?.onEvent?(.readable) },
      { _, context in SocketBuffer.at(context)?.onEvent?(.writable) },
      { _, flags, context in
        let isEnd = Int32(flags) & BEV_EVENT_EOF != 0
        SocketBuffer.at(context)?.onEvent?(isEnd ? .endOfInput : .failed)
      }, Unmanaged.passUnretained(self).toOpaque())
    bufferevent_enable(handle, Int16(EV_READ | EV_WRITE))
  }

  deinit { bufferevent_free(handle) }

  private static func at(_ context: UnsafeMutableRawPointer?) -> SocketBuffer? {
    context.map { Unmanaged<SocketBuffer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Leaves what comes beyond that many bytes, 1 or more, to the system, which holds the client up.
  func limitInput(to count: Int) {
    bufferevent_setwatermark(handle, Int16(EV_READ), 0, min(count, Self.inputLimit))
  }

  var inputCount: Int { evbuffer_get_length(input) }

  var outputCount: Int { evbuffer_get_length(output) }

  /// Shows the first stretch of the input and removes as many bytes as the closure says it used.
  func consume(atMost limit: Int = .max, _ body: (Span<UInt8>) -> Int) {
    let count = min(limit, evbuffer_get_contiguous_space(input))
    guard count > 0, let start = evbuffer_pullup(input, count) else { return }
    let used = body(Span(_unsafeStart: UnsafePointer(start), count: count))
    evbuffer_drain(input, used)
  }

  func discardInput() { evbuffer_drain(input, inputCount) }

  func write(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { _ = evbuffer_add(output, $0.baseAddress, $0.count) }
  }

  func write(_ bytes: Data) {
    bytes.withUnsafeBytes { _ = evbuffer_add(output, $0.baseAddress, $0.count) }
  }
}
