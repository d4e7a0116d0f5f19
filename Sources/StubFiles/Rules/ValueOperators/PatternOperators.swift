import StubCore

extension RuleKey where Target == ValueDraft {
  static var regex: Self {
    Self(
      "regex", "A regular expression that occurs in the value; groups become captures.",
      .regularExpression, example: "^v[0-9]+$"
    ) { value, draft in
      if let regex = value.regularExpression() { draft.conditions.append(.matches(regex)) }
    }
  }

  static var glob: Self { glob("glob", "A glob for the whole value.", example: "/api/**") }

  static var wildcard: Self {
    glob("wildcard", "A glob for the host, in which * stops at dots.", example: "*.example.com")
  }

  private static func glob(_ name: String, _ summary: String, example: JSONValue) -> Self {
    Self(name, summary, .string, example: example) { value, draft in
      guard let text = value.text(from: draft.variables) else { return }
      do throws(PatternError) {
        draft.conditions.append(try .glob(text))
      } catch {
        value.report(error)
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
          ("options", .list(of: .oneOf(ValueReader.regexOptions.map(\.key)))),
        ], required: ["pattern"]),
    ])
  }
}

extension ValueReader {
  static let regexOptions: KeyValuePairs<String, RegularExpression.Options> = [
    "caseInsensitive": .caseInsensitive, "multiline": .multiline,
    "dotMatchesLineSeparators": .dotMatchesLineSeparators, "extended": .extended,
    "fullMatch": .fullMatch, "literal": .literal,
  ]

  /// A regular expression: text, or a mapping of `pattern` and `options`.
  mutating func regularExpression() -> RegularExpression? {
    guard node.members != nil else { return regularExpression(options: []) }
    return mapping { reader in
      let options = reader.optional("options") { value in
        value.oneOrMore { $0.keyword(Self.regexOptions) }
      }
      return reader.required("pattern") { value in
        value.regularExpression(options: RegularExpression.Options(options ?? []))
      }
    }
  }

  private mutating func regularExpression(
    options: RegularExpression.Options
  ) -> RegularExpression? {
    guard let pattern = string() else { return nil }
    do throws(PatternError) {
      return try RegularExpression(pattern, options: options)
    } catch {
      report(error)
      return nil
    }
  }

  /// Reports a pattern at the character where reading it stopped.
  mutating func report(_ error: PatternError) {
    report(
      atByte: error.offset, found: error.reason, expected: error.expected,
      remedy: error.remedy.withoutFullStop)
  }
}

extension String {
  /// The sentence as a clause of a longer one.
  var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
