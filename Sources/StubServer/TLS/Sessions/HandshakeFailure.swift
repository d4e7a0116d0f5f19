/// A handshake that came to nothing, in words for the person who runs the server.
struct HandshakeFailure: Sendable, Hashable, CustomStringConvertible {
  let description: String

  init(_ problem: OpenSSLProblem) {
    if problem.isPlainHTTP {
      description = "a client sent plain HTTP to the HTTPS port"
    } else if let alert = problem.alert {
      description =
        Self.reason(alert).map { "a client \($0)" }
        ?? "a client ended the TLS handshake with alert \(alert)"
    } else {
      description = "a TLS handshake failed: \(problem)"
    }
  }

  /// The alerts of clients that reject the server's certificate (RFC 8446 §6.2).
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
