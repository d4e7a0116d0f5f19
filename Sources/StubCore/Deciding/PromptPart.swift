/// A matcher or responder that says whether it does its work at once and alone.
///
/// Then it runs no caller code and waits for nothing, so that it may be asked where nobody may
/// wait, such as on the queue that all sessions of a process share. One that says nothing may not.
package protocol PromptPart {
  func isPrompt(for request: ReceivedRequest) -> Bool
}

extension PromptPart where Self: HTTPStubMatcher {
  package func isPrompt(for request: ReceivedRequest) -> Bool { true }
}

extension HTTPStubMethodMatcher: PromptPart {}
extension HTTPStubPortMatcher: PromptPart {}
extension HTTPStubURLMatcher: PromptPart {}
extension HTTPStubURITemplateMatcher: PromptPart {}
extension HTTPStubRegExMatcher: PromptPart {}

extension InstalledStub {
  /// Whether asking it, and answering with it, runs no caller code and waits for nothing.
  fileprivate func isPrompt(for request: ReceivedRequest) -> Bool {
    guard let script = stub.script(for: request.method)?.script, script.turns == nil,
      script.responders.count == 1
    else { return false }
    return Self.isPrompt(script.responders[0], for: request)
      && stub.matchers.allSatisfy { Self.isPrompt($0, for: request) }
  }

  private static func isPrompt(_ part: any Sendable, for request: ReceivedRequest) -> Bool {
    (part as? any PromptPart)?.isPrompt(for: request) ?? false
  }
}

extension StubStack {
  /// What `firstClaim(for:)` takes; `nil`, and nothing is taken, when that may take time.
  func promptClaim(
    for request: ReceivedRequest
  ) -> (stub: InstalledStub, captures: Captures, claim: InstalledStub.Claim)? {
    for installed in candidates(for: request) where installed.answers(request.method) {
      guard installed.isPrompt(for: request) else { return nil }
      guard let captures = installed.match(request) else { continue }
      guard case .success(let claim) = installed.claim(for: request) else { return nil }
      return (installed, captures, claim)
    }
    return nil
  }
}
