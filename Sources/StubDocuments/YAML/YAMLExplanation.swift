import StubCore

/// The meaning of a libyaml error, in words for the author of a file.
struct YAMLExplanation {
  let found: String
  let expected: String?
  let remedy: Remedy?
  /// Whether the message says where the surrounding list, mapping or text begins.
  let namesContext: Bool

  init(_ found: String, expected: String?, remedy: Remedy?, namesContext: Bool = false) {
    self.found = found
    self.expected = expected
    self.remedy = remedy
    self.namesContext = namesContext
  }

  /// Returns the meaning of libyaml's error; `nil` for an unknown error.
  ///
  /// `next` is the word or character at the error.
  static func of(_ problem: String, next: String?) -> YAMLExplanation? {
    let word = next.map { $0.allSatisfy(\.isNewline) ? "the end of the line" : Quotation.of($0) }
    let found = word ?? "the end of the file"
    switch problem {
    case "found character that cannot start any token":
      return YAMLExplanation(
        "\(found) at the start of a value", expected: "text, a list or a mapping",
        remedy: "quote the value")
    case "mapping values are not allowed in this context":
      return YAMLExplanation(
        "a \":\" where no key can stand", expected: "one \"key: value\" to a line",
        remedy: "quote the value, or check the indentation of the line above")
    case "mapping keys are not allowed in this context":
      return YAMLExplanation(
        "a \"?\" where no key can stand", expected: "one \"key: value\" to a line",
        remedy: "quote the value")
    case "block sequence entries are not allowed in this context":
      return YAMLExplanation(
        "a \"-\" where no list can start", expected: "a value",
        remedy: "start the list on its own line")
    case "could not find expected ':'":
      return YAMLExplanation(
        "a line without \":\"", expected: "\"key: value\"",
        remedy: "add \": \" after the key, or quote a text of several lines")
    case "did not find expected key":
      return YAMLExplanation(
        "\(found) where a key should be", expected: "a key in the same column as the first one",
        remedy: "check the indentation and quotes", namesContext: true)
    case "did not find expected '-' indicator":
      return YAMLExplanation(
        "\(found) where \"- \" should be", expected: "\"- \" in the same column as the first one",
        remedy: "check the indentation", namesContext: true)
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      let end = problem.hasSuffix("']'") ? "]" : "}"
      return YAMLExplanation(
        "missing \",\" or \"\(end)\"", expected: nil, remedy: nil, namesContext: true)
    case "found incompatible YAML document":
      return YAMLExplanation(
        "another version of YAML", expected: "%YAML 1.1 or %YAML 1.2",
        remedy: "remove the line")
    case "found unknown escape character":
      return YAMLExplanation(
        "an unknown escape", expected: #"an escape such as \n, \t, \", \\ or \u00e9"#,
        remedy: #"use \\ for a backslash, or single quotes, which have no escapes"#)
    case "did not find expected hexdecimal number":
      return YAMLExplanation(
        "\(found) in an escape", expected: "a hexadecimal digit",
        remedy: #"use \u with four digits, or the character itself"#)
    case "found invalid Unicode character escape code":
      return YAMLExplanation(
        "an escape that is not a character", expected: nil,
        remedy: #"write the character itself, or all of it in one escape, such as \U0001F600"#)
    case "did not find expected comment or line break":
      return YAMLExplanation(
        "\(found) where the line should end", expected: "the text on the lines below",
        remedy: "start the text on the next line, or quote it")
    case "control characters are not allowed":
      return YAMLExplanation(
        "a control character", expected: "printable text",
        remedy: #"use an escape such as "\x1b" in double quotes"#)
    case "did not find expected <document start>":
      return YAMLExplanation(
        "\(found) after the end of the document", expected: "\"---\" before the next document",
        remedy: "check the indentation, or add a line with ---")
    case "did not find expected node content":
      return YAMLExplanation(
        "\(found) where a value should be", expected: "a value",
        remedy: "quote the value")
    case "found undefined tag handle":
      return YAMLExplanation(
        "an unknown tag", expected: "no tag, or a standard one such as !!str",
        remedy: "quote the text if \"!\" belongs to it")
    case "did not find expected alphabetic or numeric character":
      return YAMLExplanation(
        "\(found) in the name of an anchor or alias", expected: "letters and digits",
        remedy: "quote the text if \"*\" or \"&\" belongs to it")
    default: return nil
    }
  }
}

extension YAMLProblem {
  /// Returns the error with a remedy; an unknown error keeps the text of libyaml.
  func diagnostic(in source: SourceText, _ offsets: inout ScalarOffsets) -> FileDiagnostic {
    var start: SourcePosition?
    if let contextPlace {
      start = SourcePosition(source: source, offset: offsets.byteOffset(of: contextPlace))
    }
    let noticed = SourcePosition(source: source, offset: offsets.byteOffset(of: place))
    // libyaml notices a missing ":" only after the line; the author must correct the key.
    let position = context == "while scanning a simple key" ? start ?? noticed : noticed
    if context == "while scanning a quoted scalar", let start, problemIsMissingQuote {
      return FileDiagnostic(
        at: start, found: "missing closing quote")
    }
    if isOfText, let text = UnquotedText(around: position.offset, in: source.bytes) {
      let sign = String(decoding: source.bytes[position.offset...].prefix(1), as: UTF8.self)
      return FileDiagnostic(
        at: position, found: "\(Quotation.of(sign)) in a text without quotes",
        remedy: "put the text in quotes: \(text.quoted)")
    }
    let next = Self.word(source.bytes[position.offset...])
    let isTab = next == "\t" || text.hasPrefix("found a tab character")
    let explanation =
      isTab
      ? YAMLExplanation(
        source.bytes[..<position.offset].last { $0 > 0x20 || $0 == 0x0A } ?? 0x0A == 0x0A
          ? "tab in the indentation" : "tab before a value", expected: nil, remedy: "use spaces")
      : YAMLExplanation.of(text, next: next)
    guard let explanation else {
      return FileDiagnostic(at: position, found: "invalid YAML: \(text)", remedy: "quote the value")
    }
    var found = explanation.found
    if let start, explanation.namesContext, let container {
      found += " in the \(container) that starts at \(start.short)"
    }
    return FileDiagnostic(
      at: position, found: found, expected: explanation.expected, remedy: explanation.remedy)
  }

  /// Whether the parser may have stopped within a text.
  private var isOfText: Bool {
    [
      "did not find expected ',' or '}'", "did not find expected ',' or ']'",
      "did not find expected key", "mapping values are not allowed in this context",
    ].contains(text)
  }

  /// Returns the word at the start of the bytes, or their first character; `nil` at the end.
  private static func word(_ bytes: ArraySlice<UInt8>) -> String? {
    let word = bytes.prefix(40).prefix { PercentEncoding.isUnreserved($0) }
    if word.count > 1, word.first != UInt8(ascii: "-") {
      return String(decoding: word, as: UTF8.self)
    }
    return String(decoding: bytes.prefix(16), as: UTF8.self).first.map { String($0) }
  }

  private var problemIsMissingQuote: Bool {
    text == "found unexpected end of stream" || text == "found unexpected document indicator"
  }

  private var container: String? {
    switch context {
    case "while parsing a block mapping", "while parsing a flow mapping": "mapping"
    case "while parsing a block collection", "while parsing a flow sequence": "list"
    default: nil
    }
  }
}

/// The conversion of counts of Unicode scalars, which libyaml reports, into byte offsets.
///
/// A search continues from the last requested count, so that a whole text takes one pass.
struct ScalarOffsets {
  private let bytes: [UInt8]
  private let isASCII: Bool
  /// The index of the last scalar that was found; `offset` is the position of its first byte.
  private var scalar = 0
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isASCII = bytes.withUnsafeBytes { bytes in
      var place = 0
      while place + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        if word & Self.highBits != 0 { return false }
        place += 8
      }
      return bytes[place...].allSatisfy { $0 < 0x80 }
    }
  }

  mutating func byteOffset(of place: YAMLPlace) -> Int {
    switch place {
    case .byte(let offset): return min(offset, bytes.count)
    case .scalar(let index):
      if isASCII { return min(index, bytes.count) }
      advance(to: index)
      return offset
    }
  }

  private mutating func advance(to index: Int) {
    if index < scalar { (scalar, offset) = (0, 0) }
    bytes.withUnsafeBytes { bytes in
      while index - scalar > 8, offset + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        // In bytes after the first byte of a scalar, the highest bit is set and the next one is
        // not.
        let continuing = word & ~(word << 1) & Self.highBits
        scalar += 8 - continuing.nonzeroBitCount
        offset += 8
      }
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      while scalar < index, offset < bytes.count {
        offset += 1
        while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        scalar += 1
      }
    }
  }

  private static let highBits: UInt64 = 0x8080_8080_8080_8080
}
