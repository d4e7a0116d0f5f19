package import StubPlatform

/// The outcome of a webhook that a stub had to send after a response.
public struct SentWebhook: Sendable, Hashable {
  /// The outcome of a webhook.
  public enum Outcome: Sendable, Hashable {
    /// The webhook waits for the end of the stub's response, for its delay, or for its own
    /// response.
    case pending
    /// The target responded with this status.
    case answered(HTTPStatusCode)
    /// The webhook was not sent, or got no response, for this reason.
    case failed(String)
  }

  /// The method of the request.
  public internal(set) var method: String
  /// The URL, cut after 2,048 characters, with its tags until they are filled in.
  public internal(set) var url: String
  /// The outcome, as far as it is known.
  public internal(set) var outcome = Outcome.pending
  /// The time when the webhook was sent, in nanoseconds since 1970; `nil` before.
  package internal(set) var sent: Int64?
  /// The time from sending the webhook to the end of its response; `nil` before.
  package internal(set) var duration: Duration?

  /// The time when the webhook was sent; `nil` before, or if it was never sent.
  package var date: Date? { sent.map { Date(timeIntervalSince1970: Double($0) / 1e9) } }

  private static let longestURL = 2_048

  init(method: String, url: String) {
    self.method = String(method.prefix(64))
    self.url = String(url.prefix(Self.longestURL))
  }

  /// The approximate size of a webhook in memory, in bytes.
  fileprivate static let size = 256
}

extension SentWebhook: CustomStringConvertible {
  /// The webhook and its outcome, such as `POST http://127.0.0.1:9000/paid: 204`.
  public var description: String {
    switch outcome {
    case .pending: "\(method) \(url): pending"
    case .answered(let status): "\(method) \(url): \(status.rawValue)"
    case .failed(let reason): "\(method) \(url): \(reason)"
    }
  }
}

extension Journal {
  /// Adds to a new journal entry the webhooks that will follow its response.
  func announce(_ webhooks: [SentWebhook], for id: Int) {
    let size = webhooks.reduce(0) { $0 + $1.url.utf8.count + SentWebhook.size }
    change(id, adding: size, isTold: false) { entry in
      if let installed = entry.result.installed { entry.result = .followed(installed, webhooks) }
    }
  }

  /// Stores the outcome of the webhook with the index `place` in the journal entry `id`.
  func note(_ webhook: SentWebhook, at place: Int, for id: Int) {
    change(id) { entry in
      guard case .followed(let installed, var webhooks) = entry.result,
        webhooks.indices.contains(place)
      else { return }
      webhooks[place] = webhook
      entry.result = .followed(installed, webhooks)
    }
  }
}
