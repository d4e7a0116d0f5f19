extension TemplateTagParser {
  /// What a block tag tests or walks through.
  mutating func parseBlockHead() throws(TemplateError) -> TemplateBlock.Head {
    let start = offset
    let head = try parseHead()
    let operands = try parseOperands()
    if let name = head.simpleName, TemplateHelperTable.blocks.contains(name) {
      return try builtIn(name, operands, at: start)
    }
    let transforms = head.simpleName.flatMap { helpers[$0] }?.takesBody ?? false
    let value = try resolve(head, operands, at: start, hasBody: transforms)
    if transforms, case .call(let call) = value { return .transform(call) }
    return .section(value)
  }

  /// `raw`, or a helper that takes text.
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
