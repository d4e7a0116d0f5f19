import StubCore
import StubPlatform

/// The search for secrets in any kind of text: in JSON, in items such as `token=…`, passwords in
/// URLs, and tokens.
extension SecretWalk {
  package mutating func text(_ text: String, hasBareNames: Bool = false) -> String {
    let bytes = Array(text.utf8)
    let new = self.text(bytes, hasBareNames: hasBareNames)
    return new == bytes ? text : String(decoding: new, as: UTF8.self)
  }

  /// Returns the text with its secrets replaced.
  ///
  /// - `isMarkup`: the text may contain a program, so only items in URLs are searched.
  /// - `isPlain`: lines such as `password: …` are also searched.
  /// - `isForm`: the secrets in items have already been replaced.
  /// - `hasBareNames`: names of values may have no quotes, as in GraphQL.
  package mutating func text(
    _ bytes: [UInt8], isMarkup: Bool = false, isPlain: Bool = false, isForm: Bool = false,
    hasBareNames: Bool = false, depth: Int = 0
  ) -> [UInt8] {
    var bytes = json(bytes, hasBareNames: hasBareNames || isPlain, depth: depth)
    if isMarkup { bytes = markup(bytes) }
    if !isForm { bytes = assignments(bytes, inURLsOnly: isMarkup) }
    if isPlain { bytes = settings(bytes) }
    if names.includesUsual {
      bytes = passwordsOfURLs(bytes)
      bytes = tokens(bytes)
    }
    return bytes
  }

  /// Replaces secrets in a text in Base64, and encodes the text again; `nil` if there are none.
  package mutating func base64(_ text: String, depth: Int) -> String? {
    guard depth < Self.deepest, text.utf8.count >= 16, text.utf8.count % 4 == 0,
      text.utf8.allSatisfy(TokenAlphabet.base64.contains), let data = Data(base64Encoded: text),
      String(checkingUTF8: data) != nil
    else { return nil }
    let bytes = Array(data)
    let new = self.text(bytes, isPlain: true, depth: depth + 1)
    return new == bytes ? nil : Data(new).base64EncodedString()
  }

  /// The largest number of levels of texts within texts, such as JSON in Base64, that are searched.
  static let deepest = 4

  private func tokens(_ bytes: [UInt8]) -> [UInt8] {
    var edits = ByteEdits(bytes)
    for (range, shape) in SecretShape.tokens(in: bytes) {
      let secret = String(decoding: bytes[range], as: UTF8.self)
      guard let new = hidden(secret, label: "token", kind: shape.name) else { continue }
      edits.replace(range, with: new.utf8)
    }
    return edits.result
  }

  private static let authorityMark = Array("://".utf8)
  private static let authorityTerminators = ASCIISet("/?#\"'<>\\")

  /// Replaces the password in each URL of the text, or the user if there is no password.
  private func passwordsOfURLs(_ bytes: [UInt8]) -> [UInt8] {
    guard ByteSearch.first("://", in: bytes) != nil else { return bytes }
    var edits = ByteEdits(bytes)
    var place = 0
    while let slashes = bytes.firstRange(ofBytes: Self.authorityMark, from: place) {
      place = slashes.upperBound
      let end = bytes[place...].firstIndex { $0 <= 0x20 || Self.authorityTerminators.contains($0) }
      let authority = place..<(end ?? bytes.count)
      guard let at = bytes[authority].lastIndex(of: UInt8(ascii: "@")) else { continue }
      let colon = bytes[place..<at].firstIndex(of: UInt8(ascii: ":"))
      let range = (colon.map { $0 + 1 } ?? place)..<at
      let secret = PercentEncoding.decode(String(decoding: bytes[range], as: UTF8.self))
      let (label, kind) =
        colon == nil ? ("user", "user of a URL") : ("password", "password of a URL")
      if let new = hidden(secret, label: label, kind: kind) { edits.replace(range, with: new.utf8) }
    }
    return edits.result
  }

  /// Replaces the values of `name=value`, as in URLs, forms and settings.
  private mutating func assignments(_ bytes: [UInt8], inURLsOnly: Bool) -> [UInt8] {
    var edits = ByteEdits(bytes)
    var place = 0
    while let sign = bytes.firstIndex(ofByte: UInt8(ascii: "="), from: place) {
      place = sign + 1
      let start = bytes[..<sign].lastIndex { !Self.isOfName($0) }.map { $0 + 1 } ?? 0
      if start == sign { continue }
      let isOfURL = start > 0 && "?&;#".utf8.contains(bytes[start - 1])
      if inURLsOnly, !isOfURL { continue }
      let quote = place < bytes.count ? bytes[place] : 0
      let isQuoted = !isOfURL && "\"'".utf8.contains(quote)
      let from = isQuoted ? place + 1 : place
      let end =
        bytes[from...].firstIndex { isQuoted ? $0 == quote : Self.endsValue($0) } ?? bytes.count
      guard from < end, !"${<".utf8.contains(bytes[from]) else { continue }
      let name = PercentEncoding.decode(String(decoding: bytes[start..<sign], as: UTF8.self))
      let value = PercentEncoding.decode(String(decoding: bytes[from..<end], as: UTF8.self))
      guard let new = replacement(for: value, named: name, isOfURL ? .queryItem : .textName) else {
        continue
      }
      edits.replace(from..<end, with: (isOfURL ? PercentEncoding.encode(new) : new).utf8)
      place = end
    }
    return edits.result
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || besideNames.contains(byte)
  }

  private static func endsValue(_ byte: UInt8) -> Bool {
    byte <= 0x20 || valueTerminators.contains(byte)
  }

  private static let besideNames = ASCIISet("[]%")
  private static let valueTerminators = ASCIISet("&;,#\"'<>\\)`|}")

  /// Replaces the values in lines such as `password: value` and `password = value`.
  ///
  /// Such lines are in YAML, in header fields and in configuration files.
  private mutating func settings(_ bytes: [UInt8]) -> [UInt8] {
    var edits = ByteEdits(bytes)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let sign = line.firstIndex(where: { ":=".utf8.contains($0) }),
        sign + 1 < line.endIndex, bytes[sign + 1] == UInt8(ascii: " ")
      else { continue }
      var name = String(decoding: line[..<sign], as: UTF8.self).trimmingWhitespace()
      if name.hasPrefix("- ") { name = String(name.dropFirst(2)) }
      guard !name.utf8.contains(where: { $0 == 0x20 || $0 == UInt8(ascii: "\"") }) else { continue }
      var range = sign + 2..<line.endIndex
      while let last = bytes[range].last, last <= 0x20 { range.removeLast() }
      while let first = bytes[range].first, first <= 0x20 { range.removeFirst() }
      if range.count > 1, "\"'".utf8.contains(bytes[range.lowerBound]),
        bytes[range.upperBound - 1] == bytes[range.lowerBound]
      {
        range = range.lowerBound + 1..<range.upperBound - 1
      }
      guard let first = bytes[range].first, !"|>&*${[".utf8.contains(first) else { continue }
      let value = String(decoding: bytes[range], as: UTF8.self)
      let new =
        known[name].isAuthorization
        ? credentials(value, name, .textName) : replacement(for: value, named: name, .textName)
      if let new, !new.hasSameScalars(as: value) { edits.replace(range, with: new.utf8) }
    }
    return edits.result
  }
}

/// The search for secrets in XML and HTML.
extension SecretWalk {
  /// Replaces the contents of elements and the values of attributes whose names are names of
  /// secrets.
  fileprivate mutating func markup(_ bytes: [UInt8]) -> [UInt8] {
    var edits = ByteEdits(bytes)
    var place = 0
    /// The contents of the previous element, if they name the next one, as in property lists;
    /// otherwise `nil`.
    var key: String?
    while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = open + 1
      guard let close = bytes[place...].firstIndex(of: UInt8(ascii: ">")) else { break }
      let tag = place..<close
      place = close + 1
      guard let first = bytes[tag].first, !"/!?".utf8.contains(first) else { continue }
      let nameEnd = bytes[tag].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: "/") } ?? close
      let name = Self.localName(bytes[tag.lowerBound..<nameEnd])
      var owner = attributes(bytes, nameEnd..<close, &edits)
      if Self.elementsOfPages.contains(name.lowercasedASCII()) { owner = nil }
      if bytes[close - 1] == UInt8(ascii: "/") { continue }
      let end = contentEnd(bytes, from: place)
      let content = String(decoding: bytes[place..<end], as: UTF8.self)
      if content.allSatisfy(\.isWhitespace) {
        // The attribute names the value inside the element, as in `<setting name="…"><value>`.
        key = owner ?? key
        continue
      }
      let keyed = key
      key = ["key", "name"].contains(name.lowercasedASCII()) ? content : nil
      let new =
        replacement(for: content, named: keyed ?? name, .xmlName)
        ?? owner.flatMap { replacement(for: content, named: $0, .xmlName) }
      guard let new else { continue }
      edits.replace(place..<end, with: new.utf8)
      place = end
    }
    return edits.result
  }

  /// Replaces the values of attributes, including values that another attribute names, as in
  /// `<input>`.
  ///
  /// - Returns: the name that an attribute gives to the contents of the element; `nil` if none
  ///   does.
  private mutating func attributes(
    _ bytes: [UInt8], _ range: Range<Int>, _ edits: inout ByteEdits
  ) -> String? {
    var found: [(name: String, value: Range<Int>)] = []
    var place = range.lowerBound
    while let sign = bytes[place..<range.upperBound].firstIndex(of: UInt8(ascii: "=")) {
      place = sign + 1
      guard place < range.upperBound, "\"'".utf8.contains(bytes[place]),
        let end = bytes[(place + 1)..<range.upperBound].firstIndex(of: bytes[place])
      else { continue }
      let name = bytes[range.lowerBound..<sign].reversed().prefix { Self.isOfAttribute($0) }
      found.append((Self.localName(Array(name.reversed())[...]), place + 1..<end))
      place = end + 1
    }
    func content(_ isName: (String) -> Bool) -> String? {
      found.first { isName($0.name) }.map { String(decoding: bytes[$0.value], as: UTF8.self) }
    }
    let element = content { known[$0].isOwner }
    let owner = element ?? content { $0.lowercasedASCII() == "id" }
    for attribute in found {
      let isOwned = known[attribute.name].isValue
      let value = String(decoding: bytes[attribute.value], as: UTF8.self)
      let name = isOwned ? owner ?? attribute.name : attribute.name
      guard let new = replacement(for: value, named: name, .xmlName) else { continue }
      edits.replace(attribute.value, with: new.utf8)
    }
    return element
  }

  /// The HTML elements whose names do not describe the text after them.
  private static let elementsOfPages: Set = [
    "a", "body", "button", "div", "fieldset", "form", "iframe", "img", "input", "label", "li",
    "link",
    "meta", "nav", "p", "param", "section", "select", "slot", "span", "td", "th",
  ]

  private static func isOfAttribute(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || byte == UInt8(ascii: ":")
  }

  private static func localName(_ name: ArraySlice<UInt8>) -> String {
    let start = name.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? name.startIndex
    return String(decoding: name[start...], as: UTF8.self)
  }

  /// Returns the end of the text that starts at `start`, in which a CDATA section counts as a
  /// whole.
  private func contentEnd(_ bytes: [UInt8], from start: Int) -> Int {
    let rest = bytes[start...]
    if rest.starts(with: "<![CDATA[".utf8),
      let end = bytes.firstRange(ofBytes: Array("]]>".utf8), from: start)
    {
      return end.upperBound
    }
    return rest.firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
  }
}
