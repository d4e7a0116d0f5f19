public import StubPlatform

/// A matcher for JSON bodies that equal a value; the comparison sets which differences are allowed.
///
/// By default, the order of array elements and all members of objects must be equal. The order of
/// members, the notation of numbers and strings, and the `Content-Type` are always ignored.
package struct HTTPStubJSONMatcher: HTTPStubMatcher {
  /// The expected value; `nil` if the given one could not be parsed or encoded.
  package let value: JSONValue?
  package let comparison: JSONComparison
  package let problems: [String]
  package let description: String

  package init(_ value: JSONValue, comparison: JSONComparison = JSONComparison()) {
    self.init(value: value, comparison: comparison, problems: [])
  }

  /// Creates a matcher for a value in Swift code.
  ///
  /// A string that contains JSON is reported as a mistake.
  fileprivate init(given value: JSONValue, comparison: JSONComparison) {
    self.init(
      value: value, comparison: comparison, problems: value.string.map(JSONMistake.quotes) ?? [])
  }

  /// Creates a matcher for an encoded value; if encoding fails, it accepts no request.
  package init(
    object: any Encodable, encoder: JSONEncoder = JSONEncoder(),
    comparison: JSONComparison = JSONComparison()
  ) {
    do throws(JSONMistake) {
      let value = try JSONMistake.refusing(object) {
        try JSONValue(encoding: object, with: encoder)
      }
      self.init(given: value, comparison: comparison)
    } catch {
      self.init(problem: error.description)
    }
  }

  /// Creates a matcher for a JSON text; if the text is not JSON, it accepts no request.
  package init(text: String, comparison: JSONComparison = JSONComparison()) {
    do {
      self.init(try JSONValue(parsing: text), comparison: comparison)
    } catch {
      self.init(value: nil, comparison: comparison, problems: [error.problem(ofJSON: text)])
    }
  }

  /// Creates a matcher that accepts no request, because there is no valid value.
  package init(problem: String) {
    self.init(value: nil, comparison: JSONComparison(), problems: [problem])
  }

  private init(value: JSONValue?, comparison: JSONComparison, problems: [String]) {
    self.value = value
    self.comparison = comparison
    self.problems = problems
    var text = value?.text() ?? "unreadable"
    if text.count > 160 { text = text.prefix(159) + "…" }
    description = "JSON body is \(text)\(comparison.remark)"
  }

  package var keys: [StubKey] { literal.map { $0.memberKeys() } ?? [] }

  package var sample: RequestSample? { literal == value ? value.map { .json($0) } : nil }

  /// The expected value without its placeholders, because a placeholder matches several values.
  private var literal: JSONValue? { value.flatMap { comparison.literal(in: $0) } }

  package var isSynchronous: Bool { true }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard let value else {
      return .mismatched(expected: "a JSON value", found: problems.joined(separator: "; "))
    }
    switch request.readableJSON {
    case .failure(let obstacle):
      return .unreadable(obstacle, expected: "JSON body")
    case .success(let found):
      let difference = request.evaluating { steps in
        comparison.firstDifference(expected: value, found: found, &steps)
      }
      guard let difference else { return .matched }
      if let limitExceeded = difference.limitExceeded {
        return .undecided(expected: "JSON body", found: limitExceeded.description)
      }
      let place = difference.path.isEmpty ? "" : " at \(difference.path.shortened)"
      return .mismatched(
        expected: "\(difference.expected)\(place)", found: difference.found)
    }
  }
}

extension String {
  /// The text, or its first 200 characters if it exceeds 400 bytes, because names in bodies can be
  /// long.
  var shortened: String { utf8.count > 400 ? prefix(200) + "…" : self }
}

extension RequestSample {
  static func json(_ value: JSONValue) -> RequestSample {
    RequestSample(
      headers: [.contentType: HTTPContentType.json.rawValue], body: Data(value.text().utf8))
  }
}

extension JSONComparison {
  /// Returns the value without its placeholders; `nil` if nothing is left.
  func literal(in value: JSONValue) -> JSONValue? {
    usesPlaceholders ? value.withoutPlaceholders : value
  }

  fileprivate var remark: String {
    var ignored: [String] = []
    if ignoresArrayOrder { ignored.append("array order") }
    if ignoresExtraMembers { ignored.append("extra members") }
    if ignoresExtraElements { ignored.append("extra elements") }
    return ignored.isEmpty ? "" : " (ignoring \(ignored.joined(separator: ", ")))"
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests whose body is this JSON value, as in `["id": 34, "tags": ["a"]]`.
  public static func json(
    _ value: JSONValue, comparison: JSONComparison = JSONComparison()
  ) -> Self { Self(HTTPStubJSONMatcher(given: value, comparison: comparison)) }

  /// Accepts requests whose body is the same JSON as this text.
  public static func json(
    text: String, comparison: JSONComparison = JSONComparison()
  ) -> Self { Self(HTTPStubJSONMatcher(text: text, comparison: comparison)) }

  /// Accepts requests whose body is the same JSON as these bytes.
  public static func json(
    data: Data, comparison: JSONComparison = JSONComparison()
  ) -> Self {
    Self(HTTPStubJSONMatcher(text: String(decoding: data, as: UTF8.self), comparison: comparison))
  }

  /// Accepts requests whose body is the JSON encoding of a value.
  @_disfavoredOverload
  public static func json(
    _ value: any Encodable, encoder: JSONEncoder = JSONEncoder(),
    comparison: JSONComparison = JSONComparison()
  ) -> Self { Self(HTTPStubJSONMatcher(object: value, encoder: encoder, comparison: comparison)) }

  /// Accepts requests whose body is the JSON encoding of a value.
  package static func object(
    _ object: any Encodable, encoder: JSONEncoder = JSONEncoder(),
    comparison: JSONComparison = JSONComparison()
  ) -> Self { Self(HTTPStubJSONMatcher(object: object, encoder: encoder, comparison: comparison)) }
}

extension HTTPStubRequest {
  /// Accepts requests whose body is this JSON value, as in `["id": 34, "tags": ["a"]]`.
  @discardableResult
  public func match(
    json value: JSONValue, comparison: JSONComparison = JSONComparison()
  ) -> Self { match(HTTPStubJSONMatcher(given: value, comparison: comparison)) }

  /// Accepts requests whose body is the same JSON as this text.
  ///
  /// If the text is not JSON, the stub matches nothing, and reports say why.
  @discardableResult
  public func match(
    jsonText text: String, comparison: JSONComparison = JSONComparison()
  ) -> Self { match(.json(text: text, comparison: comparison)) }

  /// Accepts requests whose body is the same JSON as these bytes.
  ///
  /// If the bytes are not JSON, the stub matches nothing, and reports say why.
  @discardableResult
  public func match(
    jsonData data: Data, comparison: JSONComparison = JSONComparison()
  ) -> Self { match(.json(data: data, comparison: comparison)) }

  /// Accepts requests whose body is the JSON encoding of a value, with exactly its members.
  ///
  /// If the value cannot be encoded, the stub matches nothing, and reports say why.
  @discardableResult
  @_disfavoredOverload
  public func match(
    json value: any Encodable, encoder: JSONEncoder = JSONEncoder(),
    comparison: JSONComparison = JSONComparison()
  ) -> Self { match(object: value, encoder: encoder, comparison: comparison) }

  /// Accepts requests whose body is the JSON encoding of a value, like `match(json:)`.
  @discardableResult
  public func match(
    object: any Encodable, encoder: JSONEncoder = JSONEncoder(),
    comparison: JSONComparison = JSONComparison()
  ) -> Self {
    match(HTTPStubJSONMatcher(object: object, encoder: encoder, comparison: comparison))
  }
}
