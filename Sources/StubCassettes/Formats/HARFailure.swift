import StubCore

/// The translation of error texts of browsers and proxies, for requests without a response.
enum HARFailure {
  /// Returns the closest error of the URL loading system for a recorded error text.
  static func recorded(_ reason: String) -> RecordedFailure {
    RecordedFailure(code: code(of: reason).rawValue, message: reason.isEmpty ? nil : reason)
  }

  /// Returns whether the client canceled the request, after the recorded part of the response.
  static func isByClient(_ reason: String) -> Bool { code(of: reason) == .cancelled }

  static func code(of reason: String) -> NetworkErrorCode {
    if let name = chromeName(in: reason) { return chromeCode(of: name) }
    let words = reason.lowercased()
    return phrases.first { words.contains($0.key) }?.value ?? .networkConnectionLost
  }

  /// Returns a text that is read as the code of the error.
  ///
  /// It is the error's message or, if that would be read as another code, Chromium's name.
  static func text(of failure: RecordedFailure) -> String {
    let isHeld = failure.domain == RecordedFailure.urlErrorDomain
    let wanted = NetworkErrorCode(rawValue: failure.code)
    if let message = failure.message, !message.isEmpty, isHeld, code(of: message) == wanted {
      return message
    }
    return "net::ERR_\(isHeld ? writtenNames[wanted] ?? "FAILED" : "FAILED")"
  }

  /// The names to write for codes; a written name is read as the same code.
  private static let writtenNames: [NetworkErrorCode: String] = [
    .badServerResponse: "INVALID_RESPONSE", .badURL: "INVALID_URL",
    .cancelled: "ABORTED", .cannotConnectToHost: "CONNECTION_REFUSED",
    .cannotDecodeContentData: "CONTENT_DECODING_FAILED", .cannotFindHost: "NAME_NOT_RESOLVED",
    .cannotParseResponse: "INVALID_HTTP_RESPONSE",
    .clientCertificateRejected: "BAD_SSL_CLIENT_AUTH_CERT",
    .clientCertificateRequired: "SSL_CLIENT_AUTH_CERT_NEEDED",
    .dataNotAllowed: "NETWORK_ACCESS_DENIED", .dnsLookupFailed: "DNS_SERVER_FAILED",
    .httpTooManyRedirects: "TOO_MANY_REDIRECTS", .networkConnectionLost: "CONNECTION_RESET",
    .notConnectedToInternet: "INTERNET_DISCONNECTED",
    .redirectToNonExistentLocation: "UNSAFE_REDIRECT",
    .secureConnectionFailed: "SSL_PROTOCOL_ERROR",
    .serverCertificateHasBadDate: "CERT_DATE_INVALID",
    .serverCertificateHasUnknownRoot: "CERT_AUTHORITY_INVALID",
    .serverCertificateUntrusted: "CERT_INVALID", .timedOut: "TIMED_OUT",
    .unsupportedURL: "UNKNOWN_URL_SCHEME",
  ]

  /// Returns Chromium's name in a text, such as `NAME_NOT_RESOLVED` in
  /// `net::ERR_NAME_NOT_RESOLVED`.
  private static func chromeName(in reason: String) -> String? {
    guard let start = reason.firstRange(of: "ERR_") else { return nil }
    return String(reason[start.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }

  private static func chromeCode(of name: String) -> NetworkErrorCode {
    if let code = chromeCodes[name] { return code }
    if name.hasPrefix("CERT_") { return .serverCertificateUntrusted }
    if name.hasPrefix("SSL_") { return .secureConnectionFailed }
    if name.hasPrefix("DNS_") { return .dnsLookupFailed }
    if name.hasPrefix("BLOCKED_BY_") { return .cancelled }
    if name.hasPrefix("RESPONSE_HEADERS_") { return .badServerResponse }
    return .networkConnectionLost
  }

  /// The names in Chromium's `net/base/net_error_list.h`, without `ERR_`.
  private static let chromeCodes: [String: NetworkErrorCode] = [
    "ABORTED": .cancelled,
    "ADDRESS_INVALID": .cannotConnectToHost,
    "ADDRESS_UNREACHABLE": .cannotConnectToHost,
    "BAD_SSL_CLIENT_AUTH_CERT": .clientCertificateRejected,
    "CERT_AUTHORITY_INVALID": .serverCertificateHasUnknownRoot,
    "CERT_DATE_INVALID": .serverCertificateHasBadDate,
    "CONNECTION_FAILED": .cannotConnectToHost,
    "CONNECTION_REFUSED": .cannotConnectToHost,
    "CONNECTION_TIMED_OUT": .timedOut,
    "CONTENT_DECODING_FAILED": .cannotDecodeContentData,
    "CONTENT_DECODING_INIT_FAILED": .cannotDecodeContentData,
    "DISALLOWED_URL_SCHEME": .unsupportedURL,
    "FAILED": .unknown,
    "ICANN_NAME_COLLISION": .cannotFindHost,
    "INTERNET_DISCONNECTED": .notConnectedToInternet,
    "INVALID_HTTP_RESPONSE": .cannotParseResponse,
    "INVALID_REDIRECT": .redirectToNonExistentLocation,
    "INVALID_RESPONSE": .badServerResponse,
    "INVALID_URL": .badURL,
    "NAME_NOT_RESOLVED": .cannotFindHost,
    "NAME_RESOLUTION_FAILED": .cannotFindHost,
    "NETWORK_ACCESS_DENIED": .dataNotAllowed,
    "PROXY_CONNECTION_FAILED": .cannotConnectToHost,
    "SSL_CLIENT_AUTH_CERT_NEEDED": .clientCertificateRequired,
    "TIMED_OUT": .timedOut,
    "TOO_MANY_REDIRECTS": .httpTooManyRedirects,
    "TUNNEL_CONNECTION_FAILED": .cannotConnectToHost,
    "UNKNOWN_URL_SCHEME": .unsupportedURL,
    "UNSAFE_REDIRECT": .redirectToNonExistentLocation,
  ]

  /// Phrases in other error texts, in lower case; the first phrase in a text determines its code.
  private static let phrases: KeyValuePairs<String, NetworkErrorCode> = [
    "ns_error_unknown_host": .cannotFindHost,
    "ns_error_connection_refused": .cannotConnectToHost,
    "ns_error_net_timeout": .timedOut,
    "ns_error_offline": .notConnectedToInternet,
    "ns_binding_aborted": .cancelled,
    "name or service not known": .cannotFindHost,
    "nodename nor servname": .cannotFindHost,
    "no address associated": .cannotFindHost,
    "connection refused": .cannotConnectToHost,
    "connect call failed": .cannotConnectToHost,
    "could not connect": .cannotConnectToHost,
    "network is unreachable": .notConnectedToInternet,
    "timed out": .timedOut,
    "timeout": .timedOut,
    "certificate": .serverCertificateUntrusted,
    "tls": .secureConnectionFailed,
    "client disconnected": .cancelled,
    "cancelled": .cancelled,
  ]
}
