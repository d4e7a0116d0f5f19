import CCurl
import StubCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Sends webhooks with libcurl, on a thread of its own that starts with the first of them.
final class WebhookClient: Sendable {
  private let upstream = LazyObject<Upstream>()

  /// Sends a webhook and waits for the response, of which only the status is kept.
  @Sendable func load(
    _ request: ReceivedRequest, _ configuration: WebhookConfiguration
  ) async -> SentWebhook.Outcome {
    do {
      let upstream = try upstream.object { try Upstream(UpstreamConfiguration(configuration)) }
      guard let interaction = await upstream.load(request) else { return .failed("given up") }
      if let response = interaction.response { return .answered(response.status) }
      return .failed(interaction.failure?.message ?? "no response")
    } catch {
      return .failed("\(error)")
    }
  }
}

extension CurlTransfer {
  /// Connects only to hosts that are allowed, whatever a name stands for by now.
  func keepToTargets() {
    // A proxy would look names up itself, unchecked.
    curl_easy_setopt_text(handle, CURLOPT_PROXY, "")
    checkAddresses()
  }

  /// Connects only where it may.
  func checkAddresses() {
    curl_easy_setopt_opener(
      handle,
      { context, _, address in
        guard let address, let transfer = CurlTransfer.at(context),
          transfer.mayConnect(to: address)
        else { return CURL_SOCKET_BAD }
        let (family, kind) = (address.pointee.family, address.pointee.socktype)
        let descriptor = socket(family, kind, address.pointee.protocol)
        if descriptor >= 0 { Descriptor.prepare(descriptor) }
        return descriptor
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func mayConnect(to socket: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
    let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
    let (family, place) = (socket.pointee.family, UnsafeRawPointer(socket) + offset)
    let address = IPAddress(family: family, at: place)
    if let address, ownAddresses?.contain(place, family: family) == true {
      refusal = "\(address) is this server, which would ask itself without end"
      return false
    }
    guard let targets = configuration.targets else { return true }
    guard let address else { return false }
    refusal = targets.refusal(of: request.target, at: address)
    if refusal != nil, configuration.webhooks == nil {
      refusal = "\(address) is not an allowed target; see --allow-proxy-targets"
    }
    return refusal == nil
  }
}
