import CCurl
import StubCore
import StubPlatform

/// The connection of a transfer to the server.
extension CurlTransfer {
  /// Sets the address of the server, the time limits,
  /// and the authorities that may have issued its certificate.
  func setConnection() {
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectionTimeout.milliseconds)
    set(CURLOPT_LOW_SPEED_LIMIT, 1)
    set(CURLOPT_LOW_SPEED_TIME, configuration.idleSeconds)
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_SSL_VERIFYPEER, configuration.verifiesCertificate ? 1 : 0)
    set(CURLOPT_SSL_VERIFYHOST, configuration.verifiesCertificate ? 2 : 0)
    if let file = configuration.authorityFile {
      set(CURLOPT_CAINFO, file)
      curl_easy_setopt_text(handle, CURLOPT_CAPATH, nil)
    }
    if let socket = configuration.socket { set(CURLOPT_UNIX_SOCKET_PATH, socket) }
    // A proxy is used only to reach other machines.
    let host = request.target.host ?? ""
    if host == "localhost" || host == "::1" || host.hasPrefix("127.") { set(CURLOPT_PROXY, "") }
    curl_easy_setopt_pointer(handle, CURLOPT_ERRORBUFFER, errorText.baseAddress)
    if let webhooks = configuration.webhooks {
      set(CURLOPT_TIMEOUT_MS, max(1, webhooks.timeout.milliseconds))
    }
    // A proxy would resolve names itself, without the check of addresses.
    if configuration.targets != nil { set(CURLOPT_PROXY, "") }
    checkSockets()
  }

  /// Restricts libcurl's connections.
  ///
  /// After resolving a name, libcurl connects only to allowed addresses, and only if enough
  /// descriptors are left.
  private func checkSockets() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    curl_easy_setopt_opener(
      handle,
      { context, _, address in
        guard let address, let transfer = CurlTransfer.at(context) else { return CURL_SOCKET_BAD }
        return transfer.open(address)
      }, context)
    curl_easy_setopt_prerequisite(
      handle,
      { context, _, _, _, _ in
        CurlTransfer.at(context)?.onConnection.take()?()
        return CURL_PREREQFUNC_OK
      }, context)
  }

  private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Int32 {
    guard mayConnect(to: address) else { return CURL_SOCKET_BAD }
    let (family, kind) = (address.pointee.family, address.pointee.socktype)
    let descriptor = socket(family, kind, address.pointee.protocol)
    let isShort = descriptor < 0 && errno == EMFILE
    let limit = DescriptorLimit.current
    guard !isShort, limit.admits(descriptor) else {
      if descriptor >= 0 { Descriptor.close(descriptor) }
      refusal = .shortage(limit)
      return CURL_SOCKET_BAD
    }
    if descriptor >= 0 { Descriptor.prepare(descriptor) }
    return descriptor
  }

  private func mayConnect(to socket: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
    guard let targets = configuration.targets else { return true }
    let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
    let (family, place) = (socket.pointee.family, UnsafeRawPointer(socket) + offset)
    guard let address = IPAddress(family: family, at: place) else { return false }
    guard let problem = targets.refusal(of: request.target, at: address) else {
      refusal = nil
      return true
    }
    let isOfStub = configuration.webhooks == nil
    refusal = CurlProblem(
      .cannotConnectToHost,
      isOfStub ? "\(address) is not an allowed target; see --allow-proxy-targets" : problem)
    return false
  }
}
