/// Bytes that are added at the end and taken from the front.
struct ByteQueue: Sendable {
  private var bytes: [UInt8] = []
  /// How many of the bytes are gone.
  private var start = 0

  init() {}

  var count: Int { bytes.count - start }

  var isEmpty: Bool { bytes.count == start }

  /// Bytes that there is memory for.
  var capacity: Int { bytes.capacity }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    // What is gone makes room before more memory is asked for.
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

  /// Forgets the bytes and keeps their memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
  }

  /// Shows up to that many bytes, the first ones.
  func withFirst<Result>(
    _ most: Int = .max, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { all in
      body(UnsafeRawBufferPointer(rebasing: all[start..<start + min(most, all.count - start)]))
    }
  }
}
