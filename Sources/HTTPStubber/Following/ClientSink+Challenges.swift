import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

extension ClientSink {
  typealias Verdict = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

  /// Asks the delegate for a credential; without a delegate the default handling is the verdict.
  ///
  /// - Parameters:
  ///   - challenge: what the response asks for.
  ///   - proposed: the credential that the session would use by itself.
  ///   - failures: how many credentials have been refused.
  ///   - response: the response with the challenge.
  ///   - verdict: called once, on any thread.
  func ask(
    for challenge: Challenge, proposing proposed: URLCredential?, failures: Int,
    response: HTTPURLResponse, verdict: @escaping Verdict
  ) {
    let question = URLAuthenticationChallenge(
      protectionSpace: challenge.space, proposedCredential: proposed,
      previousFailureCount: failures, failureResponse: response, error: nil,
      sender: ChallengeSender(verdict))
    #if canImport(FoundationNetworking)
    context.ask(question, verdict: verdict)
    #else
    tell(question)
    #endif
  }
}

/// The receiving end of an answer to a challenge.
private final class ChallengeSender: NSObject, URLAuthenticationChallengeSender {
  private let verdict: ClientSink.Verdict

  init(_ verdict: @escaping ClientSink.Verdict) { self.verdict = verdict }

  func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
    verdict(.useCredential, credential)
  }

  func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {
    verdict(.useCredential, nil)
  }

  func cancel(_ challenge: URLAuthenticationChallenge) {
    verdict(.cancelAuthenticationChallenge, nil)
  }

  func performDefaultHandling(for challenge: URLAuthenticationChallenge) {
    verdict(.performDefaultHandling, nil)
  }

  func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {
    verdict(.rejectProtectionSpace, nil)
  }
}
