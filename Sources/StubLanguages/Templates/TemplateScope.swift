/// The names in scope during rendering: contexts, loop data, block parameters and variables.
struct TemplateScope {
  /// The values of `@index`, `@key`, `@first` and `@last`.
  struct Loop {
    let index: Int
    let key: JSONValue
    let isLast: Bool
  }

  private var contexts: [TemplateData]
  private var loops: [Loop] = []
  private var parameters: [(name: String, value: TemplateData)] = []
  private var variables: [String: JSONValue] = [:]
  private let inheritsOuterNames: Bool

  init(_ root: TemplateData, inheritsOuterNames: Bool) {
    contexts = [root]
    self.inheritsOuterNames = inheritsOuterNames
  }

  mutating func assign(_ value: JSONValue, to name: String) { variables[name] = value }

  /// The state of the scope when a block starts, which is restored when it ends.
  struct Mark {
    fileprivate let contexts: Int
    fileprivate let loops: Int
    fileprivate let parameters: Int
  }

  mutating func enter(
    _ context: TemplateData? = nil, loop: Loop? = nil, names: [String] = [],
    values: [TemplateData] = []
  ) -> Mark {
    let mark = Mark(contexts: contexts.count, loops: loops.count, parameters: parameters.count)
    if let context { contexts.append(context) }
    if let loop { loops.append(loop) }
    for (name, value) in zip(names, values) { parameters.append((name, value)) }
    return mark
  }

  mutating func leave(_ mark: Mark) {
    contexts.removeLast(contexts.count - mark.contexts)
    loops.removeLast(loops.count - mark.loops)
    parameters.removeLast(parameters.count - mark.parameters)
  }

  /// Returns the value at a path; null if there is none.
  func data(at path: TemplatePath) -> TemplateData {
    var segments = path.segments[...]
    guard var value = start(of: path, taking: &segments) else { return .json(.null) }
    for segment in segments {
      guard let member = value.member(segment) else { return .json(.null) }
      value = member
    }
    return value
  }

  private func start(
    of path: TemplatePath, taking segments: inout ArraySlice<String>
  ) -> TemplateData? {
    if path.isData {
      guard let name = segments.popFirst() else { return nil }
      return name == "root" ? contexts.first : loopValue(name, up: path.up).map { .json($0) }
    }
    guard path.up < contexts.count else { return nil }
    let context = contexts[contexts.count - 1 - path.up]
    guard path.up == 0, !path.isScoped, let name = segments.first else { return context }
    if let parameter = parameters.last(where: { $0.name == name }) {
      segments.removeFirst()
      return parameter.value
    }
    if let variable = variables[name], context.member(name) == nil {
      segments.removeFirst()
      return .json(variable)
    }
    guard inheritsOuterNames else { return context }
    return contexts.last { $0.has(name) } ?? context
  }

  private func loopValue(_ name: String, up: Int) -> JSONValue? {
    guard up < loops.count else { return nil }
    let loop = loops[loops.count - 1 - up]
    switch name {
    case "index": return .number(JSONNumber(loop.index))
    case "key": return loop.key
    case "first": return .bool(loop.index == 0)
    case "last": return .bool(loop.isLast)
    default: return nil
    }
  }
}

extension TemplateData {
  /// Returns whether there is a member with this name whose value is not null.
  fileprivate func has(_ name: String) -> Bool {
    switch member(name) {
    case nil, .json(.null): false
    default: true
    }
  }
}

extension TemplateTagParser {
  /// Decides whether the head of a tag is a helper or a path.
  ///
  /// A helper's name without the arguments that the helper needs is a path, so that a member named
  /// `size` can be used.
  func resolve(
    _ head: TemplatePath, _ operands: Operands, at offset: Int, hasBody: Bool = false
  ) throws(TemplateError) -> TemplateValue {
    let isBare = operands.arguments.isEmpty && operands.options.isEmpty
    guard let name = head.simpleName else {
      if isBare { return .path(head) }
      throw source.error(
        at: offset, expected: "the name of a helper before arguments", found: "a path",
        remedy: "a path takes no arguments; \(helpers.list)")
    }
    guard let helper = helpers[name] else {
      if isBare { return .path(head) }
      throw unknownHelper(name, at: offset)
    }
    let body = hasBody ? 1 : 0
    if isBare, helper.arguments.lowerBound > body { return .path(head) }
    try check(helper, name, operands, body: body, at: offset)
    let call = TemplateInvocation(
      helper: helper, name: name, arguments: operands.arguments, options: operands.options,
      offset: offset, hasBody: hasBody)
    if !hasBody { try checkConstantCall(call) }
    return .call(call)
  }

  private func unknownHelper(_ name: String, at offset: Int) -> TemplateError {
    if TemplateHelperTable.blocks.contains(name) {
      return source.error(
        at: offset, expected: "a value", found: "`\(name)`, which needs a body",
        remedy: "write {{#\(name) …}} … {{/\(name)}}")
    }
    let remedy = helpers.nearest(to: name).map { "did you mean `\($0)`?" } ?? helpers.list
    return source.error(
      at: offset, expected: "the name of a helper before arguments",
      found: "unknown helper `\(name)`", remedy: remedy)
  }

  private func check(
    _ helper: TemplateHelper, _ name: String, _ operands: Operands, body: Int, at offset: Int
  ) throws(TemplateError) {
    let count = operands.arguments.count + body
    guard helper.arguments.contains(count) else {
      throw source.error(
        at: offset, expected: "\(helper.arity) for `\(name)`", found: "\(count)",
        remedy: "write \(helper.usage)")
    }
    for (option, _) in operands.options where !helper.options.contains(option) {
      throw source.error(
        at: offset, expected: helper.optionList(of: name), found: "`\(option)=`",
        remedy: "write \(helper.usage)")
    }
  }

  /// Tries a call if all its arguments are literals, so that errors are found when the template is
  /// compiled.
  private func checkConstantCall(_ call: TemplateInvocation) throws(TemplateError) {
    var known = call.arguments.map(\.literal)
    if call.helper.acceptsMissing, let first = known.first, first == nil { known[0] = .null }
    let options = call.options.compactMap { option in
      option.value.literal.map { (option.name, $0) }
    }
    guard !known.contains(nil), options.count == call.options.count else { return }
    let environment = TemplateEnvironment(random: SeededRandom(seed: 0))
    var input = TemplateCall(
      name: call.name, arguments: known.compactMap(\.self),
      options: Dictionary(options) { _, last in last }, environment: environment)
    _ = try call.answer(&input, in: source)
  }
}

extension TemplateValue {
  var literal: JSONValue? {
    guard case .literal(let value) = self else { return nil }
    return value
  }
}
