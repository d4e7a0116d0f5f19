import StubCore

/// What requests and responses of a HAR have in common.
extension Reader {
  /// The header fields of a message.
  ///
  /// Of HTTP/2's pseudo-header fields (RFC 9113 §8.3) `:authority` is the `Host`; the others say
  /// what the message says elsewhere. Some browsers write repeated fields as one of several lines.
  func harHeaders(_ value: Value) -> HTTPHeaders {
    let written = recorded(value, "headers") { recordedHeaders($0) } ?? HTTPHeaders()
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

  /// The version of HTTP, in any of the names that tools have for it.
  func harVersion(_ value: Value) -> String? {
    let text = value["httpVersion"]?.scalar?.text.lowercasedASCII() ?? ""
    let name = text.hasPrefix("http/") ? String(text.dropFirst(5)) : text
    switch name {
    case "0.9", "1.0", "1.1": return name
    case "h2", "h2c", "2", "2.0": return "2"
    case "3", "3.0": return "3"
    default: return name.hasPrefix("h3") || name.contains("quic") ? "3" : nil
    }
  }

  /// Cookies, each with what it may be used for.
  func harCookies(_ value: Value) -> [HARCookie]? {
    list(value) { cookie in
      guard let name = cookie["name"]?.givenText else { return nil }
      let value = cookie
      return HARCookie(
        name: name, value: value["value"]?.givenText ?? "",
        path: value["path"]?.givenText, domain: value["domain"]?.givenText,
        isSecure: value["secure"]?.scalar?.kind == .bool(true),
        isHTTPOnly: value["httpOnly"]?.scalar?.kind == .bool(true))
    }
  }

  /// How long the response took, as the client saw it.
  ///
  /// From `timings`, of which -1 and missing parts count as nothing, or else from `time`; unknown
  /// when both say -1, as Playwright writes it.
  func harTiming(_ value: Value) -> RecordedTiming? {
    let timing = recorded(value, "timings") { timings -> RecordedTiming? in
      let known = ["wait", "receive"].compactMap { timings[$0]?.givenText }
        .filter { !$0.hasPrefix("-") && $0 != "null" }
      guard !known.isEmpty else { return nil }
      // The time for TLS is part of that for the connection.
      let wait = ["blocked", "dns", "connect", "send", "wait"].reduce(Duration.zero) { sum, key in
        sum + (recorded(timings, key) { harMilliseconds($0) } ?? .zero)
      }
      return RecordedTiming(
        wait: min(wait, .longestDelay),
        receive: recorded(timings, "receive") { harMilliseconds($0) } ?? .zero)
    }
    return timing
      ?? recorded(value, "time") { harMilliseconds($0) }.map { RecordedTiming(wait: $0) }
  }

  /// Milliseconds, with a fraction or without; nothing for less than 0, which stands for unknown.
  private func harMilliseconds(_ value: Value) -> Duration? {
    guard let text = value.scalar?.text, let value = Double(text), value.isFinite else {
      return mismatch(value, expected: "a number of milliseconds", remedy: "use 12.5")
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

  /// The cookie as a server sets it, for the session: when it was to expire is past at playback.
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
  /// Whether it is one of HTTP/2's own, such as `:path`.
  fileprivate var isPseudo: Bool { name.rawName.utf8.first == UInt8(ascii: ":") }

  /// Whether its text needs no decoding.
  fileprivate var isPlain: Bool {
    !isPseudo && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x80 }
  }
}

/// The errors of requests without a response, in the words that browsers and proxies have for them.
enum HARFailure {
  /// The error of the URL loading system that is nearest to the recorded one.
  static func recorded(_ reason: String) -> RecordedFailure {
    RecordedFailure(code: code(of: reason).rawValue, message: reason.isEmpty ? nil : reason)
  }

  /// Whether the client itself gave up, after what was recorded of the response had come.
  static func isByClient(_ reason: String) -> Bool { code(of: reason) == .cancelled }

  static func code(of reason: String) -> NetworkErrorCode {
    if let name = chromeName(in: reason) { return chromeCode(of: name) }
    let words = reason.lowercased()
    return phrases.first { words.contains($0.key) }?.value ?? .networkConnectionLost
  }

  /// The text that is read as the error's code: what it says of itself, or else Chromium's name.
  static func text(of failure: RecordedFailure) -> String {
    let isHeld = failure.domain == RecordedFailure.urlErrorDomain
    let wanted = NetworkErrorCode(rawValue: failure.code)
    if let message = failure.message, !message.isEmpty, isHeld, code(of: message) == wanted {
      return message
    }
    return "net::ERR_\(isHeld ? writtenNames[wanted] ?? "FAILED" : "FAILED")"
  }

  /// The name of each code that is written, of those that are read as it.
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

  /// `NAME_NOT_RESOLVED` of `net::ERR_NAME_NOT_RESOLVED`.
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

  /// Chromium's `net/base/net_error_list.h`, without `ERR_`.
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

  /// Parts of other errors' texts, in lower case; the first one that occurs counts.
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

/// The encoding that a text of a HAR had when a client received it.
enum HARCharset {
  /// What Chrome calls the type of a response that it does not know.
  static let unknownType = "x-unknown"

  /// The name of the encoding; `nil` for UTF-8 and when the type has none.
  ///
  /// A HAR has all text decoded. So that the bytes are again what `Content-Type` says they are,
  /// they are encoded as they were; clients take ISO-8859-1 for Windows-1252 (WHATWG Encoding
  /// Standard §4.2).
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

  /// The encoding in which mitmproxy took a text for which none is given, if that is Latin-1.
  ///
  /// It takes most types so, and others, such as JSON, for UTF-8; which one it was shows in how many bytes
  /// the body had.
  static func ofMitmproxy(
    _ text: Value, _ reader: Reader, type: String?, size: Int?
  ) -> String? {
    let creator = reader.findings.message.document?["log"]?["creator"]?["name"]?.givenText
    guard creator?.lowercasedASCII().hasPrefix("mitmproxy") == true,
      type.flatMap({ HTTPContentType(rawValue: $0).parameter("charset") }) == nil,
      let text = text.scalar?.text, text.unicodeScalars.count == size,
      text.unicodeScalars.allSatisfy({ $0.value < 0x100 })
    else { return nil }
    return "latin1"
  }
}
