/// Sixteen bytes that are looked at in one go.
struct ByteBlock {
  static let count = 16

  // The first byte is the lowest.
  private let low: UInt64
  private let high: UInt64

  /// - Precondition: sixteen bytes are left from there.
  init(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    low = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    high = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
  }

  /// - Precondition: there is room for sixteen bytes from there.
  func store(to bytes: UnsafeMutableRawBufferPointer, at place: Int) {
    bytes.storeBytes(of: low.littleEndian, toByteOffset: place, as: UInt64.self)
    bytes.storeBytes(of: high.littleEndian, toByteOffset: place + 8, as: UInt64.self)
  }

  /// Which bytes are looked for, told by their highest bits.
  ///
  /// Only the first is sure: others may stand behind it by mistake.
  struct Marks {
    fileprivate let low: UInt64
    fileprivate let high: UInt64

    /// The number of the first byte that is marked; `nil` when none is.
    var first: Int? {
      if low | high == 0 { return nil }
      return low != 0 ? low.trailingZeroBitCount / 8 : 8 + high.trailingZeroBitCount / 8
    }

    static func | (left: Self, right: Self) -> Self {
      Self(low: left.low | right.low, high: left.high | right.high)
    }
  }

  /// Marks bytes that are no ASCII.
  var beyondASCII: Marks { Marks(low: low & Self.all(0x80), high: high & Self.all(0x80)) }

  /// Marks bytes of that value.
  func equal(to byte: UInt8) -> Marks {
    let (low, high) = (low ^ Self.all(byte), high ^ Self.all(byte))
    return Marks(low: Self.below(1, low), high: Self.below(1, high))
  }

  /// Marks bytes less than one that is ASCII.
  func less(than byte: UInt8) -> Marks {
    Marks(low: Self.below(byte, low), high: Self.below(byte, high))
  }

  private static func below(_ byte: UInt8, _ word: UInt64) -> UInt64 {
    (word &- all(byte)) & ~word & all(0x80)
  }

  private static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
