public import StubPlatform

/// A rule for requests that pass through as if there were no stubber.
///
/// The rule applies if all its matchers accept a request.
public struct HTTPStubIgnoreRule: Sendable, Identifiable {
  public struct ID: Sendable, Hashable {
    let number: Int
  }

  public let id: ID
  /// The conditions, which all have to accept a request.
  package let matchers: [any HTTPStubMatcher]
  /// The mistakes in the rule, such as a literal pattern that does not compile.
  package let problems: [String]

  /// Creates a rule with the matchers that the closure adds.
  ///
  /// ```swift
  /// HTTPStubIgnoreRule { $0.match(host: "localhost") }
  /// ```
  public init(_ build: (HTTPStubRequest) throws -> Void) rethrows {
    let request = HTTPStubRequest()
    try build(request)
    id = ID(number: request.id.number)
    matchers = request.matchers
    problems = request.problems
  }

  /// Creates a rule with these matchers; without matchers, it ignores all requests.
  public init(matchers: [any HTTPStubMatcher]) {
    self.init { rule in
      for matcher in matchers { rule.match(matcher) }
    }
  }

  func ignores(_ request: ReceivedRequest) -> Bool {
    matchers.allSatisfy { $0.evaluate(request, for: .ignoreRule).isMatch }
  }
}

extension StubSet {
  /// Lets requests for a URL pass through.
  ///
  /// With the options `[.ignorePath, .ignoreQueryParameters]`, the rule applies to all URLs with
  /// the same host and port.
  public func add(ignoreURL url: String, options: HTTPStubURLOptions = []) {
    add(ignore: HTTPStubIgnoreRule { $0.match(URL: url, options: options) })
  }

  /// Lets requests for a URL pass through.
  ///
  /// The options are described at the function whose `url` is a text.
  public func add(ignoreURL url: URL, options: HTTPStubURLOptions = []) {
    add(ignoreURL: url.absoluteString, options: options)
  }

  /// Lets requests pass through whose URL contains a match of the pattern.
  ///
  /// - Throws: An error if the pattern does not compile.
  public func add(
    ignoreURLRegex pattern: String, options: RegularExpressionOptions = []
  ) throws {
    let matcher = HTTPStubRegExMatcher(try RegularExpression(pattern, options: options))
    add(ignore: HTTPStubIgnoreRule { $0.match(matcher) })
  }
}
