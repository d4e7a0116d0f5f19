/// A JSONPath query (RFC 9535) that selects values from the JSON body of a request.
package struct JSONSelection: Sendable {
  /// The query; an invalid literal selects nothing.
  private let path: Result<JSONPath, JSONPathError>
  /// The query as it was written.
  let text: String
  /// Whether an empty object is treated as missing.
  ///
  /// The dialect of Jayway, which WireMock uses, does so if the condition is `present`.
  private var skipsEmptyObject = false

  init(_ path: JSONPath) { (self.path, text) = (.success(path), path.text) }

  package init(literal text: StaticString) {
    self.text = text.description
    path = Result { () throws(JSONPathError) in try JSONPath(text.description) }
  }

  /// Returns the selection adapted to `test`, a condition on the selected texts.
  fileprivate func tested(by test: ValueMatcher) -> JSONSelection {
    var selection = self
    selection.skipsEmptyObject = isJayway && test.form == .present
    return selection
  }

  /// The error of an invalid query.
  var problem: String? { if case .failure(let error) = path { error.description } else { nil } }

  /// The names in the query, if it consists only of names, such as `$.user.id`; otherwise `nil`.
  fileprivate var memberNames: [String]? { try? path.get().memberNames }

  /// Returns whether both select the same values in every request.
  func isSame(as other: JSONSelection) -> Bool {
    text.hasSameScalars(as: other.text) && isJayway == other.isJayway
      && skipsEmptyObject == other.skipsEmptyObject
  }

  private var isJayway: Bool { (try? path.get().dialect) == .jayway }

  var keyed: KeyedPart? {
    memberNames.map { names in
      let names = names.map(ScalarText.init)
      return isJayway ? .jsonElements(names) : .jsonText(names)
    }
  }

  /// Returns keys for the strings, numbers and names that a body has if the condition accepts it.
  func keys(for test: ValueMatcher) -> [StubKey] {
    guard test.needsValue, let requirements = (try? path.get())?.requirements else { return [] }
    var keys = requirements.literals.flatMap { literal in
      let part = literal.name.map { KeyedPart.jsonMembers(ScalarText($0)) } ?? .jsonScalars
      return literal.value.scalarKeys(in: part)
    }
    keys += requirements.names.map { .value(.jsonNames, $0) }
    // A text that is not JSON can only be a string.
    if let text = test.exactValue, memberNames == nil, (try? JSONValue(parsing: text)) == nil {
      keys.append(.value(.jsonScalars, text))
    }
    return keys
  }

  /// Returns a sample whose body has only the selected value; `nil` unless the query consists of
  /// names.
  func sample(_ value: JSONValue) -> RequestSample? {
    memberNames.map { names in
      .json(names.reversed().reduce(value) { inner, name in .object(JSONObject([(name, inner)])) })
    }
  }

  /// Returns the selected values as texts: strings as they are, other values as JSON text.
  func values(in request: ReceivedRequest) -> PartValues {
    let selected = select(in: request) { path, selected, steps throws(EvaluationLimitExceeded) in
      try Self.texts(of: elements(of: selected, path), &steps)
    }
    switch selected {
    case .success(let texts): return .list(texts)
    case .failure(let reason): return reason.values
    }
  }

  /// The reason why no values could be selected.
  fileprivate struct SelectionFailure: Error {
    let values: PartValues
  }

  /// Calls a closure with the query, the selected values and the remaining steps (units of work).
  fileprivate func select<Value>(
    in request: ReceivedRequest,
    _ body: (JSONPath, [JSONValue], inout StepBudget) throws(EvaluationLimitExceeded) -> Value
  ) -> Result<Value, SelectionFailure> {
    let path: JSONPath
    switch self.path {
    case .success(let readable): path = readable
    case .failure(let error):
      let reason = "no query to select with (\(error.summary))"
      return .failure(SelectionFailure(values: .unreadable(UnreadableContent(description: reason))))
    }
    switch request.readableJSON {
    case .failure(let obstacle): return .failure(SelectionFailure(values: .unreadable(obstacle)))
    case .success(let json):
      do throws(EvaluationLimitExceeded) {
        return .success(
          try request.evaluating { steps throws(EvaluationLimitExceeded) in
            try body(path, try path.values(in: json, &steps), &steps)
          })
      } catch {
        return .failure(SelectionFailure(values: .undecided(error.description)))
      }
    }
  }

  /// Returns the values that a condition on texts checks.
  ///
  /// In Jayway's dialect, a query that can select only one value is treated differently: an array
  /// stands for its elements, and `null` for no value.
  private func elements(of selected: [JSONValue], _ path: JSONPath) -> [JSONValue] {
    guard isJayway, path.isSingular, let value = selected.first else { return selected }
    switch value {
    case .null: return []
    case .array(let elements): return elements
    case .object(let object) where object.isEmpty && skipsEmptyObject: return []
    default: return selected
    }
  }

  /// Returns the values to compare with an expected JSON value.
  ///
  /// In Jayway's dialect, a query that can select several values has one array as its result.
  fileprivate func wholes(of selected: [JSONValue], _ path: JSONPath) -> [JSONValue] {
    isJayway && !path.isSingular ? [.array(selected)] : selected
  }

  /// Returns the values as texts.
  ///
  /// Each byte of text costs a step, because a query such as `$..*` writes nested values
  /// repeatedly.
  fileprivate static func texts(
    of values: some Sequence<JSONValue>, _ steps: inout StepBudget
  ) throws(EvaluationLimitExceeded) -> [String] {
    var texts: [String] = []
    for value in values {
      let text = value.string ?? value.text()
      guard steps.take(text.utf8.count) else { throw steps.limitExceeded }
      texts.append(text)
    }
    return texts
  }
}

extension PartMatcher {
  /// Creates a condition on the values that a query selects.
  package init(_ selection: JSONSelection, _ test: ValueMatcher) {
    self.init(.json(selection.tested(by: test)), test)
  }

  /// Creates a condition on the values that a query selects: strings as they are, other values as
  /// JSON text.
  package init(_ path: JSONPath, _ test: ValueMatcher) { self.init(JSONSelection(path), test) }
}

/// A matcher for JSON bodies in which a JSONPath query selects a value equal to the expected one.
package struct JSONValueMatcher: HTTPStubMatcher {
  private let selection: JSONSelection
  private let value: JSONValue
  private let comparison: JSONComparison
  /// The condition in words for reports; its closure never runs.
  private let test: ValueMatcher

  /// Creates a condition that a selected value equals `value`; the comparison sets which
  /// differences are allowed.
  package init(
    _ path: JSONPath, equals value: JSONValue, comparison: JSONComparison = JSONComparison()
  ) { self.init(JSONSelection(path), equals: value, comparison: comparison) }

  package init(
    _ selection: JSONSelection, equals value: JSONValue,
    comparison: JSONComparison = JSONComparison()
  ) {
    (self.selection, self.value, self.comparison) = (selection, value, comparison)
    test = ValueMatcher("is \(value.text())") { _ in false }
  }

  private var subject: Mismatch.Subject { MatchedPart.json(selection).subject }

  package var description: String { test.sentence(about: subject.name) }

  package var problems: [String] { selection.problem.map { [$0] } ?? [] }

  package var keys: [StubKey] {
    guard let names = selection.memberNames, let literal = comparison.literal(in: value) else {
      return []
    }
    return literal.memberKeys(below: names.map(ScalarText.init))
  }

  package var sample: RequestSample? { selection.sample(value) }

  package var isSynchronous: Bool { true }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let result = selection.select(in: request) {
      path, selected, steps throws(EvaluationLimitExceeded) -> MatchResult in
      let found = selection.wholes(of: selected, path)
      for candidate in found {
        let difference = comparison.firstDifference(expected: value, found: candidate, &steps)
        guard let difference else { return .matched }
        if let limitExceeded = difference.limitExceeded { throw limitExceeded }
      }
      let texts = try JSONSelection.texts(of: found.prefix(5), &steps)
      return .mismatched(Mismatch(subject, .test(test), .values(texts, of: found.count)))
    }
    return switch result {
    case .success(let result): result
    case .failure(let obstacle): test.result(obstacle.values, of: subject)
    }
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by the values that a literal JSONPath query selects from their JSON body.
  public static func jsonPath(
    _ path: StaticString, _ value: ValueMatcher = .present
  ) -> Self { Self(PartMatcher(JSONSelection(literal: path), value)) }

  /// Accepts requests by the values that a JSONPath query selects from their JSON body.
  ///
  /// - Throws: An error with the offset, the reason and what to try.
  @_disfavoredOverload
  public static func jsonPath(
    _ path: some StringProtocol, _ value: ValueMatcher = .present
  ) throws -> Self {
    Self(PartMatcher(try JSONPath(String(path)), value))
  }

  /// Accepts requests if a literal JSONPath query selects a value equal to `value` from their JSON
  /// body.
  public static func jsonPath(
    _ path: StaticString, equals value: JSONValue, comparison: JSONComparison = JSONComparison()
  ) -> Self {
    Self(
      JSONValueMatcher(
        JSONSelection(literal: path), equals: value, comparison: comparison))
  }
}

extension HTTPStubRequest {
  /// Accepts requests by the values that a JSONPath query selects: `"$.user.age", .atLeast(18)`.
  ///
  /// Strings are compared as they are, and other values as JSON text. If the literal is not a valid
  /// query, the stub matches nothing, and reports say why.
  @discardableResult
  public func match(jsonPath path: StaticString, _ value: ValueMatcher = .present) -> Self {
    match(PartMatcher(JSONSelection(literal: path), value))
  }

  /// Accepts requests by the values that a JSONPath query selects.
  ///
  /// - Throws: An error with the offset, the reason and what to try.
  @discardableResult
  @_disfavoredOverload
  public func match(
    jsonPath path: any StringProtocol, _ value: ValueMatcher = .present
  ) throws -> Self {
    match(PartMatcher(try JSONPath(String(path)), value))
  }

  /// Accepts requests if a JSONPath query selects a value equal to `value` from their JSON body.
  @discardableResult
  public func match(
    jsonPath path: StaticString, equals value: JSONValue,
    comparison: JSONComparison = JSONComparison()
  ) -> Self {
    match(
      JSONValueMatcher(
        JSONSelection(literal: path), equals: value, comparison: comparison))
  }

  /// Accepts requests if a JSONPath query selects a value equal to `value` from their JSON body.
  ///
  /// - Throws: An error with the offset, the reason and what to try.
  @discardableResult
  @_disfavoredOverload
  public func match(
    jsonPath path: any StringProtocol, equals value: JSONValue,
    comparison: JSONComparison = JSONComparison()
  ) throws -> Self {
    match(
      JSONValueMatcher(try JSONPath(String(path)), equals: value, comparison: comparison))
  }
}
