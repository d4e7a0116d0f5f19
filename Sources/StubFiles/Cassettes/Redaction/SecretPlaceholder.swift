import StubCore

/// The replacement of a secret in a recording, such as `REDACTED-authorization-1`.
///
/// Equal secrets of a recording have equal placeholders. The characters are those that URLs, forms
/// and JSON leave as they are. A placeholder says nothing of its secret, so on replay it stands for
/// any text: a request with the real secret matches, and so does one with an invented one.
package enum SecretPlaceholder {
  private static let prefix = "REDACTED-"

  static func text(label: String, number: Int) -> String {
    let letters = label.lowercased().unicodeScalars.filter {
      ("a"..."z").contains($0) || ("0"..."9").contains($0)
    }
    let label = letters.isEmpty ? "secret" : String(String.UnicodeScalarView(letters))
    return "\(prefix)\(label)-\(number)"
  }

  /// Whether there is a placeholder in the text.
  package static func occurs(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { !ranges(in: $0).isEmpty }
  }

  static func occurs(in bytes: some Sequence<UInt8>) -> Bool {
    Array(bytes).withUnsafeBufferPointer { !ranges(in: $0).isEmpty }
  }

  /// Whether the text is a placeholder and nothing else.
  static func isWhole(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { ranges(in: $0).first == 0..<$0.count }
  }

  /// The text with one and the same placeholder in the place of each.
  static func equalized(_ text: String) -> String {
    String(decoding: equalized(Array(text.utf8)), as: UTF8.self)
  }

  static func equalized(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    for place in bytes.withUnsafeBufferPointer({ ranges(in: $0) }) {
      result += bytes[copied..<place.lowerBound]
      result += text(label: "secret", number: 0).utf8
      copied = place.upperBound
    }
    return result + bytes[copied...]
  }

  /// Whether a recorded text fits one that came, its placeholders standing for anything.
  package static func matches(recorded: String, _ text: String) -> Bool {
    matches(recorded: Array(recorded.utf8), Array(text.utf8))
  }

  /// Whether recorded bytes fit those that came, placeholders standing for anything.
  package static func matches(recorded: [UInt8], _ bytes: [UInt8]) -> Bool {
    let places = recorded.withUnsafeBufferPointer { ranges(in: $0) }
    guard let first = places.first, let last = places.last else { return recorded == bytes }
    let (head, tail) = (recorded[..<first.lowerBound], recorded[last.upperBound...])
    guard bytes.count >= head.count + tail.count, bytes.starts(with: head),
      bytes.suffix(tail.count).elementsEqual(tail)
    else { return false }
    // The texts between placeholders must occur in that order; the first occurrence is enough.
    var rest = bytes[head.count..<(bytes.count - tail.count)]
    for (place, next) in zip(places, places.dropFirst()) {
      let between = recorded[place.upperBound..<next.lowerBound]
      guard let found = firstRange(of: between, in: rest) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }

  /// The highest number of a placeholder in the bytes; 0 if there is none.
  ///
  /// Numbers that no recording comes to do not count, so that there is always a next one.
  static func highestNumber(in bytes: [UInt8]) -> Int {
    let places = bytes.withUnsafeBufferPointer { ranges(in: $0) }
    return places.lazy.map { place in
      let text = String(decoding: bytes[place], as: UTF8.self)
      return text.split(separator: "-").last.flatMap { UInt32($0) }.map { Int($0) } ?? 0
    }.max() ?? 0
  }

  /// Where placeholders are: the prefix, letters and digits, a dash, digits.
  private static func ranges(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = 0
    while let place = ByteSearch.first(UInt8(ascii: "R"), in: bytes, index..<bytes.count) {
      index = place
      guard bytes[index...].starts(with: prefix.utf8) else {
        index += 1
        continue
      }
      var end = index + prefix.utf8.count
      let label = end
      while end < bytes.count, isLetterOrDigit(bytes[end]) { end += 1 }
      guard end > label, end < bytes.count, bytes[end] == UInt8(ascii: "-") else {
        index = end
        continue
      }
      let number = end + 1
      end = number
      while end < bytes.count, isDigit(bytes[end]) { end += 1 }
      if end > number { found.append(index..<end) }
      index = end
    }
    return found
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(byte)
  }

  private static func firstRange(
    of part: ArraySlice<UInt8>, in bytes: ArraySlice<UInt8>
  ) -> Range<Int>? {
    if part.isEmpty { return bytes.startIndex..<bytes.startIndex }
    guard bytes.count >= part.count else { return nil }
    for start in bytes.startIndex...(bytes.endIndex - part.count)
    where bytes[start..<start + part.count].elementsEqual(part) {
      return start..<start + part.count
    }
    return nil
  }
}

/// The names of fields, items and keys whose values are secrets.
struct SecretNames: Sendable, Hashable {
  /// In lower case, only letters and digits.
  private var headers: Set<String> = []
  private var queryItems: Set<String> = []
  private var formKeys: Set<String> = []
  private var jsonKeys: Set<String> = []
  private var cookies: Set<String> = []
  /// Whether the names count that secrets usually have.
  private var includesUsual = false

  /// No names.
  static let none = SecretNames()

  /// The names that secrets usually have, of all cookies among them.
  static let usual: SecretNames = {
    var names = SecretNames()
    names.includesUsual = true
    return names
  }()

  init(
    headers: [String] = [], queryItems: [String] = [], formKeys: [String] = [],
    jsonKeys: [String] = [], cookies: [String] = []
  ) {
    self.headers = Set(headers.map(Self.folded))
    self.queryItems = Set(queryItems.map(Self.folded))
    self.formKeys = Set(formKeys.map(Self.folded))
    self.jsonKeys = Set(jsonKeys.map(Self.folded))
    self.cookies = Set(cookies.map(Self.folded))
  }

  mutating func formUnion(_ other: SecretNames) {
    headers.formUnion(other.headers)
    queryItems.formUnion(other.queryItems)
    formKeys.formUnion(other.formKeys)
    jsonKeys.formUnion(other.jsonKeys)
    cookies.formUnion(other.cookies)
    includesUsual = includesUsual || other.includesUsual
  }

  func holdsHeader(_ name: String) -> Bool {
    let name = Self.folded(name)
    return headers.contains(name) || (includesUsual && Self.isUsual(name))
  }

  func holdsQueryItem(_ name: String) -> Bool {
    let name = Self.folded(name)
    return queryItems.contains(name) || (includesUsual && Self.isUsual(name))
  }

  func holdsFormKey(_ name: String) -> Bool {
    let name = Self.folded(name)
    return formKeys.contains(name) || (includesUsual && Self.isUsual(name))
  }

  func holdsJSONKey(_ name: String) -> Bool {
    let name = Self.folded(name)
    return jsonKeys.contains(name) || (includesUsual && Self.isUsual(name))
  }

  func holdsCookie(_ name: String) -> Bool {
    includesUsual || cookies.contains(Self.folded(name))
  }

  /// Whether tokens by their shape and credentials in URLs are included.
  var includesShapes: Bool { includesUsual }

  /// What names of secrets end with, whatever stands before it, by its last byte.
  private static let endings = Dictionary(
    grouping: [
      "password", "passwd", "passphrase", "token", "secret", "apikey", "accesskey", "secretkey",
      "privatekey", "authkey", "signature", "credential", "credentials", "sessionid",
    ], by: { $0.utf8.last })
  private static let wholeNames: Set = [
    "authorization", "proxyauthorization", "auth", "pwd", "pass", "sig", "sid", "jwt", "otp", "pin",
    "clientassertion",
  ]

  private static func isUsual(_ name: String) -> Bool {
    wholeNames.contains(name) || endings[name.utf8.last]?.contains { name.hasSuffix($0) } ?? false
  }

  static func folded(_ name: String) -> String {
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
      return name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    return String(unsafeUninitializedCapacity: name.utf8.count) { folded in
      var count = 0
      for byte in name.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          folded[count] = byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): folded[count] = byte | 0x20
        default: continue
        }
        count += 1
      }
      return count
    }
  }
}

/// Where a secret was found, as reports name it: `header Authorization`.
package struct SecretPlace: Sendable, Hashable, CustomStringConvertible {
  /// What kind of place, such as `header`.
  package let kind: String
  package let name: String
  /// Whether it is of the request, not of the response.
  package let isOfRequest: Bool

  package var description: String { name.isEmpty ? kind : "\(kind) \(name)" }
}
