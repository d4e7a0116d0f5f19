import StubCore

extension ValueReader {
  /// A condition on a text: equality or a regular expression for the whole text.
  ///
  /// A text that starts with `!`, and one in a mapping with `not`, means the opposite; `optional`
  /// lets the part be missing.
  mutating func mockServerText() -> ValueMatcher? {
    guard node.members != nil else { return mockServerScalar() }
    return mapping { reader in
      if let schema = reader.take("schema") {
        reader.refuse(schema, remedy: "try \"value\" with a regular expression")
      }
      let isNegated = reader.optional("not") { $0.boolean() } ?? false
      let isOptional = reader.optional("optional") { $0.boolean() } ?? false
      guard var condition = reader.required("value", { $0.mockServerScalar() }) else { return nil }
      if isNegated { condition = .not(condition) }
      return isOptional ? .any(of: condition, .absent) : condition
    }
  }

  private mutating func mockServerScalar() -> ValueMatcher? {
    guard let written = text() else { return nil }
    let isNegated = written.count > 1 && written.hasPrefix("!")
    let text = isNegated ? String(written.dropFirst()) : written
    let isPlain = !text.contains { "\\^$.|?*+()[]{}".contains($0) }
    let regex = try? RegularExpression(text, options: [.fullMatch, .dotMatchesLineSeparators])
    let condition: ValueMatcher
    if let regex, !isPlain {
      condition = ValueMatcher("is or matches \(Quotation.of(text))") {
        $0 == text || regex.isMatch($0)
      }
    } else {
      condition = .equals(text)
    }
    return isNegated ? .not(condition) : condition
  }

  /// Names with conditions on their values, in any of the three layouts.
  ///
  /// These are `{"a": ["b"]}`, `{"a": "b"}` and `[{"name": "a", "values": ["b"]}]`.
  mutating func mockServerEntries(_ add: (String, ValueMatcher, inout ValueReader) -> Void) {
    guard node.elements != nil else {
      return entries { name, value in
        if name == "keyMatchStyle" {
          _ = value.keyword(["SUB_SET": true])
          return
        }
        for condition in value.oneOrMore({ $0.mockServerText() }) ?? [] {
          add(name, condition, &value)
        }
      }
    }
    _ = list { value in
      value.mapping { reader in
        let name = reader.required("name") { $0.text() }
        for key in ["values", "value"] {
          reader.read(key) { value in
            for condition in value.oneOrMore({ $0.mockServerText() }) ?? [] {
              if let name { add(name, condition, &value) }
            }
          }
        }
        return true
      }
    }
  }
}
