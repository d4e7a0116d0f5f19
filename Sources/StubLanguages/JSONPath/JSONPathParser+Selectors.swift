extension JSONPathParser {
  /// Reads selectors in brackets (RFC 9535 §2.5.1).
  mutating func parseSelectors() throws(JSONPathError) -> [JSONPath.Selector] {
    index += 1
    var selectors: [JSONPath.Selector] = []
    repeat {
      skipWhitespace()
      selectors.append(try parseSelector())
      skipWhitespace()
    } while skip(",")
    guard skip("]") else { throw expected("\",\" or \"]\" after a selector") }
    return selectors
  }

  private mutating func parseSelector() throws(JSONPathError) -> JSONPath.Selector {
    switch next {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .name(try parseString())
    case UInt8(ascii: "*"):
      index += 1
      return .wildcard
    case UInt8(ascii: "?"):
      index += 1
      skipWhitespace()
      return .filter(
        try nest { (parser: inout JSONPathParser) throws(JSONPathError) in try parser.parseOr() })
    case UInt8(ascii: ":"): return try parseSlice(start: nil)
    case let byte? where isDigit(byte) || byte == UInt8(ascii: "-"):
      let number = try parseInteger()
      let end = index
      skipWhitespace()
      if next == UInt8(ascii: ":") { return try parseSlice(start: number) }
      index = end
      return .index(number)
    default:
      throw expected(
        "a name in quotes, an index, a slice, \"*\" or \"?\"", remedy: remedyForSelector)
    }
  }

  /// Reads the rest of `start:end:step` from the first colon (RFC 9535 §2.3.4).
  private mutating func parseSlice(start: Int?) throws(JSONPathError) -> JSONPath.Selector {
    index += 1
    let end = try parseIntegerIfAny()
    skipWhitespace()
    let step = skip(":") ? try parseIntegerIfAny() : nil
    return .slice(start: start, end: end, step: step ?? 1)
  }

  private mutating func parseIntegerIfAny() throws(JSONPathError) -> Int? {
    skipWhitespace()
    guard let next, isDigit(next) || next == UInt8(ascii: "-") else { return nil }
    return try parseInteger()
  }

  /// Reads an integer that a `Double` holds exactly, as RFC 9535 §2.1 asks.
  private mutating func parseInteger() throws(JSONPathError) -> Int {
    let start = index
    let isNegative = skip("-")
    let firstDigit = index
    while let next, isDigit(next) { index += 1 }
    let digits = bytes[firstDigit..<index]
    guard let first = digits.first else { throw expected("a digit after \"-\"") }
    if first == UInt8(ascii: "0"), digits.count > 1 || isNegative {
      throw expected(
        "an integer", found: "\"\(String(decoding: bytes[start..<index], as: UTF8.self))\"",
        at: start, remedy: "write no \"-\" before 0 and no 0 before other digits")
    }
    let limit = 9_007_199_254_740_991
    guard let size = Int(String(decoding: digits, as: UTF8.self)), size <= limit else {
      throw expected("an integer from -\(limit) to \(limit)", found: "a larger one", at: start)
    }
    return isNegative ? -size : size
  }

  private var remedyForSelector: String? {
    switch next {
    case UInt8(ascii: "@"), UInt8(ascii: "$"): "begin filters with \"?\""
    case UInt8(ascii: "("): "begin filters with \"?\"; script expressions are not part of RFC 9535"
    case UInt8(ascii: "]"), UInt8(ascii: ","): "write a selector before it, or [*] for all values"
    case let byte? where isLetter(byte): "put the name in quotes"
    default: nil
    }
  }
}
