/// Turns counts of Unicode scalars, which libyaml reports, into byte offsets.
struct ScalarOffsets {
  private static let step = 256
  private let bytes: [UInt8]
  /// The byte offset of every 256th scalar; empty for ASCII, where the two are the same.
  private let checkpoints: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard !bytes.allSatisfy({ $0 < 0x80 }) else {
      checkpoints = []
      return
    }
    var checkpoints: [Int] = []
    var count = 0
    for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
      if count.isMultiple(of: Self.step) { checkpoints.append(offset) }
      count += 1
    }
    self.checkpoints = checkpoints
  }

  func byteOffset(of place: YAMLPlace) -> Int {
    switch place {
    case .byte(let offset): min(offset, bytes.count)
    case .scalar(let index): byteOffset(ofScalar: index)
    }
  }

  private func byteOffset(ofScalar index: Int) -> Int {
    guard !checkpoints.isEmpty else { return min(index, bytes.count) }
    let checkpoint = index / Self.step
    guard checkpoint < checkpoints.count else { return bytes.count }
    var offset = checkpoints[checkpoint]
    for _ in 0..<(index % Self.step) {
      guard offset < bytes.count else { break }
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }
}
