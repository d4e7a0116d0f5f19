#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A request with what came back: a response, an error, or an error in the middle of a response.
///
/// Each hop of a redirect chain is an interaction of its own.
public struct Interaction: Sendable, Hashable {
  /// The request as it was sent, with secrets hidden.
  public var request: RecordedRequest
  /// `nil` when the error came before any response.
  public var response: RecordedResponse?
  /// `nil` for a whole response.
  package var failure: RecordedFailure?
  /// When the request went out; `nil` where the recording does not say.
  public var recordedAt: Date?
  /// How long the response took; `nil` where the recording does not say.
  package var timing: RecordedTiming?
  /// When the response came, relative to those of other interactions; `nil` where the recording does not
  /// say, as those made here, which have times.
  package var position: RecordedPosition?
  /// The test that has recorded the interaction, if several tests may use the cassette.
  package var test: String?
  /// The file and line that the interaction was read from.
  package var origin: HTTPStub.Origin?
  /// The request as the client made it, where the system sent another one in its place.
  ///
  /// It is answered too. `nil` where the recording does not say, as in most formats.
  package var originalRequest: RecordedRequest?
  /// What came with the response and is neither passed on nor recorded, such as `103 Early Hints`.
  package var leftOut: [String] = []
  /// The path of the recorded server that clients take for its root; `nil` for all of the server.
  package var basePath: String?

  /// An interaction with a response, a failure, or a response that ended in a failure.
  package init(
    _ request: RecordedRequest, _ response: RecordedResponse? = nil,
    failure: RecordedFailure? = nil, recordedAt: Date? = nil, timing: RecordedTiming? = nil,
    position: RecordedPosition? = nil, origin: HTTPStub.Origin? = nil,
    originalRequest: RecordedRequest? = nil
  ) {
    self.request = request
    self.response = response
    self.failure = failure
    self.recordedAt = recordedAt
    self.timing = timing
    self.position = position
    self.origin = origin
    self.originalRequest = originalRequest
  }
}

/// The places of a request and its response among all recorded events, for interactions that overlap.
package struct RecordedPosition: Sendable, Hashable {
  /// The number of the request among all events.
  package var request: Int
  /// The number of the response's first event, and of its last.
  package var response: ClosedRange<Int>

  /// Positions in the order in which a client sent requests and received responses.
  package init(request: Int, response: ClosedRange<Int>) {
    self.request = request
    self.response = response
  }
}

/// A request as it was recorded.
public struct RecordedRequest: Sendable, Hashable {
  /// The method as it was sent.
  public var method: HTTPMethod
  /// The absolute URL as text, for recordings hold some that no parser accepts.
  public var url: String
  /// `1.0`, `1.1`, `2` or `3`; `nil` where the recording does not say.
  public var httpVersion: String?
  /// The fields as recorded; several of one name stay apart.
  public var headers: HTTPHeaders
  /// `nil` for a request without a body, or where the recording does not say.
  public var body: Data?
  /// The file of a large body, for who reads and writes cassettes; the bytes are in `body` too.
  package var bodyFile: RecordedBodyFile?

  /// A request; the URL is absolute, and redirects are interactions of their own.
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

  /// A request for a URL, as a recording has it.
  public init(
    _ method: HTTPMethod = .get, _ url: URL, httpVersion: String? = nil,
    headers: HTTPHeaders = HTTPHeaders(), body: Data? = nil
  ) {
    self.init(
      method, url.absoluteString, httpVersion: httpVersion, headers: headers, body: body)
  }

  /// A request that a host sent to a real server.
  package init(_ sent: ReceivedRequest) {
    self.init(
      sent.method, sent.target.urlWithUserInfo, httpVersion: sent.httpVersion,
      headers: sent.headers, body: sent.body)
  }

  /// The request as a host would receive it, to ask matchers about it.
  ///
  /// A URL whose host is empty, such as `http:///users`, names none: its path counts on every host.
  package var received: ReceivedRequest {
    var target = RequestURL(url)
    if target.host?.isEmpty ?? false {
      target = RequestURL(scheme: nil, host: nil, path: target.path, query: target.query)
    }
    return ReceivedRequest(
      method: method, target: target, headers: headers, body: RequestBody(body),
      httpVersion: httpVersion ?? "1.1")
  }
}

/// A response as it was recorded.
public struct RecordedResponse: Sendable, Hashable {
  /// The status, from 100 to 599 in sound recordings.
  public var status: HTTPStatusCode
  /// The reason phrase; `nil` where the recording does not say.
  public var reason: String?
  /// `1.0`, `1.1`, `2` or `3`; `nil` where the recording does not say.
  public var httpVersion: String?
  /// As recorded, even when they describe a body that was decoded or edited since.
  public var headers: HTTPHeaders
  /// Empty if the body is in a file.
  public var body: Data
  /// The file of a large body; `nil` for a body in memory.
  package var bodyFile: RecordedBodyFile?
  /// Where the response came from, when redirects that were not recorded led elsewhere.
  public var url: String?

  /// A response with its body in memory.
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

  /// A response that a host got from a real server.
  package init(_ head: ResponseHead, httpVersion: String? = nil, body: Data) {
    self.init(
      head.status, reason: head.reason, httpVersion: httpVersion, headers: head.headers, body: body)
  }

  /// The number of bytes of the body.
  package var bodyCount: Int { bodyFile?.byteCount ?? body.count }

  /// The body in memory.
  ///
  /// - Throws: `BodyReadError` when its file cannot be read.
  package func wholeBody() throws(BodyReadError) -> Data {
    bodyFile == nil ? body : try BodyReader(plannedBody).read(0..<bodyCount)
  }

  package var plannedBody: PlannedBody {
    bodyFile.map { .file(path: $0.path, offset: 0, count: $0.byteCount) } ?? .data(body)
  }

  package var head: ResponseHead { ResponseHead(status: status, reason: reason, headers: headers) }
}

/// An error as it was recorded.
package struct RecordedFailure: Sendable, Hashable {
  /// The error domain, such as `NSURLErrorDomain`.
  package var domain: String
  /// The number within the domain, such as −1001 for a timeout.
  package var code: Int
  /// What the error said of itself.
  package var message: String?
  /// The rest of what was recorded about it, for writing it back.
  package var details: JSONValue?

  /// A failure of URL loading unless you give another domain.
  package init(
    domain: String = RecordedFailure.urlErrorDomain, code: Int, message: String? = nil,
    details: JSONValue? = nil
  ) {
    self.domain = domain
    self.code = code
    self.message = message
    self.details = details
  }

  /// The domain of URL loading errors.
  package static let urlErrorDomain = "NSURLErrorDomain"
}

/// How long a recorded response took.
package struct RecordedTiming: Sendable, Hashable {
  /// From the request to the first byte of the response; not negative.
  package var wait: Duration
  /// From the first byte of the response to the last; not negative.
  package var receive: Duration
  /// The pieces that the body came in, counted from the head; empty where they are not known.
  package var chunks: [ResponseTiming.ScriptedChunk]

  /// Times that are not negative; without chunks the body is evenly spread over `receive`.
  package init(
    wait: Duration, receive: Duration = .zero, chunks: [ResponseTiming.ScriptedChunk] = []
  ) {
    self.wait = wait
    self.receive = receive
    self.chunks = chunks
  }
}

extension RecordedTiming {
  /// Makes the pieces as many bytes as a decoded body has, each with the same part of it.
  package mutating func spread(over count: Int) {
    let total = chunks.reduce(0) { $0 + $1.count }
    guard total > 0, total != count else { return }
    var (sum, end) = (0, 0)
    for index in chunks.indices {
      sum += chunks[index].count
      let next = Int((Double(sum) / Double(total) * Double(count)).rounded())
      chunks[index].count = next - end
      end = next
    }
    chunks.removeAll { $0.count == 0 }
  }
}

extension RequestURL {
  /// The URL as text, with the user and the password that `absoluteString` leaves out.
  package var urlWithUserInfo: String {
    let url = absoluteString
    guard let userInfo, let start = url.firstRange(of: "://")?.upperBound else { return url }
    return "\(url[..<start])\(userInfo)@\(url[start...])"
  }
}
