import StubCore

extension JSONDocumentReader {
  /// A text in double quotes (RFC 8259 §7) with its escapes undone.
  mutating func string() throws(FileDiagnostic) -> String {
    let extent = JSONTextExtent(startingAt: index, in: bytes)
    let start = here
    index += 1
    var text = ""
    if extent.hasEscapes {
      text = try unescaped(upTo: extent.end)
    } else if extent.ending == .quote {
      text = bytes.withUnsafeBufferPointer {
        String(decoding: UnsafeBufferPointer(rebasing: $0[index..<extent.end]), as: UTF8.self)
      }
    }
    index = extent.end
    switch extent.ending {
    case .quote:
      index += 1
      return text
    case .lineEnd:
      throw FileDiagnostic(
        at: start, found: "a text that does not end on its line",
        expected: "a closing double quote", remedy: #"try \n for a line end inside the text"#)
    case .control(let byte):
      let shown = byte == 0x09 ? "a tab" : "a control character"
      throw FileDiagnostic(
        at: here, found: "\(shown) inside a text", expected: "an escape",
        remedy: byte == 0x09 ? #"try \t"# : #"try \u followed by four hexadecimal digits"#)
    case .endOfFile:
      throw FileDiagnostic(
        at: start, found: "a text that never ends", expected: "a closing double quote",
        remedy: "try closing the text")
    }
  }

  /// The text up to there, which is made in place: no escape is shorter than what it stands for.
  private mutating func unescaped(upTo end: Int) throws(FileDiagnostic) -> String {
    var problem: FileDiagnostic?
    let bytes = bytes
    let text = bytes.withUnsafeBufferPointer { bytes in
      String(unsafeUninitializedCapacity: end - index) { text in
        var (place, count) = (index, 0)
        while place < end {
          let byte = bytes[place]
          if byte != UInt8(ascii: "\\") {
            text[count] = byte
            (place, count) = (place + 1, count + 1)
          } else if place + 1 < end, let short = Self.shortEscape(bytes[place + 1]) {
            text[count] = short
            (place, count) = (place + 2, count + 1)
          } else {
            index = place
            do throws(FileDiagnostic) {
              for byte in (try escape()).utf8 {
                text[count] = byte
                count += 1
              }
            } catch {
              problem = error
              return 0
            }
            place = index
          }
        }
        return count
      }
    }
    if let problem { throw problem }
    return text
  }

  /// What a backslash and that letter stand for; `nil` for `u` and what is no escape.
  private static func shortEscape(_ letter: UInt8) -> UInt8? {
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

  /// An escape that is longer than two characters.
  private mutating func escape() throws(FileDiagnostic) -> Unicode.Scalar {
    let start = here
    index += 1
    guard let letter = currentByte else { throw unknownEscape(at: start) }
    index += 1
    guard letter == UInt8(ascii: "u") else { throw unknownEscape(at: start) }
    return try unicodeEscape(startedAt: start)
  }

  /// A scalar from one `\uXXXX`, or from two that form a surrogate pair.
  private mutating func unicodeEscape(
    startedAt start: SourcePosition
  ) throws(FileDiagnostic) -> Unicode.Scalar {
    let first = try codeUnit(startedAt: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, bytes[index...].starts(with: #"\u"#.utf8) {
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
    let digits = bytes[index...].prefix(4)
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
