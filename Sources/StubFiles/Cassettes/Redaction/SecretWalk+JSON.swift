import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Secrets in JSON.
///
/// It reads tokens only, so it also works on text that is not JSON as a whole: several documents,
/// a part of one, or one inside of a page. How the rest is written does not change.
extension SecretWalk {
  mutating func json(_ bytes: [UInt8], depth: Int) -> [UInt8] {
    guard depth < Self.deepest, bytes.contains(UInt8(ascii: "\"")) else { return bytes }
    let strings = JSONStrings(bytes)
    var edits = ByteEdits(bytes)
    var place = 0
    /// A value that is secret as a whole: where it ends, and its name.
    var secret: (end: Int, name: String)?
    /// What an object says that its "value" is, if that is a secret, and where the object ends.
    var owner: (end: Int, name: String)?
    while let string = strings.next(from: place) {
      if let end = secret?.end, string.lowerBound >= end { secret = nil }
      if let end = owner?.end, string.lowerBound >= end { owner = nil }
      place = string.upperBound + 1
      guard let start = strings.value(after: string) else {
        // Texts inside of JSON may be GraphQL, which has names without quotes.
        let name = depth > 0 ? strings.bareName(before: string) : nil
        if let new = replacement(for: string, of: strings, named: name, in: secret?.name, depth) {
          edits.replace(string, with: new.utf8)
        }
        continue
      }
      var name = strings.text(string)
      if let owner, name.lowercasedASCII() == "value" { name = owner.name }
      place = start
      switch bytes[start] {
      case UInt8(ascii: "\""):
        guard let value = strings.next(from: start) else { return edits.result }
        place = value.upperBound + 1
        if let new = replacement(for: value, of: strings, named: name, in: secret?.name, depth) {
          edits.replace(value, with: new.utf8)
        } else if ["name", "key"].contains(name.lowercasedASCII()) {
          let named = strings.text(value)
          if hides(named) { owner = (strings.end(ofContainerAround: place), named) }
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if secret == nil, hides(name) { secret = (strings.end(ofContainerAt: start), name) }
      default:
        let end = strings.end(ofNumberAt: start)
        guard end > start, let new = number(named: name, strings.text(start..<end)) else {
          continue
        }
        edits.replace(start..<end, with: new.utf8)
        place = end
      }
    }
    return edits.result
  }

  private func hides(_ name: String) -> Bool {
    switch names.treatment(of: name, .jsonKey, value: "") {
    case .hidden?, .replaced?: true
    case .kept?, nil: false
    }
  }

  /// What stands for a string, escaped; `nil` if it stays.
  private mutating func replacement(
    for string: Range<Int>, of strings: JSONStrings, named name: String?, in secret: String?,
    _ depth: Int
  ) -> String? {
    let value = strings.text(string)
    if let name, names.treatment(of: name, .jsonKey, value: value) != nil {
      let isAuthorization = SecretNames.folded(name).hasSuffix("authorization")
      let new =
        isAuthorization
        ? credentials(value, name, .jsonKey) : replacement(for: value, named: name, .jsonKey)
      return new == value ? nil : new.map(Self.escaped)
    }
    if let secret {
      let isDescription = name.map(SecretNames.describes) ?? false
      if !isDescription || SecretStrength(value) != .plain {
        return replacement(for: value, named: secret, .jsonKey).map(Self.escaped)
      }
    }
    if value.contains("\"") {
      let old = Array(value.utf8)
      let new = json(old, depth: depth + 1)
      return new == old ? nil : Self.escaped(String(decoding: new, as: UTF8.self))
    }
    return base64(value, depth: depth).map(Self.escaped)
  }

  /// The number that stands for one with that name; `nil` if it stays.
  ///
  /// Short numbers are counts, not secrets, unless a filter says otherwise.
  private mutating func number(named name: String, _ number: String) -> String? {
    let treatment = names.treatment(of: name, .jsonKey, value: number)
    if case .replaced(let text)? = treatment {
      let isNumber = (try? JSONValue(parsing: text))?.number != nil
      return hidden(number, name, .jsonKey, by: isNumber ? text : SecretPlaceholder.number)
    }
    guard case .hidden? = treatment, number != SecretPlaceholder.number,
      names.isNamed(name, .jsonKey) || (number.utf8.count >= 4 && SecretNames.holdsNumbers(name)),
      hidden(number, name, .jsonKey, by: SecretPlaceholder.number) != nil
    else { return nil }
    return SecretPlaceholder.number
  }

  private static func escaped(_ text: String) -> String {
    String(JSONValue.string(text).text().dropFirst().dropLast())
  }
}

/// The strings in JSON text, and what stands beside them.
struct JSONStrings {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next string, without its quotes; `nil` if none begins and ends.
  func next(from place: Int) -> Range<Int>? {
    bytes.withUnsafeBufferPointer { bytes in
      let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
      guard let start = ByteSearch.first(quote, in: bytes, min(place, bytes.count)..<bytes.count)
      else { return nil }
      var index = start + 1
      while let end = ByteSearch.first(quote, or: backslash, in: bytes, index..<bytes.count) {
        if bytes[end] == quote { return start + 1..<end }
        index = min(end + 2, bytes.count)
      }
      return nil
    }
  }

  /// What the bytes of a string say.
  func text(_ range: Range<Int>) -> String {
    let raw = String(decoding: bytes[range], as: UTF8.self)
    guard bytes[range].contains(UInt8(ascii: "\\")),
      case .string(let text)? = try? JSONValue(parsing: Data("\"\(raw)\"".utf8))
    else { return raw }
    return text
  }

  /// Where the value of a member begins whose name the string is; `nil` if it is not one.
  func value(after string: Range<Int>) -> Int? {
    let colon = skipBlanks(string.upperBound + 1)
    guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { return nil }
    let value = skipBlanks(colon + 1)
    return value < bytes.count ? value : nil
  }

  /// The end of the object or array that begins there, or that of the text.
  func end(ofContainerAt start: Int) -> Int { end(from: start, depth: 0) }

  /// The end of the object or array that has the place between its elements, or that of the text.
  func end(ofContainerAround place: Int) -> Int { end(from: place, depth: 1) }

  private func end(from start: Int, depth: Int) -> Int {
    var depth = depth
    var place = start
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""): place = next(from: place)?.upperBound ?? bytes.count
      default: break
      }
      place += 1
      if depth == 0 { return place }
    }
    return bytes.count
  }

  /// The name without quotes that stands before a string, with a colon; `nil` if there is none.
  func bareName(before string: Range<Int>) -> String? {
    func dropBlanks(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      bytes[..<((bytes.lastIndex { !" \t\r\n".utf8.contains($0) } ?? bytes.startIndex - 1) + 1)]
    }
    let before = dropBlanks(bytes[..<(string.lowerBound - 1)])
    guard before.last == UInt8(ascii: ":") else { return nil }
    let end = dropBlanks(before.dropLast())
    let name = end.reversed().prefix { PercentEncoding.isUnreserved($0) }
    return name.isEmpty ? nil : String(decoding: name.reversed(), as: UTF8.self)
  }

  func end(ofNumberAt start: Int) -> Int {
    bytes[start...].firstIndex { !(0x30...0x39).contains($0) && !"+-.eE".utf8.contains($0) }
      ?? bytes.count
  }

  private func skipBlanks(_ start: Int) -> Int {
    var index = start
    while index < bytes.count, " \t\r\n".utf8.contains(bytes[index]) { index += 1 }
    return index
  }
}
