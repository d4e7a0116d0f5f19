/// A matcher that decides faster when it need not say why.
///
/// Both ways to ask it give the same verdict and captures.
package protocol QuickMatcher: HTTPStubMatcher {
  /// What was captured; `nil` when the request does not fit.
  func captures(of request: ReceivedRequest) -> Captures?
}
