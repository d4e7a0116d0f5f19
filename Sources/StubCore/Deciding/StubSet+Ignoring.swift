extension StubSet {
  /// Leaves requests for a URL alone.
  ///
  /// With the options `[.ignorePath, .ignoreQueryParameters]`, all URLs of its host and port.
  public func add(ignoreURL url: String, options: HTTPStubURLMatcher.Options = []) {
    add(ignore: HTTPStubIgnoreRule { $0.match(URL: url, options: options) })
  }

  /// Leaves requests alone whose URL the pattern is found in.
  ///
  /// - Throws: `PatternError` when the pattern does not compile.
  public func add(
    ignoreURLRegex pattern: String, options: RegularExpression.Options = []
  ) throws(PatternError) {
    let matcher = HTTPStubRegExMatcher(try RegularExpression(pattern, options: options))
    add(ignore: HTTPStubIgnoreRule { $0.match(matcher) })
  }
}
