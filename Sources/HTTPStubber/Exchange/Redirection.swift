import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// The next request of a redirect, by the rules of RFC 9110 §15.4.
struct Redirection {
  /// The largest number of redirects that a task follows; the loading system has the same limit.
  static let limit = 20

  let request: URLRequest
  /// Whether the next request has the same body as this one.
  let keepsBody: Bool

  /// Creates the redirection; `nil` if the response is not a redirect, or has no target.
  init?(_ head: ResponseHead, of request: URLRequest, cookies: CookieJar?) {
    guard head.status.isRedirect, let location = head.headers.values(of: .location).first,
      let url = request.url, var target = URL(string: location, relativeTo: url)?.absoluteURL
    else { return nil }
    if target.fragment == nil, let fragment = url.fragment,
      let continued = URL(string: "\(target.absoluteString)#\(fragment)")
    {
      target = continued  // RFC 9110 §10.2.2: the fragment of the first URL goes on.
    }
    let method = request.httpMethod ?? "GET"
    let becomesGet =
      head.status == .seeOther
      ? method != "HEAD" : [301, 302].contains(head.status.rawValue) && method == "POST"
    var next = request
    next.url = target
    keepsBody = !becomesGet
    if becomesGet {
      next.httpMethod = "GET"
      next.httpBody = nil
      next.httpBodyStream = nil
      for name in Self.contentFields { next.setValue(nil, forHTTPHeaderField: name) }
    }
    if !Self.sameOrigin(url, target) {
      for name in Self.originFields { next.setValue(nil, forHTTPHeaderField: name) }
    }
    if request.httpShouldHandleCookies, let field = cookies?.field(for: target) {
      next.setValue(field, forHTTPHeaderField: "Cookie")
    }
    self.request = next
  }

  /// Whether the loading system can follow the redirect, which it does only to `http` and `https`
  /// URLs.
  var isSupported: Bool {
    ["http", "https"].contains(request.url?.scheme?.lowercasedASCII() ?? "")
  }

  /// The fields that describe a body, and that are removed together with it (RFC 9110 §15.4 item
  /// 6).
  private static let contentFields = [
    "Content-Encoding", "Content-Language", "Content-Length", "Content-Location", "Content-Type",
    "Digest", "Last-Modified", "Transfer-Encoding",
  ]

  /// The fields that apply to a single origin (RFC 9110 §15.4 item 5).
  private static let originFields = [
    "Authorization", "Proxy-Authorization", "Cookie", "Host", "Origin",
  ]

  private static func sameOrigin(_ left: URL, _ right: URL) -> Bool {
    let (left, right) = (RequestURL(left.absoluteString), RequestURL(right.absoluteString))
    return left.scheme == right.scheme && left.host == right.host && left.port == right.port
  }
}

extension TaskExchange {
  /// Follows a redirect, or answers a challenge.
  ///
  /// - Returns: Whether the response was a redirect or a challenge; it is then not delivered, or
  ///   not yet.
  func follow(_ head: ResponseHead) -> Bool {
    if let redirection = Redirection(head, of: request, cookies: client.settings.cookies) {
      follow(redirection, head)
      return true
    }
    if let url = request.url, let challenge = Challenge(head, from: url) {
      answer(challenge, head)
      return true
    }
    return false
  }

  private func follow(_ redirection: Redirection, _ head: ResponseHead) {
    guard let url = request.url, let response = HTTPURLResponse(head, url: url) else {
      return stay(head)
    }
    redirects += 1
    if redirects > Redirection.limit {
      return fail(
        URLError(.httpTooManyRedirects, for: url), .failed(.network(.httpTooManyRedirects)))
    }
    let body = redirection.keepsBody ? body : RequestBody(nil)
    var next = redirection.request
    // The stream has been read already, so the loading system could not send it again.
    if next.httpBodyStream != nil, let data = body.data { next.httpBody = data }
    let isTaken = client.follow(next, after: response) { request in
      self.life.proceed {
        guard let request else { return self.stay(head) }
        guard redirection.isSupported else {
          return self.fail(
            URLError(.unsupportedURL, for: request.url), .failed(.network(.unsupportedURL)))
        }
        let body = request.httpBody.map { RequestBody($0) } ?? body
        self.leave(for: request, body: body, telling: self.report(redirectTo: request, body))
      }
    }
    guard isTaken else { return }
    callerCodeQueue.async(execute: report(redirectTo: next, body))
    completeForRedirect(at: head)
  }

  /// Returns a closure that calls the hooks for a redirect.
  private func report(
    redirectTo request: URLRequest, _ body: RequestBody
  ) -> @Sendable () -> Void {
    guard let current else { return {} }
    let next = ReceivedRequest(request, body: body, sessionHeaders: client.settings.headers)
    return { [stubs = endpoint.stubs] in
      stubs.hooks.redirected(current.request, current.stub, next)
    }
  }
}
