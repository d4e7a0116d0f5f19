import CCurl
import StubCore
import StubPlatform

/// The limits of a transfer's connection.
extension CurlTransfer {
  /// Opens a socket to the address; `CURL_SOCKET_BAD` if it is not allowed.
  func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Int32 {
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
