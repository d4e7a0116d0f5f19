/// The lines of a text: how many begin before each block of it, from which any place is found.
///
/// Lines end with LF, CR LF or CR.
struct LineTable: Sendable {
  private static let block = 4_096
  /// How many line ends stand before each block, and in the whole text.
  private let counts: [UInt32]

  init(_ bytes: [UInt8]) {
    counts = bytes.withUnsafeBufferPointer { bytes in
      var counts: [UInt32] = [0]
      counts.reserveCapacity(bytes.count / Self.block + 2)
      var count: UInt32 = 0
      var start = 0
      while start < bytes.count {
        let end = min(start + Self.block, bytes.count)
        count += UInt32(Self.ends(in: bytes, start..<end))
        counts.append(count)
        start = end
      }
      return counts
    }
  }

  /// The number of the line that holds the byte, from 0.
  func line(at offset: Int, in bytes: [UInt8]) -> Int {
    let block = min(offset / Self.block, counts.count - 1)
    return bytes.withUnsafeBufferPointer {
      Int(counts[block]) + Self.ends(in: $0, min(block * Self.block, offset)..<offset)
    }
  }

  /// Where the line that holds the byte begins.
  func start(ofLineAt offset: Int, in bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var start = offset
      while start > 0, !Self.isEnd(start - 1, in: bytes) { start -= 1 }
      return start
    }
  }

  /// Where a line begins, counted from 0; the last line when there are fewer.
  func start(ofLine line: Int, in bytes: [UInt8]) -> Int {
    let ends = min(line, Int(counts.last ?? 0))
    guard ends > 0 else { return 0 }
    // The last block that fewer line ends stand before.
    var (low, high) = (0, counts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if counts[middle] < ends { low = middle } else { high = middle }
    }
    var count = Int(counts[low])
    return bytes.withUnsafeBufferPointer { bytes in
      var offset = low * Self.block
      while offset < bytes.count {
        if Self.isEnd(offset, in: bytes) { count += 1 }
        offset += 1
        if count == ends { break }
      }
      return offset
    }
  }

  private static func lineFeeds(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int {
    var count = 0
    var start = range.lowerBound
    while let place = ByteSearch.first(0x0A, in: bytes, start..<range.upperBound) {
      count += 1
      start = place + 1
    }
    return count
  }

  private static func ends(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    ByteSearch.first(0x0D, in: bytes, range) == nil
      ? lineFeeds(in: bytes, range) : range.reduce(0) { isEnd($1, in: bytes) ? $0 + 1 : $0 }
  }

  private static func isEnd(_ offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch bytes[offset] {
    case 0x0A: true
    case 0x0D: offset + 1 == bytes.count || bytes[offset + 1] != 0x0A
    default: false
    }
  }
}
