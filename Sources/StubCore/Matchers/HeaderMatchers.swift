/// Accepts requests by the values of header fields: of one name, or of all names that match.
package struct HTTPStubHeaderMatcher: HTTPStubMatcher {
  private enum Fields: Sendable {
    case named(HTTPHeaderName)
    case all(where: ValueMatcher)
  }

  private let fields: Fields
  private let condition: PartCondition
  package let problems: [String]

  /// Creates a condition on the values of the fields with that name, each as it was sent.
  ///
  /// If there are several fields, their values joined with commas mean the same (RFC 9110 §5.3),
  /// and may match instead.
  package init(_ name: HTTPHeaderName, _ value: ValueMatcher) {
    fields = .named(name)
    condition = PartCondition("header \(name)", value.onField(name))
    problems = value.problems
  }

  /// Creates a condition on the values of all fields whose name matches, in any letter case.
  package init(named name: ValueMatcher, _ value: ValueMatcher) {
    let name = name.onName
    fields = .all(where: name)
    condition = PartCondition("header whose name \(name.description)", value)
    problems = name.problems + value.problems
  }

  package var description: String { condition.description }

  package var keys: [StubKey] {
    guard case .named(let name) = fields else { return [] }
    return condition.value.keys(of: .header(name))
  }

  package var sample: RequestSample? {
    guard case .named(let name) = fields else { return nil }
    return condition.value.sample.map { RequestSample(headers: [name: $0]) }
  }

  package var isSynchronous: Bool {
    switch fields {
    case .named: condition.isSynchronous
    case .all(let name): condition.isSynchronous && name.isSynchronous
    }
  }

  package func captures(of request: ReceivedRequest) -> Captures? {
    guard case .named(let name) = fields else {
      if case .matched(let captures) = evaluate(request, for: .stubRequest) { return captures }
      return nil
    }
    let verdict = condition.value.judge(fields: request.headers.values(of: name))
    return if case .accepted(let groups) = verdict { Captures(regex: groups) } else { nil }
  }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    switch fields {
    case .named(let name):
      return condition.evaluate(fields: request.headers.values(of: name))
    case .all(let name):
      var values: [String] = []
      var doubt: String?
      for field in request.headers.fields {
        switch name.judge([field.name.canonicalName]) {
        case .accepted: values.append(field.value)
        case .rejected: continue
        case .undecided(let reason): doubt = reason
        }
      }
      let result = condition.evaluate(values)
      if let doubt, values.isEmpty || !result.isMatch {
        return condition.undecided("\(doubt), on the name of a header field")
      }
      return result
    }
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by a header field (default: any value); `.absent` requires that there is none.
  public static func header(_ name: HTTPHeaderName, _ value: ValueMatcher = .present) -> Self {
    Self(HTTPStubHeaderMatcher(name, value))
  }

  /// Accepts requests by any header field whose name matches.
  public static func header(named name: ValueMatcher, _ value: ValueMatcher = .present) -> Self {
    Self(HTTPStubHeaderMatcher(named: name, value))
  }
}

extension HTTPStubRequest {
  /// Accepts requests by a header field, as in `.accept, .contains("json")` or `"X-Old", .absent`.
  @discardableResult
  public func match(header name: HTTPHeaderName, _ value: ValueMatcher = .present) -> Self {
    match(HTTPStubHeaderMatcher(name, value))
  }

  /// Accepts requests by the header fields whose name matches, as in `.matches("^x-")`.
  ///
  /// Letter case of names does not count; a closure gets names in lower case.
  @discardableResult
  public func match(
    headerNamed name: ValueMatcher, _ value: ValueMatcher = .present
  ) -> Self { match(HTTPStubHeaderMatcher(named: name, value)) }
}

/// Accepts requests by a cookie that they send.
package struct HTTPStubCookieMatcher: HTTPStubMatcher {
  private let name: String
  private let condition: PartCondition

  /// Creates a condition on the values of the cookies with that name, which is case-sensitive.
  package init(_ name: String, _ value: ValueMatcher) {
    self.name = name
    condition = PartCondition("cookie \(name)", value)
  }

  package var description: String { condition.description }
  package var problems: [String] { condition.value.problems }

  package var keys: [StubKey] { condition.value.keys(of: .cookie(ScalarText(name))) }

  package var sample: RequestSample? {
    condition.value.sample.map { RequestSample(headers: [.cookie: "\(name)=\($0)"]) }
  }

  package var isSynchronous: Bool { condition.isSynchronous }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let cookies = request.cookies
    let values = cookies.compactMap { $0.name.hasSameScalars(as: name) ? $0.value : nil }
    let result = condition.evaluate(values)
    guard case .mismatched = result, values.isEmpty,
      let other = cookies.first(where: { $0.name.looksLike(name) })
    else { return result }
    return condition.mismatch(namedLike: other.name)
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by a cookie (default: any value).
  public static func cookie(_ name: String, _ value: ValueMatcher = .present) -> Self {
    Self(HTTPStubCookieMatcher(name, value))
  }
}

extension HTTPStubRequest {
  /// Accepts requests by a cookie, as in `"session", "abc"` or `"session", .absent`.
  @discardableResult
  public func match(cookie name: String, _ value: ValueMatcher = .present) -> Self {
    match(HTTPStubCookieMatcher(name, value))
  }
}
