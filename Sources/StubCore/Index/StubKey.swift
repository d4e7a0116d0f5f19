/// Something that each request has which a matcher accepts, so that its stub is found by it.
///
/// Of many stubs only those are asked whose keys a request has. A key never decides: the matchers of
/// each stub that is found are still asked. A request without the key never gets to the matcher.
public struct StubKey: Sendable, Hashable {
  package enum Form: Sendable, Hashable {
    /// The readable path is this one.
    case path(String)
    /// The segments of the path are these.
    case segments(URITemplate.PathShape)
    /// The readable path starts with these bytes.
    case pathPrefix(String)
    /// These bytes are somewhere in a text.
    case literal(String, in: SearchedText)
    /// A part of the request has a value with this hash.
    case value(KeyedPart, Int)

    package static func == (left: Form, right: Form) -> Bool {
      switch (left, right) {
      case (.path(let one), .path(let other)), (.pathPrefix(let one), .pathPrefix(let other)):
        one.hasSameScalars(as: other)
      case (.segments(let one), .segments(let other)): one == other
      case (.literal(let one, let text), .literal(let other, let otherText)):
        text == otherText && one.hasSameScalars(as: other)
      case (.value(let part, let hash), .value(let otherPart, let otherHash)):
        part == otherPart && hash == otherHash
      default: false
      }
    }
  }

  /// A text that literals are looked for in.
  package enum SearchedText: Sendable, Hashable {
    /// The URL, with each scheme it may have.
    case url
    /// The readable path.
    case path
  }

  let form: Form

  init(_ form: Form) { self.form = form }

  /// A part of the request has this text as a value.
  static func value(_ part: KeyedPart, _ text: String) -> StubKey {
    StubKey(.value(part, part.hash(of: text)))
  }
}

extension StubKey {
  /// The segments of the path, percent-decoded; `nil` stands for any.
  package static func segments(_ segments: [String?]) -> StubKey {
    StubKey(.segments(URITemplate.PathShape(segments: segments, isComplete: true)))
  }

  /// One of the texts that a part has which is made of the request.
  package static func derived(_ part: DerivedPart, _ text: String) -> StubKey {
    .value(.derived(part), text)
  }

  /// The path of the URL, percent-encoded or not.
  public static func path(_ path: String) -> StubKey { StubKey(.path(RequestURL.readable(path))) }

  /// The start of the URL's path, percent-encoded or not.
  public static func pathPrefix(_ start: String) -> StubKey {
    StubKey(.pathPrefix(RequestURL.readable(start).unmistakableStart))
  }

  /// The host of the URL, without port; letter case does not count.
  public static func host(_ name: String) -> StubKey {
    .value(.host, URIAuthority.canonicalHost(name))
  }

  /// A header field with that value, or several whose values make it, joined with commas.
  public static func header(_ name: HTTPHeaderName, _ value: String) -> StubKey {
    .value(.header(name), value)
  }

  /// A cookie with that value.
  public static func cookie(_ name: String, _ value: String) -> StubKey {
    .value(.cookie(ScalarText(name)), value)
  }

  /// The token of the bearer authorization (RFC 6750 §2.1).
  public static func bearer(_ token: String) -> StubKey { .value(.bearer, token) }

  /// A query parameter with that value, both decoded; the empty text for one without a value.
  public static func query(_ name: String, _ value: String) -> StubKey {
    .value(.query(ScalarText(name)), value)
  }

  /// A field of the URL-encoded form in the body, decoded.
  public static func form(_ name: String, _ value: String) -> StubKey {
    .value(.form(ScalarText(name)), value)
  }

  /// A member of the JSON body: a string as it is, another value as JSON text.
  ///
  /// The names lead to it, one below the other: `["user", "id"]` for `{"user":{"id":7}}`.
  public static func json(_ names: [String], _ text: String) -> StubKey {
    .value(.jsonText(names.map(ScalarText.init)), text)
  }

  /// The whole body, read as UTF-8.
  public static func body(_ text: String) -> StubKey { .value(.bodyText, text) }
}

extension ValueMatcher {
  /// The keys of a path that fits.
  var pathKeys: [StubKey] {
    switch form {
    case .equals(let path): [StubKey(.path(path))]
    case .hasPrefix(let start): [StubKey(.pathPrefix(start.unmistakableStart))]
    case .glob(let pattern):
      [
        StubKey(
          .pathPrefix(String(pattern.prefix { !"*?[{\\!".contains($0) }).unmistakableStart))
      ]
    case .contains(let text): [StubKey(.literal(text.unmistakableStart, in: .path))]
    case .regex(let regex): regex.keys(in: .path)
    case .hasSuffix, .present, .absent, .exactly, .element, .other: []
    }
  }

  /// The key of a part that has a fitting value.
  func keys(of part: KeyedPart) -> [StubKey] { exactValue.map { [.value(part, $0)] } ?? [] }
}

extension RegularExpression {
  /// The keys of a text that the pattern is found in.
  func keys(in text: StubKey.SearchedText) -> [StubKey] {
    requiredLiterals.map { StubKey(.literal($0, in: text)) }
  }
}

extension String {
  /// The start of the text that is equal to no other bytes.
  ///
  /// Swift compares texts by the characters they stand for: `K` also equals the sign for kelvin,
  /// U+212A, `;` and the grave accent have such twins too, and a letter with an accent behind it
  /// equals the accented letter.
  var unmistakableStart: String {
    let start = utf8.prefix { (0x21..<0x7F).contains($0) && !"K;`".utf8.contains($0) }
    return String(decoding: start.count == utf8.count ? start : start.dropLast(), as: UTF8.self)
  }
}

/// A part of a request that distinguishes stubs with the same URL.
package enum KeyedPart: Sendable, Hashable {
  case host
  case header(HTTPHeaderName)
  case cookie(ScalarText)
  /// The token of the bearer authorization.
  case bearer
  /// A parameter of the query.
  case query(ScalarText)
  /// A field of a URL-encoded form.
  case form(ScalarText)
  /// The text of what these names lead to in a JSON body, one below the other.
  case jsonText([ScalarText])
  /// The value that these names lead to in a JSON body.
  case jsonValue([ScalarText])
  /// The body, read as UTF-8.
  case bodyText
  /// The bytes of the body.
  case bodyBytes
  /// Texts that are made of the request.
  case derived(DerivedPart)

  func hash(of text: String) -> Int { hash { $0.combine(text) } }

  func hash(of value: JSONValue) -> Int { hash { $0.combine(value) } }

  func hash(ofBytes bytes: some Sequence<UInt8>) -> Int {
    hash { for byte in bytes { $0.combine(byte) } }
  }

  private func hash(_ combine: (inout Hasher) -> Void) -> Int {
    var hasher = Hasher()
    hasher.combine(self)
    combine(&hasher)
    return hasher.finalize()
  }

  /// The hashes of the values that the part has in a request.
  func hashes(in request: ReceivedRequest) -> [Int] {
    switch self {
    case .host: request.target.host.map { [hash(of: $0)] } ?? []
    case .header(let name):
      Self.withJoined(request.headers.values(of: name)).map { hash(of: $0) }
    case .cookie(let name):
      request.cookies.compactMap {
        $0.name.hasSameScalars(as: name.text) ? hash(of: $0.value) : nil
      }
    case .bearer: request.credentials(of: "Bearer").map { [hash(of: $0)] } ?? []
    case .query(let name): hashes(in: request.target.queryItems, named: name.text)
    case .form(let name): hashes(in: request.formItems, named: name.text)
    case .jsonText(let names):
      json(at: names, in: request).map { [hash(of: $0.string ?? $0.text())] } ?? []
    case .jsonValue(let names):
      json(at: names, in: request).flatMap { $0.isScalar ? [hash(of: $0)] : nil } ?? []
    case .bodyText: [hash(of: request.bodyText)]
    case .bodyBytes: [request.body.map { hash(ofBytes: $0) } ?? hash(ofBytes: [])]
    case .derived(let part): part.texts(request).map { hash(of: $0) }
    }
  }

  /// Fields of one name mean the same as one with their values joined (RFC 9110 §5.3).
  private static func withJoined(_ values: [String]) -> [String] {
    values.count > 1 ? values + [values.joined(separator: ", ")] : values
  }

  private func hashes(in items: [QueryItem], named name: String) -> [Int] {
    items.compactMap {
      $0.name.hasSameScalars(as: name) ? hash(of: $0.value ?? "") : nil
    }
  }

  private func json(at names: [ScalarText], in request: ReceivedRequest) -> JSONValue? {
    guard case .success(var value) = request.readableJSON else { return nil }
    for name in names {
      guard case .object(let object) = value, let member = object[name.text] else { return nil }
      value = member
    }
    return value
  }
}

/// A part of requests that is made of others, by which matchers with the same instance are found.
package final class DerivedPart: Sendable, Hashable {
  /// The texts that the part has in a request.
  package let texts: @Sendable (ReceivedRequest) -> [String]

  package init(_ texts: @escaping @Sendable (ReceivedRequest) -> [String]) { self.texts = texts }

  package static func == (left: DerivedPart, right: DerivedPart) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension JSONValue {
  fileprivate var isScalar: Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .array, .object: false
    }
  }
}

extension JSONValue {
  /// The keys of a body that has this value where the names lead to: one for each scalar.
  ///
  /// Elements of arrays give none, as some comparisons let them stand anywhere.
  func memberKeys(below names: [ScalarText] = []) -> [StubKey] {
    switch self {
    case .object(let object):
      object.names.flatMap { object[$0]?.memberKeys(below: names + [ScalarText($0)]) ?? [] }
    case .array: []
    case .null, .bool, .number, .string:
      [StubKey(.value(.jsonValue(names), KeyedPart.jsonValue(names).hash(of: self)))]
    }
  }
}
