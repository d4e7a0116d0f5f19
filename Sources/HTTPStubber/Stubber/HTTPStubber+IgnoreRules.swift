public import Foundation
public import StubCore

extension HTTPStubber {
  public var ignoreRules: [HTTPStubIgnoreRule] { stubSet.ignoreRules }

  /// Lets the requests that all matchers of the rule accept go on to the network.
  public func add(ignore rule: HTTPStubIgnoreRule) {
    stubSet.add(ignore: rule)
    for problem in rule.matchers.flatMap(\.knownProblems) {
      endpoint.warn("ignore rule: \(problem)")
    }
  }

  /// Lets the requests for a URL go on to the network.
  ///
  /// - Returns: the rule, to remove it with.
  @discardableResult
  public func add(
    ignoreURL url: String, options: HTTPStubURLMatcher.Options = []
  ) -> HTTPStubIgnoreRule {
    let rule = HTTPStubIgnoreRule { $0.match(HTTPStubURLMatcher(url, options: options)) }
    add(ignore: rule)
    return rule
  }

  /// Lets the requests for a URL go on to the network.
  ///
  /// - Returns: the rule, to remove it with.
  @discardableResult
  public func add(
    ignoreURL url: URL, options: HTTPStubURLMatcher.Options = []
  ) -> HTTPStubIgnoreRule {
    add(ignoreURL: url.absoluteString, options: options)
  }

  /// Lets the requests whose URL contains a match of the pattern go on to the network.
  ///
  /// - Returns: the rule, to remove it with.
  /// - Throws: what is wrong with the pattern, and where.
  @discardableResult
  public func add(
    ignoreURLRegex pattern: some StringProtocol, options: RegularExpression.Options = []
  ) throws -> HTTPStubIgnoreRule {
    let rule = try HTTPStubIgnoreRule { try $0.match(urlRegex: pattern, options: options) }
    add(ignore: rule)
    return rule
  }

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
}
