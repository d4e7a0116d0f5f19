public import StubPlatform

/// The body of a stubbed response, as the stub specifies it.
public enum HTTPStubBody: Sendable, Hashable {
  /// No body; `Content-Length` is 0 where HTTP allows it.
  case none
  /// Bytes; there is no `Content-Type` unless the response sets one.
  case data(Data)
  /// Text in UTF-8 (default type: `text/plain`).
  case text(String)
  /// Compact JSON (default type: `application/json`).
  case json(JSONValue)
  /// A file, which is read for each request, so that changes take effect.
  case file(path: String)
}

/// A type that can serve as a body: `Data`, `String`, `JSONValue` or ``HTTPStubBody``.
public protocol HTTPStubBodyConvertible {
  /// The body to send for the value.
  var stubBody: HTTPStubBody { get }
}

extension HTTPStubBody: HTTPStubBodyConvertible {
  /// The body itself.
  public var stubBody: HTTPStubBody { self }
}

// The next function allows arguments such as `body: .file(path: path)`.
extension HTTPStubBodyConvertible where Self == HTTPStubBody {
  /// Returns a body from a file, which is read for each request, so that changes take effect.
  @_disfavoredOverload
  public static func file(path: String) -> HTTPStubBody { .file(path: path) }
}

extension Data: HTTPStubBodyConvertible {
  /// A body with these bytes.
  public var stubBody: HTTPStubBody { .data(self) }
}

extension String: HTTPStubBodyConvertible {
  /// A body with this text, in UTF-8.
  public var stubBody: HTTPStubBody { .text(self) }
}

extension JSONValue: HTTPStubBodyConvertible {
  /// A body with this value as JSON without white space.
  public var stubBody: HTTPStubBody { .json(self) }
}

extension HTTPStubBody {
  /// Returns a JSON body with an encoded value; by default, names are sorted.
  ///
  /// - Throws: The errors of the encoder, such as `EncodingError` for infinite numbers.
  public static func json(
    encoding value: any Encodable, with encoder: JSONEncoder? = nil
  ) throws -> HTTPStubBody {
    if let encoder { return .data(try encoder.encode(value)) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return .data(try encoder.encode(value))
  }
}
