extension ValueMatcher {
  /// Equality without regard to case.
  public static func equalsIgnoringCase(_ text: String) -> ValueMatcher {
    let lower = text.lowercased()
    return ValueMatcher("is \"\(text)\" in any case") { $0.lowercased() == lower }
  }

  /// A text that occurs in the value, without regard to case.
  public static func containsIgnoringCase(_ text: String) -> ValueMatcher {
    let lower = text.lowercased()
    return ValueMatcher("contains \"\(text)\" in any case") {
      lower.isEmpty || $0.lowercased().contains(lower)
    }
  }

  /// One element of a comma-separated list, as in `Accept-Encoding: gzip, br` (RFC 9110 §5.6.1).
  public static func hasElement(_ text: String) -> ValueMatcher {
    ValueMatcher("has the list element \"\(text)\"") { value in
      value.split(separator: ",").contains { $0.trimmingWhitespace() == text }
    }
  }

  /// A host name and all names below it: `.domain("a.com")` takes `a.com` and `b.a.com`.
  public static func domain(_ name: String) -> ValueMatcher {
    let lower = URIAuthority.canonicalHost(name)
    return ValueMatcher("is \"\(name)\" or a name below it") { value in
      let host = value.lowercasedASCII()
      return host == lower || host.hasSuffix("." + lower)
    }
  }
}
