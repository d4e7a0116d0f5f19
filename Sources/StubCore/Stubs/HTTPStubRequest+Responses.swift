extension HTTPStubRequest {
  /// Sets the response for a method; without a method, it is for all methods that have no response
  /// of their own.
  ///
  /// ```swift
  /// HTTPStubRequest().stub(for: .get, .json(user)).stub(for: .delete, .status(.noContent))
  /// ```
  @discardableResult
  public func stub(for method: HTTPMethod? = nil, _ response: HTTPStubResponse) -> Self {
    respond(for: method, with: responder(for: response, toHead: method == .head))
  }

  /// Sets the response for a method; the closure sets its properties.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, _ build: (HTTPStubResponse) throws -> Void
  ) rethrows -> Self {
    let response = HTTPStubResponse()
    try build(response)
    return stub(for: method, response)
  }

  /// Sets an echo as the response for every method, which sends back the request's body and header
  /// fields.
  @discardableResult
  public func stubEcho() -> Self { stub(.echo) }

  // The next functions have a parameter before the labeled one, so that the compiler cannot take an
  // unlabeled response or closure for the labeled argument. It then reports a mistake within that
  // response or closure, instead of a missing label.

  /// Sets an error with which requests fail, in place of a response.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, delay: any HTTPStubDelayConvertible = 0, error: any Error
  ) -> Self {
    stub(for: method, .failure(error).delayed(by: delay))
  }

  /// Answers with the response that the closure returns; if it throws, the request fails with its
  /// error.
  ///
  /// `delay` is added to the delay of the response.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, delay: any HTTPStubDelayConvertible = 0,
    responseProvider: @escaping @Sendable (ReceivedRequest, HTTPStub) throws -> HTTPStubResponse
  ) -> Self {
    respond(for: method, with: DynamicResponder(provider: responseProvider).after(noting(delay)))
  }

  /// Answers with the response that the asynchronous closure returns.
  ///
  /// If the closure throws, the request fails with its error. `delay` is added to the delay of the
  /// response, and begins when the closure has returned.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, delay: any HTTPStubDelayConvertible = 0,
    responseProvider:
      @escaping @Sendable (ReceivedRequest, HTTPStub) async throws -> HTTPStubResponse
  ) -> Self {
    respond(for: method, with: AsyncResponder(provider: responseProvider).after(noting(delay)))
  }

  /// Answers requests with one response after another; `ending` says what follows the last one.
  ///
  /// `delay` is added to the delay of each response.
  ///
  /// - Precondition: there is at least one response.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, delay: any HTTPStubDelayConvertible = 0,
    sequence responses: [HTTPStubResponse], then ending: HTTPStubSequenceEnding = .repeatLast
  ) -> Self {
    precondition(!responses.isEmpty, "the sequence of responses is empty")
    let delay = noting(delay)
    respond(
      for: method,
      with: ResponseScript(
        responders: responses.map { responder(for: $0, toHead: method == .head).after(delay) },
        ending: ending))
    return self
  }

  /// Answers with a responder of your own type.
  @discardableResult
  public func respond(
    for method: HTTPMethod? = nil, with responder: any HTTPStubResponder
  ) -> Self {
    respond(for: method, with: ResponseScript(responders: [responder]))
    return self
  }

  private func respond(for method: HTTPMethod?, with script: ResponseScript) {
    responses[ResponseKey(method: method)] = script
    for problem in script.responders.flatMap(\.problems) { note(problem: problem) }
  }

  /// Notes any problem with a delay, and returns it.
  private func noting(_ delay: any HTTPStubDelayConvertible) -> HTTPStubDelay {
    let delay = delay.stubDelay
    if let problem = delay.problem(as: "delay") { note(problem: problem) }
    return delay
  }

  /// Notes any problems with a response, and returns its responder.
  private func responder(
    for response: HTTPStubResponse, toHead isForHead: Bool
  ) -> any HTTPStubResponder {
    for remark in response.remarks { note(problem: remark) }
    do {
      let responder = try response.responder()
      if response.mayHaveRemarks {
        let remarks = response.specification.remarks(toHead: isForHead)
        for remark in remarks { note(problem: remark.description) }
      }
      return responder
    } catch {
      return FailingResponder(error: ResponderError("\(error)"))
    }
  }
}
