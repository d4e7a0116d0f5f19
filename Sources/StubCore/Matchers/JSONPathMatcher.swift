/// Accepts requests by what a JSONPath query (RFC 9535) selects from their JSON body.
package struct HTTPStubJSONPathMatcher: HTTPStubMatcher {
  private enum Condition: Sendable {
    case texts
    /// One of the selected values equals this value.
    case value(JSONValue, JSONComparison)
  }

  private let path: Result<JSONPath, JSONPathError>
  private let part: PartCondition
  private let condition: Condition

  /// Creates a condition on the selected values: strings as they are, other values as JSON text.
  package init(_ path: JSONPath, _ value: ValueMatcher) {
    self.init(path: .success(path), text: path.text, value, .texts)
  }

  /// Creates a condition that one of the selected values equals this one, as the comparison defines.
  package init(
    _ path: JSONPath, equals value: JSONValue, comparison: JSONComparison = JSONComparison()
  ) {
    self.init(path: .success(path), text: path.text, value, comparison)
  }

  /// Creates a condition from a literal query; an invalid query accepts no request.
  package init(literal text: StaticString, _ value: ValueMatcher) {
    let text = text.description
    self.init(path: Self.read(text), text: text, value, .texts)
  }

  /// Creates a condition from a literal query; an invalid query accepts no request.
  package init(
    literal text: StaticString, equals value: JSONValue,
    comparison: JSONComparison = JSONComparison()
  ) {
    let text = text.description
    self.init(path: Self.read(text), text: text, value, comparison)
  }

  private static func read(_ text: String) -> Result<JSONPath, JSONPathError> {
    Result { () throws(JSONPathError) in try JSONPath(text) }
  }

  private init(
    path: Result<JSONPath, JSONPathError>, text: String, _ value: ValueMatcher,
    _ condition: Condition
  ) {
    self.path = path
    self.condition = condition
    part = PartCondition("JSON \(text)", value)
  }

  private init(
    path: Result<JSONPath, JSONPathError>, text: String, _ value: JSONValue,
    _ comparison: JSONComparison
  ) {
    self.init(
      path: path, text: text, ValueMatcher("is \(value.text())") { _ in false },
      .value(value, comparison))
  }

  package var description: String { part.description }

  package var problems: [String] {
    if case .failure(let error) = path { return [error.description] }
    return part.value.problems
  }

  package var keys: [StubKey] {
    guard case .success(let path) = path, let names = path.memberNames?.map(ScalarText.init)
    else { return [] }
    switch condition {
    case .texts: return path.dialect == .jayway ? [] : part.value.keys(of: .jsonText(names))
    case .value(let value, _): return value.memberKeys(below: names)
    }
  }

  /// A body with only the selected member, if the query consists of member names.
  package var sample: RequestSample? {
    guard case .success(let path) = path, let names = path.memberNames else { return nil }
    let value: JSONValue? =
      switch condition {
      case .texts: part.value.sample.map { .string($0) }
      case .value(let value, _): value
      }
    return value.map { value in
      .json(names.reversed().reduce(value) { inner, name in .object(JSONObject([(name, inner)])) })
    }
  }

  package var isSynchronous: Bool {
    if case .texts = condition { part.isSynchronous } else { true }
  }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let path: JSONPath
    switch self.path {
    case .success(let readable): path = readable
    case .failure(let error):
      return part.mismatch(found: "no query to select with (\(error.summary))")
    }
    switch request.readableJSON {
    case .failure(let obstacle): return .unreadable(obstacle, expected: part.expected)
    case .success(let json):
      do throws(EvaluationGaveUp) {
        return try request.evaluating { steps throws(EvaluationGaveUp) in
          try evaluate(path, in: json, &steps)
        }
      } catch {
        return part.undecided(error.description)
      }
    }
  }

  private func evaluate(
    _ path: JSONPath, in json: JSONValue, _ steps: inout StepBudget
  ) throws(EvaluationGaveUp) -> MatchResult {
    let selected = results(of: path, try path.values(in: json, &steps))
    switch condition {
    case .texts: return part.evaluate(try Self.texts(of: selected, &steps))
    case .value(let expected, let comparison):
      for value in selected {
        let difference = comparison.firstDifference(expected: expected, found: value, &steps)
        guard let difference else { return .matched }
        if let surrender = difference.surrender { throw surrender }
      }
      return part.mismatch(
        try Self.texts(of: selected.prefix(5), &steps), of: selected.count)
    }
  }

  /// Returns the values that the condition is about.
  ///
  /// In Jayway's dialect, a condition on texts gets the elements of a single array, and nothing for
  /// a single `null`. A condition on a whole value gets all selected values as one list.
  private func results(of path: JSONPath, _ selected: [JSONValue]) -> [JSONValue] {
    guard path.dialect == .jayway else { return selected }
    if case .value = condition { return path.isSingular ? selected : [.array(selected)] }
    guard path.isSingular, let value = selected.first else { return selected }
    switch value {
    case .null: return []
    case .array(let elements): return elements
    case .object(let object) where object.isEmpty && part.value.form == .present: return []
    default: return selected
    }
  }

  /// Returns the values as texts.
  ///
  /// Each byte takes a step, because nested values may be written repeatedly.
  private static func texts(
    of values: some Sequence<JSONValue>, _ steps: inout StepBudget
  ) throws(EvaluationGaveUp) -> [String] {
    var texts: [String] = []
    for value in values {
      let text = value.string ?? value.text()
      guard steps.take(text.utf8.count) else { throw steps.surrender }
      texts.append(text)
    }
    return texts
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests in whose JSON body the JSONPath query, a literal, selects values that match.
  public static func jsonPath(
    _ path: StaticString, _ value: ValueMatcher = .present
  ) -> Self { Self(HTTPStubJSONPathMatcher(literal: path, value)) }

  /// Accepts requests by what a query selects.
  ///
  /// - Throws: An error with the offset, the reason and what to try.
  @_disfavoredOverload
  public static func jsonPath(
    _ path: some StringProtocol, _ value: ValueMatcher = .present
  ) throws -> Self {
    Self(HTTPStubJSONPathMatcher(try JSONPath(String(path)), value))
  }

  /// Accepts requests in which a literal query selects a value equal to this one.
  public static func jsonPath(
    _ path: StaticString, equals value: JSONValue, comparison: JSONComparison = JSONComparison()
  ) -> Self { Self(HTTPStubJSONPathMatcher(literal: path, equals: value, comparison: comparison)) }
}

extension HTTPStubRequest {
  /// Accepts requests by what a JSONPath query selects, as in `"$.user.age", .atLeast(18)`.
  ///
  /// Strings are compared directly, all other values as JSON text. If the literal is not a query, the stub
  /// matches nothing, and reports say why.
  @discardableResult
  public func match(jsonPath path: StaticString, _ value: ValueMatcher = .present) -> Self {
    match(HTTPStubJSONPathMatcher(literal: path, value))
  }

  /// Accepts requests by what a JSONPath query selects.
  ///
  /// - Throws: An error with the offset, the reason and what to try.
  @discardableResult
  @_disfavoredOverload
  public func match(
    jsonPath path: any StringProtocol, _ value: ValueMatcher = .present
  ) throws -> Self {
    match(HTTPStubJSONPathMatcher(try JSONPath(String(path)), value))
  }

  /// Accepts requests in which a JSONPath query selects a value equal to this one.
  @discardableResult
  public func match(
    jsonPath path: StaticString, equals value: JSONValue,
    comparison: JSONComparison = JSONComparison()
  ) -> Self {
    match(HTTPStubJSONPathMatcher(literal: path, equals: value, comparison: comparison))
  }

  /// Accepts requests in which a JSONPath query selects a value equal to this one.
  ///
  /// - Throws: An error with the offset, the reason and what to try.
  @discardableResult
  @_disfavoredOverload
  public func match(
    jsonPath path: any StringProtocol, equals value: JSONValue,
    comparison: JSONComparison = JSONComparison()
  ) throws -> Self {
    match(
      HTTPStubJSONPathMatcher(try JSONPath(String(path)), equals: value, comparison: comparison))
  }
}
