/// An intended fault of TLS: in the handshake, in the certificate, or at the end of the connection.
///
/// To add a fault, write a static member, and its entry in the catalogue of `FaultKind`.
public struct TLSFault: Sendable, Hashable {
  /// The server's reaction to the client's first message, instead of the usual handshake.
  package enum Greeting: Sendable, Hashable {
    /// Sends a fatal alert with this number (RFC 8446 §6), and closes the connection.
    case alert(UInt8)
    /// Resets the connection.
    case reset
    /// Closes the connection without sending anything.
    case close
    /// Sends bytes that are not TLS, and closes the connection.
    case bytes([UInt8])
    /// Continues the handshake after this time.
    case wait(Duration)
    /// Sends nothing until the client or the listener's idle timeout ends the connection.
    case silence
  }

  package var greeting: Greeting?
  package var certificate: CertificateFlaw?
  /// Whether connections end without a closure alert, as if they had been cut (RFC 8446 §6.1).
  package var omitsCloseNotify = false

  init(
    greeting: Greeting? = nil, certificate: CertificateFlaw? = nil, omitsCloseNotify: Bool = false
  ) {
    self.greeting = greeting
    self.certificate = certificate
    self.omitsCloseNotify = omitsCloseNotify
  }
}

/// An intended defect of a certificate.
package enum CertificateFlaw: Sendable, Hashable {
  case expired
  case notYetValid
  /// The certificate is for another server.
  case wrongHost
  /// The certificate is signed with its own key, and not with the authority's.
  case selfSigned
}

extension FaultKind<TLSFault> {
  /// The catalogue of TLS faults, with an entry for each fault that rule files can name.
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
  /// The name of the fault, with its value if it takes one.
  public var description: String {
    if let kind = FaultKind<TLSFault>.all.first(where: { $0.make(FaultArguments()) == self }) {
      return kind.name
    }
    if case .wait(let delay)? = greeting { return "slowHandshake, \(delay)" }
    return "TLS fault"
  }
}

extension TLSFault {
  /// Closes the connection without sending a byte when the client's first message has arrived.
  public static let closedInHandshake = TLSFault(greeting: .close)
}

extension TLSFault {
  /// Sends a certificate that expired yesterday, and is correct otherwise.
  ///
  /// The local authority issues the certificate, as for every certificate fault, even if the
  /// configuration names certificate files.
  public static let expiredCertificate = TLSFault(certificate: .expired)
}

extension TLSFault {
  /// Answers the client's first message with the fatal alert `handshake_failure` (40).
  ///
  /// With it, curl exits with 35.
  public static let handshakeFailure = TLSFault(greeting: .alert(40))
}

extension TLSFault {
  /// Ends connections without `close_notify`.
  ///
  /// If a response has no length, clients that check for truncation report an error.
  public static let noCloseNotify = TLSFault(omitsCloseNotify: true)
}

extension TLSFault {
  /// Never answers the client's first message, until the listener's idle timeout ends the
  /// connection.
  public static let noHandshake = TLSFault(greeting: .silence)
}

extension TLSFault {
  /// Sends a certificate that becomes valid tomorrow, and is correct otherwise.
  public static let notYetValidCertificate = TLSFault(certificate: .notYetValid)
}

extension TLSFault {
  /// Answers the client's first message with HTTP in clear text, as the port of another server
  /// would.
  public static let plainText = TLSFault(
    greeting: .bytes(
      Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)))
}

extension TLSFault {
  /// Resets the connection when the client's first message has arrived.
  public static let resetInHandshake = TLSFault(greeting: .reset)
}

extension TLSFault {
  /// Sends the server's first message later by `delay`; a negative delay counts as 0.
  ///
  /// The idle timeout of the listener keeps running.
  public static func slowHandshake(_ delay: Duration) -> TLSFault {
    TLSFault(greeting: .wait(max(.zero, delay)))
  }
}

extension TLSFault {
  /// Sends a certificate for the right server that is signed with its own key, and not with the
  /// authority's.
  public static let untrustedCertificate = TLSFault(certificate: .selfSigned)
}

extension TLSFault {
  /// Sends a certificate for `wrong-host.invalid`, whichever server the client asks for.
  public static let wrongHostCertificate = TLSFault(certificate: .wrongHost)
}
