import StubCore
import StubPlatform

/// The search for secrets in JSON.
///
/// Only strings, numbers and brackets are read. So the text need not be one JSON document: it may
/// be several documents, a part of one, or JSON in a page. The formatting does not change.
extension SecretWalk {
  package mutating func json(_ bytes: [UInt8], hasBareNames: Bool = false, depth: Int) -> [UInt8] {
    guard depth < Self.deepest, bytes.contains(UInt8(ascii: "\"")) else { return bytes }
    let strings = JSONStrings(bytes)
    var edits = ByteEdits(bytes)
    var place = 0
    /// The surrounding value that is secret as a whole: its end and its name.
    var secret: (end: Int, name: String)?
    /// The name that another member gives to the secret in the object's "value" member, and the end
    /// of the object.
    var owner: (end: Int, name: KnownName)?
    func replace(_ value: Range<Int>, named name: KnownName?) -> Bool {
      let new = replacement(for: strings.text(value), named: name, in: secret?.name, depth)
      guard let new else { return false }
      edits.replace(value, with: Self.escaped(new).utf8)
      return true
    }
    while let string = strings.next(from: place) {
      if let end = secret?.end, string.lowerBound >= end { secret = nil }
      if let end = owner?.end, string.lowerBound >= end { owner = nil }
      place = string.upperBound + 1
      guard let start = strings.value(after: string) else {
        if secret == nil, let value = strings.value(ofPairAt: string),
          hides(known[strings.text(string)])
        {
          // A pair such as `["api_key", "…"]`, not a list of names.
          place = value.upperBound + 1
          if !SecretNames.isName(strings.text(value)) {
            _ = replace(value, named: known[strings.text(string)])
          }
        } else {
          // Texts inside of JSON may be GraphQL, whose names have no quotes.
          let isBare = hasBareNames || depth > 0
          let name = isBare ? strings.bareName(before: string) : nil
          _ = replace(string, named: name.map { known[$0] })
        }
        continue
      }
      var name = known[strings.text(string)]
      if name.isValue {
        if let owner {
          name = owner.name
        } else if let named = strings.owner(from: start).map({ known[$0] }), hides(named) {
          name = named
        }
      }
      place = start
      switch bytes[start] {
      case UInt8(ascii: "\""):
        guard let value = strings.next(from: start) else { return edits.result }
        place = value.upperBound + 1
        if !replace(value, named: name), name.isOwner {
          // Not cached among the known names: values of members called "name" are always different.
          let named = KnownName(strings.text(value))
          if hides(named) { owner = (strings.end(ofContainerAround: place), named) }
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if secret == nil, hides(name) { secret = (strings.end(ofContainerAt: start), name.text) }
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

  func hides(_ name: KnownName) -> Bool {
    switch names.treatment(of: name, .jsonKey, value: "") {
    case .hidden?, .replaced?: true
    case .kept?, nil: false
    }
  }

  /// Returns the replacement of a text; `nil` to keep it.
  ///
  /// `name` is the name of the text; `secret` is the name of an enclosing value that is secret as a
  /// whole.
  mutating func replacement(
    for value: String, named name: KnownName?, in secret: String?, _ depth: Int
  ) -> String? {
    if let name, names.treatment(of: name, .jsonKey, value: value) != nil {
      let new =
        name.isAuthorization
        ? credentials(value, name.text, .jsonKey) : replacement(for: value, named: name, .jsonKey)
      return new.hasSameScalars(as: value) ? nil : new
    }
    if let secret {
      let isDescription = name.map { SecretNames.describes($0.text) } ?? false
      if !isDescription || SecretStrength(value) != .plain {
        return replacement(for: value, named: secret, .jsonKey)
      }
    }
    if value.has("\"") {
      let old = Array(value.utf8)
      let new = json(old, depth: depth + 1)
      return new == old ? nil : String(decoding: new, as: UTF8.self)
    }
    return base64(value, depth: depth)
  }

  /// Returns the replacement of a number named `name`; `nil` to keep it.
  ///
  /// Short numbers are counts and not secrets, unless a filter says otherwise.
  private mutating func number(named name: KnownName, _ number: String) -> String? {
    let treatment = names.treatment(of: name, .jsonKey, value: number)
    if case .replaced(let text)? = treatment {
      let isNumber = (try? JSONValue(parsing: text))?.number != nil
      return hidden(number, name.text, .jsonKey, by: isNumber ? text : SecretPlaceholder.number)
    }
    guard case .hidden? = treatment, number != SecretPlaceholder.number,
      names.isNamed(name.text, .jsonKey)
        || (number.utf8.count >= 4 && SecretNames.holdsNumbers(name.text)),
      hidden(number, name.text, .jsonKey, by: SecretPlaceholder.number) != nil
    else { return nil }
    return SecretPlaceholder.number
  }

  private static func escaped(_ text: String) -> String {
    String(JSONValue.string(text).text().dropFirst().dropLast())
  }
}

/// The strings in a JSON text, with their context.
struct JSONStrings {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next string, without its quotes; `nil` if there is no complete one.
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

  /// Returns the decoded text of a string.
  func text(_ range: Range<Int>) -> String {
    let raw = String(decoding: bytes[range], as: UTF8.self)
    guard bytes.hasByte(UInt8(ascii: "\\"), in: range),
      case .string(let text)? = try? JSONValue(parsing: Data("\"\(raw)\"".utf8))
    else { return raw }
    return text
  }

  /// Returns the start of the value if the string is the name of a member; otherwise `nil`.
  func value(after string: Range<Int>) -> Int? {
    let colon = skipBlanks(string.upperBound + 1)
    guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { return nil }
    let value = skipBlanks(colon + 1)
    return value < bytes.count ? value : nil
  }

  /// Returns the second string of an array of two strings; `nil` if `string` is not the first of
  /// such an array.
  func value(ofPairAt string: Range<Int>) -> Range<Int>? {
    let comma = skipBlanks(string.upperBound + 1)
    guard comma < bytes.count, bytes[comma] == UInt8(ascii: ","),
      let before = bytes[..<(string.lowerBound - 1)].last(where: { !" \t\r\n".utf8.contains($0) }),
      before == UInt8(ascii: "[")
    else { return nil }
    let start = skipBlanks(comma + 1)
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\""), let value = next(from: start)
    else { return nil }
    let end = skipBlanks(value.upperBound + 1)
    return end < bytes.count && bytes[end] == UInt8(ascii: "]") ? value : nil
  }

  /// Returns the name that a later member of the object gives to the value at `value`; `nil` if
  /// none does.
  func owner(from value: Int) -> String? {
    guard bytes[value] == UInt8(ascii: "\""), let text = next(from: value) else { return nil }
    var place = skipBlanks(text.upperBound + 1)
    // Such objects are small; the limit bounds the total time.
    for _ in 0..<8 where place < bytes.count && bytes[place] == UInt8(ascii: ",") {
      let quote = skipBlanks(place + 1)
      guard quote < bytes.count, bytes[quote] == UInt8(ascii: "\""), let name = next(from: quote),
        let start = self.value(after: name)
      else { return nil }
      switch bytes[start] {
      case UInt8(ascii: "\""):
        guard let text = next(from: start) else { return nil }
        let folded = SecretNames.folded(self.text(name))
        if SecretNames.isOwner(folded: folded) { return self.text(text) }
        place = skipBlanks(text.upperBound + 1)
      case UInt8(ascii: "{"), UInt8(ascii: "["): return nil
      default:
        let end = bytes[start...].firstIndex { ",}] \t\r\n".utf8.contains($0) } ?? bytes.count
        place = skipBlanks(end)
      }
    }
    return nil
  }

  /// Returns the end of the object or array that begins at `start`; the end of the text if it is
  /// not closed.
  func end(ofContainerAt start: Int) -> Int { end(from: start, depth: 0) }

  /// Returns the end of the object or array around `place`; the end of the text if it is not
  /// closed.
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

  /// Returns the unquoted name that comes before a colon and a string; `nil` if there is none.
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
    bytes[start...].firstIndex { !Self.ofNumbers.contains($0) } ?? bytes.count
  }

  private func skipBlanks(_ start: Int) -> Int {
    var index = start
    while index < bytes.count, Self.blanks.contains(bytes[index]) { index += 1 }
    return index
  }

  private static let blanks = ASCIISet(" \t\r\n")
  private static let ofNumbers = ASCIISet("0123456789+-.eE")
}
