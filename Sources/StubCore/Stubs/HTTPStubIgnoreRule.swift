/// Requests to leave alone: when all matchers accept one, it goes on as if there were no stubber.
public struct HTTPStubIgnoreRule: Sendable, Identifiable {
  public struct ID: Sendable, Hashable {
    let number: Int
  }

  public let id: ID
  public let matchers: [any HTTPStubMatcher]
  /// What is wrong with the rule, such as a literal pattern that does not compile.
  public let problems: [String]

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

  func ignores(_ request: ReceivedRequest) -> Bool {
    matchers.allSatisfy { $0.evaluate(request, for: .ignoreRule).isMatch }
  }
}
