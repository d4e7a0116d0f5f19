package import StubCore
import StubPlatform

/// A secret, with the place where it was found.
package struct FoundSecret {
  package let text: String
  /// A word that describes the secret, for use in its placeholder.
  package let label: String
  package let place: SecretPlace
  /// Whether the secret gives access, so that its other occurrences are also replaced.
  var isCredential = true
  /// Whether the secret is only a part of another secret, which is replaced as a whole.
  package var isPartOfOther = false
  /// The text with which a filter replaces the secret; `nil` for a placeholder.
  var replacement: String?
}

/// A search of all parts of an interaction that may contain secrets, which are replaced.
package struct SecretWalk {
  package let names: SecretNames
  /// Returns the replacement of a secret; `nil` to keep it.
  private let replace: (FoundSecret) -> String?
  private var isOfRequest = true
  /// A cache of the names that have been looked up.
  package var known = KnownNames()
  /// The values that a filter keeps, although they look like secrets.
  private var kept: Set<ScalarText> = []

  package init(_ names: SecretNames, replace: @escaping (FoundSecret) -> String?) {
    self.names = names
    self.replace = replace
  }

  package mutating func visit(_ interaction: inout Interaction) {
    kept = []
    isOfRequest = true
    visit(&interaction.request)
    if var original = interaction.originalRequest {
      visit(&original)
      interaction.originalRequest = original
    }
    isOfRequest = false
    if var response = interaction.response {
      response.url = response.url.map { url($0) }
      visit(&response.headers)
      response.body = body(response.body, &response.headers)
      interaction.response = response
    }
    if let message = interaction.failure?.message {
      interaction.failure?.message = text(message)
    }
  }

  package mutating func visit(_ request: inout RecordedRequest) {
    request.url = url(request.url)
    visit(&request.headers)
    if let body = request.body { request.body = self.body(body, &request.headers) }
  }

  // Secrets.

  private func place(_ kind: String, _ name: String = "") -> SecretPlace {
    SecretPlace(kind: kind, name: name, isOfRequest: isOfRequest)
  }

  /// Returns the replacement of a value named `name`; `nil` to keep it.
  mutating func replacement(for value: String, named name: String, _ part: NamedPart) -> String? {
    names.saysNothing ? nil : replacement(for: value, named: known[name], part)
  }

  /// Returns the replacement of a value named `name`; `nil` to keep it.
  mutating func replacement(
    for value: String, named name: KnownName, _ part: NamedPart
  ) -> String? {
    switch names.treatment(of: name, part, value: value) {
    case nil: return nil
    case .kept?:
      kept.insert(ScalarText(value))
      return nil
    case .hidden?: return hidden(value, name.text, part)
    case .replaced(let text)?: return hidden(value, name.text, part, by: text)
    }
  }

  /// Returns the replacement of a secret named `name`; `nil` to keep it.
  func hidden(
    _ value: String, _ name: String, _ part: NamedPart, by replacement: String? = nil
  ) -> String? {
    replace(
      FoundSecret(
        text: value, label: name, place: place(part.rawValue, name),
        isCredential: part != .cookie || SecretNames.isOfSession(cookie: name)
          || SecretShape.isWhole(value), replacement: replacement))
  }

  /// Returns the replacement of a part of a URL, or of a token with a known shape; `nil` to keep
  /// it.
  func hidden(_ secret: String, label: String, kind: String) -> String? {
    guard names.includesUsual, !kept.contains(where: { $0.text.utf8.contains(secret.utf8) }) else {
      return nil
    }
    return replace(FoundSecret(text: secret, label: label, place: place(kind)))
  }

  // URLs.

  /// Replaces the secrets in a URL: the password, the values of items, and tokens in any place.
  private mutating func url(_ url: String) -> String {
    let parts = URLParts(url)
    var rest = parts.rest[...]
    var items = ""
    while !rest.isEmpty {
      // A fragment may also have items, as in OAuth 2.0 (RFC 6749 §4.2.2).
      let start = rest.utf8.index(after: rest.startIndex)
      let end = rest[start...].utf8.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
      items += rest[..<start]
      items += self.items(rest[start..<end], .queryItem)
      rest = rest[end...]
    }
    let path =
      parts.path.has(";") ? self.items(parts.path[...], .queryItem, between: ";") : parts.path
    return text(parts.site + path + items)
  }

  /// Returns the items of a query or a form with their secrets replaced.
  package mutating func items(
    _ text: Substring, _ part: NamedPart, between separator: Character = "&"
  ) -> String {
    if !text.utf8.contains(UInt8(ascii: "=")) { return String(text) }
    let separator = separator.asciiValue ?? 0
    var items: [String] = []
    for item in text.utf8.split(separator: separator, omittingEmptySubsequences: false) {
      let item = Substring(item)
      guard let sign = item.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        items.append(String(item))
        continue
      }
      let name = PercentEncoding.decode(item[..<sign], plusIsSpace: true)
      let encoded = item[item.utf8.index(after: sign)...]
      let value = PercentEncoding.decode(encoded, plusIsSpace: true)
      if let new = replacement(for: value, named: name, part) {
        items.append(item[...sign] + PercentEncoding.encode(new))
      } else if kept.contains(ScalarText(value)) {
        items.append(String(item))
      } else {
        // A GraphQL query has names without quotes.
        let new = self.text(value, hasBareNames: true)
        items.append(
          new.hasSameScalars(as: value)
            ? String(item) : item[...sign] + PercentEncoding.encode(new))
      }
    }
    return items.joined(separator: String(decoding: [separator], as: UTF8.self))
  }

  // Header fields.

  private mutating func visit(_ headers: inout HTTPHeaders) {
    var fields: [HTTPHeaders.Field] = []
    for field in headers.fields { fields.append(field.with(value(of: field))) }
    headers = HTTPHeaders(fields)
  }

  static let holdingURLs: Set<HTTPHeaderName> = [
    .location, "Content-Location", .referer, "Refresh",
  ]

  private mutating func value(of field: HTTPHeaders.Field) -> String {
    let name = field.name.rawName
    switch field.name {
    case .cookie:
      return field.value.split(separator: ";", omittingEmptySubsequences: false)
        .map { cookie($0) }.joined(separator: ";")
    case .setCookie: return setCookies(field.value)
    case let name where Self.holdingURLs.contains(name): return url(field.value)
    default:
      if known[name].isAuthorization { return credentials(field.value, name, .header) }
      if let new = replacement(for: field.value, named: name, .header) { return new }
      if kept.contains(ScalarText(field.value)) { return field.value }
      return base64(field.value, depth: 0) ?? text(field.value)
    }
  }

  /// Replaces the credentials after a scheme such as `Bearer`, which is kept (RFC 9110 §11.4).
  package mutating func credentials(_ value: String, _ name: String, _ part: NamedPart) -> String {
    guard case .hidden? = names.treatment(of: name, part, value: value),
      let blank = value.utf8.firstIndex(of: UInt8(ascii: " "))
    else { return replacement(for: value, named: name, part) ?? value }
    let secret = String(value[value.utf8.index(after: blank)...])
    if value[..<blank].lowercasedASCII() == "basic", let data = Data(base64Encoded: secret),
      let text = String(checkingUTF8: data),
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    {
      // The password may also occur elsewhere without the user name.
      _ = replace(
        FoundSecret(
          text: String(text[text.utf8.index(after: colon)...]), label: "password",
          place: place(part.rawValue, name), isPartOfOther: true))
    }
    noteParameters(secret, name, part)
    return hidden(secret, name, part).map { "\(value[..<blank]) \($0)" } ?? value
  }

  /// Notes the secrets in parameters such as `token="…", email="…"` (RFC 9110 §11.4).
  ///
  /// Each of them may also occur alone in other places.
  private func noteParameters(_ secret: String, _ name: String, _ part: NamedPart) {
    for parameter in secret.utf8.split(whereSeparator: { ", ".utf8.contains($0) }) {
      guard let sign = parameter.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let value = Substring(parameter[parameter.index(after: sign)...]).trimming("\"")
      guard !value.isEmpty, value != "=",
        case .hidden? = names.treatment(
          of: String(Substring(parameter[..<sign])), .queryItem, value: value)
      else { continue }
      _ = replace(
        FoundSecret(
          text: value, label: name, place: place(part.rawValue, name), isPartOfOther: true))
    }
  }

  /// Replaces the secrets in the cookies of a field, in which several cookies may be joined with
  /// commas.
  private mutating func setCookies(_ value: String) -> String {
    JoinedCookies.split(value).map { text in
      let end = text.firstIndex(of: ";") ?? text.endIndex
      return cookie(text[..<end]) + text[end...]
    }.joined(separator: ",")
  }

  private mutating func cookie(_ pair: Substring) -> String {
    guard let sign = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return text(String(pair)) }
    let name = pair[..<sign].trimmingWhitespace()
    let value = String(pair[pair.utf8.index(after: sign)...])
    if let new = replacement(for: value, named: name, .cookie) { return "\(pair[..<sign])=\(new)" }
    return kept.contains(ScalarText(value)) ? String(pair) : text(String(pair))
  }
}
