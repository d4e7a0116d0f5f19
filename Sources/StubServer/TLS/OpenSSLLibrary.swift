import COpenSSL

enum OpenSSLLibrary {
  /// Initializes OpenSSL once; must be read before OpenSSL is first used, which libcurl also does.
  ///
  /// Otherwise, OpenSSL would clean up when the process exits, while threads may still use it.
  static let prepare: Void = {
    OPENSSL_init_ssl(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
  }()
}

/// The error that OpenSSL has recorded for a failed call.
struct OpenSSLProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The first error code that stands for an alert of the other side (RFC 8446 §6); the alert's
  /// number is added.
  private static let firstAlert = 1_000

  let description: String
  /// The number of the alert with which the other side has ended the connection;
  /// `nil` if it sent none.
  let alert: Int?
  /// Whether the problem is that the other side's certificate is not from a trusted authority.
  let isAboutCertificate: Bool
  /// Whether the problem is that a private key is encrypted and needs a passphrase.
  let needsPassphrase: Bool

  /// Returns the oldest error of this thread's queue, which is the cause, and empties the queue.
  static func take() -> OpenSSLProblem {
    let first = ERR_get_error()
    var reasons = [ERR_GET_REASON(first)]
    while true {
      let next = ERR_get_error()
      guard next != 0 else { break }
      reasons.append(ERR_GET_REASON(next))
    }
    return OpenSSLProblem(first: first, reasons: reasons)
  }

  /// Clears errors of earlier calls.
  static func clear() { ERR_clear_error() }

  private init(first: UInt, reasons: [Int32]) {
    let text = ERR_reason_error_string(first).map { String(cString: $0) }
    description = text ?? (first == 0 ? "no reason given" : "error \(first)")
    let reason = Int(reasons.first ?? 0)
    alert =
      ERR_GET_LIB(first) == ERR_LIB_SSL && reason >= Self.firstAlert
      ? reason - Self.firstAlert : nil
    isAboutCertificate =
      ERR_GET_LIB(first) == ERR_LIB_SSL && reason == Int(SSL_R_CERTIFICATE_VERIFY_FAILED)
    needsPassphrase = reasons.contains(PEM_R_BAD_PASSWORD_READ)
  }
}

/// The reason why a handshake failed.
struct HandshakeFailure: Sendable, Hashable, CustomStringConvertible {
  let description: String

  /// Creates the reason from the errors of OpenSSL.
  ///
  /// - Parameters:
  ///   - problem: The cause.
  ///   - verification: OpenSSL's result of checking the client's certificate.
  init(_ problem: OpenSSLProblem, _ verification: Int) {
    if problem.isAboutCertificate {
      let reason = X509_verify_cert_error_string(verification).map { String(cString: $0) }
      description = "a client's certificate was rejected: \(reason ?? "error \(verification)")"
    } else if let alert = problem.alert {
      description =
        Self.reason(alert).map { "a client \($0)" }
        ?? "a client ended the TLS handshake with alert \(alert)"
    } else {
      description = "a TLS handshake failed: \(problem)"
    }
  }

  /// Returns the meaning of an alert by which a client rejects
  /// the server's certificate (RFC 8446 §6.2).
  private static func reason(_ alert: Int) -> String? {
    switch alert {
    case 42: "rejected the certificate; check that it is for the right host"
    case 45: "rejected the certificate: it has expired"
    case 46: "rejected the certificate"
    case 48: "does not trust the CA; for the local CA, see: stubber ca"
    default: nil
    }
  }
}

/// Returns the SHA-256 hash of bytes (FIPS 180-4).
package func sha256(_ bytes: some Sequence<UInt8>) -> [UInt8] {
  let bytes = Array(bytes)
  var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
  var count: UInt32 = 0
  guard EVP_Digest(bytes, bytes.count, &digest, &count, EVP_sha256(), nil) == 1 else { return [] }
  return Array(digest.prefix(Int(count)))
}
