public import StubCore

extension HTTPStubber {
  /// Leaves requests for a URL alone.
  ///
  /// With the options `[.ignorePath, .ignoreQueryParameters]`, all URLs of its host and port.
  public func add(ignoreURL url: String, options: HTTPStubURLMatcher.Options = []) {
    stubSet.add(ignoreURL: url, options: options)
  }

  /// Leaves requests alone whose URL the pattern is found in.
  ///
  /// - Throws: `PatternError` when the pattern does not compile.
  public func add(
    ignoreURLRegex pattern: String, options: RegularExpression.Options = []
  ) throws(PatternError) {
    try stubSet.add(ignoreURLRegex: pattern, options: options)
  }
}
