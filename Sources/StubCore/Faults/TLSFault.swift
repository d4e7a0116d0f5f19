/// Something that goes wrong with TLS on purpose: the handshake, the certificate or the end.
///
/// To add one, write a static member, and an entry into the catalogue of `FaultKind`.
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

/// The defect of a certificate that is issued on purpose.
package enum CertificateFlaw: Sendable, Hashable {
  case expired
  case notYetValid
  /// Made for another server.
  case wrongHost
  /// Signed by itself instead of the authority.
  case selfSigned
}

extension FaultKind<TLSFault> {
  /// The faults of TLS.
  package static var all: [Self] {
    [
      Self("handshakeFailure", "the fatal alert `handshake_failure` after their first message") {
        _ in
        .handshakeFailure
      },
      Self("resetInHandshake", "a reset after their first message") { _ in .resetInHandshake },
      Self("closedInHandshake", "the end of the connection after their first message") { _ in
        .closedInHandshake
      },
      Self("noHandshake", "silence, until the listener's idle timeout") { _ in .noHandshake },
      Self("plainText", "HTTP in clear text instead of a handshake") { _ in .plainText },
      Self("expiredCertificate", "a certificate that was valid until yesterday") { _ in
        .expiredCertificate
      },
      Self("notYetValidCertificate", "a certificate that is valid from tomorrow on") { _ in
        .notYetValidCertificate
      },
      Self("wrongHostCertificate", "a certificate for `wrong-host.invalid`") { _ in
        .wrongHostCertificate
      },
      Self("untrustedCertificate", "a certificate that is signed by itself") { _ in
        .untrustedCertificate
      },
      Self("noCloseNotify", "connections that end without `close_notify`") { _ in .noCloseNotify },
      Self(
        "slowHandshake", "a handshake that is late by a `delay`", [.delay],
        required: [.delay]
      ) { $0.delay.map(TLSFault.slowHandshake) },
    ]
  }
}

extension TLSFault: CustomStringConvertible {
  /// Its name, with its value if it takes one.
  public var description: String {
    if let kind = FaultKind<TLSFault>.all.first(where: { $0.make(FaultArguments()) == self }) {
      return kind.name
    }
    if case .wait(let delay)? = greeting { return "slowHandshake, \(delay)" }
    return "TLS fault"
  }
}

extension TLSFault {
  /// The connection is closed without a byte when the client's first message has come.
  public static let closedInHandshake = TLSFault(greeting: .close)
}

extension TLSFault {
  /// The certificate was valid until yesterday; otherwise it is as it should be.
  ///
  /// The local authority issues it, as for every certificate fault, even if the configuration names files.
  public static let expiredCertificate = TLSFault(certificate: .expired)
}

extension TLSFault {
  /// The fatal alert `handshake_failure` (40) answers the client's first message: curl exits with 35.
  public static let handshakeFailure = TLSFault(greeting: .alert(40))
}

extension TLSFault {
  /// Connections end without `close_notify`: clients that check for truncated responses report one, if the
  /// response has no length.
  public static let noCloseNotify = TLSFault(omitsCloseNotify: true)
}

extension TLSFault {
  /// The client's first message is never answered; the listener's idle timeout ends the connection.
  public static let noHandshake = TLSFault(greeting: .silence)
}

extension TLSFault {
  /// The certificate will be valid from tomorrow on; otherwise it is as it should be.
  public static let notYetValidCertificate = TLSFault(certificate: .notYetValid)
}

extension TLSFault {
  /// The client's first message is answered with HTTP in clear text, as a wrong port would.
  public static let plainText = TLSFault(
    greeting: .bytes(
      Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)))
}

extension TLSFault {
  /// The connection is reset when the client's first message has come.
  public static let resetInHandshake = TLSFault(greeting: .reset)
}

extension TLSFault {
  /// The first message of the server comes this much later; negative times are 0.
  ///
  /// The idle timeout of the listener keeps running.
  public static func slowHandshake(_ delay: Duration) -> TLSFault {
    TLSFault(greeting: .wait(max(.zero, delay)))
  }
}

extension TLSFault {
  /// The certificate is for the right server, but signed by itself instead of the authority.
  public static let untrustedCertificate = TLSFault(certificate: .selfSigned)
}

extension TLSFault {
  /// The certificate is for `wrong-host.invalid`, whatever the client asks for.
  public static let wrongHostCertificate = TLSFault(certificate: .wrongHost)
}
