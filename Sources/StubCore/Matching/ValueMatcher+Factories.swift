import StubPlatform

extension ValueMatcher {
  /// Accepts a value that is JSON text and equals this JSON value; `comparison` sets what may
  /// differ.
  public static func equalsJSON(
    _ expected: JSONValue, comparison: JSONComparison = JSONComparison()
  ) -> ValueMatcher {
    ValueMatcher(description: "is the JSON \(expected.text())", isSynchronous: true) { values in
      values.lazy.map { value in
        guard let found = try? JSONValue(parsing: value) else { return .rejected }
        var steps = StepLimit().budget(forBytes: value.utf8.count)
        let difference = comparison.firstDifference(expected: expected, found: found, &steps)
        return difference?.limitExceeded.map { .undecided($0.description) }
          ?? ValueVerdict(difference == nil)
      }.anyAccepted()
    }
  }
}

extension ValueMatcher {
  /// Accepts a value that the matcher accepts as the body of a request.
  ///
  /// The values of a part share the steps (units of work) that one body may use.
  package static func body(_ matcher: any HTTPStubMatcher) -> ValueMatcher {
    ValueMatcher(
      description: "fits: \(matcher.description)", problems: matcher.problems,
      isSynchronous: matcher.isSynchronous
    ) { values in
      let request = ReceivedRequest(.post, "/", body: Data())
      return values.lazy.map { value in
        request.evaluating(on: Data(value.utf8)) {
          ValueVerdict(matcher.evaluate($0, for: .stubRequest))
        }
      }.anyAccepted()
    }
  }
}

extension ValueVerdict {
  fileprivate init(_ result: MatchResult) {
    switch result {
    case .matched(let captures): self = .accepted(groups: captures.regex)
    case .mismatched: self = .rejected
    case .undecided(let mismatch): self = .undecided(mismatch.found)
    }
  }
}

extension ValueMatcher {
  /// Accepts the number in any decimal notation: `1.0` equals `1`.
  ///
  /// Numbers are compared exactly, whatever their size: `9007199254740993` does not equal
  /// `9007199254740992`.
  public static func equals(_ number: JSONNumber) -> ValueMatcher {
    numeric("is the number \(number)", in: NumberRange(from: number, to: number)) {
      $0 == number
    }
  }

  /// Accepts numbers greater than this one; other texts are not accepted.
  public static func greaterThan(_ number: JSONNumber) -> ValueMatcher {
    numeric("is greater than \(number)", in: NumberRange(from: number)) { $0 > number }
  }

  /// Accepts numbers greater than or equal to this one.
  public static func atLeast(_ number: JSONNumber) -> ValueMatcher {
    numeric("is at least \(number)", in: NumberRange(from: number)) { $0 >= number }
  }

  /// Accepts numbers less than this one; other texts are not accepted.
  public static func lessThan(_ number: JSONNumber) -> ValueMatcher {
    numeric("is less than \(number)", in: NumberRange(to: number)) { $0 < number }
  }

  /// Accepts numbers less than or equal to this one.
  public static func atMost(_ number: JSONNumber) -> ValueMatcher {
    numeric("is at most \(number)", in: NumberRange(to: number)) { $0 <= number }
  }

  private static func numeric(
    _ description: String, in range: NumberRange,
    _ test: @escaping @Sendable (JSONNumber) -> Bool
  ) -> ValueMatcher {
    ValueMatcher(own: description, trait: TextTrait(.numbers(range))) {
      JSONNumber(decimal: $0).map(test) ?? false
    }
  }
}

/// Comparisons with a `Double` in a variable; a literal becomes a `JSONNumber`.
extension ValueMatcher {
  /// Accepts the number in any decimal notation: `1.0` equals `1`.
  @_disfavoredOverload
  public static func equals(_ number: Double) -> ValueMatcher { equals(JSONNumber(number)) }

  /// Accepts numbers greater than this one.
  @_disfavoredOverload
  public static func greaterThan(_ number: Double) -> ValueMatcher {
    greaterThan(JSONNumber(number))
  }

  /// Accepts numbers greater than or equal to this one.
  @_disfavoredOverload
  public static func atLeast(_ number: Double) -> ValueMatcher { atLeast(JSONNumber(number)) }

  /// Accepts numbers less than this one.
  @_disfavoredOverload
  public static func lessThan(_ number: Double) -> ValueMatcher { lessThan(JSONNumber(number)) }

  /// Accepts numbers less than or equal to this one.
  @_disfavoredOverload
  public static func atMost(_ number: Double) -> ValueMatcher { atMost(JSONNumber(number)) }
}

extension ValueMatcher {
  /// Accepts this text in any letter case, like a regular expression with the option
  /// `caseInsensitive`.
  public static func equalsIgnoringCase(_ text: String) -> ValueMatcher {
    let folded = text.foldingCase()
    let trait = TextTrait(.whole(ScalarText(text)), ignoringCase: true)
    return ValueMatcher(own: "is \"\(text)\" in any case", trait: trait) {
      // Folding keeps the length of an ASCII text.
      ($0.utf8.count == folded.utf8.count || !$0.isASCII)
        && $0.foldingCase().hasSameScalars(as: folded)
    }
  }

  /// Accepts values that contain this text in any letter case.
  public static func containsIgnoringCase(_ text: String) -> ValueMatcher {
    let folded = text.foldingCase()
    let trait = TextTrait(.literal(ScalarText(text)), ignoringCase: true)
    return ValueMatcher(own: "contains \"\(text)\" in any case", trait: trait) {
      $0.foldingCase().contains(bytesOf: folded)
    }
  }

  /// Accepts a host name and all its subdomains: `.domain("a.com")` accepts `a.com` and `b.a.com`.
  public static func domain(_ name: String) -> ValueMatcher {
    let lower = URIAuthority.canonicalHost(name)
    let below = Array(".\(lower)".utf8.reversed())
    return ValueMatcher(own: "is \"\(name)\" or a name below it") { value in
      let host = value.lowercasedASCII()
      return host.hasSameScalars(as: lower) || host.utf8.reversed().starts(with: below)
    }
  }
}

extension PatternError {
  /// The error in one line for reports.
  var summary: String { "`\(pattern)` is not \(expected): \(reason) at offset \(offset)" }
}

extension URITemplateError {
  /// The error in one line for reports.
  var summary: String { "`\(template)` is not a URI template: \(reason) at offset \(offset)" }
}

extension JSONPathError {
  /// The error in one line for reports.
  var summary: String { "`\(path)` is not a JSONPath query: \(reason) at offset \(offset)" }
}

extension ValueMatcher {
  /// Accepts values that contain a match of the regular expression; its groups are captured.
  package static func matches(_ regex: RegularExpression) -> ValueMatcher {
    ValueMatcher(
      description: "matches /\(regex.pattern)/", form: .regex(regex), isSynchronous: true
    ) { values in values.lazy.map(regex.verdict).anyAccepted() }
  }

  /// Accepts values that contain a match of a literal regular expression.
  ///
  /// If the pattern does not compile, the condition matches nothing, and reports say why.
  public static func matches(
    _ pattern: StaticString, options: RegularExpressionOptions = []
  ) -> ValueMatcher {
    literal("matches /\(pattern)/") { () throws(PatternError) in
      .matches(try RegularExpression(pattern.description, options: options))
    }
  }

  /// Accepts values that contain a match of a regular expression.
  ///
  /// - Throws: An error with the offset, the reason and what to try.
  @_disfavoredOverload
  public static func matches(
    _ pattern: some StringProtocol, options: RegularExpressionOptions = []
  ) throws -> ValueMatcher {
    .matches(try RegularExpression(String(pattern), options: options))
  }

  /// Accepts values that a literal glob matches as a whole; in it, `*` stops at `/`, and `**` does
  /// not.
  ///
  /// On a host, `*` stops at dots. If the glob is invalid, it matches nothing, and reports say why.
  public static func glob(_ pattern: StaticString) -> ValueMatcher {
    literal("matches the glob \(pattern)") { () throws(PatternError) in
      .glob(try Glob(pattern.description))
    }
  }

  /// Accepts values that a glob matches as a whole; in it, `*` stops at `/` (on a host at dots),
  /// and `**` does not.
  ///
  /// - Throws: An error if a class `[a-z]`, a choice `{a,b}` or an escape is incomplete.
  @_disfavoredOverload
  public static func glob(_ pattern: some StringProtocol) throws -> ValueMatcher {
    glob(try Glob(String(pattern)))
  }

  package static func glob(_ glob: Glob) -> ValueMatcher {
    ValueMatcher(
      description: "matches the glob \(glob.pattern)", form: .glob(glob.pattern),
      isSynchronous: true
    ) { values in
      values.lazy.map { value in
        do throws(EvaluationLimitExceeded) {
          return ValueVerdict(try glob.matches(value))
        } catch {
          return .undecided(error.description)
        }
      }.anyAccepted()
    }
  }

  /// Returns the condition that `make` creates; if it throws, a condition that accepts nothing and
  /// reports the error.
  static func literal(
    _ description: String, _ make: () throws(PatternError) -> ValueMatcher
  ) -> ValueMatcher {
    do {
      return try make()
    } catch {
      let verdict = ValueVerdict.undecided(error.summary)
      return ValueMatcher(
        description: description, problems: [error.description], isSynchronous: true
      ) { _ in verdict }
    }
  }
}

extension RegularExpression {
  /// Returns whether the pattern matches somewhere in the text.
  func verdict(on text: String) -> ValueVerdict {
    switch firstMatch(in: text) {
    case .matched(let match): .accepted(groups: match.groups)
    case .notMatched: .rejected
    case .gaveUp(let reason): .undecided(reason)
    }
  }
}
