import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Visits every place of an interaction that may contain a secret, and replaces it.
struct SecretWalk {
  let names: SecretNames
  /// Takes a secret, a word for it and its place; returns its replacement, or `nil` to leave it.
  let replace: (String, _ label: String, SecretPlace) -> String?
  private var isOfRequest = true

  init(
    _ names: SecretNames, replace: @escaping (String, _ label: String, SecretPlace) -> String?
  ) {
    self.names = names
    self.replace = replace
  }

  mutating func visit(_ interaction: inout Interaction) {
    isOfRequest = true
    interaction.request.url = url(interaction.request.url)
    visit(&interaction.request.headers)
    if let body = interaction.request.body {
      interaction.request.body = self.body(body, &interaction.request.headers)
    }
    isOfRequest = false
    if var response = interaction.response {
      visit(&response)
      interaction.response = response
    }
    if let message = interaction.failure?.message { interaction.failure?.message = shapes(message) }
  }

  private func visit(_ response: inout RecordedResponse) {
    response.url = response.url.map(url)
    visit(&response.headers)
    response.body = body(response.body, &response.headers)
  }

  private func place(_ kind: String, _ name: String = "") -> SecretPlace {
    SecretPlace(kind: kind, name: name, isOfRequest: isOfRequest)
  }

  // URLs.

  /// A URL: its user information, its query items, and tokens anywhere else.
  private func url(_ text: String) -> String {
    var rest = text[...]
    var result = ""
    if let start = rest.endOfScheme {
      let end = rest[start...].utf8.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
      result += rest[..<start]
      result += authority(rest[start..<end])
      rest = rest[end...]
    }
    let fragment = rest.utf8.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
    guard let mark = rest[..<fragment].utf8.firstIndex(of: UInt8(ascii: "?")) else {
      return shapes(result + rest)
    }
    let query = rest.utf8.index(after: mark)
    result += rest[..<query]
    result += items(rest[query..<fragment], kind: "query item") { names.holdsQueryItem($0) }
    return shapes(result + rest[fragment...])
  }

  private func authority(_ text: Substring) -> String {
    guard names.includesShapes, let at = text.lastIndex(of: "@") else { return String(text) }
    guard let colon = text[..<at].firstIndex(of: ":") else {
      let user = String(text[..<at])
      return (replace(user, "user", place("user of a URL")) ?? user) + text[at...]
    }
    let password = String(text[text.index(after: colon)..<at])
    let new = replace(password, "password", place("password of a URL")) ?? password
    return text[...colon] + new + text[at...]
  }

  /// Items of a query or a form, unchanged except for the secrets.
  private func items(
    _ text: Substring, kind: String, _ isSecret: (String) -> Bool
  ) -> String {
    text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
      let item = Substring(item)
      guard let sign = item.utf8.firstIndex(of: UInt8(ascii: "=")) else { return String(item) }
      let name = PercentEncoding.decode(item[..<sign], plusIsSpace: true)
      let value = PercentEncoding.decode(item[item.utf8.index(after: sign)...], plusIsSpace: true)
      guard isSecret(name), let new = replace(value, name, place(kind, name)) else {
        return String(item)
      }
      return item[...sign] + new
    }.joined(separator: "&")
  }

  // Header fields.

  private func visit(_ headers: inout HTTPHeaders) {
    headers = HTTPHeaders(
      headers.fields.map { field in
        HTTPHeaders.Field(name: field.name, value: value(of: field))
      })
  }

  private static let holdingURLs: Set<HTTPHeaderName> = [
    .location, "Content-Location", .referer, "Refresh",
  ]

  private func value(of field: HTTPHeaders.Field) -> String {
    let name = field.name.rawName
    switch field.name {
    case .cookie: return cookies(field.value)
    case .setCookie: return setCookie(field.value)
    case let name where Self.holdingURLs.contains(name): return url(field.value)
    case .authorization, .proxyAuthorization:
      return names.holdsHeader(name) ? credentials(field.value, name) : shapes(field.value)
    default:
      guard names.holdsHeader(name) else { return shapes(field.value) }
      return replace(field.value, name, place("header", name)) ?? field.value
    }
  }

  /// A scheme, which stays, and what comes after it (RFC 9110 §11.4).
  private func credentials(_ value: String, _ name: String) -> String {
    guard let blank = value.firstIndex(of: " ") else {
      return replace(value, name, place("header", name)) ?? value
    }
    let secret = String(value[value.index(after: blank)...])
    if value[..<blank].lowercasedASCII() == "basic", let data = Data(base64Encoded: secret),
      let text = String(validating: data, as: UTF8.self), let colon = text.firstIndex(of: ":")
    {
      // The password itself may occur elsewhere.
      _ = replace(
        String(text[text.index(after: colon)...]), "password", place("header", name))
    }
    guard let new = replace(secret, name, place("header", name)) else { return value }
    return value[...blank] + new
  }

  private func cookies(_ value: String) -> String {
    value.split(separator: ";", omittingEmptySubsequences: false)
      .map { cookie($0) }.joined(separator: ";")
  }

  private func setCookie(_ value: String) -> String {
    let end = value.firstIndex(of: ";") ?? value.endIndex
    return cookie(value[..<end]) + value[end...]
  }

  private func cookie(_ pair: Substring) -> String {
    guard let sign = pair.firstIndex(of: "=") else { return String(pair) }
    let name = pair[..<sign].trimmingWhitespace()
    let value = String(pair[pair.index(after: sign)...])
    guard names.holdsCookie(name), let new = replace(value, name, place("cookie", name)) else {
      return String(pair)
    }
    return pair[...sign] + new
  }

  // Bodies.

  private func body(_ body: Data, _ headers: inout HTTPHeaders) -> Data {
    let type = headers[.contentType]?.lowercasedASCII() ?? ""
    let isForm = type.hasPrefix("application/x-www-form-urlencoded")
    guard let bytes = rewritten(Array(body), isForm: isForm) else { return body }
    return Self.body(bytes, instead: body, &headers)
  }

  /// The bytes of a body with the replacements; `nil` when there were none.
  private func rewritten(_ old: [UInt8], isForm: Bool) -> [UInt8]? {
    let isText = ByteSearch.first("\0", in: old) == nil
    var new: [UInt8]?
    if isForm {
      let text = String(decoding: old, as: UTF8.self)
      new = Array(items(text[...], kind: "form key") { names.holdsFormKey($0) }.utf8)
    } else if isText {
      new = old.withUnsafeBufferPointer { old in
        JSONSecrets(bytes: old, names: names) { key, value in
          replace(value, key, place("JSON key", key))
        }.rewritten()
      }
    }
    if names.includesShapes, isText, let text = String(validating: new ?? old, as: UTF8.self) {
      let shaped = shapes(text)
      if shaped != text { new = Array(shaped.utf8) }
    }
    return new == old ? nil : new
  }

  /// A new body, its length written where that of the old one was.
  static func body(_ bytes: [UInt8], instead old: Data, _ headers: inout HTTPHeaders) -> Data {
    if headers[.contentLength] == String(old.count) {
      headers[.contentLength] = String(bytes.count)
    }
    return Data(bytes)
  }

  /// The text with everything replaced that looks like a token.
  private func shapes(_ text: String) -> String {
    guard names.includesShapes else { return text }
    var text = text
    for shape in SecretShape.all {
      for secret in shape.occurrences(in: text) {
        guard let new = replace(secret, "token", place(shape.name)) else { continue }
        text = text.replacing(secret, with: new)
      }
    }
    return text
  }
}

extension Substring {
  /// The place behind the first `://`.
  fileprivate var endOfScheme: Index? {
    let mark = "://".utf8
    let start = utf8.indices.first { utf8[$0] == mark.first && utf8[$0...].starts(with: mark) }
    return start.map { utf8.index($0, offsetBy: mark.count) }
  }
}
