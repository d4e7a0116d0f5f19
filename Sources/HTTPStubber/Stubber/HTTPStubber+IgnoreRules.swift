public import StubCore

extension HTTPStubber {
  public var ignoreRules: [HTTPStubIgnoreRule] { stubSet.ignoreRules }

  /// Lets the requests that all matchers of the rule accept go on to the network.
  public func add(ignore rule: HTTPStubIgnoreRule) { stubSet.add(ignore: rule) }

  /// Removes an ignore rule.
  ///
  /// - Returns: whether it was there.
  @discardableResult
  public func remove(ignore rule: HTTPStubIgnoreRule) -> Bool { stubSet.remove(ignore: rule.id) }

  /// Removes the ignore rule with that identity.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func remove(ignore id: HTTPStubIgnoreRule.ID) -> Bool { stubSet.remove(ignore: id) }

  public func removeAllIgnoreRules() { stubSet.removeAllIgnoreRules() }

  /// Which requests the stubs are responsible for; ignore rules hold in both modes.
  public var unhandledMode: HTTPUnhandledMode {
    get { stubSet.unhandledMode }
    set { stubSet.unhandledMode = newValue }
  }

  /// What a request gets that no stub answers and that does not pass through.
  public var unmatchedResponse: HTTPUnmatchedResponse {
    get { stubSet.unmatchedResponse }
    set { stubSet.unmatchedResponse = newValue }
  }

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
