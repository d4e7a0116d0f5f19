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
