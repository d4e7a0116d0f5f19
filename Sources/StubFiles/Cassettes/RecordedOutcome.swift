public import StubCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How a recorded request ended.
public enum RecordedOutcome: Sendable, Hashable {
  case response(RecordedResponse)
  /// An error; `after` is what had come before it, if anything had.
  case failure(RecordedFailure, after: RecordedResponse? = nil)
}

/// A response as it was recorded.
public struct RecordedResponse: Sendable, Hashable {
  public var status: HTTPStatusCode
  /// The reason phrase; `nil` where the recording does not say.
  public var reason: String?
  /// `1.0`, `1.1`, `2` or `3`; `nil` where the recording does not say.
  public var httpVersion: String?
  /// As recorded, even when they describe a body that was decoded or edited since.
  public var headers: HTTPHeaders
  public var body: Data
  /// Where the response came from, when redirects that were not recorded led elsewhere.
  public var url: String?

  public init(
    _ status: HTTPStatusCode, reason: String? = nil, httpVersion: String? = nil,
    headers: HTTPHeaders = HTTPHeaders(), body: Data = Data(), url: String? = nil
  ) {
    self.status = status
    self.reason = reason
    self.httpVersion = httpVersion
    self.headers = headers
    self.body = body
    self.url = url
  }
}

/// An error as it was recorded.
public struct RecordedFailure: Sendable, Hashable {
  /// The error domain, such as `NSURLErrorDomain`.
  public var domain: String
  public var code: Int
  /// What the error said of itself.
  public var message: String?
  /// The rest of what was recorded about it, for writing it back.
  public var details: JSONValue?

  public init(
    domain: String = RecordedFailure.urlErrorDomain, code: Int, message: String? = nil,
    details: JSONValue? = nil
  ) {
    self.domain = domain
    self.code = code
    self.message = message
    self.details = details
  }

  /// The domain of URL loading errors.
  public static let urlErrorDomain = "NSURLErrorDomain"
}

/// How long a recorded response took.
public struct RecordedTiming: Sendable, Hashable {
  /// From the request to the first byte of the response; not negative.
  public var wait: Duration
  /// From the first byte of the response to the last; not negative.
  public var receive: Duration
  /// The pieces that the body came in, counted from the head; empty where they are not known.
  public var chunks: [ResponseTiming.ScriptedChunk]

  public init(
    wait: Duration, receive: Duration = .zero, chunks: [ResponseTiming.ScriptedChunk] = []
  ) {
    self.wait = wait
    self.receive = receive
    self.chunks = chunks
  }
}
