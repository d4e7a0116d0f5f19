/// Parses the tokens of one tag, which are a head, arguments, options and block parameters.
struct TemplateTagParser {
  let source: TemplateSource
  let helpers: TemplateHelperTable
  private let tag: TemplateTag
  private var place: Int
  private var depth = 0

  /// The deepest nesting of sub-expressions, so that the stack suffices.
  static let depthLimit = 16

  init(_ tag: TemplateTag, source: TemplateSource, helpers: TemplateHelperTable, skipping: Int = 0)
  {
    self.tag = tag
    self.source = source
    self.helpers = helpers
    place = skipping
  }

  /// The arguments and options that follow the name in a tag.
  struct Operands {
    var arguments: [TemplateValue] = []
    var options: [(name: String, value: TemplateValue)] = []
  }

  var next: TemplateToken? { place < tag.tokens.count ? tag.tokens[place] : nil }

  var offset: Int { next?.range.lowerBound ?? tag.tokens.last?.range.upperBound ?? tag.offset }

  /// Parses the whole tag as a value.
  mutating func parseOutput() throws(TemplateError) -> TemplateValue {
    let expression = try parseCall()
    try expectEnd()
    return expression
  }

  /// Parses a head with its operands, up to a closing parenthesis, block parameters or the end.
  mutating func parseCall() throws(TemplateError) -> TemplateValue {
    let start = offset
    let head = try parseHead()
    let operands = try parseOperands()
    return try resolve(head, operands, at: start)
  }

  /// Parses the path at the start of a tag, where a literal is the name of a member.
  mutating func parseHead() throws(TemplateError) -> TemplatePath {
    switch next?.kind {
    case .string(let text), .number(let text):
      place += 1
      return TemplatePath(segments: [text])
    default: return try parsePath()
    }
  }

  mutating func parseOperands() throws(TemplateError) -> Operands {
    var operands = Operands()
    while let token = next, token.kind != .close, !startsNames {
      if let name = optionName {
        place += 2
        operands.options.append((name, try parseValue()))
      } else if operands.options.isEmpty {
        operands.arguments.append(try parseValue())
      } else {
        throw error(
          expected: "an option as `name=value`", remedy: "write arguments before the options")
      }
    }
    return operands
  }

  private var optionName: String? {
    guard let token = next, place + 1 < tag.tokens.count, tag.tokens[place + 1].kind == .equals
    else { return nil }
    switch token.kind {
    case .name(let name), .segment(let name): return name
    default: return nil
    }
  }

  private mutating func parseValue() throws(TemplateError) -> TemplateValue {
    switch next?.kind {
    case .string(let text):
      place += 1
      return .literal(.string(text))
    case .number(let text):
      place += 1
      return .literal(.number(JSONNumber(text: text)))
    case .name(let word) where !continuesPath:
      if let literal = Self.literals[word] {
        place += 1
        return .literal(literal)
      }
      return .path(try parsePath())
    case .open: return try parseSubexpression()
    default: return .path(try parsePath())
    }
  }

  private static let literals: [String: JSONValue] = [
    "true": true, "false": false, "null": nil, "undefined": nil,
  ]

  private var continuesPath: Bool {
    place + 1 < tag.tokens.count && tag.tokens[place + 1].kind == .separator
  }

  private mutating func parseSubexpression() throws(TemplateError) -> TemplateValue {
    guard depth < Self.depthLimit else {
      throw error(
        expected: "at most \(Self.depthLimit) nested sub-expressions",
        remedy: "take a part out with {{#with (…) as |name|}}")
    }
    depth += 1
    place += 1
    let value = try parseCall()
    guard next?.kind == .close else {
      throw error(expected: "`)`", remedy: "close the sub-expression")
    }
    place += 1
    depth -= 1
    return value
  }

  // A path consists of names between separators; `..`, `.` and `this` are allowed
  // only at its start.
  private mutating func parsePath() throws(TemplateError) -> TemplatePath {
    var path = TemplatePath()
    if next?.kind == .data {
      path.isData = true
      place += 1
    }
    repeat {
      let start = offset
      guard let token = next else { throw missingPath() }
      place += 1
      switch token.kind {
      case .segment(let name),
        .name(let name) where path.isData && path.segments.isEmpty:
        path.segments.append(name)
      case .name(let name) where name != "this": path.segments.append(name)
      case .number(let text): path.segments.append(text)
      case .name, .here, .parent:
        guard path.segments.isEmpty else { throw misplaced(token, at: start) }
        if token.kind == .parent { path.up += 1 } else { path.isScoped = true }
      default:
        place -= 1
        throw missingPath()
      }
    } while takeSeparator()
    return path
  }

  private mutating func takeSeparator() -> Bool {
    guard next?.kind == .separator else { return false }
    place += 1
    return true
  }

  private func missingPath() -> TemplateError {
    error(
      expected: "a path, a literal or a helper",
      remedy: "name what to insert, such as {{request.path}}")
  }

  private func misplaced(_ token: TemplateToken, at offset: Int) -> TemplateError {
    source.error(
      at: offset, expected: "the name of a member", found: "`\(source.text(token.range))`",
      remedy: "`..`, `.` and `this` may only start a path; "
        + "a member of that name is written [\(source.text(token.range))]")
  }

  // MARK: Ends

  private var startsNames: Bool {
    guard next?.kind == .name("as"), place + 1 < tag.tokens.count else { return false }
    return tag.tokens[place + 1].kind == .bar
  }

  /// Parses the block parameters, as in `as |value key|`.
  mutating func parseNames() throws(TemplateError) -> [String] {
    guard startsNames else { return [] }
    place += 2
    var names: [String] = []
    while case .name(let name) = next?.kind {
      names.append(name)
      place += 1
    }
    guard next?.kind == .bar, !names.isEmpty else {
      throw error(expected: "names and a closing `|`", remedy: "write `as |value key|`")
    }
    place += 1
    return names
  }

  /// The position after the head that was parsed last.
  var headEnd: Int { place > 0 ? tag.tokens[place - 1].range.upperBound : tag.offset }

  func expectEnd() throws(TemplateError) {
    guard next != nil else { return }
    throw error(
      expected: "the end of the tag",
      remedy: startsNames
        ? "only a block, such as {{#each …}}, has block parameters" : "remove what is too much")
  }

  func error(expected: String, remedy: String) -> TemplateError {
    let found = next.map { "`\(source.text($0.range))`" } ?? "the end of the tag"
    return source.error(at: offset, expected: expected, found: found, remedy: remedy)
  }
}

extension TemplateTagParser {
  /// Parses the head of a block tag.
  ///
  /// It is a built-in block, a helper, or a value that is tested or for which the body is repeated.
  mutating func parseBlockHead() throws(TemplateError) -> TemplateBlock.Head {
    let start = offset
    let head = try parseHead()
    let operands = try parseOperands()
    if let name = head.simpleName, TemplateHelperTable.blocks.contains(name) {
      return try builtIn(name, operands, at: start)
    }
    let transforms = head.simpleName.flatMap { helpers[$0] }?.takesBody ?? false
    let value = try resolve(head, operands, at: start, hasBody: transforms)
    if case .call(let call) = value {
      if transforms { return .transform(call) }
      if call.helper.repeatsBody { return .join(call) }
    }
    return .section(value)
  }

  /// Parses the head of a raw block: `raw`, or a helper that takes text.
  mutating func parseRawHead() throws(TemplateError) -> TemplateBlock.Head {
    if next?.kind == .name("raw") {
      _ = try parseHead()
      return .raw
    }
    let start = offset
    if case .transform(let call) = try parseBlockHead() { return .transform(call) }
    throw source.error(
      at: start, expected: "`raw` or a helper that takes text", found: "another name",
      remedy: "write {{{{raw}}}} … {{{{/raw}}}}")
  }

  private func builtIn(
    _ name: String, _ operands: Operands, at start: Int
  ) throws(TemplateError) -> TemplateBlock.Head {
    guard operands.arguments.count == 1 else {
      throw source.error(
        at: start, expected: "one argument for `\(name)`",
        found: "\(operands.arguments.count)", remedy: "write {{#\(name) value}}")
    }
    let known = name == "if" || name == "unless" ? ["includeZero"] : []
    for (option, _) in operands.options where !known.contains(option) {
      throw source.error(
        at: start, expected: known.isEmpty ? "no options" : "the option `includeZero`",
        found: "`\(option)=`", remedy: "write {{#\(name) value}}")
    }
    let value = operands.arguments[0]
    switch name {
    case "each": return .each(value)
    case "with": return .with(value)
    default:
      return .condition(
        value, negated: name == "unless", zeroCounts: operands.options.first?.value)
    }
  }
}
