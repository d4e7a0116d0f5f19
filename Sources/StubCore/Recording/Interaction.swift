public import StubPlatform

/// A request with its result: a response, an error, or an error in the middle of a response.
///
/// Each hop of a redirect chain is a separate interaction.
public struct Interaction: Sendable, Hashable {
  /// The request as it was sent, with secrets hidden.
  public var request: RecordedRequest
  /// The response; `nil` if the error came before any response.
  public var response: RecordedResponse?
  /// The error; `nil` for a complete response.
  package var failure: RecordedFailure?
  /// When the request was sent; `nil` if the recording does not say.
  public var recordedAt: Date?
  /// How long the response took; `nil` if the recording does not say.
  package var timing: RecordedTiming?
  /// The position of the response relative to other interactions.
  ///
  /// `nil` if the recording does not say. Recordings made here have times instead.
  package var position: RecordedPosition?
  /// The test that recorded the interaction, if several tests may use the cassette.
  package var test: String?
  /// The file and line that the interaction was read from.
  package var origin: HTTPStub.Origin?
  /// The request as the client made it, if the system sent a different one instead.
  ///
  /// When the recording is played, both requests are answered. `nil` if the recording does not say,
  /// as in most formats.
  package var originalRequest: RecordedRequest?
  /// Parts of the exchange that are neither passed on nor recorded, such as `103 Early Hints`.
  package var leftOut: [String] = []
  /// The path of the recorded server that clients see as its root; `nil` for the root itself.
  package var basePath: String?

  /// Creates an interaction with a response, a failure, or a response that ended in a failure.
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

/// The positions of a request and its response among all recorded events, for overlapping interactions.
package struct RecordedPosition: Sendable, Hashable {
  /// The position of the request among all events.
  package var request: Int
  /// The positions of the response's first and last event.
  package var response: ClosedRange<Int>

  /// Creates positions in the order in which a client sent requests and received responses.
  package init(request: Int, response: ClosedRange<Int>) {
    self.request = request
    self.response = response
  }
}

/// A request as it was recorded.
public struct RecordedRequest: Sendable, Hashable {
  /// The method as it was sent.
  public var method: HTTPMethod
  /// The absolute URL as text, because some recorded URLs are not valid.
  public var url: String
  /// The HTTP version: `1.0`, `1.1`, `2` or `3`; `nil` if the recording does not say.
  public var httpVersion: String?
  /// The fields as recorded; repeated fields stay separate.
  public var headers: HTTPHeaders
  /// The body; `nil` if the request has none, or the recording does not say.
  public var body: Data?
  /// The file of a large body, for reading and writing cassettes; `body` also has the bytes.
  package var bodyFile: RecordedBodyFile?

  /// Creates a request; the URL is absolute, and redirects are separate interactions.
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

  /// Creates a request for a URL.
  public init(
    _ method: HTTPMethod = .get, _ url: URL, httpVersion: String? = nil,
    headers: HTTPHeaders = HTTPHeaders(), body: Data? = nil
  ) {
    self.init(
      method, url.absoluteString, httpVersion: httpVersion, headers: headers, body: body)
  }

  /// Creates a record of a request that a host sent to a real server.
  package init(_ sent: ReceivedRequest) {
    self.init(
      sent.method, sent.target.urlWithUserInfo, httpVersion: sent.httpVersion,
      headers: sent.headers, body: sent.body)
  }

  /// The request as a host would receive it, for evaluating matchers.
  ///
  /// A URL with an empty host, such as `http:///users`, names no host: its path matches on every host.
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
  /// The reason phrase; `nil` if the recording does not say.
  public var reason: String?
  /// The HTTP version: `1.0`, `1.1`, `2` or `3`; `nil` if the recording does not say.
  public var httpVersion: String?
  /// The fields as recorded, even if the body was decoded or edited since.
  public var headers: HTTPHeaders
  /// The body in memory; empty if the body is in a file.
  public var body: Data
  /// The file of a large body; `nil` for a body in memory.
  package var bodyFile: RecordedBodyFile?
  /// The URL that the response came from, if redirects that were not recorded led there.
  public var url: String?

  /// Creates a response with its body in memory.
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

  /// Creates a record of a response that a host got from a real server.
  package init(_ head: ResponseHead, httpVersion: String? = nil, body: Data) {
    self.init(
      head.status, reason: head.reason, httpVersion: httpVersion, headers: head.headers, body: body)
  }

  /// The number of bytes of the body.
  package var bodyCount: Int { bodyFile?.byteCount ?? body.count }

  /// Returns the body, read from its file if needed.
  ///
  /// - Throws: `BodyReadError` if the file cannot be read.
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
  /// The description that the error had itself.
  package var message: String?
  /// Other recorded details of the error, for writing it back.
  package var details: JSONValue?

  /// Creates a failure (default: of URL loading).
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
  /// The time from the request to the first byte of the response; not negative.
  package var wait: Duration
  /// The time from the first byte of the response to the last; not negative.
  package var receive: Duration
  /// The pieces in which the body arrived, counted from the head; empty if unknown.
  package var chunks: [ResponseTiming.ScriptedChunk]

  /// Creates times that are not negative; without chunks, the body is spread evenly over `receive`.
  package init(
    wait: Duration, receive: Duration = .zero, chunks: [ResponseTiming.ScriptedChunk] = []
  ) {
    self.wait = wait
    self.receive = receive
    self.chunks = chunks
  }
}

extension RecordedTiming {
  /// Scales the pieces to the number of bytes of the decoded body; each keeps its share.
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
  /// The URL as text, including the user and the password, which `absoluteString` omits.
  package var urlWithUserInfo: String {
    let url = absoluteString
    guard let userInfo, let start = url.firstRange(of: "://")?.upperBound else { return url }
    return "\(url[..<start])\(userInfo)@\(url[start...])"
  }
}
