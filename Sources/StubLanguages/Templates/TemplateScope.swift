/// Where names are looked up while rendering: contexts, loop data, block parameters, variables.
struct TemplateScope {
  /// What `@index`, `@key`, `@first` and `@last` say.
  struct Loop {
    let index: Int
    let key: JSONValue
    let isLast: Bool
  }

  private var contexts: [JSONValue]
  private var loops: [Loop] = []
  private var parameters: [(name: String, value: JSONValue)] = []
  private var variables: [String: JSONValue] = [:]

  init(_ root: JSONValue) { contexts = [root] }

  var this: JSONValue { contexts.last ?? .null }

  mutating func assign(_ value: JSONValue, to name: String) { variables[name] = value }

  /// A place to come back to when a block ends.
  struct Mark {
    fileprivate let contexts: Int
    fileprivate let loops: Int
    fileprivate let parameters: Int
  }

  mutating func enter(
    _ context: JSONValue? = nil, loop: Loop? = nil, names: [String] = [],
    values: [JSONValue] = []
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

  /// The value at a path; null when there is none.
  func value(at path: TemplatePath) -> JSONValue {
    var segments = path.segments[...]
    guard var value = start(of: path, taking: &segments) else { return .null }
    for segment in segments {
      guard let member = value.templateMember(segment) else { return .null }
      value = member
    }
    return value
  }

  private func start(
    of path: TemplatePath, taking segments: inout ArraySlice<String>
  ) -> JSONValue? {
    if path.isData {
      guard let name = segments.popFirst() else { return nil }
      return name == "root" ? contexts.first : loopValue(name, up: path.up)
    }
    guard path.up < contexts.count else { return nil }
    let context = contexts[contexts.count - 1 - path.up]
    guard path.up == 0, !path.isScoped, let name = segments.first else { return context }
    if let parameter = parameters.last(where: { $0.name == name }) {
      segments.removeFirst()
      return parameter.value
    }
    if let variable = variables[name], context.templateMember(name) == nil {
      segments.removeFirst()
      return variable
    }
    return context
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
