extension HTTPStubRequest {
  /// Answers with a response that goes wrong: always, with a probability, or for the first requests.
  ///
  /// ```swift
  /// HTTPStubRequest().stub(for: .get, fault: .reset, first: 2, body: "back again")
  /// ```
  ///
  /// The body is what the fault cuts off or spoils, and what requests get that do not meet it.
  ///
  /// - Precondition: the probability is from 0 to 1, and `first` is 0 or more.
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, fault: HTTPStubFault, probability: Double = 1,
    first: Int? = nil, delay: Double = 0, body: (any HTTPStubBodyConvertible)? = nil
  ) -> Self {
    stub(for: method) { response in
      response.fail(with: fault, probability: probability, first: first)
      response.responseDelay = delay
      response.body = body
    }
  }
}
