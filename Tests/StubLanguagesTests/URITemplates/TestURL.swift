@testable import StubLanguages

/// A URL that templates are compared with, split as RFC 3986 appendix B says; a scheme ends with `://`.
struct TestURL: URIParts {
  let scheme: String?
  let host: String?
  let port: Int?
  var isListenerPort = false
  let path: String
  let query: String?
  let fragment: String?

  var encodedPath: EncodedText { EncodedText(path) }
  /// The decoded parts of the path between slashes.
  var segments: [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map { PercentEncoding.decode($0) }
  }

  var pathAndQuery: String { path + (query.map { "?" + $0 } ?? "") }

  init(_ text: String) {
    let groups = Self.groups(of: text, in: Self.url)
    let authority = Self.groups(of: groups["authority"] ?? "", in: Self.authority)
    scheme = groups["scheme"]?.lowercased()
    host = groups["authority"] == nil ? nil : authority["host"].map(URIAuthority.canonicalHost)
    port = authority["port"].flatMap { Int($0) }
      .flatMap { $0 == URIAuthority.defaultPort(of: groups["scheme"]) ? nil : $0 }
    path = groups["path"].flatMap { $0.isEmpty ? nil : $0 } ?? "/"
    query = groups["query"]
    fragment = groups["fragment"]
  }

  private static let url = Result {
    try RegularExpression(
      #"((?<scheme>[^:/?#]+):(?=//))?(//(?<authority>[^/?#]*))?(?<path>[^?#]*)(\?(?<query>[^#]*))?"#
        + "(#(?<fragment>.*))?", options: [.fullMatch, .dotMatchesLineSeparators])
  }
  private static let authority = Result {
    try RegularExpression(
      #"(.*@)?(?<host>\[.*\]|[^:]*)(:(?<port>[0-9]*))?"#, options: .fullMatch)
  }

  private static func groups(
    of text: String, in expression: Result<RegularExpression, any Error>
  ) -> [String: String] {
    guard let expression = try? expression.get(),
      case .matched(let match) = expression.firstMatch(in: text)
    else { return [:] }
    return match.groups
  }
}
