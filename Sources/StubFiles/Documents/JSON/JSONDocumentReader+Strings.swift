import StubCore

extension JSONDocumentReader {
  /// A text in double quotes (RFC 8259 §7) with its escapes undone.
  mutating func string() throws(FileDiagnostic) -> String {
    let start = here
    index += 1
    var text: [UInt8] = []
    while let byte = currentByte {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        text.append(contentsOf: String(Character(try escape())).utf8)
      case 0x0A, 0x0D:
        throw FileDiagnostic(
          at: start, found: "a text that does not end on its line",
          expected: "a closing double quote", remedy: #"try \n for a line end inside the text"#)
      case 0..<0x20:
        let shown = byte == 0x09 ? "a tab" : "a control character"
        throw FileDiagnostic(
          at: here, found: "\(shown) inside a text", expected: "an escape",
          remedy: byte == 0x09 ? #"try \t"# : #"try \u followed by four hexadecimal digits"#)
      default:
        text.append(byte)
        index += 1
      }
    }
    throw FileDiagnostic(
      at: start, found: "a text that never ends", expected: "a closing double quote",
      remedy: "try closing the text")
  }

  private mutating func escape() throws(FileDiagnostic) -> Unicode.Scalar {
    let start = here
    index += 1
    guard let letter = currentByte else { throw unknownEscape(at: start) }
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape(startedAt: start)
    default: throw unknownEscape(at: start)
    }
  }

  /// A scalar from one `\uXXXX`, or from two that form a surrogate pair.
  private mutating func unicodeEscape(
    startedAt start: SourcePosition
  ) throws(FileDiagnostic) -> Unicode.Scalar {
    let first = try codeUnit(startedAt: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, source.bytes[index...].starts(with: #"\u"#.utf8) {
      let second = here
      index += 2
      let low = try codeUnit(startedAt: second)
      if (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (low - 0xDC00))
      {
        return scalar
      }
    }
    throw FileDiagnostic(
      at: start, found: "half of a surrogate pair",
      expected: "two \\u escapes that belong together",
      remedy: "try writing the character itself")
  }

  private mutating func codeUnit(
    startedAt start: SourcePosition
  ) throws(FileDiagnostic) -> UInt32 {
    let digits = source.bytes[index...].prefix(4)
    var value: UInt32 = 0
    for digit in digits {
      guard let digit = PercentEncoding.hexValue(digit) else { throw badUnicodeEscape(at: start) }
      value = value << 4 | UInt32(digit)
    }
    guard digits.count == 4 else { throw badUnicodeEscape(at: start) }
    index += 4
    return value
  }

  private func badUnicodeEscape(at position: SourcePosition) -> FileDiagnostic {
    FileDiagnostic(
      at: position, found: #"\u without four hexadecimal digits"#,
      expected: #"an escape such as \u00e9"#, remedy: "try writing the character itself")
  }

  private func unknownEscape(at position: SourcePosition) -> FileDiagnostic {
    FileDiagnostic(
      at: position, found: "an unknown escape",
      expected: #"one of \" \\ \/ \b \f \n \r \t \uXXXX"#, remedy: #"try \\ for a backslash"#)
  }
}
