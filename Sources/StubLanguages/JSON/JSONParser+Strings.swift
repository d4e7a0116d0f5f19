extension JSONParser {
  /// Reads a string (RFC 8259 §7) from its opening to its closing quote.
  mutating func parseString() throws(JSONSyntaxError) -> String {
    index += 1
    let start = index
    skipPlainBytes()
    if next == UInt8(ascii: "\"") {
      index += 1
      return try text(of: bytes[start..<(index - 1)], from: start)
    }
    var content = Array(bytes[start..<index])
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte == UInt8(ascii: "\\") else {
        throw expected("a printable character", remedy: "write control characters as \\u0000")
      }
      try parseEscape(into: &content)
      let plain = index
      skipPlainBytes()
      content.append(contentsOf: bytes[plain..<index])
    }
    if next == nil { throw expected("a closing quote") }
    index += 1
    return try text(of: content[...], from: start)
  }

  /// Steps over bytes that stand for themselves, up to a quote, backslash or control character.
  private mutating func skipPlainBytes() {
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { return }
      index += 1
    }
  }

  private func text(
    of content: ArraySlice<UInt8>, from start: Int
  ) throws(JSONSyntaxError) -> String {
    // Nothing can be wrong with ASCII, which most texts are, so that it is read without validating.
    if content.allSatisfy({ $0 < 0x80 }) { return String(decoding: content, as: UTF8.self) }
    if let text = String(validating: content, as: UTF8.self) { return text }
    var parser = Unicode.UTF8.ForwardParser()
    var place = start
    var source = bytes[start...].makeIterator()
    while case .valid(let scalar) = parser.parseScalar(from: &source) { place += scalar.count }
    throw expected("UTF-8", at: place, remedy: "save the text as UTF-8")
  }

  private mutating func parseEscape(into content: inout [UInt8]) throws(JSONSyntaxError) {
    index += 1
    let replacement: UInt8
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): replacement = bytes[index]
    case UInt8(ascii: "b"): replacement = 0x08
    case UInt8(ascii: "f"): replacement = 0x0C
    case UInt8(ascii: "n"): replacement = 0x0A
    case UInt8(ascii: "r"): replacement = 0x0D
    case UInt8(ascii: "t"): replacement = 0x09
    case UInt8(ascii: "u"):
      index += 1
      content.append(contentsOf: String(try parseScalar()).utf8)
      return
    default:
      throw expected("one of \"\\/bfnrtu after a backslash", remedy: "write \\\\ for a backslash")
    }
    content.append(replacement)
    index += 1
  }

  /// Reads the digits of `\u`, and the second escape where the first is half of a pair.
  private mutating func parseScalar() throws(JSONSyntaxError) -> Character {
    let start = index - 2
    let first = try parseFourDigits()
    if let scalar = Unicode.Scalar(first) { return Character(scalar) }
    if first < 0xDC00, bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
      index += 2
      let second = try parseFourDigits()
      if 0xDC00..<0xE000 ~= second,
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return Character(scalar)
      }
    }
    throw expected(
      "a surrogate pair", found: "half of one", at: start, remedy: "write both halves, or \\ufffd")
  }

  private mutating func parseFourDigits() throws(JSONSyntaxError) -> UInt32 {
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
}
