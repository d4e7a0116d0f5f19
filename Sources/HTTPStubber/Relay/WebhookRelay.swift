import StubCore
import StubPlatform

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// The sending of webhooks to the network, in sessions that no stubber answers.
enum WebhookRelay {
  /// Sends a webhook and waits for the response.
  ///
  /// Only the status of the response is kept.
  @Sendable static func load(
    _ request: ReceivedRequest, _ configuration: WebhookConfiguration
  ) async -> SentWebhook.Outcome {
    guard let url = URL(string: request.target.absoluteString) else {
      return .failed("\(request.target) is not a URL")
    }
    do {
      let addresses = try await addresses(of: request.target)
      if let refusal = addresses.lazy.compactMap({
        configuration.targets.refusal(of: request.target, at: $0)
      }).first {
        return .failed(refusal)
      }
    } catch {
      return .failed("\(error)")
    }
    let timeout = configuration.timeout.clampedToDelayRange
    var message = URLRequest(url: url, timeoutInterval: timeout.seconds)
    message.httpMethod = request.method.rawValue
    for field in request.headers.fields {
      message.addValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
    return await withTaskGroup(of: SentWebhook.Outcome.self) { [message] group in
      group.addTask {
        let response = await Relay.load(message, body: RequestBody(request.body), as: nil)
        if let head = response.head { return .answered(head.status) }
        return .failed(response.error?.localizedDescription ?? "no response")
      }
      group.addTask {
        try? await Task.sleep(for: timeout)
        return .failed("timed out after \(timeout)")
      }
      defer { group.cancelAll() }
      return await group.next() ?? .pending
    }
  }

  /// Returns the present addresses of the host in a URL.
  private static func addresses(of target: RequestURL) async throws -> [IPAddress] {
    let host = target.host ?? ""
    if let address = IPAddress(host) { return [address] }
    // The lookup runs on another queue, because resolving a name blocks the thread.
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try lookUp(host) })
      }
    }
  }

  private static func lookUp(_ host: String) throws(ResponderError) -> [IPAddress] {
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, nil, nil, &list)
    defer { if let list { freeaddrinfo(list) } }
    let entries = sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }
    let addresses = entries.compactMap { entry in
      entry?.pointee.ai_addr.flatMap {
        IPAddress(family: Int32($0.pointee.sa_family), at: UnsafeRawPointer($0))
      }
    }
    guard code == 0, !addresses.isEmpty else {
      throw ResponderError("cannot find the host \(host.quoted)")
    }
    return addresses
  }
}

extension HTTPStubber {
  /// The allowed targets, the timeout and the largest number of webhooks.
  ///
  /// Webhooks are sent to the network, in sessions that no stubber answers, and certificates are
  /// always verified. Delays use the stubber's clock.
  public var webhooks: WebhookConfiguration {
    get { endpoint.webhooks.configuration }
    set { endpoint.webhooks.configuration = newValue }
  }
}
