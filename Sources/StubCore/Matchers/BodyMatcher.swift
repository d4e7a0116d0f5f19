public import StubPlatform

/// Accepts requests by the text of their body, or with exactly these bytes.
package struct HTTPStubBodyMatcher: HTTPStubMatcher {
  private enum Content: Sendable {
    case bytes(Data)
    case text(PartCondition)
  }

  package let description: String
  private let content: Content

  /// Creates a condition for exactly these bytes.
  package init(_ bytes: Data) {
    content = .bytes(bytes)
    description = "body is \(Self.summary(bytes))"
  }

  /// Creates a condition on the body read as UTF-8; a request without a body has no text.
  package init(_ text: ValueMatcher) {
    let condition = PartCondition("body", text.mapConditions { $0.exactValue == "" ? .noText : $0 })
    content = .text(condition)
    description = condition.description
  }

  package var problems: [String] {
    if case .text(let condition) = content { condition.value.problems } else { [] }
  }

  package var keys: [StubKey] {
    switch content {
    case .bytes(let bytes): [StubKey(.value(.bodyBytes, KeyedPart.bodyBytes.hash(ofBytes: bytes)))]
    case .text(let condition): condition.value.keys(of: .bodyText)
    }
  }

  package var sample: RequestSample? {
    switch content {
    case .bytes(let bytes): RequestSample(body: bytes)
    case .text(let condition): condition.value.sample.map { RequestSample(body: Data($0.utf8)) }
    }
  }

  package var isSynchronous: Bool {
    if case .text(let condition) = content { condition.isSynchronous } else { true }
  }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    switch content {
    case .bytes(let bytes):
      let body = request.body ?? Data()
      return body == bytes ? .matched : Self.mismatch(expected: bytes, found: body)
    case .text(let condition):
      let obstacle = request.codingObstacle
      if let obstacle, obstacle.isTooLarge {
        return .unreadable(obstacle, expected: condition.expected)
      }
      let text = request.bodyText
      let result = text.isEmpty ? condition.evaluate([]) : condition.evaluate(single: text)
      if result.isMatch { return result }
      return obstacle.map { .unreadable($0, expected: condition.expected) } ?? result
    }
  }

  private static func mismatch(expected: Data, found: Data) -> MatchResult {
    let place = zip(expected, found).enumerated().first { $0.element.0 != $0.element.1 }
    let offset = place?.offset ?? min(expected.count, found.count)
    return .mismatched(
      expected: summary(expected),
      found: found.isEmpty ? "no body" : "\(summary(found)), different from byte \(offset) on")
  }

  private static func summary(_ bytes: Data) -> String {
    let size = ByteCount(bytes.count).exact
    let start = bytes.prefix(160)
    let text = String(decoding: start, as: UTF8.self)
    guard !bytes.isEmpty, bytes.count <= 160, text.utf8.elementsEqual(start) else { return size }
    return "\(size) \(text.quoted)"
  }
}

extension ValueMatcher {
  /// The condition for an empty text, which also accepts a request without a body.
  fileprivate static let noText = ValueMatcher(
    description: ValueMatcher.equals("").description, form: .equals(""), isSynchronous: true
  ) { ValueVerdict($0.allSatisfy(\.isEmpty)) }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests with exactly these bytes as body.
  public static func body(_ bytes: Data) -> Self { Self(HTTPStubBodyMatcher(bytes)) }
  /// Accepts requests by their body, read as UTF-8; a request without a body has no text.
  public static func body(_ text: ValueMatcher) -> Self { Self(HTTPStubBodyMatcher(text)) }
}

extension HTTPStubRequest {
  /// Accepts requests with exactly these bytes as body.
  @discardableResult
  public func match(body bytes: Data) -> Self { match(HTTPStubBodyMatcher(bytes)) }

  /// Accepts requests by their body's text, as in `"a"`, `.contains("a")`, `.matches("^a+$")`.
  @discardableResult
  public func match(body text: ValueMatcher) -> Self { match(HTTPStubBodyMatcher(text)) }
}
