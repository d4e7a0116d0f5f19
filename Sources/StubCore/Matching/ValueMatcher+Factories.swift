#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ValueMatcher {
  /// A value that is JSON and equal to this, as far as the comparison asks.
  public static func equalsJSON(
    _ expected: JSONValue, comparison: JSONComparison = JSONComparison()
  ) -> ValueMatcher {
    ValueMatcher(description: "is the JSON \(expected.text())", isSynchronous: true) { values in
      values.lazy.map { value in
        guard let found = try? JSONValue(parsing: value) else { return .rejected }
        var steps = StepLimit().budget(forBytes: value.utf8.count)
        let difference = comparison.firstDifference(expected: expected, found: found, &steps)
        return difference?.surrender.map { .undecided($0.description) }
          ?? ValueVerdict(difference == nil)
      }.anyAccepted()
    }
  }
}

extension ValueMatcher {
  /// A value that a matcher accepts as a body; all values of a part share the steps of one body.
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
    case .undecided(_, let found): self = .undecided(found)
    }
  }
}

extension ValueMatcher {
  /// A value that is this number in decimal notation, however it is written: `1.0` is `1`.
  ///
  /// Numbers are compared exactly, whatever their size: `9007199254740993` is not `9007199254740992`.
  public static func equals(_ number: JSONNumber) -> ValueMatcher {
    numeric("is the number \(number)") { $0 == number }
  }

  /// A value that reads as a number above this one; a text that is not a number is not accepted.
  public static func greaterThan(_ number: JSONNumber) -> ValueMatcher {
    numeric("is greater than \(number)") { $0 > number }
  }

  /// A value that reads as this number or a higher one.
  public static func atLeast(_ number: JSONNumber) -> ValueMatcher {
    numeric("is at least \(number)") { $0 >= number }
  }

  /// A value that reads as a number below this one; a text that is not a number is not accepted.
  public static func lessThan(_ number: JSONNumber) -> ValueMatcher {
    numeric("is less than \(number)") { $0 < number }
  }

  /// A value that reads as this number or a lower one.
  public static func atMost(_ number: JSONNumber) -> ValueMatcher {
    numeric("is at most \(number)") { $0 <= number }
  }

  private static func numeric(
    _ description: String, _ test: @escaping @Sendable (JSONNumber) -> Bool
  ) -> ValueMatcher {
    ValueMatcher(own: description) { JSONNumber(decimal: $0).map(test) ?? false }
  }
}

/// Comparisons with a number from a variable, which a literal has through `JSONNumber`.
extension ValueMatcher {
  /// A value that is this number in decimal notation, however it is written: `1.0` is `1`.
  @_disfavoredOverload
  public static func equals(_ number: Double) -> ValueMatcher { equals(JSONNumber(number)) }

  /// A value that reads as a number above this one.
  @_disfavoredOverload
  public static func greaterThan(_ number: Double) -> ValueMatcher {
    greaterThan(JSONNumber(number))
  }

  /// A value that reads as this number or a higher one.
  @_disfavoredOverload
  public static func atLeast(_ number: Double) -> ValueMatcher { atLeast(JSONNumber(number)) }

  /// A value that reads as a number below this one.
  @_disfavoredOverload
  public static func lessThan(_ number: Double) -> ValueMatcher { lessThan(JSONNumber(number)) }

  /// A value that reads as this number or a lower one.
  @_disfavoredOverload
  public static func atMost(_ number: Double) -> ValueMatcher { atMost(JSONNumber(number)) }
}

extension ValueMatcher {
  /// Equality without regard to case, as a regular expression with `caseInsensitive` has it.
  public static func equalsIgnoringCase(_ text: String) -> ValueMatcher {
    let folded = text.foldingCase()
    return ValueMatcher(own: "is \"\(text)\" in any case") {
      $0.foldingCase().hasSameScalars(as: folded)
    }
  }

  /// A text that occurs in the value, without regard to case.
  public static func containsIgnoringCase(_ text: String) -> ValueMatcher {
    let folded = text.foldingCase()
    return ValueMatcher(own: "contains \"\(text)\" in any case") {
      $0.foldingCase().contains(bytesOf: folded)
    }
  }

  /// A host name and all names below it: `.domain("a.com")` takes `a.com` and `b.a.com`.
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
  /// The error on one line, for the line of a report.
  var summary: String { "`\(pattern)` is not \(expected): \(reason) at offset \(offset)" }
}

extension URITemplateError {
  /// The error on one line, for the line of a report.
  var summary: String { "`\(template)` is not a URI template: \(reason) at offset \(offset)" }
}

extension JSONPathError {
  /// The error on one line, for the line of a report.
  var summary: String { "`\(path)` is not a JSONPath query: \(reason) at offset \(offset)" }
}

extension ValueMatcher {
  /// A regular expression that occurs in the value; its groups become captures.
  package static func matches(_ regex: RegularExpression) -> ValueMatcher {
    ValueMatcher(
      description: "matches /\(regex.pattern)/", form: .regex(regex), isSynchronous: true
    ) { values in
      values.lazy.map { value in
        switch regex.firstMatch(in: value) {
        case .matched(let match): .accepted(groups: match.groups)
        case .notMatched: .rejected
        case .gaveUp(let reason): .undecided(reason)
        }
      }.anyAccepted()
    }
  }

  /// A regular expression, written as a literal, that occurs in the value.
  ///
  /// If it does not compile, it matches nothing, and reports say why.
  public static func matches(
    _ pattern: StaticString, options: RegularExpressionOptions = []
  ) -> ValueMatcher {
    literal("matches /\(pattern)/") { () throws(PatternError) in
      .matches(try RegularExpression(pattern.description, options: options))
    }
  }

  /// A regular expression that occurs in the value.
  ///
  /// - Throws: An error with the offset, the reason and what to try.
  @_disfavoredOverload
  public static func matches(
    _ pattern: some StringProtocol, options: RegularExpressionOptions = []
  ) throws -> ValueMatcher {
    .matches(try RegularExpression(String(pattern), options: options))
  }

  /// A glob, written as a literal, for the whole value: `*` stops at `/`, `**` does not.
  ///
  /// On a host, `*` stops at dots. If it is invalid, it matches nothing, and reports say why.
  public static func glob(_ pattern: StaticString) -> ValueMatcher {
    literal("matches the glob \(pattern)") { () throws(PatternError) in
      .glob(try Glob(pattern.description))
    }
  }

  /// A glob for the whole value: `*` stops at `/` (on a host at dots), `**` does not.
  ///
  /// - Throws: An error for a class, a choice or an escape that does not end.
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
        do throws(EvaluationGaveUp) {
          return ValueVerdict(try glob.matches(value))
        } catch {
          return .undecided(error.description)
        }
      }.anyAccepted()
    }
  }

  /// The condition of a pattern; of an invalid pattern, a condition that reports the error.
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
