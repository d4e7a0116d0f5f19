/// Reads a JSONPath query (RFC 9535) and checks its types.
struct JSONPathParser {
  /// The deepest nesting of filters, parentheses and function calls, so that the stack suffices.
  static let depthLimit = 64
  /// The largest number of filters on objects themselves, so that the stack suffices.
  ///
  /// Such a filter does not go down to another value, so the nesting of values does not limit the
  /// recursion.
  private static let objectFilterLimit = 64

  let text: String
  private let dialect: JSONPath.Dialect
  let bytes: [UInt8]
  /// The index of the next byte.
  var index = 0
  private var depth = 0
  private var absoluteQueries = 0
  private var objectFilters = 0

  init(_ text: String, _ dialect: JSONPath.Dialect = .standard) {
    self.text = text
    self.dialect = dialect
    bytes = Array(text.utf8)
  }

  mutating func parsePath() throws(JSONPathError) -> JSONPath.Query {
    guard skip("$") else {
      throw expected("\"$\"", remedy: "begin the path with \"$\", such as $.name")
    }
    let segments = try parseSegments()
    if index < bytes.count {
      throw expected("\".\", \"[\" or the end of the path", remedy: remedyAfterSegment)
    }
    return JSONPath.Query(isAbsolute: true, segments: segments)
  }

  /// Reads a query inside a filter, which begins with `$` or `@`.
  mutating func parseQuery() throws(JSONPathError) -> JSONPath.Query {
    let isAbsolute = next == UInt8(ascii: "$")
    index += 1
    let segments = try parseSegments()
    if isAbsolute { absoluteQueries += 1 }
    return JSONPath.Query(
      number: isAbsolute ? absoluteQueries : nil, isAbsolute: isAbsolute, segments: segments)
  }

  private mutating func parseSegments() throws(JSONPathError) -> [JSONPath.Segment] {
    var segments: [JSONPath.Segment] = []
    while true {
      let start = index
      skipWhitespace()
      if next == UInt8(ascii: "[") {
        segments.append(JSONPath.Segment(isDescendant: false, selectors: try parseSelectors()))
      } else if skip("..") {
        segments.append(JSONPath.Segment(isDescendant: true, selectors: try parseAfterDots()))
      } else if skip(".") {
        let selector = try parseShorthand()
        segments.append(JSONPath.Segment(isDescendant: false, selectors: [selector]))
      } else {
        index = start
        return segments
      }
    }
  }

  private mutating func parseAfterDots() throws(JSONPathError) -> [JSONPath.Selector] {
    next == UInt8(ascii: "[") ? try parseSelectors() : [try parseShorthand()]
  }

  /// Reads a name without quotes, or `*`, after a dot.
  private mutating func parseShorthand() throws(JSONPathError) -> JSONPath.Selector {
    if skip("*") { return .wildcard }
    let start = index
    while let byte = next, isNameByte(byte), index > start || !isDigit(byte) { index += 1 }
    if index == start {
      let remedy =
        next.map(isDigit) == true
        ? "write [0] for an element, ['0'] for a member"
        : "write other names as ['name'], with no white space after the dot"
      throw expected("a name or \"*\"", remedy: remedy)
    }
    return .name(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  /// Reads a part one level deeper; throws an error if the nesting is too deep.
  mutating func nest<Part>(
    _ part: (inout JSONPathParser) throws(JSONPathError) -> Part
  ) throws(JSONPathError) -> Part {
    if depth == Self.depthLimit { throw expected("at most \(depth) levels of nesting") }
    depth += 1
    defer { depth -= 1 }
    return try part(&self)
  }

  private var remedyAfterSegment: String? {
    if bytes[index...].allSatisfy(isWhitespace) { return "remove the white space at the end" }
    switch next {
    case UInt8(ascii: "]"): return "remove it, or add the \"[\""
    case UInt8(ascii: "-"): return "write names with other characters as ['name']"
    default: return nil
    }
  }
}

extension JSONPathParser {
  /// Reads the selectors in a pair of brackets (RFC 9535 §2.5.1).
  mutating func parseSelectors() throws(JSONPathError) -> [JSONPath.Selector] {
    let start = index
    index += 1
    var selectors: [JSONPath.Selector] = []
    repeat {
      skipWhitespace()
      selectors.append(try parseSelector())
      skipWhitespace()
    } while skip(",")
    guard skip("]") else { throw expected("\",\" or \"]\" after a selector") }
    guard dialect == .jayway, selectors.count == 1, case .filter(let filter) = selectors[0] else {
      return selectors
    }
    if objectFilters == Self.objectFilterLimit {
      throw expected("at most \(objectFilters) filters", found: "one more", at: start)
    }
    objectFilters += 1
    return [.objectFilter(filter)]
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

  /// Reads the rest of `start:end:step`, which begins with the first colon (RFC 9535 §2.3.4).
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

  /// Reads an integer in the range in which `Double` is exact (RFC 9535 §2.1).
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

extension JSONPathParser {
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Skips the token if it comes next.
  ///
  /// - Returns: whether it was skipped.
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

  /// Returns an error with the text that was expected and the text that was found at `place`
  /// (default: the next byte).
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
