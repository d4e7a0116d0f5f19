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
      case .output(let value, let escaped): try write(value, escaped: escaped)
      case .block(let block): try render(block)
      }
    }
  }

  private mutating func write(
    _ expression: TemplateValue, escaped: Bool
  ) throws(TemplateError) {
    let text = try value(of: expression).templateText
    try write(escaped ? environment.escaping.apply(to: text) : text)
  }

  mutating func write(_ text: String) throws(TemplateError) {
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
  mutating func value(
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

  /// The text of nodes, kept out of the output.
  mutating func captured(_ nodes: [TemplateNode]) throws(TemplateError) -> String {
    let outer = output
    output = ""
    try render(nodes)
    let inner = output
    output = outer
    return inner
  }
}
