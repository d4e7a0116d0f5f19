/// Eight bytes that are looked at in one go.
///
/// A mark is the highest bit of a byte. Of the marks for what a byte equals or is less than, only
/// the first is sure: others may stand behind it by mistake.
struct ByteWord {
  /// The first byte is the lowest.
  private let bits: UInt64

  /// - Precondition: eight bytes are left from there.
  init(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    bits = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  /// Marks bytes that are no ASCII.
  var marksBeyondASCII: UInt64 { bits & Self.all(0x80) }

  /// Marks bytes of that value.
  func marks(_ byte: UInt8) -> UInt64 {
    let differences = bits ^ Self.all(byte)
    return (differences &- Self.all(1)) & ~differences & Self.all(0x80)
  }

  /// Marks bytes less than one that is ASCII.
  func marks(below byte: UInt8) -> UInt64 { (bits &- Self.all(byte)) & ~bits & Self.all(0x80) }

  /// The number of the first byte that is marked; 8 when none is.
  static func first(_ marks: UInt64) -> Int { marks.trailingZeroBitCount / 8 }

  private static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
