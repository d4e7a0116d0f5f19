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
  public static func equals(_ number: Double) -> ValueMatcher {
    numeric("is the number \(JSONNumber(number))") { $0 == number }
  }

  /// A value that reads as a number above this one; a text that is not a number is not accepted.
  public static func greaterThan(_ number: Double) -> ValueMatcher {
    numeric("is greater than \(JSONNumber(number))") { $0 > number }
  }

  /// A value that reads as this number or a higher one.
  public static func atLeast(_ number: Double) -> ValueMatcher {
    numeric("is at least \(JSONNumber(number))") { $0 >= number }
  }

  /// A value that reads as a number below this one; a text that is not a number is not accepted.
  public static func lessThan(_ number: Double) -> ValueMatcher {
    numeric("is less than \(JSONNumber(number))") { $0 < number }
  }

  /// A value that reads as this number or a lower one.
  public static func atMost(_ number: Double) -> ValueMatcher {
    numeric("is at most \(JSONNumber(number))") { $0 <= number }
  }

  private static func numeric(
    _ description: String, _ test: @escaping @Sendable (Double) -> Bool
  ) -> ValueMatcher {
    ValueMatcher(own: description) { decimal($0).map(test) ?? false }
  }

  /// A number in decimal notation; `Double` alone also reads `inf` and hexadecimal numbers.
  private static func decimal(_ text: String) -> Double? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard text.utf8.allSatisfy({ digits.contains($0) || "+-.eE".utf8.contains($0) }),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }
}

extension ValueMatcher {
  /// Equality without regard to case.
  public static func equalsIgnoringCase(_ text: String) -> ValueMatcher {
    let lower = text.lowercased()
    return ValueMatcher(own: "is \"\(text)\" in any case") { $0.lowercased() == lower }
  }

  /// A text that occurs in the value, without regard to case.
  public static func containsIgnoringCase(_ text: String) -> ValueMatcher {
    let lower = text.lowercased()
    return ValueMatcher(own: "contains \"\(text)\" in any case") {
      $0.lowercased().contains(bytesOf: lower)
    }
  }

  /// One element of a comma-separated list, as in `Accept-Encoding: gzip, br` (RFC 9110 §5.6.1).
  public static func hasElement(_ text: String) -> ValueMatcher {
    ValueMatcher(own: "has the list element \"\(text)\"") { value in
      value.split(separator: ",").contains { $0.trimmingWhitespace() == text }
    }
  }

  /// A host name and all names below it: `.domain("a.com")` takes `a.com` and `b.a.com`.
  public static func domain(_ name: String) -> ValueMatcher {
    let lower = URIAuthority.canonicalHost(name)
    return ValueMatcher(own: "is \"\(name)\" or a name below it") { value in
      let host = value.lowercasedASCII()
      return host == lower || host.hasSuffix("." + lower)
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

  /// The same condition with the meaning that it has on a host name: any case, and in a glob `*` stops at dots.
  package var onHost: ValueMatcher {
    mapConditions { condition in
      if let name = condition.exactValue { return .equals(URIAuthority.canonicalHost(name)) }
      guard case .glob(let pattern) = condition.form, let glob = try? Glob(host: pattern) else {
        return condition.mapText { $0.lowercasedASCII() }
      }
      return .glob(glob)
    }
  }

  /// A glob that is known to be valid.
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
