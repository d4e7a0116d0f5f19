import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// What a 401 asks for (RFC 9110 §11.6.1), as far as the URL loading system can answer it.
struct Challenge {
  let space: URLProtectionSpace

  /// `nil` when the response is no challenge, or asks for something other than Basic or Digest.
  init?(_ head: ResponseHead, from url: URL) {
    guard head.status == .unauthorized else { return nil }
    for field in head.headers.values(of: .wwwAuthenticate) {
      guard let scheme = field.split(separator: " ").first,
        let method = Self.methods[scheme.lowercasedASCII()]
      else { continue }
      space = URLProtectionSpace(
        host: url.host ?? "", port: url.port ?? (url.scheme == "https" ? 443 : 80),
        protocol: url.scheme, realm: Self.realm(in: field), authenticationMethod: method)
      return
    }
    return nil
  }

  /// Whether a credential can be turned into an `Authorization` field here.
  var canBeAnswered: Bool { space.authenticationMethod == NSURLAuthenticationMethodHTTPBasic }

  /// The request again, with the credential (RFC 7617 §2).
  static func authorized(_ request: URLRequest, with credential: URLCredential) -> URLRequest {
    var request = request
    let pair = Data("\(credential.user ?? ""):\(credential.password ?? "")".utf8)
    request.setValue("Basic \(pair.base64EncodedString())", forHTTPHeaderField: "Authorization")
    return request
  }

  private static let methods = [
    "basic": NSURLAuthenticationMethodHTTPBasic, "digest": NSURLAuthenticationMethodHTTPDigest,
  ]

  /// The `realm` parameter, unquoted; empty when there is none.
  private static func realm(in field: String) -> String {
    guard let start = field.range(of: "realm=", options: .caseInsensitive) else { return "" }
    let rest = field[start.upperBound...]
    guard rest.hasPrefix("\"") else { return String(rest.prefix { $0 != "," && $0 != " " }) }
    return String(rest.dropFirst().prefix { $0 != "\"" })
  }
}

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
