extension JSONPathParser {
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Steps over the token when it comes next.
  mutating func skip(_ token: String) -> Bool {
    guard bytes[index...].starts(with: token.utf8) else { return false }
    index += token.utf8.count
    return true
  }

  mutating func skipWhitespace() {
    while let next, isWhitespace(next) { index += 1 }
  }

  func isWhitespace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      || byte == UInt8(ascii: "\t")
  }

  func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  /// The error at a place (the next byte unless told) in three parts: expected, found, try.
  func expected(
    _ wanted: String, found: String? = nil, at place: Int? = nil, remedy: String? = nil
  ) -> JSONPathError {
    let place = place ?? index
    let found = found ?? describeCharacter(at: place)
    return JSONPathError(
      path: text, offset: String(decoding: bytes[..<place], as: UTF8.self).count,
      reason: "expected \(wanted), found \(found)", remedy: remedy)
  }

  private func describeCharacter(at place: Int) -> String {
    switch String(decoding: bytes[place...].prefix(16), as: UTF8.self).first {
    case nil: "the end of the path"
    case " ": "a space"
    case let character? where character.isWhitespace: "white space"
    case let character?: "\"\(character)\""
    }
  }
}
