public import StubCore

/// A part of a request that has to agree with the recording.
public enum RequestPart: Sendable, Hashable {
  case method
  /// On a listener, which says nothing about the stubbed site, every scheme fits.
  case scheme
  case host
  /// The port written in the URL or the scheme's own; on a listener only one that is written.
  case port
  /// However it is percent-encoded.
  case path
  /// All items in any order; values of one name in theirs.
  case query
  /// Scheme, host, port, path and query.
  case url
  /// All header fields but those that belong to a connection: see ``connectionHeaders``.
  case headers
  /// All values of one header field.
  case header(HTTPHeaderName)
  /// The bytes; of a URL-encoded form, its fields in any order, values of one name in theirs.
  case body
  /// The body as JSON, however it is written; the bytes where the recorded body is no JSON.
  case jsonBody
  /// What is registered by this name; see ``CassetteConfiguration/matchers``.
  case custom(String)

  /// Fields that clients and servers add for each connection and that no recording can promise.
  public static let connectionHeaders: Set<HTTPHeaderName> = [
    .host, .connection, .contentLength, .transferEncoding, .acceptEncoding, .expect, .upgrade,
    .trailer, "Keep-Alive", "Proxy-Connection", "TE", .userAgent,
  ]

  static let partsOfURL: [RequestPart] = [.scheme, .host, .port, .path, .query]
}
