import CCurl
import CLibevent
import StubCore

/// A set of libcurl's transfers that run on an event loop, and only on its thread.
final class CurlMulti {
  private static let isReady: Bool = {
    OpenSSLLibrary.prepare
    return curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
  }()

  /// The largest number of idle connections that are kept for later requests.
  private static let mostKept = 64

  private let loop: EventLoop
  private let handle: UnsafeMutableRawPointer
  private let timer: DeadlineTimer
  private var sockets: [Int32: Watch] = [:]
  private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]

  /// Creates the set; `nil` if there is no memory.
  init?(on loop: EventLoop) {
    guard Self.isReady, let handle = curl_multi_init() else { return nil }
    self.loop = loop
    self.handle = handle
    timer = DeadlineTimer(on: loop)
    timer.onDeadline = { [unowned self] in act(on: CURL_SOCKET_TIMEOUT, 0) }
    // Each transfer has its own connection, so a paused transfer stops its server from sending. If
    // several shared an HTTP/2 connection, libcurl would store up to 32 MB for a paused one.
    curl_multi_setopt_long(handle, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    let ceiling = DescriptorLimit.current.ceiling
    curl_multi_setopt_long(handle, CURLMOPT_MAXCONNECTS, max(1, min(Self.mostKept, ceiling / 8)))
    curl_multi_setopt_watchers(
      handle,
      { _, socket, what, context, _ in
        CurlMulti.at(context)?.watch(socket, what)
        return 0
      },
      { _, milliseconds, context in
        CurlMulti.at(context)?.setTimer(milliseconds)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    for transfer in transfers.keys { curl_multi_remove_handle(handle, transfer) }
    transfers = [:]
    curl_multi_cleanup(handle)
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> CurlMulti? {
    context.map { Unmanaged<CurlMulti>.fromOpaque($0).takeUnretainedValue() }
  }

  func start(_ transfer: CurlTransfer) {
    transfers[transfer.handle] = transfer
    curl_multi_add_handle(handle, transfer.handle)
  }

  /// Cancels a transfer at once.
  ///
  /// - Returns: `false` if it had not been started.
  func cancel(_ transfer: CurlTransfer) -> Bool {
    guard transfers.removeValue(forKey: transfer.handle) != nil else { return false }
    curl_multi_remove_handle(handle, transfer.handle)
    transfer.cancel()
    return true
  }

  private func act(on socket: Int32, _ mask: Int32) {
    var count: Int32 = 0
    curl_multi_socket_action(handle, socket, mask, &count)
    while let message = curl_multi_info_read(handle, &count)?.pointee {
      guard message.msg == CURLMSG_DONE, let ended = message.easy_handle,
        let transfer = transfers.removeValue(forKey: ended)
      else { continue }
      curl_multi_remove_handle(handle, ended)
      transfer.end(message.data.result)
    }
  }

  private func watch(_ socket: Int32, _ what: Int32) {
    sockets[socket] = nil
    guard what != CURL_POLL_REMOVE else { return }
    let wanted =
      (what & CURL_POLL_IN != 0 ? EV_READ : 0) | (what & CURL_POLL_OUT != 0 ? EV_WRITE : 0)
    sockets[socket] = Watch(socket, on: loop, for: wanted) { [unowned self] came in
      act(
        on: socket,
        (came & EV_READ != 0 ? CURL_CSELECT_IN : 0) | (came & EV_WRITE != 0 ? CURL_CSELECT_OUT : 0))
    }
  }

  private func setTimer(_ milliseconds: Int) {
    if milliseconds < 0 { return timer.clear() }
    timer.set(MonotonicClock.now + .milliseconds(milliseconds))
  }
}

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
