public import StubPlatform

/// The body of a stubbed response, as the stub's author specifies it.
public enum HTTPStubBody: Sendable, Hashable {
  /// No body: `Content-Length` is 0 where that is allowed.
  case none
  /// Bytes; there is no `Content-Type` unless the response sets one.
  case data(Data)
  /// Text in UTF-8 (default type: `text/plain`).
  case text(String)
  /// Compact JSON (default type: `application/json`).
  case json(JSONValue)
  /// A file, read in its current state for each request.
  case file(path: String)
}

/// A type that can be used as a body: `Data`, `String`, `JSONValue` or ``HTTPStubBody``.
public protocol HTTPStubBodyConvertible {
  /// The body to send for the value.
  var stubBody: HTTPStubBody { get }
}

extension HTTPStubBody: HTTPStubBodyConvertible {
  /// The body itself.
  public var stubBody: HTTPStubBody { self }
}

// Names for arguments: `body: .file(path: path)`.
extension HTTPStubBodyConvertible where Self == HTTPStubBody {
  /// Returns a body with a file, read in its current state for each request.
  @_disfavoredOverload
  public static func file(path: String) -> HTTPStubBody { .file(path: path) }
}

extension Data: HTTPStubBodyConvertible {
  /// The bytes as body.
  public var stubBody: HTTPStubBody { .data(self) }
}

extension String: HTTPStubBodyConvertible {
  /// The text as body, in UTF-8.
  public var stubBody: HTTPStubBody { .text(self) }
}

extension JSONValue: HTTPStubBodyConvertible {
  /// The value as body, without white space.
  public var stubBody: HTTPStubBody { .json(self) }
}

extension HTTPStubBody {
  /// Returns a JSON body with an encoded value (default: with sorted keys).
  ///
  /// - Throws: the errors of the encoder, such as `EncodingError` for infinite numbers.
  public static func json(
    encoding value: any Encodable, with encoder: JSONEncoder? = nil
  ) throws -> HTTPStubBody {
    if let encoder { return .data(try encoder.encode(value)) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return .data(try encoder.encode(value))
  }
}
