/// A rewriter of URLs in header fields, for a client that knows a site by another address.
///
/// Like a reverse proxy (nginx's `proxy_redirect default`, Apache's `ProxyPassReverse`), it changes
/// the fields that a client follows, and only URLs within the site. Bodies stay unchanged.
package struct HeaderURLRewriter: Sendable, Hashable {
  private static let fields: Set<HTTPHeaderName> = [.location, "Content-Location", "Refresh"]

  private let site: RequestURL
  /// The path of the site's root, without a slash at its end; empty for the whole server.
  private let root: String
  /// The scheme and authority of URLs as the client sees them; empty if its authority is unknown.
  private let origin: String
  /// The path of the site's root as the client sees it, without a slash at its end.
  private let clientRoot: String

  /// Creates a rewriter.
  ///
  /// - Parameters:
  /// - site: The URL of the site's root, with a path and no query.
  /// - client: The URL that the client has requested, with the authority by which it
  ///   knows the site.
  /// - clientRoot: The path of the site's root as the client sees it, without a slash at its end.
  package init(from site: RequestURL, to client: RequestURL, below clientRoot: String = "") {
    self.site = site
    self.clientRoot = clientRoot
    root = String(site.path.reversed().drop { $0 == "/" }.reversed())
    origin = client.authority.map { "\(client.scheme ?? "http")://\($0)" } ?? ""
  }

  /// Returns the fields with their references rewritten.
  package func applied(to headers: HTTPHeaders) -> HTTPHeaders {
    guard headers.fields.contains(where: { Self.fields.contains($0.name) }) else { return headers }
    return HTTPHeaders(
      headers.fields.map { field in
        guard Self.fields.contains(field.name) else { return field }
        let value =
          field.name == "Refresh" ? refresh(field.value) : reference(field.value) ?? field.value
        return field.with(value)
      })
  }

  /// Returns the URL that the client needs; `nil` if the text stays unchanged.
  package func reference(_ text: String) -> String? {
    if text.hasPrefix("/"), !text.hasPrefix("//") {
      return root.hasSameScalars(as: clientRoot) ? nil : path(text[...])
    }
    let url = RequestURL(text)
    let port = url.port ?? (url.scheme == nil ? site.effectivePort : url.effectivePort)
    guard let host = url.host, host == site.host, port == site.effectivePort,
      url.scheme == nil || url.scheme == site.scheme,
      let start = text.firstRange(of: "//")?.upperBound
    else { return nil }
    let rest = text[start...]
    let end = rest.utf8.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    return path(rest[end...]).map { origin + $0 }
  }

  /// Returns the path for the client, with query and fragment; `nil` if it is outside the site.
  private func path(_ text: Substring) -> String? {
    guard text.utf8.starts(with: root.utf8) else { return nil }
    let rest = Substring(text.utf8.dropFirst(root.utf8.count))
    switch rest.utf8.first {
    case UInt8(ascii: "/"): return clientRoot + rest
    case nil, UInt8(ascii: "?"), UInt8(ascii: "#"): return "\(clientRoot)/\(rest)"
    default: return nil
    }
  }

  /// Returns the value of a field such as `Refresh: 5; url=…` with its URL rewritten.
  ///
  /// The value is parsed as browsers do it.
  private func refresh(_ value: String) -> String {
    guard let equals = value.firstIndex(of: "="),
      value[..<equals].trimmingWhitespace().lowercasedASCII().hasSuffix("url")
    else { return value }
    let text = value[value.index(after: equals)...]
    let trimmed = text.trimmingWhitespace().trimmingQuotes
    guard let moved = reference(trimmed) else { return value }
    return String(value[...equals] + text.replacing(trimmed, with: moved))
  }
}

extension String {
  fileprivate var trimmingQuotes: String {
    guard let first, "\"'".contains(first), count > 1, last == first else { return self }
    return String(dropFirst().dropLast())
  }
}
