/// A piece of a URI template (RFC 6570 §2).
enum URIPart: Sendable, Hashable {
  case literal(String)
  case expression(URIExpression)
}

/// What stands between braces: an operator and the variables it applies to (RFC 6570 §2.2).
struct URIExpression: Sendable, Hashable {
  let kind: URIOperator
  let variables: [URIVariable]
  /// Of the brace, in UTF-8 bytes.
  let offset: Int
}

/// A variable and its modifier (RFC 6570 §2.3, §2.4).
struct URIVariable: Sendable, Hashable {
  enum Modifier: Sendable, Hashable {
    case none
    /// At most that many characters of the value.
    case prefix(Int)
    /// Each member of a list or object on its own.
    case explode
  }

  let name: String
  var modifier = Modifier.none

  /// The name as it reads in a decoded query.
  var decodedName: String { PercentEncoding.decode(name) }
}

/// How an expression joins and encodes its variables (RFC 6570 appendix A).
enum URIOperator: UInt8, Sendable, Hashable {
  case simple = 0
  case reserved = 0x2B  // +
  case fragment = 0x23  // #
  case label = 0x2E  // .
  case segment = 0x2F  // /
  case parameter = 0x3B  // ;
  case form = 0x3F  // ?
  case continuation = 0x26  // &

  /// What comes before the first variable that is defined.
  var first: String {
    switch self {
    case .simple, .reserved: ""
    default: String(Unicode.Scalar(rawValue))
    }
  }

  /// What comes between two variables that are defined.
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

  /// What a named variable with an empty value ends in.
  var emptyMark: String { self == .parameter ? "" : "=" }

  /// Whether reserved characters and `%XX` stay as they are.
  var keepsReserved: Bool { self == .reserved || self == .fragment }
}
