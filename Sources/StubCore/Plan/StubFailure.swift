#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The error a request ends with instead of, or in the middle of, a response.
public enum StubFailure: Sendable {
  /// A URL loading error by its code.
  case network(NetworkErrorCode)
  /// Any other error, handed to in-process clients as it is; a listener closes the connection.
  case error(any Error)
}

extension StubFailure: Hashable {
  /// Errors of other types count as equal when they print alike.
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

  /// An error that has no code of its own.
  public static let unknown = NetworkErrorCode(rawValue: -1)
  public static let cancelled = NetworkErrorCode(rawValue: -999)
  public static let badURL = NetworkErrorCode(rawValue: -1000)
  public static let timedOut = NetworkErrorCode(rawValue: -1001)
  public static let unsupportedURL = NetworkErrorCode(rawValue: -1002)
  public static let cannotFindHost = NetworkErrorCode(rawValue: -1003)
  public static let cannotConnectToHost = NetworkErrorCode(rawValue: -1004)
  public static let networkConnectionLost = NetworkErrorCode(rawValue: -1005)
  public static let dnsLookupFailed = NetworkErrorCode(rawValue: -1006)
  public static let httpTooManyRedirects = NetworkErrorCode(rawValue: -1007)
  public static let resourceUnavailable = NetworkErrorCode(rawValue: -1008)
  public static let notConnectedToInternet = NetworkErrorCode(rawValue: -1009)
  public static let redirectToNonExistentLocation = NetworkErrorCode(rawValue: -1010)
  public static let badServerResponse = NetworkErrorCode(rawValue: -1011)
  public static let userCancelledAuthentication = NetworkErrorCode(rawValue: -1012)
  public static let userAuthenticationRequired = NetworkErrorCode(rawValue: -1013)
  public static let zeroByteResource = NetworkErrorCode(rawValue: -1014)
  public static let cannotDecodeRawData = NetworkErrorCode(rawValue: -1015)
  public static let cannotDecodeContentData = NetworkErrorCode(rawValue: -1016)
  public static let cannotParseResponse = NetworkErrorCode(rawValue: -1017)
  public static let internationalRoamingOff = NetworkErrorCode(rawValue: -1018)
  public static let callIsActive = NetworkErrorCode(rawValue: -1019)
  public static let dataNotAllowed = NetworkErrorCode(rawValue: -1020)
  public static let requestBodyStreamExhausted = NetworkErrorCode(rawValue: -1021)
  public static let secureConnectionFailed = NetworkErrorCode(rawValue: -1200)
  public static let serverCertificateHasBadDate = NetworkErrorCode(rawValue: -1201)
  public static let serverCertificateUntrusted = NetworkErrorCode(rawValue: -1202)
  public static let serverCertificateHasUnknownRoot = NetworkErrorCode(rawValue: -1203)
  public static let serverCertificateNotYetValid = NetworkErrorCode(rawValue: -1204)
  public static let clientCertificateRejected = NetworkErrorCode(rawValue: -1205)
  public static let clientCertificateRequired = NetworkErrorCode(rawValue: -1206)

  /// Every code that has a name here, by that name, in the order of the codes.
  public static let named: KeyValuePairs<String, NetworkErrorCode> = [
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

/// An error of another domain than URL loading, by its code.
///
/// An in-process client gets an `NSError` with this domain and code.
public struct DomainError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Such as `NSPOSIXErrorDomain`.
  public let domain: String
  public let code: Int
  /// What the error says of itself.
  public let message: String?

  public init(domain: String, code: Int, message: String? = nil) {
    self.domain = domain
    self.code = code
    self.message = message
  }

  public var description: String {
    "\(domain) \(code)\(message.map { ": \($0)" } ?? "")"
  }
}

/// What a connection shows of a failure that has a name in the URL loading system.
extension StubFailure {
  /// How the connection ends: what a client takes for a failure of this kind.
  ///
  /// A timeout is an answer that never comes; a bad or empty answer is an orderly end without the
  /// rest; everything else, such as a lost connection, is a reset. What goes wrong before there is
  /// a connection, such as an unknown host, cannot be shown on one and is a reset, too.
  package var wireEnding: FaultEnding {
    switch self {
    case .network(.timedOut): .stall
    case .network(.badServerResponse), .network(.zeroByteResource),
      .network(.cannotParseResponse):
      .close
    case .network, .error: .reset
    }
  }

  /// The bytes sent in place of a response; `nil` for nothing.
  package var wireBytes: Data? {
    if case .network(.cannotParseResponse) = self { HTTPStubFault.garbageBytes } else { nil }
  }
}
