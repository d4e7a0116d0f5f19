/// A response status code, 100 through 999 (RFC 9110 §15).
public struct HTTPStatusCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public var description: String { String(rawValue) }

  /// The phrase of RFC 9110 §15 for this code; empty if the RFC does not name it.
  package var reasonPhrase: String { Self.phrases[rawValue] ?? "" }

  /// Whether a response with this code never has content (RFC 9110 §6.4.1).
  package var forbidsContent: Bool {
    (100..<200).contains(rawValue) || rawValue == 204 || rawValue == 304
  }

  /// Whether a client follows `Location` in a response with this code (RFC 9110 §15.4).
  package var isRedirect: Bool { [301, 302, 303, 307, 308].contains(rawValue) }
}

extension HTTPStatusCode: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(rawValue: value) }
}

extension HTTPStatusCode {
  /// 100: the client may send the body that it has announced (RFC 9110 §15.2.1).
  public static let `continue`: Self = 100
  /// 101: the connection switches to another protocol (RFC 9110 §15.2.2).
  public static let switchingProtocols: Self = 101
  /// 200: success; the default of a stub (RFC 9110 §15.3.1).
  public static let ok: Self = 200
  /// 201: the request created a resource, at `Location` (RFC 9110 §15.3.2).
  public static let created: Self = 201
  /// 202: the request is accepted, and may be processed later (RFC 9110 §15.3.3).
  public static let accepted: Self = 202
  /// 203: success; a proxy has changed the content (RFC 9110 §15.3.4).
  public static let nonAuthoritativeInformation: Self = 203
  /// 204: success without a body (RFC 9110 §15.3.5).
  public static let noContent: Self = 204
  /// 205: success; the client clears its form (RFC 9110 §15.3.6).
  public static let resetContent: Self = 205
  /// 206: the parts that a `Range` asked for (RFC 9110 §15.3.7).
  public static let partialContent: Self = 206
  /// 300: several representations to choose from (RFC 9110 §15.4.1).
  public static let multipleChoices: Self = 300
  /// 301: moved permanently; clients change POST to GET (RFC 9110 §15.4.2).
  public static let movedPermanently: Self = 301
  /// 302: temporarily at another URL; clients change POST to GET (RFC 9110 §15.4.3).
  public static let found: Self = 302
  /// 303: the result is at another URL; clients request it with GET (RFC 9110 §15.4.4).
  public static let seeOther: Self = 303
  /// 304: the client's cached response is current; no body (RFC 9110 §15.4.5).
  public static let notModified: Self = 304
  /// 307: temporarily at another URL; method and body stay (RFC 9110 §15.4.8).
  public static let temporaryRedirect: Self = 307
  /// 308: moved permanently; method and body stay (RFC 9110 §15.4.9).
  public static let permanentRedirect: Self = 308
  /// 400: the server cannot understand the request (RFC 9110 §15.5.1).
  public static let badRequest: Self = 400
  /// 401: credentials are missing or wrong; sent with `WWW-Authenticate` (RFC 9110 §15.5.2).
  public static let unauthorized: Self = 401
  /// 402: reserved, and used for quotas by some services (RFC 9110 §15.5.3).
  public static let paymentRequired: Self = 402
  /// 403: refused; other credentials may not help (RFC 9110 §15.5.4).
  public static let forbidden: Self = 403
  /// 404: there is no such resource, or the server hides it (RFC 9110 §15.5.5).
  public static let notFound: Self = 404
  /// 405: the resource does not support the method; sent with `Allow` (RFC 9110 §15.5.6).
  public static let methodNotAllowed: Self = 405
  /// 406: no representation that the `Accept` fields allow (RFC 9110 §15.5.7).
  public static let notAcceptable: Self = 406
  /// 407: the proxy requires credentials; sent with `Proxy-Authenticate` (RFC 9110 §15.5.8).
  public static let proxyAuthenticationRequired: Self = 407
  /// 408: the request did not arrive in time (RFC 9110 §15.5.9).
  public static let requestTimeout: Self = 408
  /// 409: the request conflicts with the state of the resource (RFC 9110 §15.5.10).
  public static let conflict: Self = 409
  /// 410: the resource existed and will not return (RFC 9110 §15.5.11).
  public static let gone: Self = 410
  /// 411: the server requires a `Content-Length` (RFC 9110 §15.5.12).
  public static let lengthRequired: Self = 411
  /// 412: an `If-…` field of the request is not met (RFC 9110 §15.5.13).
  public static let preconditionFailed: Self = 412
  /// 413: the request's body is too large (RFC 9110 §15.5.14).
  public static let contentTooLarge: Self = 413
  /// 414: the request's target is too long (RFC 9110 §15.5.15).
  public static let uriTooLong: Self = 414
  /// 415: the server does not support this `Content-Type` (RFC 9110 §15.5.16).
  public static let unsupportedMediaType: Self = 415
  /// 416: the resource has no bytes in this `Range` (RFC 9110 §15.5.17).
  public static let rangeNotSatisfiable: Self = 416
  /// 417: the server cannot do what `Expect` asks (RFC 9110 §15.5.18).
  public static let expectationFailed: Self = 417
  /// 418: unused; reserved because of RFC 2324 (RFC 9110 §15.5.19).
  public static let imATeapot: Self = 418
  /// 421: this server does not answer for the host (RFC 9110 §15.5.20).
  public static let misdirectedRequest: Self = 421
  /// 422: well-formed content that the server rejects (RFC 9110 §15.5.21).
  public static let unprocessableContent: Self = 422
  /// 425: the server does not risk a replay of early TLS data (RFC 8470 §5.2).
  public static let tooEarly: Self = 425
  /// 426: another protocol is required; sent with `Upgrade` (RFC 9110 §15.5.22).
  public static let upgradeRequired: Self = 426
  /// 428: the request must be conditional, to prevent lost updates (RFC 6585 §3).
  public static let preconditionRequired: Self = 428
  /// 429: rate limit exceeded; may have `Retry-After` (RFC 6585 §4).
  public static let tooManyRequests: Self = 429
  /// 431: the request's header fields are too large (RFC 6585 §5).
  public static let requestHeaderFieldsTooLarge: Self = 431
  /// 451: a legal demand forbids access (RFC 7725 §3).
  public static let unavailableForLegalReasons: Self = 451
  /// 500: the server failed unexpectedly (RFC 9110 §15.6.1).
  public static let internalServerError: Self = 500
  /// 501: the server does not know the method (RFC 9110 §15.6.2).
  public static let notImplemented: Self = 501
  /// 502: the server behind this one gave an invalid response (RFC 9110 §15.6.3).
  public static let badGateway: Self = 502
  /// 503: overloaded or in maintenance; may have `Retry-After` (RFC 9110 §15.6.4).
  public static let serviceUnavailable: Self = 503
  /// 504: the server behind this one did not answer in time (RFC 9110 §15.6.5).
  public static let gatewayTimeout: Self = 504
  /// 505: the server does not support this major version (RFC 9110 §15.6.6).
  public static let httpVersionNotSupported: Self = 505

  private static let phrases: [Int: String] = [
    100: "Continue", 101: "Switching Protocols", 103: "Early Hints",
    200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information",
    204: "No Content", 205: "Reset Content", 206: "Partial Content", 207: "Multi-Status",
    300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other",
    304: "Not Modified", 305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
    407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
    411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
    417: "Expectation Failed", 418: "I'm a teapot", 421: "Misdirected Request",
    422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency", 425: "Too Early",
    426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    507: "Insufficient Storage", 508: "Loop Detected", 511: "Network Authentication Required",
  ]
}
