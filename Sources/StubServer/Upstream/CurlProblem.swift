import CCurl
import StubCore

/// The error for a request that libcurl could not complete.
struct CurlProblem: Sendable, Hashable {
  /// The code of the URL loading system for this error.
  let code: NetworkErrorCode
  /// The message of libcurl.
  let message: String

  init(_ code: NetworkErrorCode, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ result: CURLcode, message: String, isBeforeBody: Bool) {
    // Newer versions of libcurl have the code 100 for a large header field; all versions have the
    // limit (libcurl's `http.h`).
    if isBeforeBody, result == CURLE_OUT_OF_MEMORY || result.rawValue == 100 {
      self.init(.badServerResponse, "a header field of the response has more than 100 KB")
    } else {
      self.init(
        Self.codes.first { $0.0 == result }?.1 ?? .unknown,
        message.isEmpty ? String(cString: curl_easy_strerror(result)) : message)
    }
  }

  /// The error for a request whose connection would leave too few descriptors.
  static func shortage(_ limit: DescriptorLimit) -> CurlProblem {
    CurlProblem(.resourceUnavailable, limit.shortage)
  }

  /// The status of a gateway's response: 503 if descriptors are short, 504 after a timeout,
  /// otherwise 502.
  var status: HTTPStatusCode {
    switch code {
    case .resourceUnavailable: .serviceUnavailable
    case .timedOut: .gatewayTimeout
    default: .badGateway
    }
  }

  private static let codes: [(CURLcode, NetworkErrorCode)] = [
    (CURLE_UNSUPPORTED_PROTOCOL, .unsupportedURL),
    (CURLE_URL_MALFORMAT, .badURL),
    (CURLE_COULDNT_RESOLVE_PROXY, .cannotFindHost),
    (CURLE_COULDNT_RESOLVE_HOST, .cannotFindHost),
    (CURLE_COULDNT_CONNECT, .cannotConnectToHost),
    (CURLE_WEIRD_SERVER_REPLY, .badServerResponse),
    // This error occurs only if the listener refuses the head.
    (CURLE_WRITE_ERROR, .badServerResponse),
    (CURLE_HTTP2, .badServerResponse),
    (CURLE_HTTP2_STREAM, .networkConnectionLost),
    (CURLE_PARTIAL_FILE, .networkConnectionLost),
    (CURLE_OPERATION_TIMEDOUT, .timedOut),
    (CURLE_SSL_CONNECT_ERROR, .secureConnectionFailed),
    (CURLE_TOO_MANY_REDIRECTS, .httpTooManyRedirects),
    (CURLE_GOT_NOTHING, .networkConnectionLost),
    (CURLE_SEND_ERROR, .networkConnectionLost),
    (CURLE_RECV_ERROR, .networkConnectionLost),
    (CURLE_SSL_CERTPROBLEM, .clientCertificateRejected),
    (CURLE_SSL_CIPHER, .secureConnectionFailed),
    (CURLE_PEER_FAILED_VERIFICATION, .serverCertificateUntrusted),
    (CURLE_BAD_CONTENT_ENCODING, .cannotDecodeContentData),
    (CURLE_SSL_CACERT_BADFILE, .secureConnectionFailed),
    (CURLE_SSL_ISSUER_ERROR, .serverCertificateUntrusted),
    (CURLE_ABORTED_BY_CALLBACK, .cancelled),
  ]
}
