extension ValueMatcher {
  /// A regular expression that occurs in the value; its groups become captures.
  public static func matches(_ regex: RegularExpression) -> ValueMatcher {
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
    _ pattern: StaticString, options: RegularExpression.Options = []
  ) -> ValueMatcher {
    literal("matches /\(pattern)/") { () throws(PatternError) in
      .matches(try RegularExpression(pattern.description, options: options))
    }
  }

  /// A regular expression that occurs in the value.
  ///
  /// - Throws: `PatternError` with the offset, the reason and what to try.
  @_disfavoredOverload
  public static func matches(
    _ pattern: some StringProtocol, options: RegularExpression.Options = []
  ) throws(PatternError) -> ValueMatcher {
    .matches(try RegularExpression(String(pattern), options: options))
  }

  /// A glob, written as a literal, for the whole value: `*` stops at `/`, `**` does not.
  ///
  /// On a host, `*` stops at dots. If it is invalid, it matches nothing, and reports say why.
  public static func glob(_ pattern: StaticString) -> ValueMatcher {
    literal("matches the glob \(pattern)") { () throws(PatternError) in
      try .glob(pattern.description)
    }
  }

  /// A glob for the whole value: `*` stops at `/` (on a host at dots), `**` does not.
  ///
  /// - Throws: `PatternError` for a class, a choice or an escape that does not end.
  @_disfavoredOverload
  public static func glob(_ pattern: some StringProtocol) throws(PatternError) -> ValueMatcher {
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

  private static func glob(_ glob: Glob) -> ValueMatcher {
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
