/// An HTTP request method: a case-sensitive token (RFC 9110 §9.1).
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a method from its name, which is case-sensitive: `HTTPMethod("PURGE")`.
  public init(_ name: String) { self.init(rawValue: name) }

  public var description: String { rawValue }
}

extension HTTPMethod: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension HTTPMethod {
  /// Requests a representation; safe, and without a body (RFC 9110 §9.3.1).
  public static let get = HTTPMethod(rawValue: "GET")
  /// Requests the head of a GET response; a stub for GET also answers it (RFC 9110 §9.3.2).
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// Sends a body for the resource to process; not idempotent (RFC 9110 §9.3.3).
  public static let post = HTTPMethod(rawValue: "POST")
  /// Replaces the resource by the body; idempotent (RFC 9110 §9.3.4).
  public static let put = HTTPMethod(rawValue: "PUT")
  /// Changes parts of the resource, as the body describes (RFC 5789 §2).
  public static let patch = HTTPMethod(rawValue: "PATCH")
  /// Removes the resource; idempotent (RFC 9110 §9.3.5).
  public static let delete = HTTPMethod(rawValue: "DELETE")
  /// Requests the supported methods; browsers send it before cross-origin
  /// requests (RFC 9110 §9.3.7).
  public static let options = HTTPMethod(rawValue: "OPTIONS")
  /// Requests an echo of the request as the last server received it; has no body (RFC 9110 §9.3.8).
  public static let trace = HTTPMethod(rawValue: "TRACE")
  /// Requests a tunnel through a proxy (RFC 9110 §9.3.6).
  public static let connect = HTTPMethod(rawValue: "CONNECT")

  /// The methods that RFC 9110 §9.3 and RFC 5789 define.
  package static let standard: [HTTPMethod] = [
    .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
  ]

  /// Creates a method from user input; a standard method is put in upper case.
  package init(named name: String) {
    let upper = HTTPMethod(rawValue: name.uppercasedASCII())
    self = Self.standard.contains(upper) ? upper : HTTPMethod(rawValue: name)
  }
}

extension String {
  /// Whether the text is a token, as methods and field names are (RFC 9110 §5.6.2).
  package var isToken: Bool { !isEmpty && hasOnlyBytes(Self.isTokenByte) }

  /// Whether the text has no line ends and no NUL, as field values require (RFC 9110 §5.5).
  var isOneLine: Bool { hasOnlyBytes { $0 != 0x0D && $0 != 0x0A && $0 != 0 } }

  /// Returns whether all bytes meet a condition; contiguous bytes, which are usual, are checked
  /// faster.
  @inline(__always)
  private func hasOnlyBytes(_ isFit: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isFit) } ?? utf8.allSatisfy(isFit)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "^")...UInt8(ascii: "z"), UInt8(ascii: "#")...UInt8(ascii: "'"),
      UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
