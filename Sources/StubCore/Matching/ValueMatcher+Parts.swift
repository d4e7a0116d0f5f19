extension ValueMatcher {
  /// Returns this condition, with `change` applied to each simple condition in it.
  package func mapConditions(_ change: (ValueMatcher) -> ValueMatcher) -> ValueMatcher {
    guard let combination else { return change(self) }
    return ValueMatcher(combination.map { $0.mapConditions(change) })
  }

  /// Returns this condition, with `change` applied to the texts that it compares; patterns stay as
  /// they are.
  package func mapText(_ change: (String) -> String) -> ValueMatcher {
    mapConditions { condition in
      switch condition.form {
      case .equals(let text): .equals(change(text))
      case .contains(let text): .contains(change(text))
      case .hasPrefix(let text): .hasPrefix(change(text))
      case .hasSuffix(let text): .hasSuffix(change(text))
      case .exactly(let texts): .exactly(texts.map(change))
      case .element(let text): .hasElement(change(text))
      case .glob, .regex, .present, .absent, .other: condition
      }
    }
  }
}

/// The variants of a condition for certain parts of the request, such as a host.
extension ValueMatcher {
  /// This condition for a host name: letter case is ignored, and `*` in a glob stops at dots.
  package var onHost: ValueMatcher {
    onLowerCase(URIAuthority.canonicalHost) { pattern throws(PatternError) in
      try Glob(host: pattern)
    }
  }

  /// This condition without regard to letter case, for a field name (RFC 9110 §5.1) or a scheme
  /// (RFC 3986 §3.1).
  package var onName: ValueMatcher {
    let lower = { (text: String) in text.lowercasedASCII() }
    return onLowerCase(lower) { pattern throws(PatternError) in try Glob(name: pattern) }
  }

  private func onLowerCase(
    _ equal: (String) -> String, glob: (String) throws(PatternError) -> Glob
  ) -> ValueMatcher {
    mapConditions { condition in
      switch condition.form {
      case .equals(let text): return .equals(equal(text))
      case .glob(let pattern): return (try? glob(pattern)).map { .glob($0) } ?? condition
      case .regex(let regex):
        let options = regex.options.union(.caseInsensitive)
        return (try? RegularExpression(regex.pattern, options: options)).map { .matches($0) }
          ?? condition
      default: return condition.mapText { $0.lowercasedASCII() }
      }
    }
  }

  /// Returns this condition for the values of a header field, whose list items may have parameters.
  func onField(_ name: HTTPHeaderName) -> ValueMatcher {
    mapConditions { condition in
      guard case .element(let text) = condition.form else { return condition }
      let element = FieldElement(text, of: name)
      return ValueMatcher(
        description: condition.description, form: condition.form, isSynchronous: true
      ) { ValueVerdict($0.contains(where: element.isIn)) }
    }
  }

  /// Returns whether the values of header fields with the same name match.
  ///
  /// They mean the same as one field with the values joined by commas (RFC 9110 §5.3), so the
  /// joined text is also compared. Each simple condition compares it, so that a negation excludes
  /// both forms.
  func judge(fields values: [String]) -> ValueVerdict {
    guard values.count > 1 else { return judge(values) }
    return accepting(values.joined(separator: ", ")).judge(values)
  }

  /// Returns a condition that also accepts the text `joined`; `every` still checks only the
  /// separate values.
  private func accepting(_ joined: String) -> ValueMatcher {
    switch combination {
    case .every?: return self
    case .one?, nil: break
    case let combination?: return ValueMatcher(combination.map { $0.accepting(joined) })
    }
    return ValueMatcher(description: description, form: form) { values in
      let verdict = judge(values)
      if verdict.isAccepted { return verdict }
      let other = judge([joined])
      return other.isAccepted ? other : verdict
    }
  }
}

extension ValueMatcher {
  /// Returns whether a rejected value looks as if it matched.
  ///
  /// Composed and decomposed letters look the same, and `String` treats them as equal, but their
  /// bytes differ.
  package func seemsToFit(_ values: [String]) -> Bool {
    if let combination { return combination.conditions.contains { $0.seemsToFit(values) } }
    let few = values.filter { $0.utf8.count <= 4_096 }
    return switch form {
    case .equals(let text): few.contains { text.looksLike($0) }
    case .contains(let text): few.contains { $0.contains(text) } && !accepts(values)
    case .hasPrefix(let text): few.contains { $0.hasPrefix(text) } && !accepts(values)
    case .hasSuffix(let text): few.contains { $0.hasSuffix(text) } && !accepts(values)
    case .exactly(let texts):
      texts.contains { text in few.contains { text.looksLike($0) } } && !accepts(values)
    case .element, .glob, .regex, .present, .absent, .other: false
    }
  }
}
