import StubCore

/// Reads the members that requests and responses of a HAR have in common.
extension HARReader {
  /// Reads the header fields of a message.
  ///
  /// HTTP/2's pseudo-header field `:authority` (RFC 9113 §8.3) becomes `Host`; other pseudo-header
  /// fields are ignored, because they repeat other members. A field of several lines, which some
  /// browsers write, becomes several fields.
  func headers(_ value: Value) -> HTTPHeaders {
    let written = reader.optional(value, "headers") { reader.headers($0) } ?? HTTPHeaders()
    if written.fields.allSatisfy(\.isPlain) { return written }
    var headers = HTTPHeaders()
    for field in written.fields {
      guard field.isPseudo else {
        if field.isPlain {
          headers.append(field.name, field.value)
          continue
        }
        for line in field.value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        {
          headers.append(field.name, String(line))
        }
        continue
      }
      let isAuthority = field.name == ":authority"
      if isAuthority, !headers.contains(.host) { headers.append(.host, field.value) }
    }
    return headers
  }

  /// Reads the version of HTTP, in any form that tools write; `nil` if it is unknown.
  func version(_ value: Value) -> String? {
    let text = value["httpVersion"]?.scalar?.text.lowercasedASCII() ?? ""
    let name = text.hasPrefix("http/") ? String(text.dropFirst(5)) : text
    switch name {
    case "0.9", "1.0", "1.1": return name
    case "h2", "h2c", "2", "2.0": return "2"
    case "3", "3.0": return "3"
    default: return name.hasPrefix("h3") || name.contains("quic") ? "3" : nil
    }
  }

  /// Reads cookies with their attributes.
  func cookies(_ value: Value) -> [HARCookie]? {
    reader.values.list(value) { cookie in
      guard let name = cookie["name"]?.givenText else { return nil }
      let value = cookie
      return HARCookie(
        name: name, value: value["value"]?.givenText ?? "",
        path: value["path"]?.givenText, domain: value["domain"]?.givenText,
        isSecure: value["secure"]?.scalar?.kind == .bool(true),
        isHTTPOnly: value["httpOnly"]?.scalar?.kind == .bool(true))
    }
  }

  /// Reads the times of the response as the client measured them.
  ///
  /// The times are computed from `timings`, where -1 and missing parts count as 0, or else from
  /// `time`. They are unknown if both are -1, as in files of Playwright.
  func timing(_ value: Value) -> RecordedTiming? {
    let timing = reader.optional(value, "timings") { timings -> RecordedTiming? in
      let known = ["wait", "receive"].compactMap { timings[$0]?.givenText }
        .filter { !$0.hasPrefix("-") && $0 != "null" }
      guard !known.isEmpty else { return nil }
      // The time for TLS is included in the time for connecting.
      let wait = ["blocked", "dns", "connect", "send", "wait"].reduce(Duration.zero) { sum, key in
        sum + (reader.optional(timings, key) { milliseconds($0) } ?? .zero)
      }
      return RecordedTiming(
        wait: min(wait, .longestDelay),
        receive: reader.optional(timings, "receive") { milliseconds($0) } ?? .zero)
    }
    return timing
      ?? reader.optional(value, "time") { milliseconds($0) }.map { RecordedTiming(wait: $0) }
  }

  /// Reads milliseconds, with or without a fraction; `nil` for a negative number, which means that
  /// the time is unknown.
  private func milliseconds(_ value: Value) -> Duration? {
    guard let text = value.scalar?.text, let value = Double(text), value.isFinite else {
      return reader.values.mismatch(value, expected: "a number of milliseconds", remedy: "use 12.5")
    }
    guard value >= 0 else { return nil }
    return min(.nanoseconds(Int64((min(value, 1e12) * 1e6).rounded())), .longestDelay)
  }
}

/// A cookie of a HAR.
struct HARCookie {
  let name: String
  let value: String
  let path: String?
  let domain: String?
  let isSecure: Bool
  let isHTTPOnly: Bool

  /// The cookie as the value of `Set-Cookie`, without an expiry date, which would be in the past at
  /// playback.
  var field: String {
    var text = "\(name)=\(value)"
    if let path, !path.isEmpty { text += "; Path=\(path)" }
    if let domain, !domain.isEmpty { text += "; Domain=\(domain)" }
    if isSecure { text += "; Secure" }
    if isHTTPOnly { text += "; HttpOnly" }
    return text
  }
}

extension HTTPHeaders.Field {
  /// Whether the field is a pseudo-header field of HTTP/2, such as `:path`.
  fileprivate var isPseudo: Bool { name.rawName.utf8.first == UInt8(ascii: ":") }

  /// Whether the field can be used without changes.
  fileprivate var isPlain: Bool {
    !isPseudo && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x80 }
  }
}

/// Translates the error texts of browsers and proxies for requests without a response.
enum HARFailure {
  /// Returns the closest error of the URL loading system for a recorded error text.
  static func recorded(_ reason: String) -> RecordedFailure {
    RecordedFailure(code: code(of: reason).rawValue, message: reason.isEmpty ? nil : reason)
  }

  /// Whether the client canceled the request after the recorded part of the response.
  static func isByClient(_ reason: String) -> Bool { code(of: reason) == .cancelled }

  static func code(of reason: String) -> NetworkErrorCode {
    if let name = chromeName(in: reason) { return chromeCode(of: name) }
    let words = reason.lowercased()
    return phrases.first { words.contains($0.key) }?.value ?? .networkConnectionLost
  }

  /// Returns a text that is read as the error's code: the error's message or, if that means another
  /// code, Chromium's name.
  static func text(of failure: RecordedFailure) -> String {
    let isHeld = failure.domain == RecordedFailure.urlErrorDomain
    let wanted = NetworkErrorCode(rawValue: failure.code)
    if let message = failure.message, !message.isEmpty, isHeld, code(of: message) == wanted {
      return message
    }
    return "net::ERR_\(isHeld ? writtenNames[wanted] ?? "FAILED" : "FAILED")"
  }

  /// The name to write for each code; reading the name returns the code.
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

  /// Returns Chromium's name in a text: `NAME_NOT_RESOLVED` in `net::ERR_NAME_NOT_RESOLVED`.
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

  /// Phrases in other error texts, in lower case; the first phrase that occurs determines the code.
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

/// The character encoding that a text of a HAR had when a client received it.
enum HARCharset {
  /// Chrome's type for a response of unknown type.
  static let unknownType = "x-unknown"

  /// Returns the name of the encoding; `nil` for UTF-8, or if the type has none.
  ///
  /// A HAR contains decoded text. The text is encoded again, so that the bytes match
  /// `Content-Type`. Clients treat ISO-8859-1 as Windows-1252 (WHATWG Encoding Standard §4.2).
  static func name(in type: String?) -> String? {
    let name = type.flatMap { HTTPContentType(rawValue: $0).parameter("charset") }?
      .lowercasedASCII()
    switch name {
    case nil, "", "utf-8", "utf8": return nil
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "ascii", "us-ascii":
      return "windows-1252"
    default: return name
    }
  }
}
