/// An HTTP request method: a case-sensitive token (RFC 9110 §9.1).
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var description: String { rawValue }
}

extension HTTPMethod: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension HTTPMethod {
  public static let get = HTTPMethod(rawValue: "GET")
  public static let head = HTTPMethod(rawValue: "HEAD")
  public static let post = HTTPMethod(rawValue: "POST")
  public static let put = HTTPMethod(rawValue: "PUT")
  public static let patch = HTTPMethod(rawValue: "PATCH")
  public static let delete = HTTPMethod(rawValue: "DELETE")
  public static let options = HTTPMethod(rawValue: "OPTIONS")
  public static let trace = HTTPMethod(rawValue: "TRACE")
  public static let connect = HTTPMethod(rawValue: "CONNECT")

  /// The methods RFC 9110 §9.3 and RFC 5789 define.
  public static let standard: [HTTPMethod] = [
    .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
  ]

  /// A method as people write it: upper-cased when that gives one of the standard methods.
  public init(named name: String) {
    let upper = HTTPMethod(rawValue: name.uppercasedASCII())
    self = Self.standard.contains(upper) ? upper : HTTPMethod(rawValue: name)
  }
}
