public import StubCore

/// Tracks made in code instead of recorded.
///
/// ```swift
/// let cassette = Cassette(tracks: [
///   Cassette.Track(.get, "https://api.test/me", respond: .json(["name": "Ada"])),
///   Cassette.Track(.get, "https://api.test/gone", status: .notFound),
///   Cassette.Track(.get, "https://api.test/slow", error: .timedOut),
/// ])
/// ```
extension Cassette.Track {
  /// A request with the response to it.
  ///
  /// The headers are those of the response; `Content-Type` goes with the body unless given.
  public init(
    _ method: HTTPMethod = .get, _ url: String, respond body: TrackBody = .empty,
    status: HTTPStatusCode = .ok, headers: HTTPHeaders = [:],
    file: String = #fileID, line: Int = #line
  ) {
    self.init(
      RecordedRequest(method, url), .response(RecordedResponse(status, headers, body)),
      origin: HTTPStub.Origin(file: file, line: line))
  }

  /// A request with the response to it, where more than method and URL of the request counts.
  public init(
    _ request: RecordedRequest, respond body: TrackBody, status: HTTPStatusCode = .ok,
    headers: HTTPHeaders = [:], file: String = #fileID, line: Int = #line
  ) {
    self.init(
      request, .response(RecordedResponse(status, headers, body)),
      origin: HTTPStub.Origin(file: file, line: line))
  }

  /// A request that fails with a URL loading error, if need be in the middle of a response.
  public init(
    _ method: HTTPMethod = .get, _ url: String, error: NetworkErrorCode,
    after partial: RecordedResponse? = nil, file: String = #fileID, line: Int = #line
  ) {
    self.init(
      RecordedRequest(method, url),
      .failure(RecordedFailure(code: error.rawValue), after: partial),
      origin: HTTPStub.Origin(file: file, line: line))
  }

  /// A request that fails with an error of another domain.
  public init(
    _ method: HTTPMethod = .get, _ url: String, error: DomainError,
    after partial: RecordedResponse? = nil, file: String = #fileID, line: Int = #line
  ) {
    let failure = RecordedFailure(
      domain: error.domain, code: error.code, message: error.message)
    self.init(
      RecordedRequest(method, url), .failure(failure, after: partial),
      origin: HTTPStub.Origin(file: file, line: line))
  }
}

extension RecordedResponse {
  fileprivate init(_ status: HTTPStatusCode, _ headers: HTTPHeaders, _ body: TrackBody) {
    var headers = headers
    if let type = body.contentType, !headers.contains(.contentType) {
      headers[.contentType] = type.rawValue
    }
    self.init(status, headers: headers, body: body.data)
  }
}
