/// Parses the text of a URI template (RFC 6570 §2).
struct URITemplateParser {
  private let template: String
  private let bytes: [UInt8]
  private var index = 0

  static func parse(_ template: String) throws(URITemplateError) -> [URIPart] {
    var parser = URITemplateParser(template)
    var parts: [URIPart] = []
    while parser.index < parser.bytes.count {
      parts.append(
        parser.bytes[parser.index] == UInt8(ascii: "{")
          ? .expression(try parser.readExpression()) : .literal(try parser.readLiteral()))
    }
    return parts
  }

  private init(_ template: String) {
    self.template = template
    bytes = Array(template.utf8)
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  // The rules are in RFC 6570 §2.1, with erratum 6937, which allows the apostrophe.
  private mutating func readLiteral() throws(URITemplateError) -> String {
    let start = index
    while let byte = next, byte != UInt8(ascii: "{") {
      switch byte {
      case UInt8(ascii: "}"):
        throw error("`}` closes no expression", "open it with `{`, or write `%7D` for a brace.")
      case UInt8(ascii: "%"):
        guard isEncodedByte(at: index) else {
          throw error("`%` is not followed by two hexadecimal digits", "write `%25` for `%`.")
        }
      case 0...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "|"):
        let encoded = PercentEncoding.encode(String(Unicode.Scalar(byte)))
        throw error("\(name(of: byte)) may not stand in a URI", "write it as `\(encoded)`.")
      default: break
      }
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func readExpression() throws(URITemplateError) -> URIExpression {
    let start = index
    index += 1
    let kind = try readOperator()
    var variables = [try readVariable()]
    while next == UInt8(ascii: ",") {
      index += 1
      variables.append(try readVariable())
    }
    guard let byte = next else {
      throw error(
        "`{` is never closed", "close it with `}`, or write `%7B` for a brace.", at: start)
    }
    guard byte == UInt8(ascii: "}") else { throw unexpected(byte) }
    index += 1
    return URIExpression(kind: kind, variables: variables, offset: start)
  }

  private mutating func readOperator() throws(URITemplateError) -> URIOperator {
    guard let byte = next else { return .simple }
    if byte != 0, let kind = URIOperator(rawValue: byte) {
      index += 1
      return kind
    }
    if "=,!@|".utf8.contains(byte) {
      throw error(
        "\(name(of: byte)) is reserved for extensions of URI templates",
        "use one of the operators `+ # . / ; ? &`, or none.")
    }
    if byte == UInt8(ascii: "*") {
      throw error(
        "`*` comes before the name", "write `{/path*}` for segments, or `{+path}` for any text.")
    }
    return .simple
  }

  private mutating func readVariable() throws(URITemplateError) -> URIVariable {
    var variable = URIVariable(name: try readName())
    if next == UInt8(ascii: "*") {
      index += 1
      variable.modifier = .explode
    } else if next == UInt8(ascii: ":") {
      index += 1
      variable.modifier = .prefix(try readPrefixLength())
    }
    return variable
  }

  private mutating func readName() throws(URITemplateError) -> String {
    let start = index
    while let byte = next {
      if byte == UInt8(ascii: "%"), isEncodedByte(at: index) {
        index += 3
      } else if byte == UInt8(ascii: ".") {
        guard index > start, bytes[index - 1] != UInt8(ascii: ".") else { break }
        index += 1
      } else if PercentEncoding.isUnreserved(byte), byte != UInt8(ascii: "-"),
        byte != UInt8(ascii: "~")
      {
        index += 1
      } else {
        break
      }
    }
    guard index > start else {
      guard let byte = next else {
        throw error("a variable's name is missing", "write `{name}`, or `%7B` for a brace.")
      }
      throw unexpected(byte)
    }
    guard bytes[index - 1] != UInt8(ascii: ".") else {
      throw error("a name does not end in a dot or hold two in a row", "leave the dot out.")
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Reads a length from 1 to 9999, without leading zeros (RFC 6570 §2.4.1).
  private mutating func readPrefixLength() throws(URITemplateError) -> Int {
    let start = index
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    let digits = String(decoding: bytes[start..<index], as: UTF8.self)
    guard (1...4).contains(digits.utf8.count), !digits.hasPrefix("0"), let length = Int(digits)
    else {
      throw error(
        "`:` asks for a length from 1 to 9999", "write `{name}`, or a length as in `{name:3}`.",
        at: start)
    }
    return length
  }

  private func isEncodedByte(at index: Int) -> Bool {
    index + 2 < bytes.count && PercentEncoding.hexValue(bytes[index + 1]) != nil
      && PercentEncoding.hexValue(bytes[index + 2]) != nil
  }

  private func unexpected(_ byte: UInt8) -> URITemplateError {
    let remedy =
      switch byte {
      case UInt8(ascii: "-"): "write `_` for the hyphen."
      case UInt8(ascii: "{"): "close the expression before with `}`."
      case UInt8(ascii: "}"): "give the variable a name."
      case UInt8(ascii: "%"), 0x80...: "write the character percent-encoded, as `%C3%BC` for `ü`."
      default: "use letters, digits, `_` and single dots, and `,` between names."
      }
    return error("\(name(of: byte)) may not stand in a variable's name", remedy)
  }

  private func name(of byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: " "): "a space"
    case UInt8(ascii: "`"): "a backquote"
    case 0..<0x20, 0x7F: "a control character"
    case 0x80...: "a character outside of ASCII"
    default: "`\(Unicode.Scalar(byte))`"
    }
  }

  private func error(
    _ reason: String, _ remedy: String, at offset: Int? = nil
  ) -> URITemplateError {
    URITemplateError(
      template: template, offset: offset ?? index, reason: reason, remedy: remedy)
  }
}

/// A part of a URI template (RFC 6570 §2).
enum URIPart: Sendable, Hashable {
  case literal(String)
  case expression(URIExpression)
}

/// The expression between braces: an operator and its variables (RFC 6570 §2.2).
struct URIExpression: Sendable, Hashable {
  let kind: URIOperator
  let variables: [URIVariable]
  /// The position of the opening brace, in UTF-8 bytes.
  let offset: Int
}

/// A variable and its modifier (RFC 6570 §2.3, §2.4).
struct URIVariable: Sendable, Hashable {
  enum Modifier: Sendable, Hashable {
    case none
    /// Expands to at most this number of characters of the value.
    case prefix(Int)
    /// Expands each member of a list or object separately (`*`).
    case explode
  }

  let name: String
  var modifier = Modifier.none

  /// The name, decoded as in a query.
  var decodedName: String { PercentEncoding.decode(name) }
}

/// The operator of an expression, on which it depends how variables are joined and encoded (RFC
/// 6570 appendix A).
enum URIOperator: UInt8, Sendable, Hashable {
  case simple = 0
  case reserved = 0x2B  // +
  case fragment = 0x23  // #
  case label = 0x2E  // .
  case segment = 0x2F  // /
  case parameter = 0x3B  // ;
  case form = 0x3F  // ?
  case continuation = 0x26  // &

  /// The text before the first defined variable.
  var first: String {
    switch self {
    case .simple, .reserved: ""
    default: String(Unicode.Scalar(rawValue))
    }
  }

  /// The text between two defined variables.
  var separator: String {
    switch self {
    case .simple, .reserved, .fragment: ","
    case .label: "."
    case .segment: "/"
    case .parameter: ";"
    case .form, .continuation: "&"
    }
  }

  /// Whether variables are written as `name=value`.
  var isNamed: Bool {
    switch self {
    case .parameter, .form, .continuation: true
    default: false
    }
  }

  /// The text that follows the name of a variable with an empty value.
  var emptyMark: String { self == .parameter ? "" : "=" }

  /// Whether reserved characters and `%XX` stay unencoded.
  var keepsReserved: Bool { self == .reserved || self == .fragment }
}
