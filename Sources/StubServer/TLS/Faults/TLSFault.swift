/// Something that goes wrong with TLS on purpose: the handshake, the certificate or the end.
///
/// To add one, write a file in this folder with a static member, and its name into `named`.
public struct TLSFault: Sendable, Hashable {
  /// What is done once the client has said what it wants, instead of agreeing.
  enum Greeting: Sendable, Hashable {
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

  var greeting: Greeting?
  var certificate: CertificateFlaw?
  /// Whether the end of a connection is not announced, as if it had been cut (RFC 8446 §6.1).
  var omitsCloseNotify = false
}

/// What is wrong with a certificate that is minted on purpose.
enum CertificateFlaw: Sendable, Hashable {
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
