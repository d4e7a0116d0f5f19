import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Visits every place of a track where a secret may be, and writes what it is told to instead.
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

  mutating func visit(_ track: inout Cassette.Track) {
    isOfRequest = true
    track.request.url = url(track.request.url)
    visit(&track.request.headers)
    if let body = track.request.body {
      track.request.body = self.body(body, &track.request.headers)
    }
    isOfRequest = false
    switch track.outcome {
    case .response(var response):
      visit(&response)
      track.outcome = .response(response)
    case .failure(var failure, let response):
      failure.message = failure.message.map(shapes)
      track.outcome = .failure(
        failure,
        after: response.map { response in
          var response = response
          visit(&response)
          return response
        })
    }
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
    if let start = rest.firstRange(of: "://")?.upperBound {
      let end = rest[start...].firstIndex { "/?#".contains($0) } ?? rest.endIndex
      result += rest[..<start]
      result += authority(rest[start..<end])
      rest = rest[end...]
    }
    let fragment = rest.firstIndex(of: "#") ?? rest.endIndex
    guard let mark = rest[..<fragment].firstIndex(of: "?") else {
      return shapes(result + rest)
    }
    let query = rest.index(after: mark)
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

  /// Items of a query or a form, all but the secrets left as they are written.
  private func items(
    _ text: Substring, kind: String, _ isSecret: (String) -> Bool
  ) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { item in
      guard let sign = item.firstIndex(of: "=") else { return String(item) }
      let name = PercentEncoding.decode(item[..<sign], plusIsSpace: true)
      let value = PercentEncoding.decode(item[item.index(after: sign)...], plusIsSpace: true)
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

  private func value(of field: HTTPHeaders.Field) -> String {
    let name = field.name.rawName
    switch field.name {
    case .cookie: return cookies(field.value)
    case .setCookie: return setCookie(field.value)
    case "Location", "Content-Location", "Referer", "Refresh": return url(field.value)
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
    if value[..<blank].lowercased() == "basic", let data = Data(base64Encoded: secret),
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
    guard !body.isEmpty else { return body }
    var bytes = Array(body)
    let type = headers[.contentType]?.lowercased() ?? ""
    if type.hasPrefix("application/x-www-form-urlencoded") {
      let text = String(decoding: bytes, as: UTF8.self)
      bytes = Array(items(text[...], kind: "form key") { names.holdsFormKey($0) }.utf8)
    } else if !bytes.contains(0) {
      let json = JSONSecrets(bytes: bytes, names: names) { key, value in
        replace(value, key, place("JSON key", key))
      }
      bytes = json.rewritten() ?? bytes
    }
    if names.includesShapes, !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self)
    {
      bytes = Array(shapes(text).utf8)
    }
    if bytes.elementsEqual(body) { return body }
    return Self.body(bytes, instead: body, &headers)
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
