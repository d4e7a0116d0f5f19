/// A matcher for URLs in which a regular expression finds a match; its groups are captured.
///
/// If the scheme is unknown, as on a listener without TLS, the URL is searched with `http` and with
/// `https`.
package struct HTTPStubRegExMatcher: HTTPStubMatcher {
  /// The regular expression; `nil` if a literal pattern did not compile.
  package let regex: RegularExpression?
  package let problems: [String]
  package let description: String
  /// The text that follows `URL that` in reports.
  private let condition: String
  private var obstacle = ""

  package init(_ regex: RegularExpression) {
    self.init(pattern: regex.pattern, regex: regex, problems: [])
  }

  /// Creates a matcher from a literal pattern; an invalid pattern accepts no request.
  package init(literal pattern: StaticString, options: RegularExpressionOptions = []) {
    let pattern = pattern.description
    do {
      let regex = try RegularExpression(pattern, options: options)
      self.init(regex)
    } catch {
      self.init(pattern: pattern, regex: nil, problems: [error.description])
      obstacle = error.summary
    }
  }

  private init(pattern: String, regex: RegularExpression?, problems: [String]) {
    self.regex = regex
    self.problems = problems
    description = pattern == "*" ? "URL is any" : "URL matches /\(pattern)/"
    condition = "matches /\(pattern)/"
  }

  package var keys: [StubKey] { regex?.keys(in: .url) ?? [] }

  package func captures(of request: ReceivedRequest) -> Captures? {
    guard let regex else { return nil }
    for url in request.target.candidateStrings {
      if case .matched(let match) = regex.firstMatch(in: url) {
        return Captures(regex: match.groups)
      }
    }
    return nil
  }

  package var isSynchronous: Bool { true }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard let regex else {
      return .mismatched(mismatch(.sentence("an invalid pattern (\(obstacle))")))
    }
    var doubt: String?
    for url in request.target.candidateStrings {
      switch regex.firstMatch(in: url) {
      case .matched(let match): return .matched(Captures(regex: match.groups))
      case .notMatched: continue
      case .gaveUp(let reason): doubt = reason
      }
    }
    let url = request.target.absoluteString
    if let doubt { return .undecided(mismatch(.doubt(doubt, on: [url]))) }
    return .mismatched(mismatch(.values([url])))
  }

  private func mismatch(_ finding: Mismatch.Finding) -> Mismatch {
    Mismatch(.url, .text("that \(condition)"), finding)
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests whose URL contains a match of a literal pattern; the pattern `*` matches
  /// every URL.
  public static func urlRegex(
    _ pattern: StaticString, options: RegularExpressionOptions = []
  ) -> Self { Self(HTTPStubRegExMatcher(literal: pattern, options: options)) }

  /// Accepts requests whose URL contains a match of the pattern; the pattern `*` matches every URL.
  ///
  /// - Throws: An error with the offset, the reason and what to try.
  @_disfavoredOverload
  public static func urlRegex(
    _ pattern: some StringProtocol, options: RegularExpressionOptions = []
  ) throws -> Self {
    Self(HTTPStubRegExMatcher(try RegularExpression(String(pattern), options: options)))
  }
}

extension HTTPStubRequest {
  /// Accepts requests whose URL contains a match of the pattern; the pattern `*` matches every URL.
  ///
  /// If the literal does not compile, the stub matches nothing, and reports say why.
  @discardableResult
  public func match(
    urlRegex pattern: StaticString, options: RegularExpressionOptions = []
  ) -> Self { match(HTTPStubRegExMatcher(literal: pattern, options: options)) }

  /// Accepts requests whose URL contains a match of the pattern; the pattern `*` matches every URL.
  ///
  /// - Throws: An error with the offset, the reason and what to try.
  @discardableResult
  @_disfavoredOverload
  public func match(
    urlRegex pattern: any StringProtocol, options: RegularExpressionOptions = []
  ) throws -> Self {
    match(HTTPStubRegExMatcher(try RegularExpression(String(pattern), options: options)))
  }
}
