import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Puts placeholders in the place of the secrets of a cassette, wherever they occur.
struct Redactor {
  /// Secrets that are shorter are replaced only where they were found, not wherever they occur.
  private static let shortestElsewhere = 8

  private let names: SecretNames
  private var placeholders = Placeholders()

  /// The placeholders that stand for secrets so far.
  private struct Placeholders {
    var bySecret: [String: String] = [:]
    var lastNumber = 0

    mutating func placeholder(for secret: String, _ label: String) -> String {
      if let known = bySecret[secret] { return known }
      lastNumber += 1
      let new = SecretPlaceholder.text(label: label, number: lastNumber)
      bySecret[secret] = new
      return new
    }
  }

  /// A redactor of what those names have; the placeholders of earlier interactions are taken.
  init(_ names: SecretNames, after earlier: [Interaction] = []) {
    self.names = names
    placeholders.lastNumber = earlier.lazy.map(\.highestPlaceholder).max() ?? 0
  }

  /// Hides the secrets of interactions; the same secret has the same placeholder in all calls.
  mutating func redact(_ interactions: inout [Interaction]) -> RedactionReport {
    var report = RedactionReport()
    if names == .none { return report }
    var packed: [Int: PackedBody] = [:]
    for index in interactions.indices {
      packed[index] = PackedBody(unpacking: &interactions[index])
    }
    var placeholders = placeholders
    var walk = SecretWalk(names) { secret, label, place in
      guard Self.isSecret(secret) else { return nil }
      report.count(place)
      return placeholders.placeholder(for: secret, label)
    }
    for index in interactions.indices { walk.visit(&interactions[index]) }
    self.placeholders = placeholders
    report.unsearched = interactions.enumerated().compactMap { index, interaction in
      packed[index] == nil ? UnsearchedBody(interaction) : nil
    }
    report.elsewhere = replaceElsewhere(in: &interactions)
    for (index, body) in packed { body.pack(&interactions[index]) }
    return report
  }

  /// Whether there is something to hide: no placeholder, nor what says nothing.
  static func isSecret(_ text: String) -> Bool {
    !text.isEmpty && !["true", "false", "null", "0", "1", "deleted"].contains(text)
      && !SecretPlaceholder.occurs(in: text)
  }

  /// Replaces the secrets wherever else they occur; returns how often.
  private func replaceElsewhere(in interactions: inout [Interaction]) -> Int {
    var pairs: [String: String] = [:]
    for (secret, new) in placeholders.bySecret where secret.utf8.count >= Self.shortestElsewhere {
      for form in Self.forms(of: secret) { pairs[form] = new }
    }
    let replacements = ByteReplacements(pairs)
    if replacements.isEmpty { return 0 }
    return interactions.indices.reduce(0) { $0 + interactions[$1].replace(replacements) }
  }

  /// A secret as it stands in plain text, in URLs, in forms and in JSON.
  private static func forms(of secret: String) -> Set<String> {
    let encoded = percentEncoded(secret)
    let json = JSONValue.string(secret).text().dropFirst().dropLast()
    return [
      secret, encoded, encoded.replacing("%20", with: "+"), String(json),
      String(json).replacing("/", with: "\\/"), Data(secret.utf8).base64EncodedString(),
    ]
  }

  private static func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      if scalar.properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte)
        || "-._~".utf8.contains(byte)
      {
        return String(Character(scalar))
      }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

/// What was redacted, place by place.
package struct RedactionReport: Sendable, Hashable {
  /// How often a secret was found in a place that secrets are expected in.
  package private(set) var counts: [String: Int] = [:]
  /// How often such a secret occurred anywhere else.
  package var elsewhere = 0
  /// Bodies that secrets were not looked for in.
  package var unsearched: [UnsearchedBody] = []

  package init() {}

  mutating func count(_ place: SecretPlace) { counts[place.description, default: 0] += 1 }

  package var isEmpty: Bool { counts.isEmpty }

  /// Lines such as `header Authorization: 3 times`, in the order of the places.
  package var lines: [String] {
    var lines = counts.sorted { $0.key < $1.key }.map { "\($0.key): \(Self.times($0.value))" }
    if elsewhere > 0 { lines.append("the same secrets elsewhere: \(Self.times(elsewhere))") }
    return lines + UnsearchedBody.lines(unsearched)
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

extension Interaction {
  /// Replaces texts in all parts; returns how often.
  fileprivate mutating func replace(_ replacements: ByteReplacements) -> Int {
    var total = 0
    func text(_ text: String) -> String {
      guard let (bytes, count) = replacements.applied(to: Array(text.utf8)) else { return text }
      total += count
      return String(decoding: bytes, as: UTF8.self)
    }
    func fields(_ headers: HTTPHeaders) -> HTTPHeaders {
      HTTPHeaders(headers.fields.map { HTTPHeaders.Field(name: $0.name, value: text($0.value)) })
    }
    func body(_ body: Data, _ headers: inout HTTPHeaders) -> Data {
      guard let (bytes, count) = replacements.applied(to: Array(body)) else { return body }
      total += count
      return SecretWalk.body(bytes, instead: body, &headers)
    }
    func whole(_ response: RecordedResponse) -> RecordedResponse {
      var response = response
      response.url = response.url.map(text)
      response.headers = fields(response.headers)
      response.body = body(response.body, &response.headers)
      return response
    }
    request.url = text(request.url)
    request.headers = fields(request.headers)
    if let sent = request.body { request.body = body(sent, &request.headers) }
    response = response.map(whole)
    if let message = failure?.message { failure?.message = text(message) }
    return total
  }

  /// The highest number of a placeholder in any part.
  fileprivate var highestPlaceholder: Int {
    var texts = [Array(request.url.utf8), Array(request.body ?? Data())]
    texts += request.headers.fields.map { Array($0.value.utf8) }
    if let response {
      texts.append(Array(response.body))
      texts += response.headers.fields.map { Array($0.value.utf8) }
      texts.append(Array((response.url ?? "").utf8))
    }
    return texts.lazy.map { SecretPlaceholder.highestNumber(in: $0) }.max() ?? 0
  }
}

/// Finds the values of secret keys in JSON text without changing how the rest is written.
///
/// It reads tokens only, so it also works on text that is not JSON as a whole: several documents,
/// a part of one, or one inside of a page.
struct JSONSecrets {
  let bytes: UnsafeBufferPointer<UInt8>
  let names: SecretNames
  /// Takes key and value; returns what to write in the value's place, or `nil` to leave it.
  let replace: (String, String) -> String?

  /// The text with the replacements; `nil` when there were none.
  func rewritten() -> [UInt8]? {
    var result: [UInt8] = []
    var copied = 0
    var index = 0
    while let quote = ByteSearch.first(UInt8(ascii: "\""), in: bytes, index..<bytes.count) {
      index = quote
      guard let keyEnd = stringEnd(index) else { break }
      let key = index + 1..<keyEnd
      index = keyEnd + 1
      let colon = skipBlanks(index)
      guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { continue }
      let start = skipBlanks(colon + 1)
      let name = text(key)
      guard names.holdsJSONKey(name), let end = valueEnd(start) else {
        index = colon + 1
        continue
      }
      let isText = bytes[start] == UInt8(ascii: "\"")
      let value = isText ? start + 1..<end - 1 : start..<end
      if let new = replace(name, text(value)) {
        result += bytes[copied..<start]
        result += "\"\(new)\"".utf8
        copied = end
      }
      index = end
    }
    if copied == 0 { return nil }
    return result + bytes[copied...]
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// The end of a text or number that starts there; `nil` for any other value.
  private func valueEnd(_ start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    if bytes[start] == UInt8(ascii: "\"") { return stringEnd(start).map { $0 + 1 } }
    var end = start
    while end < bytes.count, isNumber(bytes[end]) { end += 1 }
    return end > start ? end : nil
  }

  private func isNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte)
  }

  private func skipBlanks(_ start: Int) -> Int {
    var index = start
    while index < bytes.count, " \t\r\n".utf8.contains(bytes[index]) { index += 1 }
    return index
  }

  /// The place of the quote that ends the text whose first quote is there.
  private func stringEnd(_ start: Int) -> Int? {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    var index = start + 1
    while let place = ByteSearch.first(quote, or: backslash, in: bytes, index..<bytes.count) {
      if bytes[place] == quote { return place }
      index = min(place + 2, bytes.count)
    }
    return nil
  }
}
