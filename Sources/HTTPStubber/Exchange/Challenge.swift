import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// The authentication that a 401 requires (RFC 9110 §11.6.1), if the loading system supports it.
struct Challenge {
  let space: URLProtectionSpace

  /// Creates a challenge; `nil` if the response is not a 401, or offers neither Basic nor Digest.
  ///
  /// If it offers several schemes, the first Basic one is used, because only Basic can be answered
  /// by this library.
  init?(_ head: ResponseHead, from url: URL) {
    guard head.status == .unauthorized else { return nil }
    let offers = head.headers.values(of: .wwwAuthenticate).flatMap(OfferedScheme.all)
    for (scheme, method) in Self.methods {
      // Both schemes require a realm (RFC 7617 §2, RFC 7616 §3.3).
      let realms = offers.lazy.filter { $0.name == scheme }.compactMap(\.realm)
      guard let realm = realms.first else { continue }
      space = URLProtectionSpace(
        host: url.host ?? "", port: url.port ?? (url.scheme == "https" ? 443 : 80),
        protocol: url.scheme, realm: realm, authenticationMethod: method)
      return
    }
    return nil
  }

  /// Whether this library can turn a credential into an `Authorization` field, which is so only for
  /// Basic.
  var canBeAnswered: Bool { space.authenticationMethod == NSURLAuthenticationMethodHTTPBasic }

  /// Returns the request with the credential as a Basic `Authorization` field (RFC 7617 §2).
  static func authorized(_ request: URLRequest, with credential: URLCredential) -> URLRequest {
    var request = request
    let pair = Data("\(credential.user ?? ""):\(credential.password ?? "")".utf8)
    request.setValue("Basic \(pair.base64EncodedString())", forHTTPHeaderField: "Authorization")
    return request
  }

  private static let methods: KeyValuePairs = [
    "basic": NSURLAuthenticationMethodHTTPBasic, "digest": NSURLAuthenticationMethodHTTPDigest,
  ]
}

extension Challenge {
  typealias Verdict = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

  /// Returns the challenge for a delegate.
  ///
  /// `verdict` is called if the delegate answers through the challenge's sender.
  func question(
    proposing proposed: URLCredential?, failures: Int, response: HTTPURLResponse,
    verdict: @escaping Verdict
  ) -> URLAuthenticationChallenge {
    URLAuthenticationChallenge(
      protectionSpace: space, proposedCredential: proposed, previousFailureCount: failures,
      failureResponse: response, error: nil, sender: ChallengeSender(verdict))
  }
}

/// The sender of a challenge, which receives the delegate's answer.
private final class ChallengeSender: NSObject, URLAuthenticationChallengeSender {
  private let verdict: Challenge.Verdict

  init(_ verdict: @escaping Challenge.Verdict) { self.verdict = verdict }

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

extension TaskExchange {
  func answer(_ challenge: Challenge, _ head: ResponseHead) {
    guard let url = request.url, let response = HTTPURLResponse(head, url: url),
      refusals < Self.refusalLimit
    else { return stay(head) }
    // A refused credential is not proposed again.
    let proposed =
      refusals == 0 ? client.settings.credentials?.credential(for: challenge.space) : nil
    let verdict: Challenge.Verdict = { disposition, credential in
      self.life.proceed {
        switch disposition {
        case .cancelAuthenticationChallenge:
          self.fail(URLError(.cancelled, for: url), .failed(.network(.cancelled)))
        case .useCredential:
          self.retry(challenge, with: credential, head)
        case .performDefaultHandling:
          self.retry(challenge, with: proposed, head)
        default:
          self.stay(head)
        }
      }
    }
    let question = challenge.question(
      proposing: proposed, failures: refusals, response: response, verdict: verdict)
    client.ask(question, verdict: verdict)
  }

  /// Repeats the request with a credential; without one, the client gets the 401.
  private func retry(_ challenge: Challenge, with credential: URLCredential?, _ head: ResponseHead)
  {
    guard let credential, challenge.canBeAnswered else { return stay(head) }
    refusals += 1
    client.settings.credentials?.keep(credential, for: challenge.space)
    leave(for: Challenge.authorized(request, with: credential), body: body)
  }

  /// The number of credentials that a delegate may try, so that it cannot try forever.
  private static let refusalLimit = 20
}

/// An authentication scheme that a `WWW-Authenticate` field offers (RFC 9110 §11.6.1).
struct OfferedScheme: Sendable, Hashable {
  /// The name in lower case.
  let name: String
  /// The parameter `realm` without its quotes; `nil` if there is none.
  fileprivate(set) var realm: String?

  /// Returns all schemes in a field, in order.
  ///
  /// A word before `=` is a parameter of the last scheme, and any other word is a scheme. The token
  /// of a scheme such as Negotiate thus also counts as a scheme, which does no harm.
  static func all(in field: String) -> [OfferedScheme] {
    var reader = FieldReader(rest: field.unicodeScalars[...])
    var schemes: [OfferedScheme] = []
    while let word = reader.nextWord() {
      guard reader.skipEqualsSign() else {
        schemes.append(OfferedScheme(name: word.lowercasedASCII()))
        continue
      }
      let value = reader.value()
      guard let scheme = schemes.last, scheme.realm == nil, word.lowercasedASCII() == "realm" else {
        continue
      }
      schemes[schemes.count - 1].realm = value
    }
    return schemes
  }
}

/// The part of a header field that has not been read yet.
private struct FieldReader {
  /// The rest as Unicode scalars, because a combining accent would form one character with a quote
  /// before it.
  var rest: Substring.UnicodeScalarView

  /// Returns the next word that is not in quotes; `nil` at the end.
  mutating func nextWord() -> String? {
    while let first = rest.first {
      switch first {
      case "\"": _ = quoted()
      case " ", "\t", ",", "=": rest.removeFirst()
      default: return take { ![" ", "\t", ",", "=", "\""].contains($0) }
      }
    }
    return nil
  }

  /// Skips an equals sign and the blanks around it.
  ///
  /// - Returns: whether there was one.
  mutating func skipEqualsSign() -> Bool {
    let behind = rest.drop(while: Self.isBlank)
    guard behind.first == "=" else { return false }
    rest = behind.dropFirst().drop(while: Self.isBlank)
    return true
  }

  mutating func value() -> String {
    rest.first == "\"" ? quoted() : take { !Self.isBlank($0) && $0 != "," }
  }

  /// Removes and returns a quoted text, in which a backslash makes the next character literal.
  private mutating func quoted() -> String {
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let next = rest.popFirst(), next != "\"" {
      text.append(next == "\\" ? rest.popFirst() ?? next : next)
    }
    return String(text)
  }

  private mutating func take(while isPart: (Unicode.Scalar) -> Bool) -> String {
    let taken = rest.prefix(while: isPart)
    rest = rest[taken.endIndex...]
    return String(taken)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}
