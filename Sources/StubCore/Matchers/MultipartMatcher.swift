import StubPlatform

/// A matcher for the parts of a `multipart/form-data` body (RFC 7578).
package struct HTTPStubMultipartMatcher: HTTPStubMatcher {
  /// The number of parts that must meet the conditions.
  package enum Scope: Sendable, Hashable {
    /// At least one part.
    case any
    /// Every part, and there must be at least one.
    case every
  }

  /// A condition on the header, the name or the text of a multipart part.
  private struct Condition: Sendable {
    let name: String
    let test: ValueMatcher
    let values: @Sendable (MultipartPart) -> PartValues

    var sentence: String { test.sentence(about: name) }

    func evaluate(_ part: MultipartPart) -> MatchResult {
      test.result(values(part), of: Mismatch.Subject(name))
    }
  }

  private let scope: Scope
  private let conditions: [Condition]
  /// The matchers for the contents of the part, which they get as the body of the request.
  private let contents: [any HTTPStubMatcher]
  package let description: String
  package let problems: [String]

  /// Creates a matcher for parts that meet all given conditions; `nil` means no condition.
  package init(
    _ scope: Scope = .any, name: ValueMatcher? = nil, filename: ValueMatcher? = nil,
    contentType: ValueMatcher? = nil, headers: KeyValuePairs<HTTPHeaderName, ValueMatcher> = [:],
    body: ValueMatcher? = nil
  ) {
    self.init(
      scope, name: name, filename: filename, contentType: contentType,
      headerList: headers.map { ($0.key, $0.value) }, body: body)
  }

  package init(
    _ scope: Scope, name: ValueMatcher?, filename: ValueMatcher?, contentType: ValueMatcher?,
    headerList headers: [(HTTPHeaderName, ValueMatcher)], body: ValueMatcher? = nil,
    contents: [any HTTPStubMatcher] = []
  ) {
    self.scope = scope
    self.contents = contents
    var conditions: [Condition] = []
    if let name {
      conditions.append(Condition(name: "name", test: name) { PartValues($0.name) })
    }
    if let filename {
      conditions.append(Condition(name: "filename", test: filename) { PartValues($0.filename) })
    }
    if let contentType {
      conditions.append(
        Condition(name: "Content-Type", test: contentType.onField(.contentType)) {
          .list($0.headers.values(of: .contentType))
        })
    }
    for (name, value) in headers {
      conditions.append(
        Condition(name: "header \(name)", test: value.onField(name)) {
          .list($0.headers.values(of: name))
        })
    }
    if let body { conditions.append(Condition(name: "body", test: body) { $0.textOfBody }) }
    self.conditions = conditions
    problems = conditions.flatMap(\.test.problems) + contents.flatMap(\.problems)
    let sentence = (conditions.map(\.sentence) + contents.map(\.description))
      .joined(separator: ", ")
    let subject = scope == .any ? "multipart has a part" : "every multipart part"
    description = sentence.isEmpty ? subject : "\(subject): \(sentence)"
  }

  package var keys: [StubKey] {
    let name = conditions.first { $0.name == "name" }?.test
    let body = conditions.first { $0.name == "body" }?.test
    let part = KeyedPart.multipartText(name?.exactValue.map(ScalarText.init))
    return (body?.keys(of: part) ?? [])
      + contents.flatMap { ($0 as? PartMatcher)?.keys(ofContent: part) ?? [] }
      + (name?.keys(of: .multipartNames) ?? [])
  }

  package var isSynchronous: Bool {
    conditions.allSatisfy(\.test.isSynchronous) && contents.allSatisfy(\.isSynchronous)
  }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    switch request.multipartParts {
    case .failure(let obstacle):
      return .unreadable(obstacle, expected: "multipart body")
    case .success(let parts):
      if parts.isEmpty {
        return .mismatched(expected: "multipart body with parts", found: "one without parts")
      }
      return scope == .any
        ? evaluateAny(parts, of: request, source) : evaluateEvery(parts, of: request, source)
    }
  }

  private func evaluate(
    _ part: MultipartPart, of request: ReceivedRequest, _ source: HTTPMatcherSource
  ) -> (fulfilled: Int, MatchResult) {
    var captures = Captures()
    for (place, condition) in conditions.enumerated() {
      let result = condition.evaluate(part)
      guard case .matched(let more) = result else { return (place, result) }
      captures.merge(more)
    }
    if contents.isEmpty { return (conditions.count, .matched(captures)) }
    return request.evaluating(on: part) { request in
      for (place, matcher) in contents.enumerated() {
        let result = matcher.evaluate(request, for: source)
        guard case .matched(let more) = result else { return (conditions.count + place, result) }
        captures.merge(more)
      }
      return (conditions.count + contents.count, .matched(captures))
    }
  }

  /// Returns a match if a part meets all conditions.
  ///
  /// Otherwise, the result is the first undecided one, or the mismatch of the part that meets the
  /// most conditions.
  private func evaluateAny(
    _ parts: [MultipartPart], of request: ReceivedRequest, _ source: HTTPMatcherSource
  ) -> MatchResult {
    var nearest: (fulfilled: Int, place: Int, result: MatchResult)?
    var doubt: MatchResult?
    for (place, part) in parts.enumerated() {
      let (fulfilled, result) = evaluate(part, of: request, source)
      if result.isMatch { return result }
      if case .undecided = result { doubt = doubt ?? Self.inside(parts, place, result) }
      if nearest.map({ $0.fulfilled < fulfilled }) ?? true { nearest = (fulfilled, place, result) }
    }
    if let doubt { return doubt }
    guard let nearest, let mismatch = nearest.result.mismatch else { return .matched }
    if nearest.fulfilled > 0 { return Self.inside(parts, nearest.place, nearest.result) }
    let names = parts.map { $0.name?.quoted ?? "none" }.joined(separator: ", ")
    return .mismatched(
      expected: "a part with \(mismatch.expected)",
      found: "\(parts.count) \(parts.count == 1 ? "part" : "parts") named \(names)")
  }

  private func evaluateEvery(
    _ parts: [MultipartPart], of request: ReceivedRequest, _ source: HTTPMatcherSource
  ) -> MatchResult {
    var doubt: MatchResult?
    for (place, part) in parts.enumerated() {
      let result = evaluate(part, of: request, source).1
      switch result {
      case .matched: continue
      case .mismatched: return Self.inside(parts, place, result)
      case .undecided: doubt = doubt ?? Self.inside(parts, place, result)
      }
    }
    return doubt ?? .matched
  }

  /// Returns the result, with the position and the name of the part added to its texts.
  private static func inside(
    _ parts: [MultipartPart], _ place: Int, _ result: MatchResult
  ) -> MatchResult {
    let name = parts[place].name.map { " (\($0.quoted))" } ?? ""
    let part = " in part \(place + 1)\(name)"
    return switch result {
    case .matched: result
    case .mismatched(let mismatch):
      .mismatched(expected: mismatch.expected, found: mismatch.found + part)
    case .undecided(let mismatch):
      .undecided(expected: mismatch.expected, found: mismatch.found + part)
    }
  }
}

extension MultipartPart {
  /// The body as text, together with the reason if it could not be decoded.
  fileprivate var textOfBody: PartValues {
    obstacle.map { .undecoded(text, $0) } ?? .one(text)
  }
}

extension ReceivedRequest {
  /// The parts of the body, or the reason why they cannot be read.
  var multipartParts: Result<[MultipartPart], UnreadableContent> {
    let type = HTTPContentType.multipartFormData.rawValue
    guard let contentType else {
      return .failure(UnreadableContent(description: "no Content-Type, which would be \(type)"))
    }
    guard contentType.essence == type else {
      return .failure(UnreadableContent(description: "Content-Type \(contentType.rawValue.quoted)"))
    }
    guard let boundary = HeaderParameters(contentType.rawValue)["boundary"], !boundary.isEmpty
    else {
      return .failure(
        UnreadableContent(description: "a Content-Type without boundary (RFC 2046 §5.1.1)"))
    }
    guard let body, !body.isEmpty else { return .failure(.missing) }
    if let obstacle = codingObstacle { return .failure(obstacle) }
    return multipart(boundary: boundary).mapError {
      UnreadableContent(description: "a body that is not multipart (\($0))")
    }
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests with a multipart part that has this name and meets all conditions.
  public static func part(
    _ name: ValueMatcher, filename: ValueMatcher? = nil, contentType: ValueMatcher? = nil,
    headers: KeyValuePairs<HTTPHeaderName, ValueMatcher> = [:], body: ValueMatcher? = nil
  ) -> Self {
    Self(
      HTTPStubMultipartMatcher(
        .any, name: name, filename: filename, contentType: contentType, headers: headers, body: body
      ))
  }
}

extension HTTPStubRequest {
  /// Accepts requests with a multipart part that has this name and meets all conditions.
  ///
  /// Example: `match(part: "avatar", filename: .hasSuffix(".png"), contentType: "image/png")`.
  @discardableResult
  public func match(
    part name: ValueMatcher, filename: ValueMatcher? = nil, contentType: ValueMatcher? = nil,
    headers: KeyValuePairs<HTTPHeaderName, ValueMatcher> = [:], body: ValueMatcher? = nil
  ) -> Self {
    match(
      HTTPStubMultipartMatcher(
        .any, name: name, filename: filename, contentType: contentType, headers: headers,
        body: body))
  }

  /// Accepts requests whose multipart parts all meet the conditions.
  @discardableResult
  public func match(
    everyPart name: ValueMatcher, filename: ValueMatcher? = nil, contentType: ValueMatcher? = nil,
    headers: KeyValuePairs<HTTPHeaderName, ValueMatcher> = [:], body: ValueMatcher? = nil
  ) -> Self {
    match(
      HTTPStubMultipartMatcher(
        .every, name: name, filename: filename, contentType: contentType, headers: headers,
        body: body))
  }
}
