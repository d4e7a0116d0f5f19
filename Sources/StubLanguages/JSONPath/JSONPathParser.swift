/// Reads a JSONPath query (RFC 9535) and checks that it is well typed.
struct JSONPathParser {
  /// Deepest nesting of filters, parentheses and calls, so that no query can exhaust the stack.
  static let depthLimit = 64

  let text: String
  let bytes: [UInt8]
  /// Place of the next byte to read.
  var index = 0
  private var depth = 0
  private var absoluteQueries = 0

  init(_ text: String) {
    self.text = text
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

  /// Reads a query inside a filter, from its `$` or `@`.
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

  /// Reads what follows a dot: a name that needs no quotes, or `*`.
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

  /// Runs a part that may contain itself, unless it is nested too deep.
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
