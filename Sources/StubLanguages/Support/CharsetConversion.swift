import StubPlatform

#if canImport(Darwin)
import Foundation

/// A conversion between a character set and UTF-8 with Foundation, because Apple's C library has
/// none.
struct CharsetConversion: ~Copyable {
  private let encoding: String.Encoding

  /// Creates a conversion; `nil` if the system does not support the character set.
  init?(of name: String) {
    let encoding = CFStringConvertIANACharSetNameToEncoding(name as CFString)
    guard encoding != kCFStringEncodingInvalidId else { return nil }
    self.encoding = String.Encoding(rawValue: CFStringConvertEncodingToNSStringEncoding(encoding))
  }

  /// Returns the text in UTF-8; only U+FFFD if any of the bytes are invalid.
  borrowing func utf8(of bytes: [UInt8], unit _: Int) -> [UInt8] {
    Array((String(data: Data(bytes), encoding: encoding) ?? "\u{FFFD}").utf8)
  }

  /// Returns the bytes of a text; `nil` if the character set lacks one of its characters.
  borrowing func bytes(of text: String) -> [UInt8]? {
    text.data(using: encoding).map { Array($0) }
  }
}
#else
/// A conversion between a character set and UTF-8 with `iconv`, a function of the C library.
struct CharsetConversion: ~Copyable {
  private let toUTF8: iconv_t
  private let fromUTF8: iconv_t

  /// Creates a conversion; `nil` if the system does not support the character set.
  init?(of name: String) {
    guard let reading = Self.opened(from: name, to: "UTF-8") else { return nil }
    guard let writing = Self.opened(from: "UTF-8", to: name) else {
      iconv_close(reading)
      return nil
    }
    (toUTF8, fromUTF8) = (reading, writing)
  }

  deinit {
    iconv_close(toUTF8)
    iconv_close(fromUTF8)
  }

  private static func opened(from: String, to: String) -> iconv_t? {
    guard let handle = iconv_open(to, from), Int(bitPattern: handle) != -1 else { return nil }
    return handle
  }

  /// Returns the text in UTF-8, with U+FFFD for each invalid unit of `unit` bytes.
  borrowing func utf8(of bytes: [UInt8], unit: Int) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var place = 0
    while true {
      let stop = Self.convert(bytes, from: &place, with: toUTF8, into: &text)
      if stop == .end { return text }
      text += "\u{FFFD}".utf8
      place += unit
      if stop == .cut || place > bytes.count { return text }
    }
  }

  /// Returns the bytes of a text; `nil` if the character set lacks one of its characters.
  borrowing func bytes(of text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var place = 0
    return Self.convert(Array(text.utf8), from: &place, with: fromUTF8, into: &bytes) == .end
      ? bytes : nil
  }

  private enum Stop {
    /// All bytes were converted.
    case end
    /// The next bytes are invalid, or the target has no equivalent of their character.
    case refused
    /// The bytes end within a character.
    case cut
  }

  /// Converts the bytes from `place` on, appends the result, and advances `place` to the first byte
  /// that was not converted.
  private static func convert(
    _ source: [UInt8], from place: inout Int, with handle: iconv_t, into result: inout [UInt8]
  ) -> Stop {
    var source = source
    return source.withUnsafeMutableBytes { source in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { piece in
        var input = source.baseAddress.map { $0.assumingMemoryBound(to: CChar.self) + place }
        var left = source.count - place
        var isFlushed = false
        while true {
          var output = piece.baseAddress
          var space = piece.count
          isFlushed = left == 0
          let replaced =
            isFlushed
            ? iconv(handle, nil, nil, &output, &space)
            : iconv(handle, &input, &left, &output, &space)
          let problem = replaced == -1 ? errno : 0
          result += UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(piece))
            .prefix(piece.count - space)
          place = source.count - left
          switch problem {
          case 0 where replaced > 0 && !isFlushed: return .refused
          case 0: if isFlushed { return .end }
          case E2BIG: continue
          case EINVAL: return .cut
          default: return .refused
          }
        }
      }
    }
  }
}
#endif
