#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of a stubbed response, as the stub's author gives it.
public enum HTTPStubBody: Sendable, Hashable {
  /// No body: `Content-Length` is 0 where that is allowed.
  case none
  /// Bytes, without a `Content-Type` unless the response sets one.
  case data(Data)
  /// Text in UTF-8, as `text/plain` unless the response says otherwise.
  case text(String)
  /// Compact JSON, as `application/json` unless the response says otherwise.
  case json(JSONValue)
  /// A file, looked up for each request and answered as it then is.
  case file(path: String)
}

/// What can be given as a body: `Data`, `String`, `JSONValue` or an ``HTTPStubBody``.
public protocol HTTPStubBodyConvertible {
  /// The body that is sent for the value.
  var stubBody: HTTPStubBody { get }
}

extension HTTPStubBody: HTTPStubBodyConvertible {
  /// The body itself.
  public var stubBody: HTTPStubBody { self }
}

// Names for arguments: `body: .file(path: path)`.
extension HTTPStubBodyConvertible where Self == HTTPStubBody {
  /// A file, looked up for each request and answered as it then is.
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
  /// A JSON body with an encoded value, by default with its keys sorted.
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
