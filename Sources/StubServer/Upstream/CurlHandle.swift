import CCurl
import StubCore
import StubPlatform

/// A handle of libcurl for requests to one server, which transfers use one after another.
///
/// The options that all requests share are set once.
final class CurlHandle {
  let easy: UnsafeMutableRawPointer
  let configuration: UpstreamConfiguration
  let multi: CurlMulti
  /// The transfer that uses the handle; its callbacks get the handle.
  var transfer: CurlTransfer?
  /// Whether requests need only their target, because the handle has the URL of the server.
  ///
  /// The handle has no URL if a proxy may be used, which gets whole URLs.
  private(set) var hasURL = false
  private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// Creates a handle; `nil` if there is no memory.
  init?(_ configuration: UpstreamConfiguration, on multi: CurlMulti) {
    guard let easy = curl_easy_init() else { return nil }
    (self.easy, self.configuration, self.multi) = (easy, configuration, multi)
    errorText.initialize(repeating: 0)
    setConnection()
    setCallbacks()
  }

  deinit {
    curl_easy_cleanup(easy)
    errorText.deallocate()
  }

  /// The message of libcurl on the last transfer; empty if it has none.
  var problem: String { errorText.baseAddress.map { String(cString: $0) } ?? "" }

  /// Removes the request of an earlier transfer.
  func reset() {
    errorText[0] = 0
    curl_easy_setopt_pointer(easy, CURLOPT_POSTFIELDS, nil)
    set(CURLOPT_HTTPGET, 1)
    curl_easy_setopt_text(easy, CURLOPT_CUSTOMREQUEST, nil)
    curl_easy_setopt_text(easy, CURLOPT_REQUEST_TARGET, nil)
    set(CURLOPT_LOW_SPEED_TIME, configuration.idleSeconds)
  }

  /// Sets the URL of a single request.
  func setURL(of target: RequestURL) {
    set(CURLOPT_URL, target.urlWithUserInfo)
    // The next request needs a URL, too.
    hasURL = false
    guard configuration.targets == nil else { return }
    curl_easy_setopt_text(easy, CURLOPT_PROXY, Self.isLocal(target.host ?? "") ? "" : nil)
  }

  func set(_ option: CURLoption, _ value: Int) { curl_easy_setopt_long(easy, option, value) }

  func set(_ option: CURLoption, _ value: String) { curl_easy_setopt_text(easy, option, value) }

  /// Sets the address of the server, the time limits,
  /// and the authorities that may have issued its certificate.
  private func setConnection() {
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_PATH_AS_IS, 1)
    curl_easy_setopt_quick_exit(easy)
    set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectionTimeout.milliseconds)
    set(CURLOPT_LOW_SPEED_LIMIT, 1)
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_SSL_VERIFYPEER, configuration.verifiesCertificate ? 1 : 0)
    set(CURLOPT_SSL_VERIFYHOST, configuration.verifiesCertificate ? 2 : 0)
    if let file = configuration.authorityFile {
      set(CURLOPT_CAINFO, file)
      curl_easy_setopt_text(easy, CURLOPT_CAPATH, nil)
    }
    if let socket = configuration.socket { set(CURLOPT_UNIX_SOCKET_PATH, socket) }
    curl_easy_setopt_pointer(easy, CURLOPT_ERRORBUFFER, errorText.baseAddress)
    if let webhooks = configuration.webhooks {
      set(CURLOPT_TIMEOUT_MS, max(1, webhooks.timeout.milliseconds))
    }
    let host = RequestURL(configuration.url).host ?? ""
    // A proxy would resolve names itself, without the check of addresses.
    let isDirect = configuration.targets != nil || Self.isLocal(host)
    if isDirect { set(CURLOPT_PROXY, "") }
    if isDirect, !host.isEmpty {
      set(CURLOPT_URL, configuration.url)
      hasURL = true
    }
  }

  /// Returns whether `host` is this machine; a proxy is used only to reach other machines.
  static func isLocal(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  private func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    curl_easy_setopt_reader(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      guard let transfer = CurlHandle.at(context)?.transfer, let bytes else { return 0 }
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return transfer.takeHead(line) ? size * count : 0
    }
    curl_easy_setopt_pointer(easy, CURLOPT_HEADERDATA, context)
    curl_easy_setopt_reader(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let transfer = CurlHandle.at(context)?.transfer, let bytes else { return 0 }
      // libcurl then keeps the bytes and reads no more until `resume()`.
      guard transfer.hasRoom else { return Int(CURL_WRITEFUNC_PAUSE) }
      transfer.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
      return size * count
    }
    curl_easy_setopt_pointer(easy, CURLOPT_WRITEDATA, context)
    // After resolving a name, libcurl connects only to allowed addresses, and only if enough
    // descriptors are left.
    curl_easy_setopt_opener(
      easy,
      { context, _, address in
        guard let address, let handle = CurlHandle.at(context),
          let socket = handle.transfer?.open(address)
        else { return CURL_SOCKET_BAD }
        if socket >= 0 { handle.multi.note(opened: socket) }
        return socket
      }, context)
    curl_easy_setopt_prerequisite(
      easy,
      { context, _, _, _, _ in
        CurlHandle.at(context)?.transfer?.onConnection.take()?()
        return CURL_PREREQFUNC_OK
      }, context)
    // A connection can outlive the handle by which it was opened.
    curl_easy_setopt_closer(
      easy,
      { context, socket in
        CurlMulti.at(context)?.close(socket)
        return 0
      }, Unmanaged.passUnretained(multi).toOpaque())
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> CurlHandle? {
    context.map { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue() }
  }
}
