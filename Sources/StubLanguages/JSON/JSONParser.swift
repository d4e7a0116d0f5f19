/// Reads one JSON text (RFC 8259) from bytes, strictly.
struct JSONParser {
  /// Deepest nesting of arrays and objects, so that no text can exhaust the stack.
  static let depthLimit = 512

  let bytes: [UInt8]
  /// Place of the next byte to read.
  var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func parseText() throws(JSONSyntaxError) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    let value = try parseValue(depth: 0)
    skipWhitespace()
    if index < bytes.count { throw expected("the end of the text") }
    return value
  }

  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func skipWhitespace() {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        index += 1
      default: return
      }
    }
  }

  /// Steps over the byte after any white space when it is the wanted one.
  private mutating func skip(_ byte: UInt8) -> Bool {
    skipWhitespace()
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func parseValue(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    skipWhitespace()
    switch next {
    case UInt8(ascii: "{"): return try parseObject(depth: depth + 1)
    case UInt8(ascii: "["): return try parseArray(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?:
      return .number(try parseNumber())
    case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", .null)
    default: throw expected("a value", remedy: remedyForValue)
    }
  }

  private mutating func parseArray(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    try enter(depth)
    if skip(UInt8(ascii: "]")) { return .array([]) }
    var elements: [JSONValue] = []
    repeat {
      elements.append(try parseValue(depth: depth))
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw expected("\",\" or \"]\" after an array element") }
    return .array(elements)
  }

  private mutating func parseObject(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    try enter(depth)
    if skip(UInt8(ascii: "}")) { return .object(JSONObject()) }
    var object = JSONObject()
    repeat {
      skipWhitespace()
      guard next == UInt8(ascii: "\"") else {
        throw expected("a member name in double quotes", remedy: remedyForName)
      }
      let name = try parseString()
      guard skip(UInt8(ascii: ":")) else { throw expected("\":\" after a member name") }
      object[name] = try parseValue(depth: depth)
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw expected("\",\" or \"}\" after an object member") }
    return .object(object)
  }

  /// Steps over the opening bracket unless it is one too many.
  private mutating func enter(_ depth: Int) throws(JSONSyntaxError) {
    if depth > Self.depthLimit { throw expected("at most \(Self.depthLimit) levels of nesting") }
    index += 1
  }

  private mutating func parseWord(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    for offset in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[offset] else { throw expected("\"\(word)\"") }
      index += 1
    }
    return value
  }

  private var remedyForValue: String? {
    switch next {
    case UInt8(ascii: "]"), UInt8(ascii: "}"): "remove the comma before it, or add the value"
    case UInt8(ascii: "'"): "use double quotes"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): "remove the comment; JSON has none"
    case UInt8(ascii: "+"), UInt8(ascii: "."): "begin numbers with a digit or \"-\""
    case UInt8(ascii: "N"), UInt8(ascii: "I"), UInt8(ascii: "T"), UInt8(ascii: "F"):
      "write true, false and null in lower case; JSON has no NaN or Infinity"
    default: nil
    }
  }

  private var remedyForName: String? {
    switch next {
    case UInt8(ascii: "}"): "remove the comma before it"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): "remove the comment; JSON has none"
    case nil: nil
    default: "put the name in double quotes"
    }
  }
}

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

/// Where and why a text is not JSON.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was expected, what was found and, where it is known, what to try.
  public let reason: String
  /// Line of the offending byte, from 1.
  public let line: Int
  /// Column of the offending byte in UTF-8 bytes, from 1.
  public let column: Int

  package init(reason: String, line: Int, column: Int) {
    self.reason = reason
    self.line = line
    self.column = column
  }

  public var description: String { "line \(line), column \(column): \(reason)" }
}
