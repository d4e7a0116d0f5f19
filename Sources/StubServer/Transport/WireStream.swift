import StubCore
import StubPlatform

/// The bytes of a connection as the network carries them, which TLS has encrypted.
final class WireStream {
  /// Input that has not been read.
  @exclusivity(unchecked) var input = ByteQueue()
  /// Output that has not been sent.
  @exclusivity(unchecked) private(set) var output = ByteQueue()
  /// A body to send after the output without copying it.
  ///
  /// The next write copies it into the output.
  @exclusivity(unchecked) private var body: Data?
  /// The unsent part of a file, which is sent after the output.
  @exclusivity(unchecked) var file: FilePart?
  /// The reason why the rest of a file cannot be sent.
  var fileProblem: BodyReadError?
  /// The number of bytes that the system has taken since the connection began.
  private(set) var sentCount = 0
  /// The time since which output remains because the system took only a part; `nil` if none
  /// remains.
  private(set) var blockedSince: Duration?
  /// The largest number of bytes that are copied into the output; longer data is sent without a
  /// copy.
  static let mostCopied = 4 * 1_024

  let descriptor: Int32
  private let loop: EventLoop
  /// Whether writes go directly to the system, and are discarded if the system has no room.
  var isDirect = false
  /// Called when the output, which was empty, gets bytes.
  var onOutput: (() -> Void)?

  /// Creates the stream of a connection, whose descriptor must stay open as long as the stream
  /// exists.
  init(_ descriptor: Int32, on loop: EventLoop) {
    self.descriptor = descriptor
    self.loop = loop
  }

  /// Moves received bytes into the buffer.
  ///
  /// - Returns: their number; 0 if there are none.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = input.withFirst(buffer.count) { bytes in
      buffer.copyMemory(from: bytes)
      return bytes.count
    }
    input.removeFirst(count)
    return count
  }

  func discard() { input = ByteQueue() }

  /// The number of bytes that have not been sent.
  var outputCount: Int { output.count + (body?.count ?? 0) + (file?.range.count ?? 0) }

  var hasOutput: Bool { !output.isEmpty || body != nil || file != nil }

  /// Sends bytes without copying them, which costs less if there are many.
  func write(_ bytes: Data) {
    guard !isDirect, body == nil, bytes.count > Self.mostCopied else {
      return bytes.withUnsafeBytes { write($0) }
    }
    let hadOutput = hasOutput
    body = bytes
    if !hadOutput { onOutput?() }
  }

  /// Copies the body into the output, so that more bytes can follow.
  func moveBody() {
    guard let moved = body.take() else { return }
    moved.withUnsafeBytes { append($0) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count > 0 else { return }
    if isDirect {
      _ = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
      return
    }
    let hadOutput = !output.isEmpty || body != nil
    moveBody()
    append(bytes)
    if !hadOutput { onOutput?() }
  }

  private func append(_ bytes: UnsafeRawBufferPointer) {
    if output.capacity == 0 { swap(&output, &loop.spareOutput) }
    output.append(bytes)
  }

  /// Passes at most `limit` bytes of the output to the system.
  ///
  /// - Returns: the number of bytes that the system took; -1 if it took none, with the reason in
  ///   `errno`.
  func sendOutput(atMost limit: Int = .max) -> Int {
    let count = sendPart(limit)
    guard count >= 0 || errno == EAGAIN || errno == EINTR else { return count }
    if !hasOutput {
      blockedSince = nil
    } else if count > 0 || blockedSince == nil {
      let reason = errno
      blockedSince = MonotonicClock.now
      errno = reason
    }
    return count
  }

  private func sendPart(_ limit: Int) -> Int {
    guard !output.isEmpty || body != nil else { return sendFile(atMost: limit) }
    let count =
      body.map { sendOutput(and: $0, atMost: limit) }
      ?? output.withFirst(limit) { send(descriptor, $0.baseAddress, $0.count, 0) }
    if count > 0 { removeFirst(count) }
    guard output.isEmpty, body == nil else { return count }
    giveBackOutput()
    return file == nil || count >= limit ? count : count + max(sendFile(atMost: limit - count), 0)
  }

  /// Sends the output and the body after it in one call.
  private func sendOutput(and body: Data, atMost limit: Int) -> Int {
    withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { pieces in
      output.withFirst(limit) { first in
        body.withUnsafeBytes { second in
          let second = UnsafeRawBufferPointer(rebasing: second.prefix(limit - first.count))
          pieces.initializeElement(at: 0, to: iovec(first))
          pieces.initializeElement(at: 1, to: iovec(second))
          return writev(descriptor, pieces.baseAddress, Int32(pieces.count))
        }
      }
    }
  }

  /// Removes the bytes that have been sent.
  private func removeFirst(_ count: Int) {
    sentCount += count
    let ofOutput = min(count, output.count)
    output.removeFirst(ofOutput)
    guard ofOutput < count else { return }
    body = body?.dropFirst(count - ofOutput)
    if body?.isEmpty == true { body = nil }
  }

  /// Releases the output buffer, so that connections without output hold no memory for it.
  private func giveBackOutput() {
    if output.capacity <= EventLoop.bufferSize, loop.spareOutput.capacity == 0 {
      swap(&output, &loop.spareOutput)
    } else {
      output = ByteQueue()
    }
  }

  /// The local IP address, such as `127.0.0.1`; `nil` on a Unix socket.
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
      // A scope such as `%eth0` is useless to a client.
      let end = text.firstIndex { $0 == 0 || $0 == UInt8(ascii: "%") } ?? text.endIndex
      return String(decoding: text[..<end], as: UTF8.self)
    }
  }
}

extension iovec {
  fileprivate init(_ bytes: UnsafeRawBufferPointer) {
    self.init(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
  }
}

// Parts of files, which the system sends without copying their bytes into this process.
extension WireStream {
  /// Sends a part of a file after the output; nothing may be written until it has been sent.
  func write(_ part: FilePart) {
    guard !part.range.isEmpty else { return }
    let hadOutput = hasOutput
    moveBody()
    file = part
    if !hadOutput { onOutput?() }
  }

  /// Passes as much of the file to the system as it takes; a file that cannot be read is abandoned.
  ///
  /// - Returns: the number of bytes that the system took; -1 if it took none, with the reason in
  ///   `errno`.
  func sendFile(atMost limit: Int = .max) -> Int {
    guard let part = file else { return 0 }
    let range = part.range.prefix(limit)
    let count = Descriptor.sendFile(part.file.descriptor, range, to: descriptor)
    if count > 0 {
      sentCount += count
      file = part.dropFirst(count)
    } else if count == 0 {
      giveUpFile(part.file.truncationError)
    } else if errno != EAGAIN, errno != EINTR {
      return readFile(part)
    }
    return count
  }

  /// Reads some of the file into the output, because the system has failed to send it.
  ///
  /// The system cannot send every file. If the failure was a broken connection, the next write
  /// fails.
  private func readFile(_ part: FilePart) -> Int {
    let count = min(part.range.count, EventLoop.bufferSize)
    withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { room in
      do throws(BodyReadError) {
        try part.file.read(from: part.range.lowerBound, into: room)
        file = part.dropFirst(count)
        write(UnsafeRawBufferPointer(room))
      } catch {
        giveUpFile(error)
      }
    }
    return 0
  }

  private func giveUpFile(_ problem: BodyReadError) {
    file = nil
    fileProblem = problem
  }
}

extension FilePart {
  /// Returns the part without its first `count` bytes; `nil` if nothing remains.
  fileprivate func dropFirst(_ count: Int) -> FilePart? {
    guard count < range.count else { return nil }
    return FilePart(file: file, range: range.dropFirst(count))
  }
}

/// A queue of bytes, which are added at the end and removed from the front.
struct ByteQueue: Sendable {
  private var bytes: [UInt8] = []
  /// The number of bytes that have been removed from the front.
  private var start = 0

  init() {}

  var count: Int { bytes.count - start }

  var isEmpty: Bool { bytes.count == start }

  /// The number of bytes for which memory is allocated.
  var capacity: Int { bytes.capacity }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    // Reuses the memory of removed bytes before allocating more.
    if start > 0, bytes.count + more.count > bytes.capacity {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  mutating func removeFirst(_ count: Int) {
    start += count
    if start == bytes.count { removeAll() }
  }

  /// Removes all bytes and keeps their memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
  }

  /// Calls `body` with the first `most` bytes, or with all if there are fewer.
  func withFirst<Result>(
    _ most: Int = .max, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { all in
      body(UnsafeRawBufferPointer(rebasing: all[start..<start + min(most, all.count - start)]))
    }
  }
}
