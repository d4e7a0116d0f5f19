import CAdminPage
import StubCore
import StubLanguages
import StubPlatform
import StubServer

/// The admin page, which is one HTML file with its script and its style.
struct AdminPage: Sendable {
  static let current = AdminPage(String(cString: admin_page()))

  let text: Data
  /// The content security policy, which lets the page run its script, use its style, and send
  /// requests to its own server.
  let policy: String
  /// An entity tag that changes with the page (RFC 9110 §8.8.3).
  let tag: String

  init(_ text: String) {
    self.text = Data(text.utf8)
    let sources = ["script", "style"].map { element in
      let hash = Self.content(of: element, in: text).map { Self.hash($0) } ?? "'none'"
      return "\(element)-src \(hash)"
    }
    policy =
      (["default-src 'none'"] + sources + [
        "connect-src 'self'", "img-src data:", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'none'",
      ]).joined(separator: "; ")
    tag = "\"\(Data(sha256(text.utf8).prefix(12)).base64EncodedString())\""
  }

  /// Returns the text of the first element named `element`.
  private static func content(of element: String, in text: String) -> Substring? {
    guard let start = text.firstRange(of: "<\(element)>"),
      let end = text[start.upperBound...].firstRange(of: "</\(element)>")
    else { return nil }
    return text[start.upperBound..<end.lowerBound]
  }

  /// Returns the hash of a text in the form of a policy (Content Security Policy Level 3, §2.3.1).
  private static func hash(_ text: Substring) -> String {
    "'sha256-\(Data(sha256(text.utf8)).base64EncodedString())'"
  }

  /// Returns the page, without a body if the browser has the current version.
  func answer(to request: ReceivedRequest) -> AdminResponse {
    let isKnown = request.headers[.ifNoneMatch]?.contains(tag) ?? false
    var answer =
      isKnown
      ? AdminResponse.empty(.notModified)
      : AdminResponse(.ok, type: "text/html; charset=utf-8", .data(text))
    answer.headers[.cacheControl] = "no-cache"
    answer.headers["ETag"] = tag
    answer.headers["Content-Security-Policy"] = policy
    answer.headers["X-Content-Type-Options"] = "nosniff"
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    return answer
  }
}

extension AdminRoute {
  static let page: [AdminRoute] = [
    AdminRoute(.get, "/", "Show the page for people", answers: [(200, .other(["text/html"]))]) {
      request, admin in
      if request.message.target.path.hasSuffix("/") {
        return AdminPage.current.answer(to: request.message)
      }
      var answer = AdminResponse.empty(.found)
      answer.headers["Location"] = admin.configuration.prefix + "/"
      return answer
    }
  ]
}
