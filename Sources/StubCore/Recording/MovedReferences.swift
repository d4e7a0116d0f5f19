/// References into one site as a client must see them that knows the site by another address.
///
/// As reverse proxies do (nginx's `proxy_redirect default`, Apache's `ProxyPassReverse`), it changes
/// the fields that a client follows, and only what points into the site; bodies stay as they are.
package struct MovedReferences: Sendable, Hashable {
  private static let fields: Set<HTTPHeaderName> = [.location, "Content-Location", "Refresh"]

  private let site: RequestURL
  /// The path that all of the site is below, without a slash at its end; empty for all there is.
  private let root: String
  /// What stands before the path for the client: scheme and authority, or nothing.
  private let origin: String
  /// The path that all of the site is below for the client, without a slash at its end.
  private let clientRoot: String

  /// - Parameters:
  ///   - site: The URL that everything in the site is below; a path and no query.
  ///   - client: What the client has asked for, with the authority that it knows the site by.
  ///   - clientRoot: Where all of the site is for the client; without a slash at its end.
  package init(from site: RequestURL, to client: RequestURL, below clientRoot: String = "") {
    self.site = site
    self.clientRoot = clientRoot
    root = String(site.path.reversed().drop { $0 == "/" }.reversed())
    origin = client.authority.map { "\(client.scheme ?? "http")://\($0)" } ?? ""
  }

  /// The fields with their references changed.
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

  /// The reference for the client; `nil` for one that stays as it is.
  package func reference(_ text: String) -> String? {
    if text.hasPrefix("/"), !text.hasPrefix("//") {
      return root == clientRoot ? nil : path(text)
    }
    let url = RequestURL(text)
    let port = url.port ?? (url.scheme == nil ? site.effectivePort : url.effectivePort)
    guard let host = url.host, host == site.host, port == site.effectivePort,
      url.scheme == nil || url.scheme == site.scheme,
      let start = text.firstRange(of: "//")?.upperBound
    else { return nil }
    let rest = text[start...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    return path(rest[end...]).map { origin + $0 }
  }

  /// Path and what follows it, as the client asks for it; `nil` for a path beside the site.
  private func path(_ text: some StringProtocol) -> String? {
    guard text.hasPrefix(root) else { return nil }
    let rest = text.dropFirst(root.count)
    if rest.hasPrefix("/") { return clientRoot + rest }
    return rest.first.map { "?#".contains($0) } ?? true ? "\(clientRoot)/\(rest)" : nil
  }

  /// `Refresh: 5; url=…`, as browsers read it.
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
