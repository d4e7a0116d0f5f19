/// Splits a template into text and tags.
struct TemplateScanner {
  private let source: TemplateSource
  private var pieces: [TemplatePiece] = []
  private var text: [UInt8] = []
  private var offset = 0

  static func pieces(of source: TemplateSource) throws(TemplateError) -> [TemplatePiece] {
    var scanner = TemplateScanner(source: source)
    try scanner.scan()
    return scanner.pieces
  }

  private init(source: TemplateSource) { self.source = source }

  private mutating func scan() throws(TemplateError) {
    while let start = source.find("{{", from: offset) {
      text += source.bytes[offset..<start]
      offset = start
      if takeEscape() { continue }
      flush()
      try scanTag()
    }
    text += source.bytes[offset...]
    flush()
  }

  private mutating func flush() {
    if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
    text = []
  }

  /// Reads an escape, which is `\{{` for the text `{{`, or `\\{{` for a backslash before a tag.
  ///
  /// - Returns: whether the braces are text.
  private mutating func takeEscape() -> Bool {
    let backslash = UInt8(ascii: "\\")
    guard text.last == backslash else { return false }
    text.removeLast()
    if text.last == backslash { return false }
    text += Array("{{".utf8)
    offset += 2
    return true
  }

  private mutating func scanTag() throws(TemplateError) {
    let start = offset
    if source.starts(with: "{{{{", at: offset) { return try scanRaw() }
    offset += 2
    var tag = TemplateTag(kind: .output(escaped: true), offset: start)
    if source[offset] == UInt8(ascii: "~") {
      tag.trimsBefore = true
      offset += 1
    }
    if source[offset] == UInt8(ascii: "!") { return try scanComment(tag) }
    tag.kind = try takeKind(start)
    let closing: TemplateLexer.Closing =
      source[offset - 1] == UInt8(ascii: "{")
        && tag.kind
          == .output(escaped: false)
      ? .unescaped : .plain
    var lexer = TemplateLexer(source, at: offset)
    (tag.tokens, tag.trimsAfter) = try lexer.read(until: closing, tagStart: start)
    offset = lexer.offset
    if tag.tokens.isEmpty {
      if tag.kind == .openInverse { tag.kind = .otherwise }
      if tag.kind == .chain { tag.kind = .otherwise }
    }
    pieces.append(.tag(tag))
  }

  /// Reads the characters that tell the kind of the tag.
  private mutating func takeKind(_ start: Int) throws(TemplateError) -> TemplateTag.Kind {
    switch source[offset] {
    case UInt8(ascii: "{"), UInt8(ascii: "&"):
      offset += 1
      if let block = blockWithThirdBrace(start) { throw block }
      return .output(escaped: false)
    case UInt8(ascii: "^"):
      offset += 1
      return .openInverse
    case UInt8(ascii: "/"):
      offset += 1
      return .close
    case UInt8(ascii: "#"):
      offset += 1
      if let next = source[offset], next == UInt8(ascii: ">") || next == UInt8(ascii: "*") {
        throw partial(start)
      }
      return .open
    case UInt8(ascii: ">"), UInt8(ascii: "*"): throw partial(start)
    default: return takeElse() ? .chain : .output(escaped: true)
    }
  }

  /// Returns the error if a block tag has a third brace; `nil` if the tag is a value.
  private func blockWithThirdBrace(_ start: Int) -> TemplateError? {
    var place = offset
    if let sign = source[place], "#^/".utf8.contains(sign) {
      place += 1
    } else if !source.starts(with: "else", at: place) {
      return nil
    }
    while let byte = source[place], byte.isASCIIAlphanumeric { place += 1 }
    let word = source.text(offset..<place)
    // The name of a value may begin with `else`.
    if word.hasPrefix("else"), word != "else" { return nil }
    let rest = word.hasPrefix("#") || word == "^" ? " …" : ""
    return source.error(
      at: start, expected: "a value", found: "`\(source.text(start..<place))`",
      remedy: "write {{\(word)\(rest)}}; if the first brace is text, put a space behind it")
  }

  private mutating func takeElse() -> Bool {
    var place = offset
    while let byte = source[place], isSpace(byte) { place += 1 }
    guard source.starts(with: "else", at: place) else { return false }
    let next = source[place + 4]
    guard next.map({ isSpace($0) || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "~") }) ?? true
    else { return false }
    offset = place + 4
    return true
  }

  private func partial(_ start: Int) -> TemplateError {
    source.error(
      at: start, expected: "a value, a helper or a block", found: "a partial",
      remedy: "partials are not supported here: write the text out, or set it with "
        + "{{#assign 'name'}}…{{/assign}} and use {{{name}}}")
  }

  private mutating func scanComment(_ start: TemplateTag) throws(TemplateError) {
    var tag = start
    tag.kind = .comment
    let end: Int?
    if source.starts(with: "!--", at: offset) {
      let plain = source.find("--}}", from: offset + 1).map { $0 + 2 }
      let trimming = source.find("--~}}", from: offset + 1).map { $0 + 3 }
      end = [plain, trimming].compactMap(\.self).min()
    } else {
      end = source.find("}}", from: offset)
    }
    guard let end else {
      throw source.error(
        at: tag.offset, expected: "the end of the comment", found: "the end of the template",
        remedy: "close it: {{! … }} or {{!-- … --}}")
    }
    tag.trimsAfter = source[end - 1] == UInt8(ascii: "~")
    offset = end + 2
    pieces.append(.tag(tag))
  }

  /// Reads the literal text of `{{{{name}}}} … {{{{/name}}}}`, which may contain blocks of the same
  /// kind.
  private mutating func scanRaw() throws(TemplateError) {
    let start = offset
    var lexer = TemplateLexer(source, at: offset + 4)
    let tokens = try lexer.read(until: .raw, tagStart: start).tokens
    pieces.append(.tag(TemplateTag(kind: .rawOpen, offset: start, tokens: tokens)))
    var depth = 1
    var place = lexer.offset
    let body = place
    while let next = source.find("{{{{", from: place) {
      place = next + 4
      if source[place] != UInt8(ascii: "/") {
        depth += 1
        continue
      }
      depth -= 1
      if depth > 0 { continue }
      if body < next { pieces.append(.text(source.text(body..<next))) }
      var closer = TemplateLexer(source, at: place + 1)
      let name = try closer.read(until: .raw, tagStart: next).tokens
      pieces.append(.tag(TemplateTag(kind: .rawClose, offset: next, tokens: name)))
      offset = closer.offset
      return
    }
    throw source.error(
      at: start, expected: "the end of the raw block", found: "the end of the template",
      remedy: "close it with {{{{/…}}}}")
  }
}

/// A word or a punctuation mark inside a tag.
struct TemplateToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case name(String)
    /// A segment of a path in the form `[any text]`.
    case segment(String)
    case string(String)
    case number(String)
    case here
    case parent
    case separator
    case data
    case equals
    case open
    case close
    case bar
  }

  let kind: Kind
  let range: Range<Int>
}

/// A tag: its kind and its tokens.
struct TemplateTag: Sendable {
  enum Kind: Sendable, Hashable {
    case output(escaped: Bool)
    case open
    case openInverse
    /// `{{else}}` or `{{^}}`.
    case otherwise
    /// `{{else if …}}`.
    case chain
    case close
    case rawOpen
    case rawClose
    case comment
  }

  var kind: Kind
  let offset: Int
  /// Whether `~` on the left side removes the white space before the tag; ``trimsAfter`` is for the
  /// right side.
  var trimsBefore = false
  var trimsAfter = false
  var tokens: [TemplateToken] = []

  /// Whether the whole line of the tag is removed if the tag stands alone on it.
  var mayStandAlone: Bool {
    switch kind {
    case .output: false
    default: true
    }
  }
}

/// A piece of a template, which is text or a tag.
enum TemplatePiece: Sendable {
  case text(String)
  case tag(TemplateTag)
}
