/// Writes the text of a template for one context, which is the values of a request.
struct TemplateRenderer {
  private(set) var output = ""
  var scope: TemplateScope
  private let dialect: TemplateDialect
  private let environment: TemplateEnvironment
  private let source: TemplateSource
  private(set) var steps: StepBudget
  /// The position of the current block or helper, for errors.
  private var place = 0

  init(
    _ context: TemplateData, _ dialect: TemplateDialect, environment: TemplateEnvironment,
    source: TemplateSource, steps: StepBudget
  ) {
    scope = TemplateScope(context, inheritsOuterNames: dialect.inheritsOuterNames)
    self.dialect = dialect
    self.environment = environment
    self.source = source
    self.steps = steps
  }

  /// Takes steps (units of work), or throws an error if not enough are left.
  private mutating func take(_ count: Int = 1) throws(TemplateError) {
    if !steps.take(count) { throw limitExceeded }
  }

  private var limitExceeded: TemplateError {
    source.error(
      at: place, expected: "a template that ends", found: "one that \(steps.limitExceeded)",
      remedy: "repeat less, or raise the step limit")
  }

  mutating func render(_ nodes: [TemplateNode]) throws(TemplateError) {
    for node in nodes {
      try take()
      switch node {
      case .text(let text): try write(text)
      case .output(let value, let escaped): try write(value, escaped: escaped)
      case .block(let block): try render(block)
      }
    }
  }

  private mutating func write(
    _ expression: TemplateValue, escaped: Bool
  ) throws(TemplateError) {
    let value = try value(of: expression)
    let text =
      dialect.printsListsAsJSON && value.array != nil ? value.text() : value.templateText
    try write(escaped ? environment.escaping.apply(to: text) : text)
  }

  mutating func write(_ text: String) throws(TemplateError) {
    guard output.utf8.count + text.utf8.count <= environment.outputLimit else {
      throw source.error(
        at: place, expected: "at most \(environment.outputLimit) bytes of output", found: "more",
        remedy: "repeat less, or raise `outputLimit` of the environment")
    }
    output += text
  }

  // MARK: Values

  mutating func value(of expression: TemplateValue) throws(TemplateError) -> JSONValue {
    try data(of: expression).json
  }

  private mutating func data(of expression: TemplateValue) throws(TemplateError) -> TemplateData {
    switch expression {
    case .literal(let value): .json(value)
    case .path(let path): scope.data(at: path)
    case .call(let call): .json(try value(of: call))
    }
  }

  /// Returns the result of a helper; an error that it throws gets the position of the call.
  mutating func value(
    of call: TemplateInvocation, body: String? = nil
  ) throws(TemplateError) -> JSONValue {
    var arguments: [TemplateData] = body.map { [.json(.string($0))] } ?? []
    for argument in call.arguments { arguments.append(try data(of: argument)) }
    var options: [String: JSONValue] = [:]
    for option in call.options { options[option.name] = try value(of: option.value) }
    var input = TemplateCall(
      name: call.name, arguments: arguments.map(\.json), options: options,
      environment: environment)
    input.data = arguments
    place = call.offset
    input.steps = steps
    defer { steps = input.steps }
    let result: JSONValue
    do {
      result = try call.answer(&input, in: source)
    } catch {
      throw input.steps.isExhausted ? limitExceeded : error
    }
    result.takeSteps(&input.steps)
    guard !input.steps.isExhausted else { throw limitExceeded }
    if let (name, value) = input.assignment { scope.assign(value, to: name) }
    return result
  }

  /// Returns the rendered text of nodes, without adding it to the output.
  mutating func captured(_ nodes: [TemplateNode]) throws(TemplateError) -> String {
    let outer = output
    output = ""
    try render(nodes)
    let inner = output
    output = outer
    return inner
  }
}

// Each case has a separate function, because nested blocks are rendered recursively: the stack
// frame of a shared function would have the locals of all cases at each level.
extension TemplateRenderer {
  mutating func render(_ block: TemplateBlock) throws(TemplateError) {
    place = block.offset
    for branch in block.branches where try take(branch) { return }
    try render(block.otherwise)
  }

  /// Renders the body if the head is true.
  ///
  /// - Returns: whether it was rendered.
  private mutating func take(_ branch: TemplateBlock.Branch) throws(TemplateError) -> Bool {
    switch branch.head {
    case .condition(let tested, let negated, let zeroCounts):
      guard try holds(tested, zeroCounts: zeroCounts) != negated else { return false }
      return try renderBody(of: branch)
    case .each(let list): return try repeatBody(of: branch, for: items(of: list))
    case .join(let call): return try takeJoin(branch, call)
    case .with(let context): return try takeWith(branch, context)
    case .section(let value): return try takeSection(branch, value)
    case .transform(let call): return try takeTransform(branch, call)
    case .raw: return try renderBody(of: branch)
    }
  }

  private mutating func holds(
    _ expression: TemplateValue, zeroCounts: TemplateValue?
  ) throws(TemplateError) -> Bool {
    let tested = try data(of: expression)
    guard !tested.isTruthy, let zeroCounts, case .json(.number) = tested else {
      return tested.isTruthy
    }
    return try value(of: zeroCounts).isTruthy
  }

  private mutating func items(
    of expression: TemplateValue
  ) throws(TemplateError) -> [(key: JSONValue, value: TemplateData)] {
    try data(of: expression).items
  }

  private mutating func takeJoin(
    _ branch: TemplateBlock.Branch, _ call: TemplateInvocation
  ) throws(TemplateError) -> Bool {
    let items = try items(of: call.arguments[1])
    let separator = try value(of: call.arguments[0]).templateText
    try write(text(of: "prefix", in: call))
    _ = try repeatBody(of: branch, for: items, separator: separator)
    try write(text(of: "suffix", in: call))
    return true
  }

  private mutating func text(
    of option: String, in call: TemplateInvocation
  ) throws(TemplateError) -> String {
    guard let option = call.options.last(where: { $0.name == option }) else { return "" }
    return try value(of: option.value).templateText
  }

  private mutating func takeWith(
    _ branch: TemplateBlock.Branch, _ expression: TemplateValue
  ) throws(TemplateError) -> Bool {
    let context = try data(of: expression)
    switch context {
    case .json(.number): break
    default: guard context.isTruthy else { return false }
    }
    return try renderBody(of: branch, in: context)
  }

  private mutating func takeSection(
    _ branch: TemplateBlock.Branch, _ expression: TemplateValue
  ) throws(TemplateError) -> Bool {
    let value = try data(of: expression)
    switch value {
    case .json(.null), .json(.bool(false)): return false
    case .json(.bool(true)): return try renderBody(of: branch)
    default:
      return try value.elements == nil
        ? renderBody(of: branch, in: value) : repeatBody(of: branch, for: value.items)
    }
  }

  private mutating func takeTransform(
    _ branch: TemplateBlock.Branch, _ call: TemplateInvocation
  ) throws(TemplateError) -> Bool {
    let body = try captured(branch.body)
    try write(try value(of: call, body: body).templateText)
    return true
  }

  // MARK: Bodies

  private mutating func renderBody(of branch: TemplateBlock.Branch) throws(TemplateError) -> Bool {
    try render(branch.body)
    return true
  }

  private mutating func renderBody(
    of branch: TemplateBlock.Branch, in context: TemplateData
  ) throws(TemplateError) -> Bool {
    let mark = scope.enter(context, names: branch.names, values: [context, .json(.null)])
    try render(branch.body)
    scope.leave(mark)
    return true
  }

  /// Renders the body once for each element or member.
  ///
  /// - Returns: whether there were any.
  private mutating func repeatBody(
    of branch: TemplateBlock.Branch, for items: [(key: JSONValue, value: TemplateData)],
    separator: String = ""
  ) throws(TemplateError) -> Bool {
    let start = place
    for index in items.indices {
      place = start
      try take(2)
      if index > 0 { try write(separator) }
      let mark = enter(items[index], at: index, of: items.count, names: branch.names)
      try render(branch.body)
      scope.leave(mark)
    }
    return !items.isEmpty
  }

  private mutating func enter(
    _ item: (key: JSONValue, value: TemplateData), at index: Int, of count: Int, names: [String]
  ) -> TemplateScope.Mark {
    let loop = TemplateScope.Loop(index: index, key: item.key, isLast: index == count - 1)
    return scope.enter(item.value, loop: loop, names: names, values: [item.value, .json(item.key)])
  }
}

extension JSONValue {
  /// Takes a step for each value, and one for each 64 bytes of text.
  ///
  /// So rendering cannot create values that are much larger than the budget.
  fileprivate func takeSteps(_ steps: inout StepBudget) {
    switch self {
    case .null, .bool, .number: steps.take()
    case .string(let text): steps.take(1 + text.utf8.count / 64)
    case .array(let elements):
      guard steps.take() else { return }
      for element in elements where !steps.isExhausted { element.takeSteps(&steps) }
    case .object(let object):
      guard steps.take() else { return }
      for member in object.members where !steps.isExhausted { member.value.takeSteps(&steps) }
    }
  }
}
