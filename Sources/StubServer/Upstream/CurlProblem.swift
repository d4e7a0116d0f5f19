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

/// The content codings that libcurl was built to decode.
enum CurlCodings {
  private static let names: Set<String> = {
    var names: Set<String> = ["identity"]
    let features = curl_version_info(CURLVERSION_FIRST).pointee.features
    if features & CURL_VERSION_LIBZ != 0 { names.formUnion(["gzip", "x-gzip", "deflate"]) }
    if features & CURL_VERSION_BROTLI != 0 { names.insert("br") }
    if features & CURL_VERSION_ZSTD != 0 { names.insert("zstd") }
    return names
  }()

  /// What is left of `Accept-Encoding` for a server whose answer has to be decoded.
  static func decodable(in field: String) -> String {
    let kept = field.split(separator: ",").map { $0.trimmingWhitespace() }.filter { item in
      let name = item.prefix { $0 != ";" }.trimmingWhitespace().lowercasedASCII()
      return names.contains(name)
    }
    return kept.isEmpty ? "identity" : kept.joined(separator: ", ")
  }
}
