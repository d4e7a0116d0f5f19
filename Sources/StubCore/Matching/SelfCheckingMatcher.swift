/// A matcher that knows when it can never do its work, such as one with a broken literal pattern.
package protocol SelfCheckingMatcher: HTTPStubMatcher {
  /// What is wrong, told when the stub is added and in every report; empty when all is well.
  var problems: [String] { get }
}

extension HTTPStubMatcher {
  /// What is wrong with this matcher and those inside it.
  package var knownProblems: [String] { (self as? any SelfCheckingMatcher)?.problems ?? [] }
}
