/// A response status code, 100 through 999 (RFC 9110 §15).
public struct HTTPStatusCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public var description: String { String(rawValue) }

  /// The phrase of RFC 9110 §15 for this code; empty for a code it does not name.
  public var reasonPhrase: String { Self.phrases[rawValue] ?? "" }

  /// Whether a response with this code has no content by definition (RFC 9110 §6.4.1).
  public var forbidsContent: Bool {
    (100..<200).contains(rawValue) || rawValue == 204 || rawValue == 304
  }

  /// Whether a client follows this code's `Location` (RFC 9110 §15.4).
  public var isRedirect: Bool { [301, 302, 303, 307, 308].contains(rawValue) }
}

extension HTTPStatusCode: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(rawValue: value) }
}

extension HTTPStatusCode {
  public static let `continue`: Self = 100
  public static let switchingProtocols: Self = 101
  public static let ok: Self = 200
  public static let created: Self = 201
  public static let accepted: Self = 202
  public static let nonAuthoritativeInformation: Self = 203
  public static let noContent: Self = 204
  public static let resetContent: Self = 205
  public static let partialContent: Self = 206
  public static let multipleChoices: Self = 300
  public static let movedPermanently: Self = 301
  public static let found: Self = 302
  public static let seeOther: Self = 303
  public static let notModified: Self = 304
  public static let temporaryRedirect: Self = 307
  public static let permanentRedirect: Self = 308
  public static let badRequest: Self = 400
  public static let unauthorized: Self = 401
  public static let paymentRequired: Self = 402
  public static let forbidden: Self = 403
  public static let notFound: Self = 404
  public static let methodNotAllowed: Self = 405
  public static let notAcceptable: Self = 406
  public static let proxyAuthenticationRequired: Self = 407
  public static let requestTimeout: Self = 408
  public static let conflict: Self = 409
  public static let gone: Self = 410
  public static let lengthRequired: Self = 411
  public static let preconditionFailed: Self = 412
  public static let contentTooLarge: Self = 413
  public static let uriTooLong: Self = 414
  public static let unsupportedMediaType: Self = 415
  public static let rangeNotSatisfiable: Self = 416
  public static let expectationFailed: Self = 417
  public static let imATeapot: Self = 418
  public static let misdirectedRequest: Self = 421
  public static let unprocessableContent: Self = 422
  public static let tooEarly: Self = 425
  public static let upgradeRequired: Self = 426
  public static let preconditionRequired: Self = 428
  public static let tooManyRequests: Self = 429
  public static let requestHeaderFieldsTooLarge: Self = 431
  public static let unavailableForLegalReasons: Self = 451
  public static let internalServerError: Self = 500
  public static let notImplemented: Self = 501
  public static let badGateway: Self = 502
  public static let serviceUnavailable: Self = 503
  public static let gatewayTimeout: Self = 504
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
