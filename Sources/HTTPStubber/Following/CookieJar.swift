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
