import StubCore
import StubDocuments
import StubRules

extension Reader {
  /// Reads a condition on a text: equality ignoring case, or a regular expression for the whole
  /// text.
  ///
  /// A blank text matches every text. A text that starts with `!`, or a mapping with `not`, negates
  /// the condition. With `optional`, the part may be missing.
  func mockServerText(_ value: Value) -> ValueMatcher? {
    guard value.members != nil else { return mockServerScalar(value) }
    return mapping(value) { mapping in
      if let schema = mapping.take("schema") {
        mapping.refuse(schema, remedy: "use \"value\" with a regular expression")
      }
      let isNegated = mapping.optional("not") { boolean($0) } ?? false
      let isOptional = mapping.optional("optional") { boolean($0) } ?? false
      guard var condition = mapping.required("value", { mockServerScalar($0) }) else { return nil }
      if isNegated { condition = .presentAnd(not: condition) }
      return isOptional ? .any(of: condition, .absent) : condition
    }
  }

  private func mockServerScalar(_ value: Value) -> ValueMatcher? {
    guard let written = text(value) else { return nil }
    let marks = MockServerMarks(written)
    let text = marks.text
    if text.allSatisfy(\.isWhitespace) { return marks.applied(toValue: .present) }
    let equality = ValueMatcher.equalsIgnoringCase(text)
    guard marks.hasSigns, let regex = mockServerPattern(text, in: value) else {
      return marks.applied(toValue: equality)
    }
    return marks.applied(
      toValue: ValueMatcher(
        description: "is or matches \(Quotation.of(text))", isSynchronous: true,
        // The text of the pattern contains most of its literals.
        implying: regex.requiredLiterals.filter { text.contains(bytesOf: $0) }
          .map { .containsIgnoringCase($0) }
      ) { values in
        values.contains { equality.accepts([$0]) || regex.isMatch($0) }
          ? .accepted(groups: [:]) : .rejected
      })
  }

  /// Compiles the text as a regular expression; warns if it is invalid, unless it starts with
  /// `*/*`.
  private func mockServerPattern(_ text: String, in value: Value) -> RegularExpression? {
    do throws(PatternError) {
      return try RegularExpression(text, options: .wholeJava)
    } catch {
      if !text.hasPrefix("*/*") {
        report(
          value, .warning,
          found:
            "\(Quotation.of(text)) is compared as a text, because it is no regular expression: "
            + error.reason,
          remedy: .advice(error.remedy.withoutFullStop))
      }
      return nil
    }
  }

  /// Reads names with conditions on their values, in any of three layouts.
  ///
  /// The layouts are `{"a": ["b"]}`, `{"a": "b"}` and `[{"name": "a", "values": ["b"]}]`. A name
  /// without values only has to exist.
  func mockServerEntries(_ value: Value, _ add: (String, ValueMatcher, Value) -> Void) {
    func addAll(_ name: MockServerMarks, _ value: Value) {
      let isEmpty = value.elements?.isEmpty ?? false
      for condition in isEmpty ? [.present] : oneOrMore(value, { mockServerText($0) }) ?? [] {
        add(name.text, name.applied(to: condition), value)
      }
    }
    guard value.elements != nil else {
      return entries(value) { written, value in
        if written == "keyMatchStyle" {
          _ = keyword(value, ["SUB_SET": true])
          return
        }
        let name = MockServerMarks(written)
        guard !name.isPattern else {
          return report(
            keyOf: value, found: name.patternProblem, remedy: .advice(MockServerMarks.remedy))
        }
        addAll(name, value)
      }
    }
    _ = list(value) { entry in
      mapping(entry) { mapping in
        let name = mapping.required("name") { value -> MockServerMarks? in
          guard let name = text(value).map({ MockServerMarks($0) }) else { return nil }
          guard name.isPattern else { return name }
          report(value, found: name.patternProblem, remedy: .advice(MockServerMarks.remedy))
          return nil
        }
        if let name, !mapping.has("values"), !mapping.has("value") {
          add(name.text, name.applied(to: .present), entry)
        }
        for key in ["values", "value"] {
          mapping.read(key) { value in
            if let name { addAll(name, value) }
          }
        }
        return true
      }
    }
  }
}

/// A text of MockServer without its prefixes: `!` negates it, `?` means that it may be missing.
struct MockServerMarks {
  private(set) var text: String
  private var isNegated = false
  private var isOptional = false

  init(_ written: String) {
    text = written
    if text.count > 1, text.hasPrefix("?") {
      isOptional = true
      text.removeFirst()
    }
    if text.count > 1, text.hasPrefix("!") {
      isNegated = true
      text.removeFirst()
    }
  }

  /// Returns the condition with the prefixes of a name applied; `!` requires that no value matches.
  func applied(to condition: ValueMatcher) -> ValueMatcher {
    optional(isNegated ? .not(condition) : condition)
  }

  /// Returns the condition with the prefixes of a value applied.
  ///
  /// `!` requires that there is a value, and that none matches.
  func applied(toValue condition: ValueMatcher) -> ValueMatcher {
    optional(isNegated ? .presentAnd(not: condition) : condition)
  }

  private func optional(_ condition: ValueMatcher) -> ValueMatcher {
    isOptional ? .any(of: condition, .absent) : condition
  }

  /// Whether the text has special characters of regular expressions.
  var hasSigns: Bool { text.utf8.contains { "\\^$.|?*+()[]{}".utf8.contains($0) } }

  /// The text if it is compared only for equality ignoring case, otherwise `nil`.
  var plainText: String? {
    isNegated || isOptional || hasSigns || text.allSatisfy(\.isWhitespace) ? nil : text
  }

  /// Whether the text is a pattern, if it is used as a name.
  ///
  /// A dot and `[word]`, as in `filter[id]`, do not make a name a pattern.
  var isPattern: Bool {
    let parts = text.split(separator: "[", omittingEmptySubsequences: false)
    return text.utf8.contains { "\\^$|?*+(){}".utf8.contains($0) }
      || parts.dropFirst().contains { part in
        guard let end = part.firstIndex(of: "]") else { return true }
        return !part[..<end].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      }
  }

  var patternProblem: String {
    "the name \(Quotation.of(text)) is a pattern, which is not supported"
  }

  static let remedy = "write a whole name"
}

extension ValueMatcher {
  /// Returns a condition that a value exists, and that no value meets `condition`.
  fileprivate static func presentAnd(not condition: ValueMatcher) -> ValueMatcher {
    .all(of: .present, .not(condition))
  }
}
