/// Something that every request has which a matcher accepts, so that its stub is found by it.
///
/// A key never decides: the matchers of each stub that is found are still asked.
package enum StubKey: Sendable, Hashable {
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

  /// A text that literals are looked for in.
  package enum SearchedText: Sendable, Hashable {
    /// The URL, with each scheme it may have.
    case url
    /// The readable path.
    case path
  }

  /// A part of the request has this text as a value.
  static func value(_ part: KeyedPart, _ text: String) -> StubKey {
    .value(part, part.hash(of: text))
  }
}

/// A matcher that can tell what the requests have in common which it accepts.
package protocol KeyedMatcher: HTTPStubMatcher {
  /// Each of them holds for every request that the matcher accepts; empty when nothing does.
  var keys: [StubKey] { get }
}

extension InstalledStub {
  /// The keys of all matchers, which have to accept a request together.
  var keys: [StubKey] {
    // The only matcher of many stubs, whose keys are found without asking it.
    if let exactPath { return [.path(exactPath.text)] }
    return stub.matchers.flatMap { ($0 as? any KeyedMatcher)?.keys ?? [] }
  }
}

extension ValueMatcher {
  /// The keys of a path that fits.
  var pathKeys: [StubKey] {
    switch form {
    case .equals(let path): [.path(path)]
    case .hasPrefix(let start): [.pathPrefix(start.unmistakableStart)]
    case .glob(let pattern):
      [.pathPrefix(String(pattern.prefix { !"*?[{\\!".contains($0) }).unmistakableStart)]
    case .contains(let text): [.literal(text.unmistakableStart, in: .path)]
    case .regex(let regex): regex.keys(in: .path)
    case .hasSuffix, .present, .absent, .other: []
    }
  }

  /// The key of a part that has a fitting value.
  func keys(of part: KeyedPart) -> [StubKey] { exactValue.map { [.value(part, $0)] } ?? [] }
}

extension RegularExpression {
  /// The keys of a text that the pattern is found in.
  func keys(in text: StubKey.SearchedText) -> [StubKey] {
    requiredLiterals.map { .literal($0, in: text) }
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
