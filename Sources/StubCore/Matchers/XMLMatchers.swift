import StubPlatform

/// A matcher for XML bodies that are equivalent to another XML text.
///
/// Elements and texts are compared in order. The matcher ignores the order of attributes, prefixes
/// (not namespaces), comments, processing instructions, white space around elements and at the ends
/// of texts, and the `Content-Type`.
package struct HTTPStubXMLMatcher: HTTPStubMatcher {
  private let expected: Result<XMLElementTree, XMLSyntaxError>
  private let comparison: XMLComparison
  package let description: String

  /// Creates a matcher for an XML text.
  ///
  /// - Throws: `XMLSyntaxError` with line and reason.
  package init(
    _ text: some StringProtocol, comparison: XMLComparison = XMLComparison()
  ) throws(XMLSyntaxError) {
    self.init(.success(try Self.read(String(text))), text: String(text), comparison)
  }

  /// Creates a matcher for a literal XML text; an invalid text accepts no request.
  package init(literal text: StaticString) {
    let text = text.description
    self.init(Result { () throws(XMLSyntaxError) in try Self.read(text) }, text: text)
  }

  private init(
    _ expected: Result<XMLElementTree, XMLSyntaxError>, text: String,
    _ comparison: XMLComparison = XMLComparison()
  ) {
    (self.expected, self.comparison) = (expected, comparison)
    description = "XML body is \(text.quoted)"
  }

  private static func read(_ text: String) throws(XMLSyntaxError) -> XMLElementTree {
    guard let root = try ParsedXML(Data(text.utf8)).root else {
      throw XMLSyntaxError(reason: "no element", line: 1)
    }
    return root
  }

  package var problems: [String] {
    guard case .failure(let error) = expected else { return [] }
    return ["invalid XML in the condition \(description): \(error)"]
  }

  package var keys: [StubKey] {
    guard let expected = try? expected.get() else { return [] }
    let (attributes, texts) = comparison.requirements(of: expected)
    return attributes.map { .value(.xmlAttributes, $0) } + texts.map { .value(.xmlTexts, $0) }
  }

  package var isSynchronous: Bool { true }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    switch (expected, request.readableXML) {
    case (.failure(let error), _):
      return .mismatched(expected: "XML body", found: "an invalid condition (\(error))")
    case (_, .failure(let obstacle)):
      return .unreadable(obstacle, expected: "XML body")
    case (.success(let expected), .success(let document)):
      guard let found = document.root else {
        return .mismatched(expected: "XML body", found: "a document without an element")
      }
      do throws(EvaluationLimitExceeded) {
        let difference = try request.evaluating { steps throws(EvaluationLimitExceeded) in
          try comparison.firstDifference(expected: expected, found: found, &steps)
        }
        guard let difference else { return .matched }
        return .mismatched(
          expected: "\(difference.expected) at \(difference.path.shortened)",
          found: difference.found.shortened)
      } catch {
        return .undecided(expected: "XML body", found: error.description)
      }
    }
  }
}

extension ReceivedRequest {
  /// The body as XML, or the reason why it cannot be read as XML.
  package var readableXML: Result<ParsedXML, UnreadableContent> {
    guard let body, !body.isEmpty else { return .failure(.missing) }
    let (content, obstacle) = readable
    if let obstacle = obstacle ?? content.obstacle { return .failure(obstacle) }
    return content.xml.mapError { UnreadableContent(description: "a body that is not XML (\($0))") }
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests whose body is equivalent to this literal XML text.
  public static func xml(_ text: StaticString) -> Self { Self(HTTPStubXMLMatcher(literal: text)) }

  /// Accepts requests whose body is equivalent to this XML text.
  ///
  /// - Throws: An error with line and reason.
  @_disfavoredOverload
  public static func xml(_ text: some StringProtocol) throws -> Self {
    try Self(HTTPStubXMLMatcher(text))
  }
}

extension HTTPStubRequest {
  /// Accepts requests whose body is equivalent to this XML text.
  ///
  /// If the literal is not XML, the stub matches nothing, and reports say why.
  @discardableResult
  public func match(xml text: StaticString) -> Self { match(HTTPStubXMLMatcher(literal: text)) }

  /// Accepts requests whose body is equivalent to this XML text.
  ///
  /// - Throws: An error with line and reason.
  @discardableResult
  @_disfavoredOverload
  public func match(xml text: any StringProtocol) throws -> Self {
    match(try HTTPStubXMLMatcher(text))
  }
}

/// An XPath 1.0 expression that selects values from the XML body of a request.
package struct XMLSelection: Sendable {
  /// The expression; an invalid literal selects nothing.
  private let query: Result<XPathQuery, XPathError>
  /// The expression as it was written.
  let text: String

  /// Creates a selection from an XPath expression.
  ///
  /// - Throws: `XPathError` with the reason and its offset.
  package init(
    _ expression: some StringProtocol, namespaces: [String: String] = [:],
    options: XPathQuery.Options = []
  ) throws(XPathError) {
    text = String(expression)
    query = .success(try XPathQuery(text, namespaces: namespaces, options: options))
  }

  package init(literal expression: StaticString, namespaces: [String: String] = [:]) {
    text = expression.description
    query = Result { () throws(XPathError) in
      try XPathQuery(expression.description, namespaces: namespaces)
    }
  }

  /// The error of an invalid expression.
  var problem: String? { if case .failure(let error) = query { error.description } else { nil } }

  /// Returns keys for the values of attributes, and for the names of elements, that a body has if
  /// the condition accepts it.
  func keys(for test: ValueMatcher) -> [StubKey] {
    guard test.needsValue, let requirements = (try? query.get())?.requirements else { return [] }
    let keys =
      requirements.attributes.map { StubKey.value(.xmlAttributes, $0) }
      + requirements.elements.map { .value(.xmlNames, $0) }
    return requirements.selectsAttributes ? test.keys(of: .xmlAttributes) + keys : keys
  }

  /// Returns the texts of the nodes that the expression selects, or the single value that it
  /// computes.
  ///
  /// A Boolean expression has the value `true`, or no value if it is false.
  package func values(in request: ReceivedRequest) -> PartValues {
    let document: ParsedXML
    switch request.readableXML {
    case .success(let readable): document = readable
    case .failure(let obstacle): return .unreadable(obstacle)
    }
    do throws(XPathError) {
      return .list(
        try request.evaluating { steps throws(XPathError) in
          try document.values(of: query.get(), &steps)
        })
    } catch {
      if error.isLimitExceeded { return .undecided(error.reason) }
      return .unreadable(UnreadableContent(description: "no value (\(error.reason))"))
    }
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by the values that a literal XPath expression selects from their XML body.
  public static func xpath(
    _ expression: StaticString, _ value: ValueMatcher = .present,
    namespaces: [String: String] = [:]
  ) -> Self {
    Self(PartMatcher(.xml(XMLSelection(literal: expression, namespaces: namespaces)), value))
  }

  /// Accepts requests by the values that an XPath expression selects from their XML body.
  ///
  /// - Throws: An error with the reason and its offset.
  @_disfavoredOverload
  public static func xpath(
    _ expression: some StringProtocol, _ value: ValueMatcher = .present,
    namespaces: [String: String] = [:]
  ) throws -> Self {
    Self(PartMatcher(.xml(try XMLSelection(expression, namespaces: namespaces)), value))
  }
}

extension HTTPStubRequest {
  /// Accepts requests by values that an XPath expression selects: `"//item/@id", .equals("7")`.
  ///
  /// If the literal is not an XPath expression, the stub matches nothing, and reports say why.
  @discardableResult
  public func match(
    xpath expression: StaticString, _ value: ValueMatcher = .present,
    namespaces: [String: String] = [:]
  ) -> Self {
    match(PartMatcher(.xml(XMLSelection(literal: expression, namespaces: namespaces)), value))
  }

  /// Accepts requests by the values that an XPath expression selects from their XML body.
  ///
  /// - Throws: An error with the reason and its offset.
  @discardableResult
  @_disfavoredOverload
  public func match(
    xpath expression: any StringProtocol, _ value: ValueMatcher = .present,
    namespaces: [String: String] = [:]
  ) throws -> Self {
    match(PartMatcher(.xml(try XMLSelection(expression, namespaces: namespaces)), value))
  }
}
