import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A text of a JSON document as it is written; its escapes, which are sound, are undone on demand.
///
/// Most texts of a recording are bodies, of which only the bytes are wanted, or wanted by nobody.
struct JSONText: Sendable {
  let source: SourceText
  /// What stands between the quotes.
  let range: Range<Int>

  /// Whether it stands for no text; every escape stands for something.
  var isEmpty: Bool { range.isEmpty }

  var string: String {
    source.bytes.withUnsafeBufferPointer { bytes in
      let written = UnsafeBufferPointer(rebasing: bytes[range])
      guard Self.hasEscapes(written) else { return String(decoding: written, as: UTF8.self) }
      return String(unsafeUninitializedCapacity: written.count) { Self.unescape(written, into: $0) }
    }
  }

  /// The text in UTF-8.
  var data: Data {
    source.bytes.withUnsafeBufferPointer { bytes in
      let written = UnsafeBufferPointer(rebasing: bytes[range])
      guard Self.hasEscapes(written) else { return Data(buffer: written) }
      return Data(unsafeUninitializedCapacity: written.count) { Self.unescape(written, into: $0) }
    }
  }

  /// What the text stands for in base64 (RFC 4648 §4); `nil` when it is something else.
  var decodedBase64: Data? {
    source.bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, !range.isEmpty else { return Data() }
      // Nothing but its slash is ever escaped.
      let written = UnsafeMutableRawPointer(mutating: start + range.lowerBound)
      return Data(
        base64Encoded: Data(bytesNoCopy: written, count: range.count, deallocator: .none))
    }
  }

  private static func hasEscapes(_ written: UnsafeBufferPointer<UInt8>) -> Bool {
    ByteSearch.first(JSONEscape.backslash, in: written, 0..<written.count) != nil
  }

  /// Undoes the escapes; none is shorter than what it stands for.
  ///
  /// - Returns: how many bytes the text has.
  private static func unescape(
    _ written: UnsafeBufferPointer<UInt8>, into text: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    let (source, target) = (UnsafeRawBufferPointer(written), UnsafeMutableRawBufferPointer(text))
    var (place, count) = (0, 0)
    while place < written.count {
      if place + ByteBlock.count <= written.count {
        // Of all these bytes those up to a backslash count.
        let block = ByteBlock(source, at: place)
        block.store(to: target, at: count)
        guard let plain = block.equal(to: JSONEscape.backslash).first else {
          (place, count) = (place + ByteBlock.count, count + ByteBlock.count)
          continue
        }
        (place, count) = (place + plain, count + plain)
      } else if written[place] != JSONEscape.backslash {
        text[count] = written[place]
        (place, count) = (place + 1, count + 1)
        continue
      }
      if let byte = JSONEscape.short(written[place + 1]) {
        text[count] = byte
        (place, count) = (place + 2, count + 1)
      } else if let escape = try? JSONEscape(at: place, in: written) {
        for byte in escape.scalar.utf8 {
          text[count] = byte
          count += 1
        }
        place += escape.length
      } else {
        preconditionFailure("expected an escape that was checked")
      }
    }
    return count
  }
}

/// How far a text in double quotes goes, found sixteen bytes at a time.
struct JSONTextExtent {
  enum Ending: Hashable {
    case quote
    case lineEnd
    case control(UInt8)
    case endOfFile
  }

  let ending: Ending
  /// Where the ending stands.
  let end: Int
  /// The first escape that is no letter or sign behind a backslash, or none at all.
  let firstLongEscape: Int?

  /// Looks at the text whose opening quote stands there.
  init(startingAt start: Int, in bytes: [UInt8]) {
    var firstLongEscape: Int?
    (ending, end) = bytes.withUnsafeBufferPointer { bytes in
      var place = start + 1
      while true {
        place = Self.special(from: place, in: bytes)
        guard place < bytes.count else { return (.endOfFile, bytes.count) }
        switch bytes[place] {
        case UInt8(ascii: "\""): return (.quote, place)
        case JSONEscape.backslash:
          let isShort = place + 1 < bytes.count && JSONEscape.short(bytes[place + 1]) != nil
          if !isShort, firstLongEscape == nil { firstLongEscape = place }
          place += 2
        case 0x0A, 0x0D: return (.lineEnd, place)
        default: return (.control(bytes[place]), place)
        }
      }
    }
    self.firstLongEscape = firstLongEscape
  }

  /// The next quote, backslash or control character, or the end.
  private static func special(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var place = start
    let raw = UnsafeRawBufferPointer(bytes)
    while place + ByteBlock.count <= bytes.count {
      let block = ByteBlock(raw, at: place)
      let marks =
        block.equal(to: UInt8(ascii: "\"")) | block.equal(to: JSONEscape.backslash)
        | block.less(than: 0x20)
      if let first = marks.first { return place + first }
      place += ByteBlock.count
    }
    while place < bytes.count, bytes[place] != UInt8(ascii: "\""),
      bytes[place] != JSONEscape.backslash, bytes[place] >= 0x20
    {
      place += 1
    }
    return place
  }
}

/// A backslash in a text, with what it stands for (RFC 8259 §7).
struct JSONEscape {
  static let backslash = UInt8(ascii: "\\")

  /// Why something is no escape.
  struct Problem: Error {
    enum Kind {
      case unknown
      case badDigits
      case halfOfPair
    }

    let kind: Kind
    /// Where the escape begins that is wrong.
    let place: Int
  }

  let scalar: Unicode.Scalar
  /// How many bytes stand for it.
  let length: Int

  /// Reads the escape whose backslash stands there.
  init(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) throws(Problem) {
    guard place + 1 < bytes.count else { throw Problem(kind: .unknown, place: place) }
    if let byte = Self.short(bytes[place + 1]) {
      (scalar, length) = (Unicode.Scalar(byte), 2)
      return
    }
    let first = try Self.codeUnit(at: place, in: bytes)
    if let scalar = Unicode.Scalar(first) {
      (self.scalar, length) = (scalar, 6)
      return
    }
    guard first < 0xDC00, bytes[(place + 6)...].starts(with: #"\u"#.utf8) else {
      throw Problem(kind: .halfOfPair, place: place)
    }
    let second = try Self.codeUnit(at: place + 6, in: bytes)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else { throw Problem(kind: .halfOfPair, place: place) }
    (self.scalar, length) = (scalar, 12)
  }

  /// What a backslash and that letter stand for; `nil` for `u` and what is no escape.
  @inline(__always)
  static func short(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// What `\uXXXX` stands for, which may be half of a surrogate pair.
  private static func codeUnit(
    at place: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) throws(Problem) -> UInt32 {
    guard bytes[place + 1] == UInt8(ascii: "u") else { throw Problem(kind: .unknown, place: place) }
    var value: UInt32 = 0
    for digit in place + 2..<place + 6 {
      guard digit < bytes.count, let digit = PercentEncoding.hexValue(bytes[digit]) else {
        throw Problem(kind: .badDigits, place: place)
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}

extension Data {
  /// Data that is written where it stays; what it does not fill is given back.
  ///
  /// The closure writes the bytes and returns how many they are.
  init(
    unsafeUninitializedCapacity capacity: Int,
    initializingWith fill: (UnsafeMutableBufferPointer<UInt8>) -> Int
  ) {
    guard let room = malloc(capacity) else { preconditionFailure("expected memory, found none") }
    let bytes = room.assumingMemoryBound(to: UInt8.self)
    let count = fill(UnsafeMutableBufferPointer(start: bytes, count: capacity))
    self.init(
      bytesNoCopy: realloc(room, count) ?? room, count: count, deallocator: .free)
  }
}
