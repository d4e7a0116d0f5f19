/// Reads the tokens of one tag up to its closing braces.
struct TemplateLexer {
  let source: TemplateSource
  private(set) var offset: Int
  private var tokens: [TemplateToken] = []

  /// The closing braces of a tag: `}}`, `}}}` or `}}}}`; the first two may have a `~` before them.
  enum Closing {
    case plain
    case unescaped
    case raw
  }

  init(_ source: TemplateSource, at offset: Int) {
    self.source = source
    self.offset = offset
  }

  /// Returns the tokens of the tag at `start`, and whether it closes with `~`.
  mutating func read(
    until closing: Closing, tagStart start: Int
  ) throws(TemplateError) -> (tokens: [TemplateToken], trimsAfter: Bool) {
    while true {
      guard let byte = source[offset] else { throw unclosed(closing, start) }
      if isSpace(byte) {
        offset += 1
      } else if let trims = close(closing) {
        return (tokens, trims)
      } else {
        try readToken(byte, closing)
      }
    }
  }

  private mutating func close(_ closing: Closing) -> Bool? {
    let forms: [(StaticString, Bool)] =
      switch closing {
      case .plain: [("}}", false), ("~}}", true)]
      case .unescaped: [("}}}", false), ("}~}}", true)]
      case .raw: [("}}}}", false)]
      }
    for (form, trims) in forms where source.starts(with: form, at: offset) {
      offset += form.utf8CodeUnitCount
      return trims
    }
    return nil
  }

  private mutating func readToken(_ byte: UInt8, _ closing: Closing) throws(TemplateError) {
    switch byte {
    case UInt8(ascii: "("): take(.open, 1)
    case UInt8(ascii: ")"): take(.close, 1)
    case UInt8(ascii: "="): take(.equals, 1)
    case UInt8(ascii: "|"): take(.bar, 1)
    case UInt8(ascii: "@"): take(.data, 1)
    case UInt8(ascii: "/"): take(.separator, 1)
    case UInt8(ascii: "."): readDots()
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let text = try readQuoted(until: byte, named: "the closing quote of the string")
      tokens.append(TemplateToken(kind: .string(text.value), range: text.range))
    case UInt8(ascii: "["):
      let text = try readQuoted(until: UInt8(ascii: "]"), named: "`]` after the path segment")
      tokens.append(TemplateToken(kind: .segment(text.value), range: text.range))
    default: try readWord(closing)
    }
  }

  private mutating func take(_ kind: TemplateToken.Kind, _ length: Int) {
    tokens.append(TemplateToken(kind: kind, range: offset..<offset + length))
    offset += length
  }

  private mutating func readDots() {
    if source.starts(with: "..", at: offset) {
      take(.parent, 2)
    } else if endsWord(source[offset + 1]), !followsName {
      take(.here, 1)
    } else {
      take(.separator, 1)
    }
  }

  /// Whether a name, segment or number ends directly before this byte, so that a dot continues a
  /// path.
  private var followsName: Bool {
    guard let last = tokens.last, last.range.upperBound == offset else { return false }
    switch last.kind {
    case .name, .segment, .number: return true
    default: return false
    }
  }

  private mutating func readQuoted(
    until end: UInt8, named name: String
  ) throws(TemplateError) -> (value: String, range: Range<Int>) {
    let start = offset
    var bytes: [UInt8] = []
    offset += 1
    while let byte = source[offset], byte != end {
      let escapes = byte == UInt8(ascii: "\\") && source[offset + 1] == end
      bytes.append(escapes ? end : byte)
      offset += escapes ? 2 : 1
    }
    guard source[offset] != nil else {
      throw source.error(
        at: start, expected: name, found: "the end of the template",
        remedy: "close it, or write `\\` before a quote that belongs to the text")
    }
    offset += 1
    return (String(decoding: bytes, as: UTF8.self), start..<offset)
  }

  private mutating func readWord(_ closing: Closing) throws(TemplateError) {
    let start = offset
    if let end = numberEnd() {
      tokens.append(TemplateToken(kind: .number(source.text(start..<end)), range: start..<end))
      offset = end
      return
    }
    while let byte = source[offset], isWordByte(byte) { offset += 1 }
    guard offset > start, endsWord(source[offset]) else {
      throw source.error(
        at: offset, expected: "a path, a literal or \(Self.name(closing))",
        found: source.character(at: offset),
        remedy: "put text in quotes and unusual names in brackets: \"text\", [a name]")
    }
    let word = source.text(start..<offset)
    tokens.append(TemplateToken(kind: .name(word), range: start..<offset))
  }

  /// Returns the end of the number at the current position; `nil` if it is a name that starts with
  /// a digit.
  private func numberEnd() -> Int? {
    if let last = tokens.last, last.kind == .separator { return nil }
    var end = offset
    if source[end] == UInt8(ascii: "-") { end += 1 }
    let whole = end
    while let byte = source[end], isDigit(byte) { end += 1 }
    guard end > whole else { return nil }
    if source[end] == UInt8(ascii: "."), let next = source[end + 1], isDigit(next) {
      end += 1
      while let byte = source[end], isDigit(byte) { end += 1 }
    }
    guard let next = source[end] else { return end }
    let ends = isSpace(next) || next == UInt8(ascii: "}") || next == UInt8(ascii: "~")
    return ends || next == UInt8(ascii: ")") || next == UInt8(ascii: "]") ? end : nil
  }

  private func unclosed(_ closing: Closing, _ start: Int) -> TemplateError {
    source.error(
      at: start, expected: "\(Self.name(closing)) to close the tag",
      found: "the end of the template",
      remedy: "close it, or write `\\{{` for braces that are text")
  }

  private static func name(_ closing: Closing) -> String {
    switch closing {
    case .plain: "`}}`"
    case .unescaped: "`}}}`"
    case .raw: "`}}}}`"
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// Returns whether a byte is white space inside or around tags.
func isSpace(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || (9...13).contains(byte)
}

private let marks = Set("!\"#%&'()*+,./;<=>@[\\]^`{|}~".utf8)

private func isWordByte(_ byte: UInt8) -> Bool { !isSpace(byte) && !marks.contains(byte) }

/// Returns whether a name can end before this byte.
private func endsWord(_ byte: UInt8?) -> Bool {
  guard let byte else { return true }
  return isSpace(byte) || "=~}/.)]|".utf8.contains(byte)
}
