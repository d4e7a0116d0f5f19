/// A field name, compared without regard to case (RFC 9110 §5.1) and sent as written.
public struct HTTPHeaderName: Sendable, CustomStringConvertible {
  /// The name as it was written.
  public let rawName: String
  /// The name in lower case: the form names are compared in.
  package let canonicalName: String

  public init(_ name: String) {
    rawName = name
    canonicalName = name.lowercasedASCII()
  }

  public var description: String { rawName }
}

extension HTTPHeaderName: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    left.canonicalName == right.canonicalName
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(canonicalName) }
}

extension HTTPHeaderName: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}

extension HTTPHeaderName {
  public static let accept: Self = "Accept"
  public static let acceptEncoding: Self = "Accept-Encoding"
  public static let acceptLanguage: Self = "Accept-Language"
  public static let acceptRanges: Self = "Accept-Ranges"
  public static let allow: Self = "Allow"
  public static let authorization: Self = "Authorization"
  public static let cacheControl: Self = "Cache-Control"
  public static let connection: Self = "Connection"
  public static let contentDisposition: Self = "Content-Disposition"
  public static let contentEncoding: Self = "Content-Encoding"
  public static let contentLanguage: Self = "Content-Language"
  public static let contentLength: Self = "Content-Length"
  public static let contentRange: Self = "Content-Range"
  public static let contentType: Self = "Content-Type"
  public static let cookie: Self = "Cookie"
  public static let date: Self = "Date"
  public static let eTag: Self = "ETag"
  public static let expect: Self = "Expect"
  public static let host: Self = "Host"
  public static let ifMatch: Self = "If-Match"
  public static let ifModifiedSince: Self = "If-Modified-Since"
  public static let ifNoneMatch: Self = "If-None-Match"
  public static let ifRange: Self = "If-Range"
  public static let lastModified: Self = "Last-Modified"
  public static let location: Self = "Location"
  public static let origin: Self = "Origin"
  public static let proxyAuthorization: Self = "Proxy-Authorization"
  public static let range: Self = "Range"
  public static let referer: Self = "Referer"
  public static let retryAfter: Self = "Retry-After"
  public static let server: Self = "Server"
  public static let setCookie: Self = "Set-Cookie"
  public static let trailer: Self = "Trailer"
  public static let transferEncoding: Self = "Transfer-Encoding"
  public static let upgrade: Self = "Upgrade"
  public static let userAgent: Self = "User-Agent"
  public static let vary: Self = "Vary"
  public static let wwwAuthenticate: Self = "WWW-Authenticate"
}
