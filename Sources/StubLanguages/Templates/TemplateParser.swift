/// Builds the tree of a template from its pieces.
struct TemplateParser {
  let source: TemplateSource
  let helpers: TemplateHelperTable
  private let pieces: [TemplatePiece]
  private var place = 0
  private var depth = 0

  /// The deepest nesting of blocks, so that the stack suffices.
  static let depthLimit = 32

  static func nodes(
    of source: TemplateSource, helpers: TemplateHelperTable
  ) throws(TemplateError) -> [TemplateNode] {
    let pieces = TemplateWhitespace.control(try TemplateScanner.pieces(of: source))
    var parser = TemplateParser(source: source, helpers: helpers, pieces: pieces)
    let nodes = try parser.parseNodes()
    guard let tag = parser.tag else { return nodes }
    throw source.error(
      at: tag.offset, expected: "a block to be open", found: "`\(parser.words(tag))`",
      remedy: "open a block before it, or remove it")
  }

  private init(source: TemplateSource, helpers: TemplateHelperTable, pieces: [TemplatePiece]) {
    self.source = source
    self.helpers = helpers
    self.pieces = pieces
  }

  /// The tag at the current position.
  private var tag: TemplateTag? {
    guard place < pieces.count, case .tag(let tag) = pieces[place] else { return nil }
    return tag
  }

  /// Reads nodes up to a tag that ends its block or begins another branch.
  private mutating func parseNodes() throws(TemplateError) -> [TemplateNode] {
    var nodes: [TemplateNode] = []
    while place < pieces.count {
      switch pieces[place] {
      case .text(let text):
        place += 1
        if !text.isEmpty { nodes.append(.text(text)) }
      case .tag(let tag):
        switch tag.kind {
        case .comment: place += 1
        case .output(let escaped):
          place += 1
          var parser = tagParser(tag)
          nodes.append(.output(try parser.parseOutput(), escaped: escaped))
        case .open, .openInverse: nodes.append(.block(try parseBlock(tag)))
        case .rawOpen: nodes.append(.block(try parseRaw(tag)))
        case .otherwise, .chain, .close, .rawClose: return nodes
        }
      }
    }
    return nodes
  }

  func tagParser(
    _ tag: TemplateTag, skipping count: Int = 0
  ) -> TemplateTagParser {
    TemplateTagParser(tag, source: source, helpers: helpers, skipping: count)
  }

  // MARK: Blocks

  private mutating func parseBlock(_ opener: TemplateTag) throws(TemplateError) -> TemplateBlock {
    // The rest of an inverse block becomes a separate block.
    let levels = opener.kind == .openInverse ? 2 : 1
    guard depth + levels <= Self.depthLimit else {
      throw source.error(
        at: opener.offset, expected: "at most \(Self.depthLimit) nested blocks",
        found: "one more", remedy: "split the template or use {{else if …}}")
    }
    depth += levels
    defer { depth -= levels }
    var branches = [try parseBranch(opener)]
    while let tag, tag.kind == .chain { branches.append(try parseBranch(tag)) }
    var otherwise: [TemplateNode] = []
    if tag?.kind == .otherwise {
      place += 1
      otherwise = try parseNodes()
    }
    try close(opener)
    let block = TemplateBlock(branches: branches, otherwise: otherwise, offset: opener.offset)
    return opener.kind == .openInverse ? inverted(block) : block
  }

  /// Returns the block with its two bodies exchanged, for `{{^value}}a{{else}}b{{/value}}`.
  private func inverted(_ block: TemplateBlock) -> TemplateBlock {
    let rest = Array(block.branches.dropFirst())
    let first = block.branches[0]
    let body: [TemplateNode] =
      rest.isEmpty
      ? block.otherwise
      : [.block(TemplateBlock(branches: rest, otherwise: block.otherwise, offset: block.offset))]
    return TemplateBlock(
      branches: [TemplateBlock.Branch(head: first.head, names: first.names, body: body)],
      otherwise: first.body, offset: block.offset)
  }

  private mutating func parseBranch(
    _ tag: TemplateTag
  ) throws(TemplateError) -> TemplateBlock.Branch {
    place += 1
    var parser = tagParser(tag)
    let head = try parser.parseBlockHead()
    let names = try parser.parseNames()
    try parser.expectEnd()
    return TemplateBlock.Branch(head: head, names: names, body: try parseNodes())
  }

  private mutating func close(_ opener: TemplateTag) throws(TemplateError) {
    let name = headWords(opener)
    guard let tag else {
      throw source.error(
        at: opener.offset, expected: "{{/\(name)}} for this block",
        found: "the end of the template", remedy: "close the block")
    }
    guard tag.kind == .close, words(tag) == name else {
      throw source.error(
        at: tag.offset,
        expected: "{{/\(name)}} for the block of line \(source.line(of: opener.offset))",
        found: "`\(source.text(tag.offset..<tagEnd(tag)))`",
        remedy: "close blocks in the reverse order of opening them")
    }
    place += 1
  }

  private mutating func parseRaw(_ opener: TemplateTag) throws(TemplateError) -> TemplateBlock {
    place += 1
    var body: [TemplateNode] = []
    if place < pieces.count, case .text(let text) = pieces[place] {
      body = [.text(text)]
      place += 1
    }
    guard let tag, tag.kind == .rawClose, words(tag) == headWords(opener) else {
      throw source.error(
        at: opener.offset, expected: "{{{{/\(headWords(opener))}}}} for this raw block",
        found: "`\(tag.map(words) ?? "the end")`", remedy: "close the block")
    }
    place += 1
    var parser = tagParser(opener)
    let head = try parser.parseRawHead()
    try parser.expectEnd()
    let branch = TemplateBlock.Branch(head: head, names: [], body: body)
    return TemplateBlock(branches: [branch], otherwise: [], offset: opener.offset)
  }
}

// The source texts of tags, for messages and for comparing opening and closing tags.
extension TemplateParser {
  func tagEnd(_ tag: TemplateTag) -> Int {
    source.find("}}", from: tag.tokens.last?.range.upperBound ?? tag.offset).map { $0 + 2 }
      ?? source.end
  }

  func words(_ tag: TemplateTag) -> String {
    guard let first = tag.tokens.first, let last = tag.tokens.last else {
      return source.text(tag.offset..<tagEnd(tag))
    }
    return source.text(first.range.lowerBound..<last.range.upperBound)
  }

  /// Returns the words of a tag's head that the closing tag must repeat.
  func headWords(_ tag: TemplateTag) -> String {
    guard let first = tag.tokens.first else { return "" }
    var parser = tagParser(tag)
    let end = (try? parser.parseHead()) == nil ? first.range.upperBound : parser.headEnd
    return source.text(first.range.lowerBound..<end)
  }
}

/// Removes the white space next to `~`, and the whole line of a tag that stands alone on it.
enum TemplateWhitespace {
  static func control(_ pieces: [TemplatePiece]) -> [TemplatePiece] {
    let alone = pieces.indices.map { standsAlone($0, in: pieces) }
    return pieces.enumerated().map { index, piece in
      guard case .text(let text) = piece else { return piece }
      var kept = text.unicodeScalars[...]
      if index > 0, case .tag(let before) = pieces[index - 1] {
        if before.trimsAfter {
          kept = kept.drop(while: isWhitespace)
        } else if alone[index - 1] {
          kept = dropRestOfLine(kept)
        }
      }
      if index + 1 < pieces.count, case .tag(let after) = pieces[index + 1] {
        if after.trimsBefore {
          kept = dropLast(kept, while: isWhitespace)
        } else if alone[index + 1] {
          kept = dropLast(kept, while: isBlank)
        }
      }
      return .text(String(kept))
    }
  }

  /// Returns whether the tag stands alone on its line, except for white space.
  private static func standsAlone(_ index: Int, in pieces: [TemplatePiece]) -> Bool {
    guard case .tag(let tag) = pieces[index], tag.mayStandAlone else { return false }
    return lineStarts(before: index, in: pieces) && lineEnds(after: index, in: pieces)
  }

  private static func lineStarts(before index: Int, in pieces: [TemplatePiece]) -> Bool {
    guard index > 0 else { return true }
    guard case .text(let text) = pieces[index - 1] else { return false }
    let rest = dropLast(text.unicodeScalars[...], while: isBlank)
    guard let last = rest.last else { return index == 1 }
    return last == "\n"
  }

  private static func lineEnds(after index: Int, in pieces: [TemplatePiece]) -> Bool {
    guard index + 1 < pieces.count else { return true }
    guard case .text(let text) = pieces[index + 1] else { return false }
    let rest = text.unicodeScalars.drop(while: isBlank)
    guard let first = rest.first else { return index + 2 == pieces.count }
    return first == "\n" || (first == "\r" && rest.dropFirst().first == "\n")
  }

  private typealias Scalars = Substring.UnicodeScalarView

  private static func dropRestOfLine(_ text: Scalars) -> Scalars {
    var rest = text.drop(while: isBlank)
    if rest.first == "\r", rest.dropFirst().first == "\n" { rest = rest.dropFirst() }
    return rest.first == "\n" ? rest.dropFirst() : rest
  }

  private static func dropLast(
    _ text: Scalars, while drops: (Unicode.Scalar) -> Bool
  ) -> Scalars {
    var text = text
    while let last = text.last, drops(last) { text.removeLast() }
    return text
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t"
  }

  private static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace
  }
}
