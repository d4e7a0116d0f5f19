/// A handshake that came to nothing, in words for the person who runs the server.
struct HandshakeFailure: Sendable, Hashable, CustomStringConvertible {
  let description: String

  init(_ problem: OpenSSLProblem) {
    if problem.isPlainHTTP {
      description = "a client spoke HTTP in clear text to a TLS port; use https:// for it"
    } else if let alert = problem.alert {
      description = "a client ended the TLS handshake with the alert \(alert)\(Self.reason(alert))"
    } else {
      description = "a TLS handshake failed: \(problem)"
    }
  }

  /// What the alerts mean that clients send when they do not like the server (RFC 8446 §6.2).
  private static func reason(_ alert: Int) -> String {
    switch alert {
    case 42: ": the certificate is bad to it; see whether it is for the right host"
    case 45: ": the certificate has expired"
    case 46: ": the certificate is not acceptable to it"
    case 48: ": it does not trust the authority; give it the file that `stubber ca` names"
    default: ""
    }
  }
}
