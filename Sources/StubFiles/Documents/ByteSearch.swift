#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Searches that the C library does many bytes at a time.
enum ByteSearch {
  /// Where the byte is first found within the range.
  static func first(
    _ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int? {
    guard let base = bytes.baseAddress, !range.isEmpty,
      let place = memchr(base + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return UnsafeRawPointer(place) - UnsafeRawPointer(base)
  }

  /// Where one of two bytes is first found within the range.
  static func first(
    _ byte: UInt8, or other: UInt8, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int? {
    var place = range.lowerBound
    while place + ByteBlock.count <= range.upperBound {
      let block = ByteBlock(UnsafeRawBufferPointer(bytes), at: place)
      let marks = block.equal(to: byte) | block.equal(to: other)
      if let first = marks.first { return place + first }
      place += ByteBlock.count
    }
    return (place..<range.upperBound).first { bytes[$0] == byte || bytes[$0] == other }
  }

  /// Where the bytes of the text are first found.
  static func first(_ text: StaticString, in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { first(text, in: $0) }
  }

  /// Where the bytes of the text are first found.
  static func first(_ text: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let length = text.utf8CodeUnitCount
    var start = 0
    while start + length <= bytes.count,
      let place = first(text.utf8Start.pointee, in: bytes, start..<bytes.count)
    {
      guard place + length <= bytes.count else { return nil }
      let sought = UnsafeBufferPointer(start: text.utf8Start, count: length)
      if bytes[place..<place + length].elementsEqual(sought) { return place }
      start = place + 1
    }
    return nil
  }
}
