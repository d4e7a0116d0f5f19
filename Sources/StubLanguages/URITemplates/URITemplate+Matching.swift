/// A URL as templates are compared with it, percent-encoded (RFC 3986 §3).
package protocol URIParts {
  /// In lower case; `nil` when it is unknown, which fits `http` and `https`.
  var scheme: String? { get }
  /// In the form of `URIAuthority.canonicalHost`; `nil` when it is unknown.
  var host: String? { get }
  /// `nil` when it is the scheme's own or unknown.
  var port: Int? { get }
  /// Never empty.
  var path: String { get }
  var query: String? { get }
  var fragment: String? { get }
  /// The path as templates that are not plain compare it.
  var encodedPath: EncodedText { get }
}

extension URITemplate {
  /// The variables with which the template expands to this URL; `nil` when there are none.
  package func values(in url: some URIParts) -> [String: JSONValue]? {
    if let plain {
      var bindings = URIBindings()
      if let isMatch = plain.match(url.path, into: &bindings) {
        return isMatch ? bindings.values : nil
      }
    }
    return pattern.match(url)
  }

  /// What the request's host has to be, when no variable is in it.
  package var literalHost: String? { plain == nil ? pattern.authority?.literalHost : nil }

  /// Whether the template names a host at all.
  package var namesHost: Bool { plain == nil && pattern.authority != nil }

  /// What the segments of a path have to start with, or equal, for this template to match.
  package var pathShape: PathShape { plain?.shape ?? pattern.shape }

  /// A condition on the path that every match fulfills, for use as a key.
  package struct PathShape: Sendable, Hashable {
    /// Percent-decoded literals; `nil` for a segment that a variable decides.
    package let segments: [String?]
    /// Whether the path has exactly these segments, rather than these and perhaps more.
    package let isComplete: Bool
  }
}
