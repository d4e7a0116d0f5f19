public import StubPlatform

/// A recorded request and its result: a response, an error, or a response that ended in an error.
///
/// Each hop of a redirect chain is a separate interaction.
public struct Interaction: Sendable, Hashable {
  /// The request as it was sent; recorders for cassettes have hidden its secrets.
  public var request: RecordedRequest
  /// The response; `nil` if the error came before any response.
  public var response: RecordedResponse?
  /// The error; `nil` for a complete response.
  package var failure: RecordedFailure?
  /// The time when the request was sent; `nil` if the recording does not contain it.
  public var recordedAt: Date?
  /// The duration of the response; `nil` if the recording does not contain it.
  package var timing: RecordedTiming?
  /// The position of the request and the response among all recorded events.
  ///
  /// It is `nil` if the recording does not contain it. Recordings by this package contain times
  /// instead.
  package var position: RecordedPosition?
  /// The name of the test that made the recording, if several tests may use the cassette; otherwise
  /// `nil`.
  package var test: String?
  /// The file and line that the interaction was read from.
  package var origin: HTTPStub.Origin?
  /// The request as the client made it, if the system sent a different one.
  ///
  /// When the recording is played, both requests are answered. It is `nil` if both are equal or, as
  /// in most formats, the recording does not contain it.
  package var originalRequest: RecordedRequest?
  /// The names of parts that were neither passed to the client nor recorded, such as
  /// `103 Early Hints`.
  package var leftOut: [String] = []
  /// The path on the recorded server that clients see as its root; `nil` if it is the server's own
  /// root.
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

/// The positions of a request and its response among all recorded events.
///
/// They tell whether interactions overlap.
package struct RecordedPosition: Sendable, Hashable {
  /// The position of the request among all events.
  package var request: Int
  /// The positions of the first and the last event of the response.
  package var response: ClosedRange<Int>

  /// Creates positions, which follow the order in which a client sent requests and received
  /// responses.
  package init(request: Int, response: ClosedRange<Int>) {
    self.request = request
    self.response = response
  }
}

/// A recorded request.
public struct RecordedRequest: Sendable, Hashable {
  /// The method as it was sent.
  public var method: HTTPMethod
  /// The absolute URL as text, because some recorded URLs are invalid.
  public var url: String
  /// The HTTP version: `1.0`, `1.1`, `2` or `3`; `nil` if the recording does not contain it.
  public var httpVersion: String?
  /// The header fields as recorded; repeated fields stay separate.
  public var headers: HTTPHeaders
  /// The body; `nil` if the request has none, or the recording does not contain it.
  public var body: Data?
  /// The file of a large body, for reading and writing cassettes; ``body`` has the same bytes.
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

  /// Creates a request with a URL value.
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

  /// The request in the form in which a host would receive it, for evaluating matchers.
  ///
  /// A URL with an empty host, such as `http:///users`, names no host. So its path matches on every
  /// host.
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

/// A recorded response.
public struct RecordedResponse: Sendable, Hashable {
  /// The status code, from 100 to 599 in valid recordings.
  public var status: HTTPStatusCode
  /// The reason phrase; `nil` if the recording does not contain it.
  public var reason: String?
  /// The HTTP version: `1.0`, `1.1`, `2` or `3`; `nil` if the recording does not contain it.
  public var httpVersion: String?
  /// The header fields as recorded, even if the body was decoded or edited later.
  public var headers: HTTPHeaders
  /// The bytes of the body; empty if the body is in a file.
  public var body: Data
  /// The file of a large body; `nil` for a body in memory.
  package var bodyFile: RecordedBodyFile?
  /// The URL of the response, if unrecorded redirects led to it; otherwise `nil`.
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

/// A recorded error.
package struct RecordedFailure: Sendable, Hashable {
  /// The error domain, such as `NSURLErrorDomain`.
  package var domain: String
  /// The number within the domain, such as −1001 for a timeout.
  package var code: Int
  /// The error's own description; `nil` if it has none.
  package var message: String?
  /// Other recorded details of the error, which are written again.
  package var details: JSONValue?

  /// Creates a failure; by default, its domain is URL loading.
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

/// The duration of a recorded response and its parts.
package struct RecordedTiming: Sendable, Hashable {
  /// The time from the request to the first byte of the response; not negative.
  package var wait: Duration
  /// The time from the first byte of the response to the last; not negative.
  package var receive: Duration
  /// The chunks in which the body arrived, with times counted from the head; empty if unknown.
  package var chunks: [ResponseTiming.ScriptedChunk]

  /// Creates times, which must be 0 or more; without chunks, the body is spread evenly over
  /// `receive`.
  package init(
    wait: Duration, receive: Duration = .zero, chunks: [ResponseTiming.ScriptedChunk] = []
  ) {
    self.wait = wait
    self.receive = receive
    self.chunks = chunks
  }
}

extension RecordedTiming {
  /// Scales the chunks to the size of the decoded body; each chunk keeps its share of the body.
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
