import CCurl
import StubCore

/// Why libcurl could not load a request.
struct CurlProblem: Sendable, Hashable {
  /// The code of the URL loading system that means the same.
  let code: NetworkErrorCode
  /// In libcurl's words.
  let message: String

  init(_ code: NetworkErrorCode, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ result: CURLcode, message: String, isBeforeBody: Bool) {
    // Newer versions have a code of their own for it, 100, and all have the limit (libcurl's http.h).
    if isBeforeBody, result == CURLE_OUT_OF_MEMORY || result.rawValue == 100 {
      self.init(.badServerResponse, "a header field of the response has more than 100 KB")
    } else {
      self.init(
        Self.codes.first { $0.0 == result }?.1 ?? .unknown,
        message.isEmpty ? String(cString: curl_easy_strerror(result)) : message)
    }
  }

  /// What a gateway answers: that it was too slow, or that it could not be reached.
  var status: HTTPStatusCode { code == .timedOut ? .gatewayTimeout : .badGateway }

  private static let codes: [(CURLcode, NetworkErrorCode)] = [
    (CURLE_UNSUPPORTED_PROTOCOL, .unsupportedURL),
    (CURLE_URL_MALFORMAT, .badURL),
    (CURLE_COULDNT_RESOLVE_PROXY, .cannotFindHost),
    (CURLE_COULDNT_RESOLVE_HOST, .cannotFindHost),
    (CURLE_COULDNT_CONNECT, .cannotConnectToHost),
    (CURLE_WEIRD_SERVER_REPLY, .badServerResponse),
    // Only for a head that is refused here.
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
