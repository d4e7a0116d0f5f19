package import StubPlatform

/// An error that ends a request, either instead of a response or in the middle of one.
public enum StubFailure: Sendable {
  /// A URL loading error by its code.
  case network(NetworkErrorCode)
  /// Any other error, passed unchanged to in-process clients; a listener closes the connection.
  case error(any Error)
}

extension StubFailure: Hashable {
  /// Returns whether both failures are the same; errors of other types are equal if their
  /// descriptions are.
  public static func == (left: Self, right: Self) -> Bool { left.description == right.description }

  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension StubFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .network(let code): code.description
    case .error(let error): String(reflecting: error)
    }
  }
}

/// A code of the URL loading system's error domain (`NSURLErrorDomain`).
public struct NetworkErrorCode: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// −1: an error without a more specific code.
  public static let unknown = NetworkErrorCode(rawValue: -1)
  /// −999: the client cancelled the task.
  public static let cancelled = NetworkErrorCode(rawValue: -999)
  /// −1000: the URL cannot be understood.
  public static let badURL = NetworkErrorCode(rawValue: -1000)
  /// −1001: nothing arrived within the timeout of the request.
  public static let timedOut = NetworkErrorCode(rawValue: -1001)
  /// −1002: no protocol handles the scheme of the URL, or, on Linux, the response was not HTTP.
  public static let unsupportedURL = NetworkErrorCode(rawValue: -1002)
  /// −1003: the host name has no address.
  public static let cannotFindHost = NetworkErrorCode(rawValue: -1003)
  /// −1004: the host refused the connection, or was not reached.
  public static let cannotConnectToHost = NetworkErrorCode(rawValue: -1004)
  /// −1005: the connection broke during the request.
  public static let networkConnectionLost = NetworkErrorCode(rawValue: -1005)
  /// −1006: no name server answered.
  public static let dnsLookupFailed = NetworkErrorCode(rawValue: -1006)
  /// −1007: a chain of redirects was too long.
  public static let httpTooManyRedirects = NetworkErrorCode(rawValue: -1007)
  /// −1008: the resource is not available.
  public static let resourceUnavailable = NetworkErrorCode(rawValue: -1008)
  /// −1009: the device is offline; use it to test an app without a network.
  public static let notConnectedToInternet = NetworkErrorCode(rawValue: -1009)
  /// −1010: a redirect had no usable target.
  public static let redirectToNonExistentLocation = NetworkErrorCode(rawValue: -1010)
  /// −1011: the response was empty or not valid HTTP.
  public static let badServerResponse = NetworkErrorCode(rawValue: -1011)
  /// −1012: the authentication was cancelled, for example by the delegate of a `URLSession`.
  public static let userCancelledAuthentication = NetworkErrorCode(rawValue: -1012)
  /// −1013: credentials are needed, but were not given.
  public static let userAuthenticationRequired = NetworkErrorCode(rawValue: -1013)
  /// −1014: a body was announced, but none arrived.
  public static let zeroByteResource = NetworkErrorCode(rawValue: -1014)
  /// −1015: the bytes of the body cannot be decoded, as for broken gzip.
  public static let cannotDecodeRawData = NetworkErrorCode(rawValue: -1015)
  /// −1016: the content has an unknown coding.
  public static let cannotDecodeContentData = NetworkErrorCode(rawValue: -1016)
  /// −1017: the response cannot be parsed.
  public static let cannotParseResponse = NetworkErrorCode(rawValue: -1017)
  /// −1018: the device is roaming, but data roaming is off.
  public static let internationalRoamingOff = NetworkErrorCode(rawValue: -1018)
  /// −1019: a phone call blocks the data connection.
  public static let callIsActive = NetworkErrorCode(rawValue: -1019)
  /// −1020: the cellular network allows no data.
  public static let dataNotAllowed = NetworkErrorCode(rawValue: -1020)
  /// −1021: the body has to be sent again, but its stream can be read only once.
  public static let requestBodyStreamExhausted = NetworkErrorCode(rawValue: -1021)
  /// −1200: the TLS handshake failed.
  public static let secureConnectionFailed = NetworkErrorCode(rawValue: -1200)
  /// −1201: the server's certificate has expired or is not valid yet.
  public static let serverCertificateHasBadDate = NetworkErrorCode(rawValue: -1201)
  /// −1202: the server's certificate is not trusted, or for another host.
  public static let serverCertificateUntrusted = NetworkErrorCode(rawValue: -1202)
  /// −1203: an unknown authority has signed the server's certificate.
  public static let serverCertificateHasUnknownRoot = NetworkErrorCode(rawValue: -1203)
  /// −1204: the server's certificate is valid only from a later date.
  public static let serverCertificateNotYetValid = NetworkErrorCode(rawValue: -1204)
  /// −1205: the server rejected the client's certificate.
  public static let clientCertificateRejected = NetworkErrorCode(rawValue: -1205)
  /// −1206: the server asks for a certificate, and the client sent none.
  public static let clientCertificateRequired = NetworkErrorCode(rawValue: -1206)

  /// All codes in the order of their numbers, with their names in Swift.
  package static let named: KeyValuePairs<String, NetworkErrorCode> = [
    "unknown": .unknown,
    "cancelled": .cancelled,
    "badURL": .badURL,
    "timedOut": .timedOut,
    "unsupportedURL": .unsupportedURL,
    "cannotFindHost": .cannotFindHost,
    "cannotConnectToHost": .cannotConnectToHost,
    "networkConnectionLost": .networkConnectionLost,
    "dnsLookupFailed": .dnsLookupFailed,
    "httpTooManyRedirects": .httpTooManyRedirects,
    "resourceUnavailable": .resourceUnavailable,
    "notConnectedToInternet": .notConnectedToInternet,
    "redirectToNonExistentLocation": .redirectToNonExistentLocation,
    "badServerResponse": .badServerResponse,
    "userCancelledAuthentication": .userCancelledAuthentication,
    "userAuthenticationRequired": .userAuthenticationRequired,
    "zeroByteResource": .zeroByteResource,
    "cannotDecodeRawData": .cannotDecodeRawData,
    "cannotDecodeContentData": .cannotDecodeContentData,
    "cannotParseResponse": .cannotParseResponse,
    "internationalRoamingOff": .internationalRoamingOff,
    "callIsActive": .callIsActive,
    "dataNotAllowed": .dataNotAllowed,
    "requestBodyStreamExhausted": .requestBodyStreamExhausted,
    "secureConnectionFailed": .secureConnectionFailed,
    "serverCertificateHasBadDate": .serverCertificateHasBadDate,
    "serverCertificateUntrusted": .serverCertificateUntrusted,
    "serverCertificateHasUnknownRoot": .serverCertificateHasUnknownRoot,
    "serverCertificateNotYetValid": .serverCertificateNotYetValid,
    "clientCertificateRejected": .clientCertificateRejected,
    "clientCertificateRequired": .clientCertificateRequired,
  ]
}

extension NetworkErrorCode: CustomStringConvertible {
  public var description: String {
    Self.named.first { $0.value == self }?.key ?? "network error \(rawValue)"
  }
}

/// An error of a domain other than URL loading.
///
/// An in-process client gets an `NSError` with this domain and code.
package struct DomainError: DescribedError, Sendable, Hashable {
  /// The error domain, such as `NSPOSIXErrorDomain`.
  package let domain: String
  /// The number within the domain, such as an `errno` in `NSPOSIXErrorDomain`.
  package let code: Int
  /// The error's own description; `nil` if it has none.
  package let message: String?

  /// Creates an error, which in-process clients receive as an `NSError` with this domain and code.
  package init(domain: String, code: Int, message: String? = nil) {
    self.domain = domain
    self.code = code
    self.message = message
  }

  package var description: String {
    "\(domain) \(code)\(message.map { ": \($0)" } ?? "")"
  }
}

/// The effects of a failure of URL loading on a connection.
extension StubFailure {
  /// The end of the connection that makes a client report a similar failure.
  ///
  /// A timeout becomes a response that never comes. An empty or invalid response becomes a regular
  /// end (TCP FIN) without the rest. Every other failure becomes a reset. This includes failures
  /// before a connection exists, such as an unknown host, which cannot be shown.
  package var wireEnding: FaultEnding {
    switch self {
    case .network(.timedOut): .stall
    case .network(.badServerResponse), .network(.zeroByteResource),
      .network(.cannotParseResponse):
      .close
    case .network, .error: .reset
    }
  }

  /// The bytes to send instead of a response; `nil` for none.
  package var wireBytes: Data? {
    if case .network(.cannotParseResponse) = self { HTTPStubFault.garbageBytes } else { nil }
  }
}
