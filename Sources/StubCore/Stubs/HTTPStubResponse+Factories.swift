public import StubPlatform

// The functions of this extension create responses of each kind, as in
// `stub(for: .get, .json(user))`.
extension HTTPStubResponse {
  /// Returns a response with text in UTF-8 (default type: `text/plain`).
  public static func text(
    _ text: String, statusCode: HTTPStatusCode = .ok, contentType: HTTPContentType? = nil,
    headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    body(text, statusCode: statusCode, contentType: contentType, headers: headers)
  }

  /// Returns a response with bytes; there is no `Content-Type` unless you set it.
  public static func data(
    _ data: Data, statusCode: HTTPStatusCode = .ok, contentType: HTTPContentType? = nil,
    headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    body(data, statusCode: statusCode, contentType: contentType, headers: headers)
  }

  /// Returns a response from a file, which is read for each request, so that changes take effect.
  public static func file(
    path: String, statusCode: HTTPStatusCode = .ok, contentType: HTTPContentType? = nil,
    headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    body(
      HTTPStubBody.file(path: path), statusCode: statusCode, contentType: contentType,
      headers: headers)
  }

  /// Returns a response whose body is an ``HTTPStubBody``, or a type that converts to it.
  public static func body(
    _ body: any HTTPStubBodyConvertible, statusCode: HTTPStatusCode = .ok,
    contentType: HTTPContentType? = nil, headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    let response = status(statusCode, headers: headers)
    (response.body, response.contentType) = (body, contentType)
    return response
  }

  /// Returns a response whose body is sent in chunks, one after another.
  public static func chunks(
    _ chunks: [HTTPStubChunk], statusCode: HTTPStatusCode = .ok,
    contentType: HTTPContentType? = nil, headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    let response = status(statusCode, headers: headers)
    (response.chunks, response.contentType) = (chunks, contentType)
    return response
  }

  /// Returns a response without a body.
  public static func status(
    _ statusCode: HTTPStatusCode, headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    let response = HTTPStubResponse()
    (response.statusCode, response.headers) = (statusCode, headers)
    return response
  }

  /// Returns a redirect, which an in-process client follows by the rules of RFC 9110 §15.4.
  public static func redirect(
    to location: String, statusCode: HTTPStatusCode = .found, headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    let response = status(statusCode, headers: headers)
    response.headers[.location] = location
    return response
  }

  /// Returns a redirect to a URL.
  public static func redirect(
    to location: URL, statusCode: HTTPStatusCode = .found, headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    redirect(to: location.absoluteString, statusCode: statusCode, headers: headers)
  }

  /// Returns a response that makes the request fail with an error of the URL loading system.
  public static func failure(_ code: NetworkErrorCode) -> HTTPStubResponse {
    let response = HTTPStubResponse()
    response.failure = .network(code)
    return response
  }

  /// Returns a response that makes the request fail with `error`.
  public static func failure(_ error: any Error) -> HTTPStubResponse {
    let response = HTTPStubResponse()
    response.failError = error
    return response
  }

  /// Returns a 200 without a body and with a fault.
  ///
  /// To add a fault to another response, use ``failing(with:probability:first:)``.
  ///
  /// - Precondition: the probability is from 0 to 1, and `first` is 0 or more.
  public static func fault(
    _ fault: HTTPStubFault, probability: Double = 1, first: Int? = nil
  ) -> HTTPStubResponse {
    HTTPStubResponse().failing(with: fault, probability: probability, first: first)
  }

  /// Returns a response that cannot be sent; `defect` is the reason.
  package static func defective(_ defect: String) -> HTTPStubResponse {
    let response = HTTPStubResponse()
    response.defect = defect
    return response
  }

  /// An echo: a response with the header fields and the body of the request, and status 200 unless
  /// you set another.
  ///
  /// Header fields that you set replace the request's fields with the same names.
  public static var echo: HTTPStubResponse {
    let response = HTTPStubResponse()
    response.isEcho = true
    return response
  }
}

// The functions of this extension change a copy, so that a response that two stubs share
// stays unchanged.
extension HTTPStubResponse {
  /// Returns a copy with another delay: seconds, a `Duration` or an ``HTTPStubDelay``.
  public func delayed(by delay: any HTTPStubDelayConvertible) -> HTTPStubResponse {
    with { $0.delay = delay }
  }

  /// Returns a copy whose body is sent at the speed `speed`.
  public func speed(_ speed: HTTPConnectionSpeed) -> HTTPStubResponse {
    with { $0.responseTime = .withSpeed(speed) }
  }

  /// Returns a copy whose body is spread evenly over the time `time`.
  public func spread(over time: any HTTPStubDelayConvertible) -> HTTPStubResponse {
    with { $0.responseTime = .spreadOver(time) }
  }

  /// Returns a copy with these header fields added after the present ones.
  public func adding(headers: HTTPHeaders) -> HTTPStubResponse {
    with { $0.headers = HTTPHeaders($0.headers.fields + headers.fields) }
  }

  /// Returns a copy with the header fields of a dictionary added after the present ones,
  /// sorted by name.
  @_disfavoredOverload
  public func adding(headers: [String: some StringProtocol]) -> HTTPStubResponse {
    adding(headers: HTTPHeaders(headers))
  }

  /// Returns a copy with a fault: always, with a probability, or for the first requests only.
  ///
  /// ```swift
  /// HTTPStubRequest().stub(for: .get, .text("back again").failing(with: .reset, first: 2))
  /// ```
  ///
  /// The fault cuts off or damages the body. Requests without the fault get the whole body.
  ///
  /// - Precondition: the probability is from 0 to 1, and `first` is 0 or more.
  public func failing(
    with fault: HTTPStubFault, probability: Double = 1, first: Int? = nil
  ) -> HTTPStubResponse {
    with { $0.fail(with: fault, probability: probability, first: first) }
  }

  /// A copy in which Handlebars tags are filled in from the request (see `Template`).
  public var templated: HTTPStubResponse { with { $0.usesTemplates = true } }

  /// Returns a copy with changes that the closure makes.
  public func with(_ change: (HTTPStubResponse) throws -> Void) rethrows -> HTTPStubResponse {
    let copy = HTTPStubResponse(self)
    try change(copy)
    return copy
  }
}
