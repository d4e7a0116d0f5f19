import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// The settings of a session that a custom protocol class has to apply itself.
final class SessionSettings: @unchecked Sendable {
  let headers: [AnyHashable: Any]
  let limits: TimeLimits
  let cookies: CookieJar?
  let credentials: CredentialJar?

  init(_ configuration: URLSessionConfiguration?) {
    guard let configuration else {
      headers = [:]
      limits = TimeLimits(idle: .seconds(60), total: .seconds(7 * 24 * 3600))
      cookies = CookieJar(.shared, accepts: true, sends: true)
      credentials = CredentialJar(.shared)
      return
    }
    headers = configuration.httpAdditionalHeaders ?? [:]
    limits = TimeLimits(
      idle: .limit(configuration.timeoutIntervalForRequest),
      total: .limit(configuration.timeoutIntervalForResource))
    cookies = configuration.httpCookieStorage.map { storage in
      CookieJar(
        storage, accepts: configuration.httpCookieAcceptPolicy != .never,
        sends: configuration.httpShouldSetCookies)
    }
    credentials = configuration.urlCredentialStorage.map(CredentialJar.init)
  }
}

extension Duration {
  /// Returns a time limit of `seconds` seconds; 0, negative values and NaN mean no limit.
  static func limit(_ seconds: Double) -> Duration {
    seconds > 0 && seconds < 1e12 ? .seconds(seconds) : TimeLimits.none.idle
  }
}

/// The time limits of a task, which custom protocol classes have to apply themselves.
struct TimeLimits: Sendable, Hashable {
  /// The longest time in which nothing is received.
  var idle: Duration
  /// The longest time for the whole task, from its start.
  var total: Duration

  static let none = TimeLimits(idle: .seconds(1 << 40), total: .seconds(1 << 40))
}

/// The cookie store of a session, which keeps the cookies of responses and returns those for
/// redirected requests.
struct CookieJar: @unchecked Sendable {
  private let storage: HTTPCookieStorage
  /// Whether cookies of responses are stored; ``sends`` tells whether stored ones are sent.
  private let accepts: Bool
  private let sends: Bool

  init(_ storage: HTTPCookieStorage, accepts: Bool, sends: Bool) {
    self.storage = storage
    self.accepts = accepts
    self.sends = sends
  }

  /// Stores the cookies that a response sets; each `Set-Cookie` field has one cookie (RFC 6265 §3).
  func store(_ headers: HTTPHeaders, from url: URL, mainDocument: URL?) {
    guard accepts else { return }
    for value in headers.values(of: .setCookie) {
      let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": value], for: url)
      storage.setCookies(cookies, for: url, mainDocumentURL: mainDocument)
    }
  }

  /// Returns the `Cookie` value for a URL; `nil` if it has no cookies.
  func field(for url: URL) -> String? {
    guard sends, let cookies = storage.cookies(for: url), !cookies.isEmpty else { return nil }
    return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
  }
}

/// The credential store of a session, which proposes stored credentials and keeps new ones from a
/// delegate.
struct CredentialJar: @unchecked Sendable {
  private let storage: URLCredentialStorage

  init(_ storage: URLCredentialStorage) { self.storage = storage }

  /// Returns the default credential for a protection space, or else that of the first user by name.
  ///
  /// The result is `nil` if there is none.
  func credential(for space: URLProtectionSpace) -> URLCredential? {
    if let credential = storage.defaultCredential(for: space) { return credential }
    // Not every platform compares equal spaces as equal, so their parts are compared.
    let users = storage.allCredentials.first { Parts($0.key) == Parts(space) }?.value ?? [:]
    return users.min { $0.key < $1.key }?.value
  }

  /// Stores a credential, unless its persistence forbids this.
  func keep(_ credential: URLCredential, for space: URLProtectionSpace) {
    if credential.persistence != .none { storage.set(credential, for: space) }
  }

  private struct Parts: Equatable {
    let host: String
    let port: Int
    let scheme: String?
    let realm: String?
    let method: String

    init(_ space: URLProtectionSpace) {
      host = space.host.lowercasedASCII()
      port = space.port
      scheme = space.protocol?.lowercasedASCII()
      realm = space.realm
      method = space.authenticationMethod
    }
  }
}
