public import StubPlatform

/// A matcher for bodies that consist of exactly the given bytes.
package struct BodyBytesMatcher: HTTPStubMatcher {
  private let bytes: Data

  package init(_ bytes: Data) { self.bytes = bytes }

  package var description: String { "body is \(Self.summary(bytes))" }

  package var keys: [StubKey] {
    [StubKey(.value(.bodyBytes, KeyedPart.bodyBytes.hash(ofBytes: bytes)))]
  }

  package var sample: RequestSample? { RequestSample(body: bytes) }

  package var isSynchronous: Bool { true }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let body = request.body ?? Data()
    if body == bytes { return .matched }
    let place = zip(bytes, body).enumerated().first { $0.element.0 != $0.element.1 }
    let offset = place?.offset ?? min(bytes.count, body.count)
    return .mismatched(
      Mismatch(
        .none, .text(Self.summary(bytes)),
        .sentence(
          body.isEmpty
            ? "no body" : "\(Self.summary(body)), different from byte \(offset) on")))
  }

  private static func summary(_ bytes: Data) -> String {
    let size = ByteCount(bytes.count).exact
    let start = bytes.prefix(160)
    let text = String(decoding: start, as: UTF8.self)
    guard !bytes.isEmpty, bytes.count <= 160, text.utf8.elementsEqual(start) else { return size }
    return "\(size) \(text.quoted)"
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests whose body consists of exactly these bytes.
  public static func body(_ bytes: Data) -> Self { Self(BodyBytesMatcher(bytes)) }
  /// Accepts requests by the text of their body, after decompression and in its charset.
  ///
  /// A request without a body has no text.
  public static func body(_ text: ValueMatcher) -> Self { Self(PartMatcher(.body, text)) }
}

extension HTTPStubRequest {
  /// Accepts requests whose body consists of exactly these bytes.
  @discardableResult
  public func match(body bytes: Data) -> Self { match(BodyBytesMatcher(bytes)) }

  /// Accepts requests by the text of their body, as in `"a"`, `.contains("a")`, `.matches("^a+$")`.
  @discardableResult
  public func match(body text: ValueMatcher) -> Self { match(PartMatcher(.body, text)) }
}
