import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// A session's cookies: stores those of responses, gives those for a redirected request.
struct CookieJar: @unchecked Sendable {
  private let storage: HTTPCookieStorage

  init(_ storage: HTTPCookieStorage) { self.storage = storage }

  /// Stores the cookies that a response sets; each `Set-Cookie` field is one (RFC 6265 §3).
  func store(_ headers: HTTPHeaders, from url: URL, mainDocument: URL?) {
    for value in headers.values(of: .setCookie) {
      let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": value], for: url)
      storage.setCookies(cookies, for: url, mainDocumentURL: mainDocument)
    }
  }

  /// The `Cookie` field for a URL; `nil` when there are no cookies for it.
  func field(for url: URL) -> String? {
    guard let cookies = storage.cookies(for: url), !cookies.isEmpty else { return nil }
    return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
  }
}

/// A session's credentials: keeps those that were given, proposes those that are kept.
struct CredentialJar: @unchecked Sendable {
  private let storage: URLCredentialStorage

  init(_ storage: URLCredentialStorage) { self.storage = storage }

  /// The default credential for a space or, failing that, that of the first user by name.
  func credential(for space: URLProtectionSpace) -> URLCredential? {
    if let credential = storage.defaultCredential(for: space) { return credential }
    // Two equal spaces do not count as equal on every platform, so they are compared part by part.
    let users = storage.allCredentials.first { Parts($0.key) == Parts(space) }?.value ?? [:]
    return users.min { $0.key < $1.key }?.value
  }

  /// Keeps a credential as its persistence asks for.
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
