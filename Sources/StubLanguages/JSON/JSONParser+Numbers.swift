extension JSONParser {
  /// Reads a number (RFC 8259 §6) and keeps it as it was written.
  mutating func parseNumber() throws(JSONSyntaxError) -> JSONNumber {
    let start = index
    if next == UInt8(ascii: "-") { index += 1 }
    if next == UInt8(ascii: "0") {
      index += 1
      if let next, isDigit(next) {
        throw expected("no digit after a leading 0", remedy: "remove the 0")
      }
    } else {
      try skipDigits()
    }
    if next == UInt8(ascii: ".") {
      index += 1
      try skipDigits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      try skipDigits()
    }
    return JSONNumber(text: String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func skipDigits() throws(JSONSyntaxError) {
    let start = index
    while index < bytes.count, isDigit(bytes[index]) { index += 1 }
    if index == start { throw expected("a digit") }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
