/// Writes the text of a template for one context.
struct TemplateRenderer {
  private(set) var output = ""
  var scope: TemplateScope
  private let environment: TemplateEnvironment
  private let source: TemplateSource

  init(_ context: JSONValue, environment: TemplateEnvironment, source: TemplateSource) {
    scope = TemplateScope(context)
    self.environment = environment
    self.source = source
  }

  mutating func render(_ nodes: [TemplateNode]) throws(TemplateError) {
    for node in nodes {
      switch node {
      case .text(let text): try write(text)
      case .output(let expression, let escaped):
        let text = try value(of: expression).templateText
        try write(escaped ? environment.escaping.apply(to: text) : text)
      case .block(let block): try render(block)
      }
    }
  }

  private mutating func write(_ text: String) throws(TemplateError) {
    guard output.utf8.count + text.utf8.count <= environment.outputLimit else {
      throw source.error(
        at: 0, expected: "at most \(environment.outputLimit) bytes of output", found: "more",
        remedy: "repeat less, or raise `outputLimit` of the environment")
    }
    output += text
  }

  // MARK: Values

  mutating func value(of expression: TemplateValue) throws(TemplateError) -> JSONValue {
    switch expression {
    case .literal(let value): value
    case .path(let path): scope.value(at: path)
    case .call(let call): try value(of: call)
    }
  }

  /// What a helper answers; errors get the place of the call.
  private mutating func value(
    of call: TemplateInvocation, body: String? = nil
  ) throws(TemplateError) -> JSONValue {
    var arguments: [JSONValue] = body.map { [.string($0)] } ?? []
    for argument in call.arguments { arguments.append(try value(of: argument)) }
    var options: [String: JSONValue] = [:]
    for option in call.options { options[option.name] = try value(of: option.value) }
    var input = TemplateCall(
      name: call.name, arguments: arguments, options: options, environment: environment)
    let result = try call.answer(&input, in: source)
    if let (name, value) = input.assignment { scope.assign(value, to: name) }
    return result
  }

  // MARK: Blocks

  private mutating func render(_ block: TemplateBlock) throws(TemplateError) {
    for branch in block.branches {
      if try take(branch) { return }
    }
    try render(block.otherwise)
  }

  /// Renders the body when the head says so; answers whether it did.
  private mutating func take(_ branch: TemplateBlock.Branch) throws(TemplateError) -> Bool {
    switch branch.head {
    case .condition(let expression, let negated, let zeroCounts):
      let tested = try value(of: expression)
      var holds = tested.isTruthy
      if !holds, let zeroCounts, case .number = tested {
        holds = try value(of: zeroCounts).isTruthy
      }
      guard holds != negated else { return false }
      try render(branch.body)
    case .each(let expression): return try repeatBody(of: branch, for: try value(of: expression))
    case .with(let expression):
      let context = try value(of: expression)
      if context.isTruthy || context.templateNumber != nil {
        try renderBody(of: branch, in: context)
      } else {
        return false
      }
    case .section(let expression): return try takeSection(branch, try value(of: expression))
    case .transform(let call):
      let text = try captured(branch.body)
      try write(try value(of: call, body: text).templateText)
    case .raw: try render(branch.body)
    }
    return true
  }

  private mutating func takeSection(
    _ branch: TemplateBlock.Branch, _ value: JSONValue
  ) throws(TemplateError) -> Bool {
    switch value {
    case .null, .bool(false): return false
    case .bool(true): try render(branch.body)
    case .array: return try repeatBody(of: branch, for: value)
    default: try renderBody(of: branch, in: value)
    }
    return true
  }

  private mutating func repeatBody(
    of branch: TemplateBlock.Branch, for list: JSONValue
  ) throws(TemplateError) -> Bool {
    switch list {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        let key = JSONValue.number(JSONNumber(index))
        let loop = TemplateScope.Loop(
          index: index, key: key, isLast: index == elements.count - 1)
        try renderBody(of: branch, in: element, loop: loop)
      }
      return !elements.isEmpty
    case .object(let object):
      for (index, member) in object.members.enumerated() {
        let loop = TemplateScope.Loop(
          index: index, key: .string(member.name), isLast: index == object.count - 1)
        try renderBody(of: branch, in: member.value, loop: loop)
      }
      return !object.isEmpty
    default: return false
    }
  }

  private mutating func renderBody(
    of branch: TemplateBlock.Branch, in context: JSONValue, loop: TemplateScope.Loop? = nil
  ) throws(TemplateError) {
    let mark = scope.enter(
      context, loop: loop, names: branch.names, values: [context, loop?.key ?? .null])
    try render(branch.body)
    scope.leave(mark)
  }

  /// The text of nodes, kept out of the output.
  private mutating func captured(_ nodes: [TemplateNode]) throws(TemplateError) -> String {
    let outer = output
    output = ""
    try render(nodes)
    let inner = output
    output = outer
    return inner
  }
}
