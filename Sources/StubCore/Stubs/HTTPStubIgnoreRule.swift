#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Requests to leave alone: when all matchers accept one, it goes on as if there were no stubber.
public struct HTTPStubIgnoreRule: Sendable, Identifiable {
  public struct ID: Sendable, Hashable {
    let number: Int
  }

  public let id: ID
  /// The conditions, all of which have to accept a request.
  package let matchers: [any HTTPStubMatcher]
  /// What is wrong with the rule, such as a literal pattern that does not compile.
  package let problems: [String]

  /// A rule with the matchers that the closure adds.
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

  /// A rule with these matchers; without any, it leaves all requests alone.
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
  /// Leaves requests for a URL alone.
  ///
  /// With the options `[.ignorePath, .ignoreQueryParameters]`, all URLs of its host and port.
  public func add(ignoreURL url: String, options: HTTPStubURLOptions = []) {
    add(ignore: HTTPStubIgnoreRule { $0.match(URL: url, options: options) })
  }

  /// Leaves requests for a URL alone; see the function that takes a text.
  public func add(ignoreURL url: URL, options: HTTPStubURLOptions = []) {
    add(ignoreURL: url.absoluteString, options: options)
  }

  /// Leaves requests alone whose URL the pattern is found in.
  ///
  /// - Throws: An error when the pattern does not compile.
  public func add(
    ignoreURLRegex pattern: String, options: RegularExpressionOptions = []
  ) throws {
    let matcher = HTTPStubRegExMatcher(try RegularExpression(pattern, options: options))
    add(ignore: HTTPStubIgnoreRule { $0.match(matcher) })
  }
}
