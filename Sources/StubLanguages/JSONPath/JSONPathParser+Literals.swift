extension JSONPathParser {
  /// Reads a string in single or double quotes (RFC 9535 §2.3.1.1).
  mutating func parseString() throws(JSONPathError) -> String {
    let start = index
    let quote = bytes[start]
    index += 1
    var content: [UInt8] = []
    while let byte = next, byte != quote {
      if byte < 0x20 {
        throw expected("a printable character", remedy: "write control characters as \\u0000")
      }
      if byte == UInt8(ascii: "\\") {
        try parseEscape(quote: quote, into: &content)
      } else {
        content.append(byte)
        index += 1
      }
    }
    guard next == quote else {
      throw expected("a closing quote", remedy: "close the one at \(start)")
    }
    index += 1
    return String(decoding: content, as: UTF8.self)
  }

  private mutating func parseEscape(
    quote: UInt8, into content: inout [UInt8]
  ) throws(JSONPathError) {
    index += 1
    switch next {
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"):
      content.append(contentsOf: String(try parseScalar()).utf8)
      return
    case let byte? where byte == quote || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "/"):
      content.append(byte)
    default:
      let quote = Character(Unicode.Scalar(quote))
      throw expected(
        "one of \(quote)\\/bfnrtu after a backslash", remedy: "write \\\\ for a backslash")
    }
    index += 1
  }

  /// Reads the `u` and the digits of an escape; if it is the first half of a surrogate pair, also
  /// the second.
  private mutating func parseScalar() throws(JSONPathError) -> Character {
    let start = index - 1
    index += 1
    let first = try parseFourDigits()
    if let scalar = Unicode.Scalar(first) { return Character(scalar) }
    if first < 0xDC00, skip("\\u") {
      let second = try parseFourDigits()
      if 0xDC00..<0xE000 ~= second,
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return Character(scalar)
      }
    }
    throw expected("a surrogate pair", found: "half of one", at: start, remedy: "write both halves")
  }

  private mutating func parseFourDigits() throws(JSONPathError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = PercentEncoding.hexValue(byte) else {
        throw expected("four hexadecimal digits after \\u")
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }

  /// Reads a JSON number, which keeps all its digits.
  mutating func parseNumber() throws(JSONPathError) -> JSONNumber {
    let start = index
    while let byte = next, isNumberByte(byte) { index += 1 }
    let written = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let number = JSONNumber(parsing: written) else {
      throw expected(
        "a number", found: "\"\(written)\"", at: start,
        remedy: "write numbers as JSON does, such as -1, 0.5 or 1e3")
    }
    return number
  }

  private func isNumberByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || "+-.eE".utf8.contains(byte)
  }
}
