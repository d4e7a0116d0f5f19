#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A request that was loaded for real, with all that came of it.
package struct LoadedExchange: Sendable, Hashable {
  /// An error as the loading system reports it.
  package struct Failure: Sendable, Hashable {
    package var domain: String
    package var code: Int
    package var message: String?

    package init(domain: String = "NSURLErrorDomain", code: Int, message: String? = nil) {
      self.domain = domain
      self.code = code
      self.message = message
    }
  }

  /// As it went out, with its absolute URL.
  package var request: ReceivedRequest
  /// `nil` when the request failed before any response.
  package var head: ResponseHead?
  /// `1.0`, `1.1`, `2` or `3`, of the response; `nil` where the host cannot know it.
  package var httpVersion: String?
  package var body: Data
  /// What the response ended with instead of its end; `nil` for a whole response.
  package var failure: Failure?
  /// When the request went out.
  package var startedAt: Date
  package var times: Times

  package init(
    _ request: ReceivedRequest, head: ResponseHead? = nil, httpVersion: String? = nil,
    body: Data = Data(), failure: Failure? = nil, startedAt: Date = Date(), times: Times = Times()
  ) {
    self.request = request
    self.head = head
    self.httpVersion = httpVersion
    self.body = body
    self.failure = failure
    self.startedAt = startedAt
    self.times = times
  }

  /// How long its parts took.
  package struct Times: Sendable, Hashable {
    /// From the request to the head.
    package var wait = Duration.zero
    /// From the head to the end.
    package var receive = Duration.zero
    /// The pieces that the body came in, counted from the head.
    package var chunks: [ResponseTiming.ScriptedChunk] = []

    package init() {}
  }
}

/// Notes when the parts of a response come.
package struct ExchangeStopwatch: Sendable {
  package let startedAt = Date()
  private let start = ContinuousClock.now
  private var head: ContinuousClock.Instant?
  private var chunks: [ResponseTiming.ScriptedChunk] = []

  package init() {}

  package mutating func noteHead() { head = head ?? ContinuousClock.now }

  package mutating func noteBytes(_ count: Int) {
    noteHead()
    guard let head, count > 0 else { return }
    chunks.append(ResponseTiming.ScriptedChunk(at: ContinuousClock.now - head, count: count))
  }

  /// The times up to now.
  package var times: LoadedExchange.Times {
    let now = ContinuousClock.now
    var times = LoadedExchange.Times()
    times.wait = (head ?? now) - start
    times.receive = head.map { now - $0 } ?? .zero
    times.chunks = chunks
    return times
  }
}
