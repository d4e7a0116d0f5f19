/// A matcher or responder that says whether it does its work at once and alone.
///
/// Then it runs no caller code and waits for nothing, so that it may be asked where nobody may
/// wait, such as on the queue that all sessions of a process share. One that says nothing may not.
package protocol PromptPart {
  var isPrompt: Bool { get }
}

extension PromptPart where Self: HTTPStubMatcher {
  package var isPrompt: Bool { true }
}

extension HTTPStubMethodMatcher: PromptPart {}
extension HTTPStubPortMatcher: PromptPart {}
extension HTTPStubURLMatcher: PromptPart {}
extension HTTPStubURITemplateMatcher: PromptPart {}
extension HTTPStubRegExMatcher: PromptPart {}

extension HTTPStub {
  /// Whether asking it, and answering with it, runs no caller code and waits for nothing.
  var isPrompt: Bool {
    responses.allSatisfy { Self.isPrompt($0.script) } && matchers.allSatisfy { Self.isPrompt($0) }
  }

  private static func isPrompt(_ script: ResponseScript) -> Bool {
    script.turns == nil && script.responders.allSatisfy { isPrompt($0) }
  }

  private static func isPrompt(_ part: any Sendable) -> Bool {
    (part as? any PromptPart)?.isPrompt ?? false
  }
}

extension StubStack {
  /// What `firstClaim(for:)` takes; `nil`, and nothing is taken, when that may take time.
  func promptClaim(
    for request: ReceivedRequest
  ) -> (stub: InstalledStub, captures: Captures, claim: InstalledStub.Claim)? {
    for installed in candidates(for: request) {
      guard let place = installed.place(for: request.method) else { continue }
      guard installed.isPrompt else { return nil }
      guard let captures = installed.match(request) else { continue }
      guard let claim = try? installed.claim(place, for: request) else { return nil }
      return (installed, captures, claim)
    }
    return nil
  }
}
