#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What became of a request that a stub was to send after a response.
public struct SentWebhook: Sendable, Hashable {
  /// How it went.
  public enum Outcome: Sendable, Hashable {
    /// It waits for the end of the stub's response, for its delay, or for its own response.
    case pending
    /// The target answered with this status.
    case answered(HTTPStatusCode)
    /// It was not sent, or not answered, for this reason.
    case failed(String)
  }

  /// The method.
  public internal(set) var method: String
  /// The URL; as it is written until the tags in it are filled in, and cut after 2,048 characters.
  public internal(set) var url: String
  /// How it went, as far as that is known.
  public internal(set) var outcome = Outcome.pending
  /// When it was sent, in nanoseconds since 1970; `nil` before that.
  package internal(set) var sent: Int64?
  /// From then to the end of the response; `nil` before that.
  package internal(set) var duration: Duration?

  /// When it was sent; `nil` before that, and for one that never was.
  package var date: Date? { sent.map { Date(timeIntervalSince1970: Double($0) / 1e9) } }

  private static let longestURL = 2_048

  init(method: String, url: String) {
    self.method = String(method.prefix(64))
    self.url = String(url.prefix(Self.longestURL))
  }

  /// Roughly the bytes that keeping it costs.
  fileprivate static let size = 256
}

extension SentWebhook: CustomStringConvertible {
  /// Such as `POST http://127.0.0.1:9000/paid: 204`.
  public var description: String {
    switch outcome {
    case .pending: "\(method) \(url): pending"
    case .answered(let status): "\(method) \(url): \(status.rawValue)"
    case .failed(let reason): "\(method) \(url): \(reason)"
    }
  }
}

extension Journal {
  /// Adds what is to be sent after the response to the entry's request, which was just told of.
  func announce(_ webhooks: [SentWebhook], for id: Int) {
    let size = webhooks.reduce(0) { $0 + $1.url.utf8.count + SentWebhook.size }
    change(id, adding: size, isTold: false) { entry in
      if let installed = entry.result.installed { entry.result = .followed(installed, webhooks) }
    }
  }

  /// Takes note of how the webhook at a place of the entry goes.
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
