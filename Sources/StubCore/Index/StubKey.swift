/// A property of every request that a matcher accepts, by which an index finds the stub.
///
/// The keys of a request select the stubs whose matchers run. A key alone never decides: the
/// matchers still check the request. A request without the key may not reach the matcher. So a stub
/// misses requests if a key is not really required.
public struct StubKey: Sendable, Hashable {
  package enum Form: Sendable, Hashable {
    /// The readable path equals this text; it is decoded except `%2F` and `%25`.
    case path(String)
    /// The path has these segments, as in a URI template.
    case segments(URITemplate.PathShape)
    /// The readable path starts with these bytes.
    case pathPrefix(String)
    /// The text contains these bytes.
    case literal(String, in: SearchedText)
    /// A part of the request has a value with this hash.
    case value(KeyedPart, Int)
    /// A part of the request has a text with this trait.
    case text(KeyedPart, TextTrait)

    package static func == (left: Form, right: Form) -> Bool {
      switch (left, right) {
      case (.path(let one), .path(let other)), (.pathPrefix(let one), .pathPrefix(let other)):
        one.hasSameScalars(as: other)
      case (.segments(let one), .segments(let other)): one == other
      case (.literal(let one, let text), .literal(let other, let otherText)):
        text == otherText && one.hasSameScalars(as: other)
      case (.value(let part, let hash), .value(let otherPart, let otherHash)):
        part == otherPart && hash == otherHash
      case (.text(let part, let trait), .text(let otherPart, let other)):
        part == otherPart && trait == other
      default: false
      }
    }
  }

  /// A text of the request in which literals are searched.
  package enum SearchedText: Sendable, Hashable {
    /// The URL, with both `http` and `https` if its scheme is unknown.
    case url
    /// The readable path.
    case path
  }

  let form: Form

  init(_ form: Form) { self.form = form }

  /// Returns a key for requests in which a part has `text` as a value.
  static func value(_ part: KeyedPart, _ text: String) -> StubKey {
    StubKey(.value(part, part.hash(of: text)))
  }
}

extension StubKey {
  /// Returns a key for the percent-decoded segments of the path; `nil` stands for any segment.
  package static func segments(_ segments: [String?]) -> StubKey {
    StubKey(.segments(URITemplate.PathShape(segments: segments, isComplete: true)))
  }

  /// Returns a key for a string or number anywhere in the JSON body, as text.
  package static func jsonScalar(_ text: String, ignoringCase ignoresCase: Bool) -> StubKey {
    ignoresCase
      ? StubKey(.text(.jsonScalars, TextTrait(.whole(ScalarText(text)), ignoringCase: true)))
      : .value(.jsonScalars, text)
  }

  /// Returns a key for the value `text` of a part that a closure derives from the request.
  package static func derived(_ part: DerivedPart, _ text: String) -> StubKey {
    .value(.derived(part), text)
  }

  /// Returns a key for the path of the URL, which may be percent-encoded.
  public static func path(_ path: String) -> StubKey { StubKey(.path(RequestURL.readable(path))) }

  /// Returns a key for the start of the URL's path, which may be percent-encoded.
  public static func pathPrefix(_ start: String) -> StubKey {
    StubKey(.pathPrefix(RequestURL.readable(start).unmistakableStart))
  }

  /// Returns a key for the host of the URL, without port and in any letter case.
  public static func host(_ name: String) -> StubKey {
    .value(.host, URIAuthority.canonicalHost(name))
  }

  /// Returns a key for a header field with `value`, or for several fields whose joined values equal
  /// it.
  public static func header(_ name: HTTPHeaderName, _ value: String) -> StubKey {
    .value(.header(name), value)
  }

  /// Returns a key for a cookie with `value`.
  public static func cookie(_ name: String, _ value: String) -> StubKey {
    .value(.cookie(ScalarText(name)), value)
  }

  /// Returns a key for the token of the bearer authorization (RFC 6750 §2.1).
  public static func bearer(_ token: String) -> StubKey { .value(.bearer, token) }

  /// Returns a key for a decoded query parameter; the value of a parameter without `=` is empty.
  public static func query(_ name: String, _ value: String) -> StubKey {
    .value(.item(ScalarText(name), in: .query), value)
  }

  /// Returns a key for a decoded field of the URL-encoded form in the body.
  public static func form(_ name: String, _ value: String) -> StubKey {
    .value(.item(ScalarText(name), in: .form), value)
  }

  /// Returns a key for a member of the JSON body.
  ///
  /// `text` is a string as it is, or any other value as JSON text. `names` are the path to the
  /// member: `["user", "id"]` for `{"user":{"id":7}}`.
  public static func json(_ names: [String], _ text: String) -> StubKey {
    .value(.jsonText(names.map(ScalarText.init)), text)
  }

  /// Returns a key for the text of the whole body, read in its charset.
  public static func body(_ text: String) -> StubKey { .value(.bodyText, text) }
}

extension ValueMatcher {
  /// The keys of the paths that the condition accepts.
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
}

extension RegularExpression {
  /// Returns a key for each literal that every match of the pattern contains.
  func keys(in text: StubKey.SearchedText) -> [StubKey] {
    requiredLiterals.map { StubKey(.literal($0, in: text)) }
  }
}

extension String {
  /// The start of the text whose bytes are the same in every text that Swift treats as equal.
  ///
  /// Swift compares texts by canonical equivalence: `K` equals the kelvin sign U+212A, and `;` and
  /// the grave accent also equal other characters. The last letter before a cut is dropped, because
  /// a letter with a combining accent equals the accented letter.
  var unmistakableStart: String {
    let start = utf8.prefix { (0x21..<0x7F).contains($0) && !"K;`".utf8.contains($0) }
    return String(decoding: start.count == utf8.count ? start : start.dropLast(), as: UTF8.self)
  }
}

extension JSONValue {
  /// The number of values in an array that have keys; a few are enough to tell bodies apart.
  private static let keyedElements = 16

  /// Returns a key for each scalar in this value, for JSON bodies that have the value at the path
  /// `names`.
  ///
  /// Values in arrays have keys for any place, because some comparisons accept any position.
  func memberKeys(below names: [ScalarText] = []) -> [StubKey] {
    switch self {
    case .object(let object):
      object.names.flatMap { object[$0]?.memberKeys(below: names + [ScalarText($0)]) ?? [] }
    case .array(let elements):
      Array(elements.lazy.flatMap { $0.scalarKeys() }.prefix(Self.keyedElements))
    case .null, .bool, .number, .string:
      [StubKey(.value(.jsonValue(names), KeyedPart.jsonValue(names).hash(of: self)))]
    }
  }

  /// Returns a key for each string and number in this value, for JSON bodies that have them
  /// anywhere, or in the given part.
  package func scalarKeys(in part: KeyedPart = .jsonScalars) -> [StubKey] {
    switch self {
    case .string(let text): [.value(part, text)]
    case .number(let number):
      [StubKey(.text(part, TextTrait(.numbers(NumberRange(from: number, to: number)))))]
    case .array(let elements): elements.flatMap { $0.scalarKeys(in: part) }
    case .object(let object): object.members.flatMap { $0.value.scalarKeys(in: part) }
    case .null, .bool: []
    }
  }
}
