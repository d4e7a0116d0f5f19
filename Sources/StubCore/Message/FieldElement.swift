/// A condition on the items of a list in a header field (RFC 9110 §5.6.1).
///
/// An item matches if it has the same value and at least the parameters of the condition. In fields
/// with weights, an item with `q=0` means "not acceptable" and does not match (RFC 9110 §12.4.2),
/// unless the condition names `q`.
struct FieldElement: Sendable {
  /// The fields with tokens and media types, in which letter case matters only between quotes.
  private static let ofTokens: Set<HTTPHeaderName> = [
    .accept, "Accept-Charset", .acceptEncoding, .acceptLanguage, .acceptRanges,
    "Access-Control-Allow-Headers", "Access-Control-Expose-Headers",
    "Access-Control-Request-Headers", .cacheControl, .connection, .contentEncoding,
    .contentLanguage, .contentType, .expect, "Pragma", "Prefer", "Preference-Applied", "TE",
    .trailer, .transferEncoding, .upgrade, .vary,
  ]
  /// The fields whose items have weights.
  private static let weighted: Set<HTTPHeaderName> = [
    .accept, "Accept-Charset", .acceptEncoding, .acceptLanguage, "TE",
  ]

  private let item: FieldItem
  private let ignoresCase: Bool
  private let hasWeights: Bool

  init(_ text: String, of field: HTTPHeaderName) {
    item = FieldItem(Array(text.utf8)[...])
    ignoresCase = Self.ofTokens.contains(field)
    hasWeights = Self.weighted.contains(field)
  }

  /// Returns whether the list in a field has a matching item.
  func isIn(_ field: String) -> Bool { FieldItem.items(of: field).contains(where: fits) }

  private func fits(_ found: FieldItem) -> Bool {
    guard isSame(item.value, found.value) else { return false }
    if hasWeights, item["q"] == nil, let weight = found["q"]?.number, weight == 0 { return false }
    return item.parameters.allSatisfy { name, wanted in
      guard let value = found[name] else { return false }
      if hasWeights, name == "q", let weight = wanted.number { return value.number == weight }
      return isSame(wanted, value)
    }
  }

  private func isSame(_ wanted: FieldItem.Word, _ found: FieldItem.Word) -> Bool {
    ignoresCase && !wanted.isQuoted && !found.isQuoted
      ? wanted.text.equalsIgnoringASCIICase(found.text)
      : wanted.text.hasSameScalars(as: found.text)
  }
}

/// An item of a list in a header field, split into its value and its parameters (RFC 9110 §5.6.6).
private struct FieldItem: Sendable {
  /// A token, or a text between quotes.
  struct Word: Sendable {
    let text: String
    let isQuoted: Bool

    var number: JSONNumber? { JSONNumber(decimal: text) }
  }

  /// The value with its quotes, which distinguish strong from weak entity tags.
  let value: Word
  /// The parameters in order, with names in lower case.
  let parameters: [(name: String, value: Word)]

  init(_ bytes: ArraySlice<UInt8>) {
    let pieces = Self.pieces(of: bytes, separator: UInt8(ascii: ";"))
    let value = pieces.first ?? []
    self.value = Word(
      text: Self.text(value), isQuoted: value.contains(UInt8(ascii: "\"")))
    parameters = pieces.dropFirst().compactMap { piece in
      let equals = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
      let name = Self.text(piece[..<equals]).lowercasedASCII()
      return name.isEmpty ? nil : (name, Self.word(piece[equals...].dropFirst()))
    }
  }

  subscript(name: String) -> Word? { parameters.first { $0.name == name }?.value }

  /// Returns the items of a list, except empty ones.
  static func items(of field: String) -> [FieldItem] {
    pieces(of: Array(field.utf8)[...], separator: UInt8(ascii: ",")).map { FieldItem($0) }
      .filter { !$0.value.text.isEmpty }
  }

  /// Returns the pieces between separators.
  ///
  /// Separators in quotes do not split. A quote that is not closed is an ordinary character.
  private static func pieces(
    of bytes: ArraySlice<UInt8>, separator: UInt8
  ) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var place = start
    var hasOpenQuote = false
    while place < bytes.endIndex {
      if bytes[place] == separator {
        pieces.append(bytes[start..<place])
        start = place + 1
      } else if bytes[place] == UInt8(ascii: "\""), !hasOpenQuote {
        if let end = endOfQuote(in: bytes, at: place) { place = end } else { hasOpenQuote = true }
      }
      place += 1
    }
    return pieces + [bytes[start...]]
  }

  private static func endOfQuote(in bytes: ArraySlice<UInt8>, at start: Int) -> Int? {
    var place = start + 1
    while place < bytes.endIndex {
      switch bytes[place] {
      case UInt8(ascii: "\""): return place
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return nil
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> Word {
    let text = text(bytes)
    let quote = UInt8(ascii: "\"")
    guard text.utf8.count > 1, text.utf8.first == quote, text.utf8.last == quote else {
      return Word(text: text, isQuoted: false)
    }
    var plain: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8.dropFirst().dropLast() {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
      } else {
        plain.append(byte)
        isEscaped = false
      }
    }
    return Word(text: String(decoding: plain, as: UTF8.self), isQuoted: true)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).trimmingWhitespace()
  }
}
