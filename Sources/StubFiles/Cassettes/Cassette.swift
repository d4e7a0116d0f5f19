public import StubCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Recorded requests with what came back, in the order they were recorded.
///
/// Everything is kept as it was recorded; what a client gets to see is settled when it is played.
public struct Cassette: Sendable, Hashable {
  /// What the recording tool or its user called it.
  public var name: String?
  /// The tool that recorded it, such as `VCR 6.2.0`.
  public var recorder: String?
  public var tracks: [Track]

  public init(name: String? = nil, recorder: String? = nil, tracks: [Track] = []) {
    self.name = name
    self.recorder = recorder
    self.tracks = tracks
  }

  /// One request with what came back.
  ///
  /// Each hop of a redirect chain is a track of its own.
  public struct Track: Sendable, Hashable {
    public var request: RecordedRequest
    public var outcome: RecordedOutcome
    /// When the request went out; `nil` where the recording does not say.
    public var recordedAt: Date?
    /// How long the response took; `nil` where the recording does not say.
    public var timing: RecordedTiming?
    /// When the response came, relative to those of other tracks; `nil` for one after the other.
    public var place: TapePlace?
    /// The file and line that the track was read from.
    public var origin: HTTPStub.Origin?

    public init(
      _ request: RecordedRequest, _ outcome: RecordedOutcome, recordedAt: Date? = nil,
      timing: RecordedTiming? = nil, place: TapePlace? = nil, origin: HTTPStub.Origin? = nil
    ) {
      self.request = request
      self.outcome = outcome
      self.recordedAt = recordedAt
      self.timing = timing
      self.place = place
      self.origin = origin
    }
  }
}

/// Where on a tape a request and its response stand, when those of several tracks are interleaved.
public struct TapePlace: Sendable, Hashable {
  /// The number of the request among all events of the tape.
  public var request: Int
  /// The number of the response's first event, and of its last.
  public var response: ClosedRange<Int>

  public init(request: Int, response: ClosedRange<Int>) {
    self.request = request
    self.response = response
  }
}

/// A request as it was recorded.
public struct RecordedRequest: Sendable, Hashable {
  public var method: HTTPMethod
  /// The absolute URL as text, for recordings hold some that no parser accepts.
  public var url: String
  /// `1.0`, `1.1`, `2` or `3`; `nil` where the recording does not say.
  public var httpVersion: String?
  public var headers: HTTPHeaders
  /// `nil` for a request without a body, or where the recording does not say.
  public var body: Data?

  public init(
    _ method: HTTPMethod = .get, _ url: String, httpVersion: String? = nil,
    headers: HTTPHeaders = HTTPHeaders(), body: Data? = nil
  ) {
    self.method = method
    self.url = url
    self.httpVersion = httpVersion
    self.headers = headers
    self.body = body
  }

  /// The request as a host would receive it, to ask matchers about it.
  package var received: ReceivedRequest {
    ReceivedRequest(
      method: method, target: RequestURL(url), headers: headers, body: RequestBody(body),
      httpVersion: httpVersion ?? "1.1")
  }
}

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

/// Points in time as recordings write them: RFC 3339, in UTC, to the millisecond.
enum RecordedInstant {
  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  private static let wholeSeconds = Date.ISO8601FormatStyle()

  /// The text for the nearest millisecond; the style itself cuts off what is beyond it.
  static func text(_ date: Date) -> String { date.addingTimeInterval(0.000_5).formatted(style) }

  /// `nil` when the text is no such time.
  static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: style)) ?? (try? Date(text, strategy: wholeSeconds))
  }

  /// The date that is read when this one is written.
  static func rounded(_ date: Date) -> Date { self.date(text(date)) ?? date }
}
