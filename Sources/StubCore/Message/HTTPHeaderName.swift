/// A field name, which is compared in any letter case (RFC 9110 §5.1) and sent as it was written.
public struct HTTPHeaderName: Sendable, CustomStringConvertible {
  /// The name as it was written.
  public let rawName: String
  /// The name in lower case, which comparisons use.
  package let canonicalName: String

  /// Creates a name, which is sent as it is written in `name`; comparisons ignore letter case.
  public init(_ name: String) {
    rawName = name
    canonicalName = name.lowercasedASCII()
  }

  public var description: String { rawName }
}

extension HTTPHeaderName: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    // The lengths are compared too, because `==` also accepts equivalent characters that take more
    // bytes, such as the kelvin sign for `k`.
    left.canonicalName.utf8.count == right.canonicalName.utf8.count
      && left.canonicalName == right.canonicalName
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(canonicalName) }
}

extension HTTPHeaderName: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}

extension HTTPHeaderName {
  /// The media types that the client prefers (RFC 9110 §12.5.1).
  public static let accept: Self = "Accept"
  /// The codings that the client accepts for a body, such as gzip (RFC 9110 §12.5.3).
  public static let acceptEncoding: Self = "Accept-Encoding"
  /// The languages that the client prefers (RFC 9110 §12.5.4).
  public static let acceptLanguage: Self = "Accept-Language"
  /// Whether the server answers `Range` requests: `bytes` or `none` (RFC 9110 §14.3).
  package static let acceptRanges: Self = "Accept-Ranges"
  /// The methods that the resource supports; part of a 405 (RFC 9110 §10.2.1).
  public static let allow: Self = "Allow"
  /// The client's credentials, such as `Bearer …`, which recorders hide (RFC 9110 §11.6.2).
  public static let authorization: Self = "Authorization"
  /// The rules by which caches may keep a message (RFC 9111 §5.2).
  public static let cacheControl: Self = "Cache-Control"
  /// The options of one connection, such as `close`; not allowed in HTTP/2 (RFC 9110 §7.6.1).
  package static let connection: Self = "Connection"
  /// Whether to show or save a body, with its file name; in a form, the name of a part (RFC 6266
  /// §4).
  public static let contentDisposition: Self = "Content-Disposition"
  /// The codings that the body has, such as gzip (RFC 9110 §8.4).
  public static let contentEncoding: Self = "Content-Encoding"
  /// The language of the audience (RFC 9110 §8.5).
  public static let contentLanguage: Self = "Content-Language"
  /// The number of bytes of the body; added to a stub's response (RFC 9110 §8.6).
  public static let contentLength: Self = "Content-Length"
  /// The range of bytes that a 206 contains (RFC 9110 §14.4).
  package static let contentRange: Self = "Content-Range"
  /// The media type of the body; added to a stub's response if it is known (RFC 9110 §8.3).
  public static let contentType: Self = "Content-Type"
  /// The client's cookies, in one field (RFC 6265 §4.2).
  public static let cookie: Self = "Cookie"
  /// The time when the message was created (RFC 9110 §6.6.1).
  public static let date: Self = "Date"
  /// The version of the resource, in quotes (RFC 9110 §8.8.3).
  public static let eTag: Self = "ETag"
  /// `100-continue`: the client waits before it sends the body (RFC 9110 §10.1.1).
  package static let expect: Self = "Expect"
  /// The host of the request, and its port if it is not the default (RFC 9110 §7.2).
  public static let host: Self = "Host"
  /// A condition of the request: the resource has one of these versions (RFC 9110 §13.1.1).
  package static let ifMatch: Self = "If-Match"
  /// A condition of the request: the resource was changed after this date (RFC 9110 §13.1.3).
  public static let ifModifiedSince: Self = "If-Modified-Since"
  /// A condition of the request: the resource has none of these versions (RFC 9110 §13.1.2).
  public static let ifNoneMatch: Self = "If-None-Match"
  /// A condition of `Range`: if the resource has another version, the whole body is sent (RFC 9110
  /// §13.1.5).
  package static let ifRange: Self = "If-Range"
  /// The time when the resource was last changed (RFC 9110 §8.8.2).
  public static let lastModified: Self = "Last-Modified"
  /// The target of a redirect, or the URL of a created resource; may be relative
  /// (RFC 9110 §10.2.2).
  public static let location: Self = "Location"
  /// The origin of the page that made a browser send the request (RFC 6454 §7).
  public static let origin: Self = "Origin"
  /// The client's credentials for a proxy, which recorders hide (RFC 9110 §11.7.2).
  package static let proxyAuthorization: Self = "Proxy-Authorization"
  /// The bytes that the client wants, such as `bytes=0-499` (RFC 9110 §14.2).
  public static let range: Self = "Range"
  /// The page that led to the request, spelled as in the standard (RFC 9110 §10.1.3).
  public static let referer: Self = "Referer"
  /// The time to wait before trying again, in seconds or as a date (RFC 9110 §10.2.3).
  public static let retryAfter: Self = "Retry-After"
  /// The software of the server (RFC 9110 §10.2.4).
  public static let server: Self = "Server"
  /// A cookie for the client to keep; each cookie has a separate field (RFC 6265 §4.1).
  public static let setCookie: Self = "Set-Cookie"
  /// The names of fields that follow the body (RFC 9110 §6.6.2).
  package static let trailer: Self = "Trailer"
  /// The codings that frame the body in HTTP/1.1, such as `chunked` (RFC 9112 §6.1).
  package static let transferEncoding: Self = "Transfer-Encoding"
  /// The protocol to switch to, such as `websocket` (RFC 9110 §7.8).
  package static let upgrade: Self = "Upgrade"
  /// The software of the client (RFC 9110 §10.1.5).
  public static let userAgent: Self = "User-Agent"
  /// The request's fields on which the response depends, for caches (RFC 9110 §12.5.5).
  public static let vary: Self = "Vary"
  /// The challenge of a 401, such as `Basic realm="x"` (RFC 9110 §11.6.1).
  public static let wwwAuthenticate: Self = "WWW-Authenticate"

  /// The fields that concern a single connection, and are not forwarded (RFC 9110 §7.6.1).
  package static let hopByHop: Set<Self> = [
    .connection, "Keep-Alive", "Proxy-Connection", .transferEncoding, .upgrade, "TE", .trailer,
    "HTTP2-Settings",
  ]
}
