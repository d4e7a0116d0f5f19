#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Responses by what they are: `stub(for: .get, .json(user))`. Each function makes a new response.
extension HTTPStubResponse {
  /// A response with text in UTF-8, as `text/plain` unless you say otherwise.
  public static func text(
    _ text: String, statusCode: HTTPStatusCode = .ok, contentType: HTTPContentType? = nil,
    headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    body(text, statusCode: statusCode, contentType: contentType, headers: headers)
  }

  /// A response with bytes, without a `Content-Type` unless you give one.
  public static func data(
    _ data: Data, statusCode: HTTPStatusCode = .ok, contentType: HTTPContentType? = nil,
    headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    body(data, statusCode: statusCode, contentType: contentType, headers: headers)
  }

  /// A response with a file, which is looked up for each request and answered as it then is.
  public static func file(
    path: String, statusCode: HTTPStatusCode = .ok, contentType: HTTPContentType? = nil,
    headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    body(
      HTTPStubBody.file(path: path), statusCode: statusCode, contentType: contentType,
      headers: headers)
  }

  /// A response with a body that is in a variable: an ``HTTPStubBody``, or what becomes one.
  public static func body(
    _ body: any HTTPStubBodyConvertible, statusCode: HTTPStatusCode = .ok,
    contentType: HTTPContentType? = nil, headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    let response = status(statusCode, headers: headers)
    (response.body, response.contentType) = (body, contentType)
    return response
  }

  /// A response whose body is sent in parts, one after the other.
  public static func chunks(
    _ chunks: [HTTPStubChunk], statusCode: HTTPStatusCode = .ok,
    contentType: HTTPContentType? = nil, headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    let response = status(statusCode, headers: headers)
    (response.chunks, response.contentType) = (chunks, contentType)
    return response
  }

  /// A response without a body.
  public static func status(
    _ statusCode: HTTPStatusCode, headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    let response = HTTPStubResponse()
    (response.statusCode, response.headers) = (statusCode, headers)
    return response
  }

  /// A redirect; an in-process client follows it by the rules of RFC 9110 §15.4.
  public static func redirect(
    to location: String, statusCode: HTTPStatusCode = .found, headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    let response = status(statusCode, headers: headers)
    response.headers[.location] = location
    return response
  }

  /// A redirect to a URL.
  public static func redirect(
    to location: URL, statusCode: HTTPStatusCode = .found, headers: HTTPHeaders = [:]
  ) -> HTTPStubResponse {
    redirect(to: location.absoluteString, statusCode: statusCode, headers: headers)
  }

  /// No response: the request fails with an error of the URL loading system.
  public static func failure(_ code: NetworkErrorCode) -> HTTPStubResponse {
    let response = HTTPStubResponse()
    response.failure = .network(code)
    return response
  }

  /// No response: the request fails with this error.
  public static func failure(_ error: any Error) -> HTTPStubResponse {
    let response = HTTPStubResponse()
    response.failError = error
    return response
  }

  /// A response 200 without a body that goes wrong; ``failing(with:probability:first:)`` is for others.
  ///
  /// - Precondition: the probability is from 0 to 1, and `first` is 0 or more.
  public static func fault(
    _ fault: HTTPStubFault, probability: Double = 1, first: Int? = nil
  ) -> HTTPStubResponse {
    HTTPStubResponse().failing(with: fault, probability: probability, first: first)
  }

  /// A response that cannot be sent, for the reason given.
  package static func defective(_ defect: String) -> HTTPStubResponse {
    let response = HTTPStubResponse()
    response.defect = defect
    return response
  }

  /// The request itself: its header fields and its body, with status 200 and what else is set.
  ///
  /// Fields of the response take the place of the request's.
  public static var echo: HTTPStubResponse {
    let response = HTTPStubResponse()
    response.isEcho = true
    return response
  }
}

// What is changed is a copy: a response that two stubs share stays as it is.
extension HTTPStubResponse {
  /// The response with this delay in place of its own: seconds, a `Duration` or an ``HTTPStubDelay``.
  public func delayed(by delay: any HTTPStubDelayConvertible) -> HTTPStubResponse {
    with { $0.delay = delay }
  }

  /// The response with its body as fast as a connection of that speed would send it.
  public func speed(_ speed: HTTPConnectionSpeed) -> HTTPStubResponse {
    with { $0.responseTime = .withSpeed(speed) }
  }

  /// The response with its body spread evenly over this time.
  public func spread(over time: any HTTPStubDelayConvertible) -> HTTPStubResponse {
    with { $0.responseTime = .spreadOver(time) }
  }

  /// The response with these header fields after its own.
  public func adding(headers: HTTPHeaders) -> HTTPStubResponse {
    with { $0.headers = HTTPHeaders($0.headers.fields + headers.fields) }
  }

  /// The response with the header fields of a dictionary after its own, in the order of their names.
  @_disfavoredOverload
  public func adding(headers: [String: some StringProtocol]) -> HTTPStubResponse {
    adding(headers: HTTPHeaders(headers))
  }

  /// The response going wrong: always, with a probability, or for the first requests only.
  ///
  /// ```swift
  /// HTTPStubRequest().stub(for: .get, .text("back again").failing(with: .reset, first: 2))
  /// ```
  ///
  /// The fault cuts off or damages the body; requests without the fault get it whole.
  ///
  /// - Precondition: the probability is from 0 to 1, and `first` is 0 or more.
  public func failing(
    with fault: HTTPStubFault, probability: Double = 1, first: Int? = nil
  ) -> HTTPStubResponse {
    with { $0.fail(with: fault, probability: probability, first: first) }
  }

  /// The response with its Handlebars tags filled in from the request (see `Template`).
  public var templated: HTTPStubResponse { with { $0.usesTemplates = true } }

  /// The response with the properties that the closure sets.
  public func with(_ change: (HTTPStubResponse) throws -> Void) rethrows -> HTTPStubResponse {
    let copy = HTTPStubResponse(self)
    try change(copy)
    return copy
  }
}
