import StubCore
package import StubPlatform

/// Writes texts as scalars of a YAML document, in such a form that reading returns exactly the same
/// texts.
package enum YAMLText {
  /// Returns the text on one line, in double quotes unless it is safe without.
  package static func inline(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// Returns the text to write after a key, as an indented block if that is safe, otherwise on one
  /// line.
  package static func value(_ text: String, indent: Int) -> String {
    guard text.has("\n"), isBlock(text) else { return inline(text) }
    return block(text, indent: indent)
  }

  /// Returns the text as a block; it must have only characters that blocks preserve.
  package static func block(_ text: String, indent: Int) -> String {
    var result = "|"
    // A space at the start of the first line would be read as deeper indentation.
    if let first = text.utf8.first, [0x09, 0x0A, 0x20].contains(first) { result += "2" }
    if !text.hasSuffix("\n") {
      result += "-"
    } else if text.hasSuffix("\n\n") {
      result += "+"
    }
    let margin = [0x0A] + [UInt8](repeating: 0x20, count: indent)
    var body = text.hasSuffix("\n") ? String(text.dropLast()) : text
    return result
      + body.withUTF8 { bytes in
        var lines: [UInt8] = []
        lines.reserveCapacity(bytes.count + bytes.count / 8)
        var start = 0
        while start <= bytes.count {
          let end = ByteSearch.first(0x0A, in: bytes, start..<bytes.count) ?? bytes.count
          lines += start == end ? margin[..<1] : margin[...]
          lines += bytes[start..<end]
          start = end + 1
        }
        return String(decoding: lines, as: UTF8.self)
      }
  }

  /// Returns whether a block preserves the text, because it has only line feeds, tabs and printable
  /// characters.
  private static func isBlock(_ text: String) -> Bool {
    guard text.utf8.contains(where: { $0 != 0x0A && $0 != 0x20 }) else { return false }
    var text = text
    return text.withUTF8 { bytes in
      var place = 0
      while let sign = firstUnprintable(in: bytes, from: place) {
        guard bytes[sign] == 0x0A else { return false }
        place = sign + 1
      }
      return true
    }
  }

  /// Returns the position of the first unprintable character; tabs count as printable.
  private static func firstUnprintable(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      if byte < 0x7F {
        if byte < 0x20, byte != 0x09 { return place }
      } else if byte == 0x7F || isUnprintable(at: place, in: bytes) {
        return place
      }
      place += 1
    }
    return nil
  }

  /// Returns whether the character at `place`, which is not ASCII, is unprintable, as `isPrintable`
  /// defines it.
  private static func isUnprintable(
    at place: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let rest = bytes.count - place
    switch bytes[place] {
    case 0xC2: return rest > 1 && bytes[place + 1] < 0xA0
    case 0xE2: return rest > 2 && bytes[place + 1] == 0x80 && bytes[place + 2] & 0xFE == 0xA8
    case 0xEF:
      guard rest > 2 else { return false }
      let (second, third) = (bytes[place + 1], bytes[place + 2])
      return (second == 0xBB && third == 0xBF) || (second == 0xBF && third >= 0xBE)
    default: return false
    }
  }

  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x1_0000...0x10_FFFF:
      true
    default: false
    }
  }

  /// Returns whether the text needs no quotes in block mappings and lists.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first,
      first.properties.isAlphabetic || ("0"..."9").contains(first) || first == "/" || first == "_",
      text.utf8.count != 4 || !nulls.contains(text.lowercased())
    else { return false }
    var text = text
    return text.withUTF8 { bytes in
      // Bytes are compared, because Swift merges a combining mark with the character before it, but
      // YAML does not.
      var previous: UInt8 = 0
      for byte in bytes {
        if byte == 0x09 || (previous == UInt8(ascii: ":") && byte == 0x20)
          || (previous == 0x20 && byte == UInt8(ascii: "#"))
        {
          return false
        }
        previous = byte
      }
      return previous != 0x20 && previous != UInt8(ascii: ":")
        && firstUnprintable(in: bytes, from: 0) == nil
    }
  }

  /// Returns the text to write within braces or brackets, where a text with one of these or a comma
  /// needs quotes.
  package static func flow(_ text: String) -> String {
    let written = inline(text)
    return written == text && isFlowSign(in: text) ? quoted(text) : written
  }

  fileprivate static func isFlowSign(in text: String) -> Bool {
    text.utf8.contains { ",[]{}".utf8.contains($0) }
  }

  private static let nulls: Set = ["null"]

  package static func quoted(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      var result = [UInt8(ascii: "\"")]
      result.reserveCapacity(bytes.count + bytes.count / 8 + 2)
      // Stretches without escapes are copied as a whole.
      var (start, place) = (0, 0)
      while place < bytes.count {
        let byte = bytes[place]
        if byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
          place += 1
          continue
        }
        var length = 1
        if let letter = letter(for: byte) {
          result += bytes[start..<place]
          result.append(UInt8(ascii: "\\"))
          result.append(letter)
        } else if byte < 0x80 {
          result += bytes[start..<place]
          result += escape(UInt32(byte)).utf8
        } else if isUnprintable(at: place, in: bytes) {
          result += bytes[start..<place]
          length = byte == 0xC2 ? 2 : 3
          let text = String(decoding: bytes[place..<place + length], as: UTF8.self)
          for scalar in text.unicodeScalars { result += escape(scalar.value).utf8 }
        } else {
          place += 1
          continue
        }
        place += length
        start = place
      }
      result += bytes[start...]
      result.append(UInt8(ascii: "\""))
      return String(decoding: result, as: UTF8.self)
    }
  }

  /// Returns the character to write after a backslash to escape a byte, such as `n` for a line
  /// feed.
  ///
  /// The result is `nil` if the byte has no such short escape.
  private static func letter(for byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
    case 0x0A: UInt8(ascii: "n")
    case 0x0D: UInt8(ascii: "r")
    case 0x09: UInt8(ascii: "t")
    default: nil
    }
  }

  private static func escape(_ value: UInt32) -> String {
    let (mark, width) = value < 0x100 ? ("x", 2) : value < 0x1_0000 ? ("u", 4) : ("U", 8)
    let digits = String(value, radix: 16, uppercase: true)
    return "\\\(mark)" + String(repeating: "0", count: width - digits.count) + digits
  }
}

/// The writing of texts for readers of YAML 1.1, which read many plain words as other values.
extension YAMLText {
  /// The words that YAML 1.1 reads as a truth value or as null (YAML 1.1 types, 2005).
  private static let words: Set = [
    "y", "yes", "n", "no", "true", "false", "on", "off", "null",
  ]

  /// Returns the text on one line, in quotes unless it is unambiguous without.
  package static func string(_ text: String) -> String {
    let plain = inline(text)
    let first = text.utf8.first ?? 0
    let isWord = (0x41...0x5A).contains(first) || (0x61...0x7A).contains(first)
    if plain == text, isWord, !words.contains(text.lowercased()) { return text }
    guard text.unicodeScalars.allSatisfy({ isPrintable($0) && $0 != "\t" }) else {
      return quoted(text)
    }
    return singleQuoted(text)
  }

  /// Returns the text to write within braces or brackets, and otherwise as `string` returns it.
  package static func flowString(_ text: String) -> String {
    let written = string(text)
    return written == text && isFlowSign(in: text) ? singleQuoted(text) : written
  }

  private static func singleQuoted(_ text: String) -> String {
    "'\(text.replacingBytes(of: "'", with: "''"))'"
  }

  /// Returns the text to write after a key.
  ///
  /// It is an indented block if it has several lines and that is safe; otherwise, it is on one
  /// line.
  package static func stringValue(_ text: String, indent: Int) -> String {
    text.has("\n") ? value(text, indent: indent) : string(text)
  }
}

/// A writer of block mappings and lists in the style of other tools.
///
/// Mappings are indented by two spaces, and lists are not.
package struct YAMLWriter {
  package private(set) var text = ""

  package init() {}

  /// Adds a line with this content, unchanged.
  package mutating func line(_ indent: Int, _ content: String) {
    text += String(repeating: " ", count: indent)
    text += content
    text += "\n"
  }

  /// Adds a key with a text, which becomes a block if it has several lines.
  package mutating func member(_ indent: Int, _ key: String, _ value: String) {
    line(indent, "\(key): \(YAMLText.stringValue(value, indent: indent + 2))")
  }

  /// Adds a key with Base64 below it, in lines of at most `lineLength` characters.
  package mutating func base64(_ indent: Int, _ key: String, _ body: Data, lineLength: Int) {
    line(indent, "\(key) |")
    var digits = body.base64EncodedString()[...]
    while !digits.isEmpty {
      line(indent + 2, String(digits.prefix(lineLength)))
      digits = digits.dropFirst(lineLength)
    }
  }
}
