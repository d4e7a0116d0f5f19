#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension HTTPStubRequest {
  /// Answers a method, or every method without a response of its own, with a described response.
  @discardableResult
  public func stub(for method: HTTPMethod? = nil, _ response: HTTPStubResponse) -> Self {
    respond(for: method, with: responder(for: response))
  }

  /// Answers with a response whose properties the closure sets.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, _ build: (HTTPStubResponse) throws -> Void
  ) rethrows -> Self {
    let response = HTTPStubResponse()
    try build(response)
    return stub(for: method, response)
  }

  /// Answers with status, headers and body: text, data, a `JSONValue` or an ``HTTPStubBody``.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, statusCode: HTTPStatusCode = .ok, delay: Duration = .zero,
    contentType: HTTPContentType? = nil, headers: HTTPHeaders? = nil,
    body: (any HTTPStubBodyConvertible)? = nil
  ) -> Self {
    stub(for: method) { response in
      response.statusCode = statusCode
      response.delay = delay
      response.contentType = contentType
      response.headers = headers ?? [:]
      response.body = body
    }
  }

  /// Answers with status, body and the headers of a dictionary, in the order of their names.
  @discardableResult
  @_disfavoredOverload
  public func stub(
    for method: HTTPMethod? = nil, statusCode: HTTPStatusCode = .ok, delay: Duration = .zero,
    contentType: HTTPContentType? = nil, headers: [String: String]?,
    body: (any HTTPStubBodyConvertible)? = nil
  ) -> Self {
    stub(
      for: method, statusCode: statusCode, delay: delay, contentType: contentType,
      headers: headers.map { HTTPHeaders($0) }, body: body)
  }

  /// Fails with an error instead of answering.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, delay: Duration = .zero, error: any Error
  ) -> Self {
    stub(for: method) { response in
      response.failError = error
      response.delay = delay
    }
  }

  /// Fails with a URL loading error.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, delay: Duration = .zero, error: NetworkErrorCode
  ) -> Self {
    let timing = ResponseTiming(beforeHead: noting(delay))
    return respond(
      for: method,
      with: SpecifiedResponder(
        specification: ResponseSpecification(timing: timing, failure: .network(error))))
  }

  /// Redirects; an in-process client follows by the rules of RFC 9110 §15.4.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, redirectTo location: String,
    statusCode: HTTPStatusCode = .found, delay: Duration = .zero
  ) -> Self {
    stub(for: method, statusCode: statusCode, delay: delay, headers: [.location: location])
  }

  /// Redirects to a URL.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, redirectTo location: URL,
    statusCode: HTTPStatusCode = .found, delay: Duration = .zero
  ) -> Self {
    stub(
      for: method, redirectTo: location.absoluteString, statusCode: statusCode, delay: delay)
  }

  /// Answers every method with the request itself: its body and its header fields.
  @discardableResult
  public func stubEcho(delay: Duration = .zero) -> Self {
    respond(for: nil, with: EchoResponder(timing: ResponseTiming(beforeHead: noting(delay))))
  }

  // With a parameter before the closure, an unlabeled closure that sets properties cannot be meant for it:
  // the compiler then names a mistake in that closure, and does not ask for the label.

  /// Answers with what the closure makes of the request and its captures; a thrown error fails it.
  ///
  /// The delay is added to that of the response.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, delay: Duration = .zero,
    responseProvider: @escaping @Sendable (ReceivedRequest, HTTPStub) throws -> HTTPStubResponse
  ) -> Self {
    respond(
      for: method, with: DynamicResponder(delay: noting(delay), provider: responseProvider))
  }

  /// Answers with what the asynchronous closure makes of the request; a thrown error fails it.
  ///
  /// The delay is added to that of the response, and begins when the closure has returned.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, delay: Duration = .zero,
    responseProvider:
      @escaping @Sendable (ReceivedRequest, HTTPStub) async throws -> HTTPStubResponse
  ) -> Self {
    respond(for: method, with: AsyncResponder(delay: noting(delay), provider: responseProvider))
  }

  /// Answers with one response after the other, then as `ending` says.
  ///
  /// - Precondition: there is at least one response.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, sequence responses: [HTTPStubResponse],
    then ending: HTTPStubSequenceEnding = .repeatLast
  ) -> Self {
    precondition(!responses.isEmpty, "the sequence of responses is empty")
    self.responses[ResponseKey(method: method)] = ResponseScript(
      responders: responses.map { responder(for: $0) },
      ending: ending)
    return self
  }

  /// Answers with your own responder.
  @discardableResult
  public func respond(
    for method: HTTPMethod? = nil, with responder: any HTTPStubResponder
  ) -> Self {
    responses[ResponseKey(method: method)] = ResponseScript(responders: [responder])
    for problem in responder.problems { note(problem: problem) }
    return self
  }

  /// The delay, after noting what is wrong with it.
  private func noting(_ delay: Duration) -> Duration {
    if let problem = delay.problem(as: "delay") { note(problem: problem) }
    return delay.asDelay
  }

  /// The responder for a response; what is wrong with it is noted.
  private func responder(for response: HTTPStubResponse) -> any HTTPStubResponder {
    do {
      return try response.responder()
    } catch {
      return FailingResponder(error: ResponderError("\(error)"))
    }
  }
}

extension HTTPStubRequest {
  /// Answers with a response that goes wrong: always, with a probability, or for the first requests.
  ///
  /// ```swift
  /// HTTPStubRequest().stub(for: .get, fault: .reset, first: 2, body: "back again")
  /// ```
  ///
  /// The fault cuts off or damages the body; requests without the fault get it whole.
  ///
  /// - Precondition: the probability is from 0 to 1, and `first` is 0 or more.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, fault: HTTPStubFault, probability: Double = 1,
    first: Int? = nil, delay: Duration = .zero, body: (any HTTPStubBodyConvertible)? = nil
  ) -> Self {
    stub(for: method) { response in
      response.fail(with: fault, probability: probability, first: first)
      response.delay = delay
      response.body = body
    }
  }
}
