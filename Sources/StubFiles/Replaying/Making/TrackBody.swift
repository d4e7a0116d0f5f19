public import StubCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of a track that is made in code, with the media type that goes with it.
public struct TrackBody: Sendable, Hashable {
  public let data: Data
  /// `nil` where nothing is known about the bytes.
  public let contentType: HTTPContentType?

  public init(_ data: Data, contentType: HTTPContentType? = nil) {
    self.data = data
    self.contentType = contentType
  }

  public static let empty = TrackBody(Data())

  public static func data(_ data: Data, contentType: HTTPContentType? = nil) -> TrackBody {
    TrackBody(data, contentType: contentType)
  }

  /// Text in UTF-8.
  public static func text(_ text: String) -> TrackBody {
    TrackBody(Data(text.utf8), contentType: .text)
  }

  public static func json(_ value: JSONValue) -> TrackBody {
    TrackBody(value.data(), contentType: .json)
  }

  /// The JSON that the encoder makes of a value.
  ///
  /// - Throws: What the encoder throws, such as `EncodingError` for infinite numbers.
  public static func json(
    encoding value: some Encodable, with encoder: JSONEncoder = JSONEncoder()
  ) throws -> TrackBody {
    json(try JSONValue(encoding: value, with: encoder))
  }

  /// The bytes that the text stands for (RFC 4648 §4); line ends in it do not count.
  ///
  /// - Throws: `TrackBodyError` when it is not base64.
  public static func base64(
    _ text: String, contentType: HTTPContentType? = nil
  ) throws(TrackBodyError) -> TrackBody {
    let joined = text.filter { !$0.isWhitespace }
    guard let data = Data(base64Encoded: joined) else {
      throw TrackBodyError(
        description: "expected base64 text, found \(text.quoted); "
          + "try text(_:) for text, or check the padding")
    }
    return TrackBody(data, contentType: contentType)
  }
}

/// A body that cannot be made.
public struct TrackBodyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was expected, what was found and what to try.
  public let description: String
}
