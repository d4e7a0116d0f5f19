/// Accepts requests by what an XPath 1.0 expression selects from their XML body.
public struct HTTPStubXPathMatcher: HTTPStubMatcher {
  private let query: Result<XPathQuery, XPathError>
  private let condition: PartCondition

  /// A condition on the text of each node, or on the one value that the expression computes.
  ///
  /// Of a true expression the value is `true`, a false one has none.
  ///
  /// - Throws: `XPathError` with the reason and its offset.
  public init(
    _ expression: some StringProtocol, _ value: ValueMatcher, namespaces: [String: String] = [:]
  ) throws(XPathError) {
    let expression = String(expression)
    self.init(.success(try XPathQuery(expression, namespaces: namespaces)), expression, value)
  }

  /// An expression given as a literal; when it is none, no request is accepted.
  public init(
    literal expression: StaticString, _ value: ValueMatcher, namespaces: [String: String] = [:]
  ) {
    let expression = expression.description
    let query = Result { () throws(XPathError) in
      try XPathQuery(expression, namespaces: namespaces)
    }
    self.init(query, expression, value)
  }

  private init(
    _ query: Result<XPathQuery, XPathError>, _ expression: String, _ value: ValueMatcher
  ) {
    self.query = query
    condition = PartCondition("XML \(expression)", value)
  }

  public var description: String { condition.description }

  public var problems: [String] {
    if case .failure(let error) = query { return [error.description] }
    return condition.value.problems
  }

  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let document: ParsedXML
    switch request.readableXML {
    case .success(let readable): document = readable
    case .failure(let obstacle): return condition.mismatch(found: obstacle.description)
    }
    do throws(XPathError) {
      return condition.evaluate(try document.values(of: query.get()))
    } catch {
      return condition.mismatch(found: "no value (\(error.reason))")
    }
  }
}

extension HTTPStubMatcher where Self == HTTPStubXPathMatcher {
  /// An expression, written as a literal, and a condition on what it selects.
  public static func xpath(
    _ expression: StaticString, _ value: ValueMatcher = .present,
    namespaces: [String: String] = [:]
  ) -> Self { Self(literal: expression, value, namespaces: namespaces) }

  /// An expression and a condition on what it selects.
  ///
  /// - Throws: `XPathError` with the reason and its offset.
  @_disfavoredOverload
  public static func xpath(
    _ expression: some StringProtocol, _ value: ValueMatcher = .present,
    namespaces: [String: String] = [:]
  ) throws(XPathError) -> Self { try Self(expression, value, namespaces: namespaces) }
}

extension HTTPStubRequest {
  /// Accepts requests by what an XPath expression selects, as in `"//item/@id", .equals("7")`.
  ///
  /// A literal that is no expression accepts nothing; the stub and every report tell why.
  @discardableResult
  public func match(
    xpath expression: StaticString, _ value: ValueMatcher = .present,
    namespaces: [String: String] = [:]
  ) -> Self { match(HTTPStubXPathMatcher(literal: expression, value, namespaces: namespaces)) }

  /// Accepts requests by what an XPath expression selects.
  ///
  /// - Throws: `XPathError` with the reason and its offset.
  @discardableResult
  @_disfavoredOverload
  public func match(
    xpath expression: some StringProtocol, _ value: ValueMatcher = .present,
    namespaces: [String: String] = [:]
  ) throws(XPathError) -> Self {
    match(try HTTPStubXPathMatcher(expression, value, namespaces: namespaces))
  }
}
