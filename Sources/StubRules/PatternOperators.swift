package import StubCore
package import StubDocuments

extension Key where Target == ValueDraft {
  package static var regex: Self {
    Self(
      "regex", "A regular expression that occurs in the value; groups become captures.",
      .regularExpression, example: "^v[0-9]+$"
    ) { reader, value, draft in
      if let regex = reader.regularExpression(value) { draft.conditions.append(.matches(regex)) }
    }
  }

  static var glob: Self {
    Self(
      "glob", "A glob for the whole value; in a host, * stops at dots.", .string,
      example: "/api/**"
    ) { reader, value, draft in
      guard let text = reader.literal(value, as: .glob, in: draft) else { return }
      do throws(PatternError) {
        draft.conditions.append(.glob(try Glob(text)))
      } catch {
        reader.report(value, error)
      }
    }
  }
}

extension Schema {
  static var regularExpression: Schema {
    .anyOf([
      .string,
      .object(
        [
          ("pattern", .string),
          ("options", .list(of: .oneOf(Reader.regexOptions.map(\.key)))),
        ], required: ["pattern"]),
    ])
  }
}

extension Reader {
  static let regexOptions: KeyValuePairs<String, RegularExpression.Options> = [
    "caseInsensitive": .caseInsensitive, "multiline": .multiline,
    "dotMatchesLineSeparators": .dotMatchesLineSeparators, "extended": .extended,
    "fullMatch": .fullMatch, "literal": .literal,
  ]

  /// Reads a regular expression, which is a text, or a mapping with `pattern` and `options`.
  func regularExpression(_ value: Value) -> RegularExpression? {
    guard value.members != nil else { return regularExpression(value, options: []) }
    return mapping(value) { mapping in
      let options = mapping.optional("options") { value in
        oneOrMore(value) { keyword($0, Self.regexOptions) }
      }
      return mapping.required("pattern") { value in
        regularExpression(value, options: RegularExpression.Options(options ?? []))
      }
    }
  }

  private func regularExpression(
    _ value: Value, options: RegularExpression.Options
  ) -> RegularExpression? {
    guard let pattern = string(value) else { return nil }
    do throws(PatternError) {
      return try RegularExpression(pattern, options: options)
    } catch {
      report(value, error)
      return nil
    }
  }

  /// Reports an invalid pattern at the character where parsing stopped.
  package func report(_ value: Value, _ error: PatternError) {
    report(
      value, atByte: error.offset, found: "invalid \(error.kind): \(error.reason)",
      remedy: .advice(error.remedy.withoutFullStop))
  }
}

extension String {
  /// The sentence without its full stop, for use as a clause.
  package var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension Key where Target == ValueDraft {
  package static var exactly: Self {
    Self(
      "exactly", "Exactly these values, in any order.", .list(of: .text), example: ["a", "b"]
    ) { reader, value, draft in
      let texts = reader.list(value) { [draft] in reader.literal($0, as: .whole, in: draft) }
      guard let texts else { return }
      draft.conditions.append(.exactly(texts))
    }
  }

  package static func includes(_ inner: Schema) -> Self {
    conditions("includes", of: inner, "At least one value matches each condition.") {
      .includes($0)
    }
  }

  package static func every(_ inner: Schema) -> Self {
    Self(
      "every", "Every value matches the condition, and there is at least one.", inner,
      example: ["prefix": "v"]
    ) { reader, value, draft in
      guard let condition = reader.innerCondition(value, of: draft) else { return }
      draft.conditions.append(.every(condition))
    }
  }

  package static func any(_ inner: Schema) -> Self {
    conditions("any", of: inner, "At least one of the conditions matches.") { .any(of: $0) }
  }

  package static func all(_ inner: Schema) -> Self {
    conditions("all", of: inner, "All of the conditions match.") { .all(of: $0) }
  }

  package static func not(_ inner: Schema) -> Self {
    Self("not", "The condition does not match.", inner, example: ["contains": "xml"]) {
      reader, value, draft in
      guard let condition = reader.innerCondition(value, of: draft) else { return }
      draft.conditions.append(.not(condition))
    }
  }

  private static func conditions(
    _ name: String, of inner: Schema, _ summary: String,
    _ combined: @escaping @Sendable ([ValueMatcher]) -> ValueMatcher
  ) -> Self {
    Self(
      name, summary, .list(of: inner).adding("minItems", 1),
      example: ["a", ["prefix": "b"]]
    ) { reader, value, draft in
      let isEmpty = value.elements?.isEmpty ?? false
      guard !isEmpty else {
        reader.report(
          value, found: "an empty list", expected: "at least one condition",
          remedy: "use { present: true } for any value")
        return
      }
      let conditions = reader.list(value) { [draft] in reader.innerCondition($0, of: draft) }
      guard let conditions else { return }
      draft.conditions.append(combined(conditions))
    }
  }
}

extension Reader {
  /// Reads a condition within another one, for the same part of a request.
  fileprivate func innerCondition(_ value: Value, of draft: ValueDraft) -> ValueMatcher? {
    condition(value, draft.inner, variables: draft.variables, check: draft.check)
  }
}
