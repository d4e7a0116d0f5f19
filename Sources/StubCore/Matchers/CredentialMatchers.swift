import StubPlatform

/// A matcher for the user and password of HTTP Basic authentication (RFC 7617).
///
/// Reports show the user, but never a password.
package struct HTTPStubBasicAuthMatcher: HTTPStubMatcher {
  private let user: ValueMatcher
  private let password: ValueMatcher

  package init(user: ValueMatcher, password: ValueMatcher) {
    (self.user, self.password) = (user, password)
  }

  package var description: String { "basic authentication: user \(user.description)" }

  package var problems: [String] { user.problems + password.problems }

  package var sample: RequestSample? {
    guard let user = user.sample, let password = password.sample else { return nil }
    let credentials = Data("\(user):\(password)".utf8).base64EncodedString()
    return RequestSample(headers: [.authorization: "Basic \(credentials)"])
  }

  package var keys: [StubKey] { user.keys(of: .basicUser) + password.keys(of: .basicPassword) }

  package var isSynchronous: Bool { user.isSynchronous && password.isSynchronous }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard let (name, secret) = request.basicCredentials else {
      return mismatch(
        request.credentials(of: "Basic") == nil
          ? request.authorizationSummary : "credentials that are not user:password in Base64")
    }
    let result = user.result(.one(name), of: Mismatch.Subject("user"))
    guard case .matched(var captures) = result else { return result }
    switch password.judge([secret]) {
    case .accepted(let groups):
      captures.merge(Captures(regex: groups))
      return .matched(captures)
    case .rejected:
      return .mismatched(
        expected: "the password of user \(name.quoted)", found: "another password")
    case .undecided(let reason):
      return .undecided(
        expected: "the password of user \(name.quoted)", found: "\(reason), on a password")
    }
  }

  private func mismatch(_ found: String) -> MatchResult {
    .mismatched(Mismatch(Mismatch.Subject("user"), .test(user), .sentence(found)))
  }
}

extension ReceivedRequest {
  /// Returns the credentials in the field `name` if their scheme is `scheme`, in any letter case
  /// (RFC 9110 §11.4).
  package func credentials(
    of scheme: String, in name: HTTPHeaderName = .authorization
  ) -> String? {
    guard let field = headers[name]?.trimmingWhitespace(),
      let space = field.firstIndex(of: " "),
      field[..<space].equalsIgnoringASCIICase(scheme)
    else { return nil }
    return field[space...].trimmingWhitespace()
  }

  /// The credentials of HTTP Basic authentication; `nil` if there are none that can be read.
  var basicCredentials: (user: String, password: String)? { basicCredentials(in: .authorization) }

  /// Returns the credentials of HTTP Basic authentication (RFC 7617 §2) in the field `name`; `nil`
  /// if there are none, or if they cannot be read.
  package func basicCredentials(in name: HTTPHeaderName) -> (user: String, password: String)? {
    guard let text = credentials(of: "Basic", in: name), let bytes = Data(base64Encoded: text),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return (
      String(decoding: bytes[..<colon], as: UTF8.self),
      String(decoding: bytes[(colon + 1)...], as: UTF8.self)
    )
  }

  /// The user of HTTP Basic authentication (RFC 7617 §2) if the password is empty, otherwise `nil`.
  var userWithoutPassword: String? {
    guard let text = credentials(of: "Basic"), let bytes = Data(base64Encoded: text),
      bytes.last == UInt8(ascii: ":"), bytes.firstIndex(of: UInt8(ascii: ":")) == bytes.count - 1
    else { return nil }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// A description of the `Authorization` field for reports, without secrets.
  var authorizationSummary: String {
    guard let field = headers[.authorization]?.trimmingWhitespace() else {
      return "no header Authorization"
    }
    guard let space = field.firstIndex(of: " ") else { return "an Authorization without a scheme" }
    return "\(field[..<space]) authorization"
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by the decoded user and password of HTTP Basic authentication (RFC 7617).
  public static func basicAuth(user: ValueMatcher, password: ValueMatcher = .present) -> Self {
    Self(HTTPStubBasicAuthMatcher(user: user, password: password))
  }
}

extension HTTPStubRequest {
  /// Accepts requests by the user and password in HTTP Basic authentication.
  @discardableResult
  public func match(basicAuth user: ValueMatcher, password: ValueMatcher = .present) -> Self {
    match(HTTPStubBasicAuthMatcher(user: user, password: password))
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by the token of the Bearer scheme (RFC 6750; default: any token).
  public static func bearer(_ token: ValueMatcher = .present) -> Self {
    Self(PartMatcher(.bearer, token))
  }
}

extension HTTPStubRequest {
  /// Accepts requests by the token of the Bearer scheme (RFC 6750 §2.1).
  @discardableResult
  public func match(bearer token: ValueMatcher) -> Self { match(PartMatcher(.bearer, token)) }
}

extension String {
  /// Compares this text with a secret in constant time, so that the duration does not reveal where
  /// they differ.
  ///
  /// An empty secret equals no text, because it would protect nothing.
  package func isSameSecret(as secret: String) -> Bool {
    if secret.isEmpty { return false }
    let (sent, secret) = (Array(utf8), Array(secret.utf8))
    var difference = UInt8(sent.count == secret.count ? 0 : 1)
    for place in secret.indices {
      difference |= secret[place] ^ (place < sent.count ? sent[place] : ~secret[place])
    }
    return difference == 0
  }
}
