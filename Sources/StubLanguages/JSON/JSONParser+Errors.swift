extension JSONParser {
  /// The error at a place (the next byte unless told) in three parts: expected, found, try.
  func expected(
    _ wanted: String, found: String? = nil, at place: Int? = nil, remedy: String? = nil
  ) -> JSONSyntaxError {
    let place = place ?? index
    let before = bytes[..<min(place, bytes.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let reason = "expected \(wanted), found \(found ?? describeByte(at: place))"
    return JSONSyntaxError(
      reason: remedy.map { "\(reason); \($0)" } ?? reason,
      line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      column: place - lineStart + 1)
  }

  private func describeByte(at place: Int) -> String {
    guard place < bytes.count else { return "the end of the text" }
    switch bytes[place] {
    case UInt8(ascii: "\n"): return "the end of the line"
    case UInt8(ascii: "\t"): return "a tab"
    case 0x20..<0x7F: return "\"\(Character(Unicode.Scalar(bytes[place])))\""
    case let byte:
      let digits = String(byte, radix: 16, uppercase: true)
      let character = String(decoding: bytes[place...].prefix(4), as: UTF8.self).first
      if byte >= 0xC2, let character, character != "\u{FFFD}" { return "\"\(character)\"" }
      return "byte 0x\(digits.count == 1 ? "0" : "")\(digits)"
    }
  }
}
