/// Something that goes wrong with TLS on purpose: the handshake, the certificate or the end.
///
/// To add one, write a file in this folder with a static member, and its name into `named`.
public struct TLSFault: Sendable, Hashable {
  /// What is done once the client has said what it wants, instead of agreeing.
  package enum Greeting: Sendable, Hashable {
    /// A fatal alert by its number (RFC 8446 §6), then the end.
    case alert(UInt8)
    /// The connection is reset.
    case reset
    /// The connection is closed without a word.
    case close
    /// Bytes that are no TLS, then the end.
    case bytes([UInt8])
    /// The handshake goes on after this.
    case wait(Duration)
    /// Nothing, until the client or the idle timeout ends the connection.
    case silence
  }

  package var greeting: Greeting?
  package var certificate: CertificateFlaw?
  /// Whether the end of a connection is not announced, as if it had been cut (RFC 8446 §6.1).
  package var omitsCloseNotify = false

  init(
    greeting: Greeting? = nil, certificate: CertificateFlaw? = nil, omitsCloseNotify: Bool = false
  ) {
    self.greeting = greeting
    self.certificate = certificate
    self.omitsCloseNotify = omitsCloseNotify
  }
}

/// What is wrong with a certificate that is minted on purpose.
package enum CertificateFlaw: Sendable, Hashable {
  case expired
  case notYetValid
  /// Made for another server.
  case wrongHost
  /// Signed by itself instead of the authority.
  case selfSigned
}

extension TLSFault {
  /// The faults that take no value, by the names that files give them.
  package static let named: KeyValuePairs<String, TLSFault> = [
    "handshakeFailure": .handshakeFailure,
    "resetInHandshake": .resetInHandshake,
    "closedInHandshake": .closedInHandshake,
    "noHandshake": .noHandshake,
    "plainText": .plainText,
    "expiredCertificate": .expiredCertificate,
    "notYetValidCertificate": .notYetValidCertificate,
    "wrongHostCertificate": .wrongHostCertificate,
    "untrustedCertificate": .untrustedCertificate,
    "noCloseNotify": .noCloseNotify,
  ]
}

extension TLSFault: CustomStringConvertible {
  /// Its name, with its value if it takes one.
  public var description: String {
    if let name = Self.named.first(where: { $0.value == self })?.key { return name }
    if case .wait(let delay)? = greeting { return "slowHandshake, \(delay)" }
    return "TLS fault"
  }
}
