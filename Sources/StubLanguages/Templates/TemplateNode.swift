/// One part of a compiled template.
enum TemplateNode: Sendable {
  case text(String)
  case output(TemplateValue, escaped: Bool)
  case block(TemplateBlock)

  /// Whether the node is a tag with the helper `json`.
  var isJSON: Bool {
    guard case .output(.call(let call), _) = self else { return false }
    return TemplateHelper.json.names.contains(call.name)
  }

  /// Whether a part of the node may be rendered more than once.
  var repeats: Bool {
    guard case .block(let block) = self else { return false }
    return block.otherwise.contains(where: \.repeats) || block.branches.contains(where: \.repeats)
  }
}

/// A tag with branches, which are tried in order, and a body for the case that none applies.
///
/// `{{else if …}}` adds a branch, so that a long chain is not nested.
struct TemplateBlock: Sendable {
  struct Branch: Sendable {
    let head: Head
    /// The names of the block parameters in `as |value key|`.
    let names: [String]
    let body: [TemplateNode]

    var repeats: Bool {
      switch head {
      case .each, .join, .section: true
      case .condition, .with, .transform, .raw: body.contains(where: \.repeats)
      }
    }
  }

  enum Head: Sendable {
    case condition(TemplateValue, negated: Bool, zeroCounts: TemplateValue?)
    case each(TemplateValue)
    /// A helper that renders the body for each element of its second argument, and
    /// joins the results.
    case join(TemplateInvocation)
    case with(TemplateValue)
    /// A value that decides how the body is rendered.
    ///
    /// True renders it with the same context, a list repeats it, and any other value becomes
    /// `this`.
    case section(TemplateValue)
    /// A helper that takes the rendered body as its first argument.
    case transform(TemplateInvocation)
    /// Literal text in `{{{{raw}}}} … {{{{/raw}}}}`.
    case raw
  }

  let branches: [Branch]
  let otherwise: [TemplateNode]
  let offset: Int
}

/// A value in a tag or an argument.
indirect enum TemplateValue: Sendable {
  case literal(JSONValue)
  case path(TemplatePath)
  case call(TemplateInvocation)
}

/// A path to a value, such as `../items.[0].name` or `@root.request`.
struct TemplatePath: Sendable, Hashable {
  /// Whether the path starts with `@`, so that it reads loop data or the root instead of the
  /// context.
  var isData = false
  /// The number of `../` at the start of the path.
  var up = 0
  /// Whether the path starts with `this` or `.`, so that it is neither a helper nor a block
  /// parameter.
  var isScoped = false
  var segments: [String] = []

  /// The name in a path of one segment, which can be a helper or a block parameter; `nil` for other
  /// paths.
  var simpleName: String? {
    segments.count == 1 && up == 0 && !isData && !isScoped ? segments[0] : nil
  }
}

/// The members of the context that a template can read, with the members of these members.
struct TemplateRoots: Sendable {
  /// The names of the members of each root; `this` stands for all of them.
  private(set) var members: [String: Set<String>] = [:]
  /// The members of names that occur in blocks.
  ///
  /// These names are roots only if the context of the block lacks them.
  private(set) var outerMembers: [String: Set<String>] = [:]
  /// The names that helpers assign to values; `nil` if a name is not a literal.
  private(set) var assignedNames: Set<String>? = []

  private let inheritsOuterNames: Bool

  init(_ nodes: [TemplateNode], inheritsOuterNames: Bool) {
    self.inheritsOuterNames = inheritsOuterNames
    visit(nodes, level: 0, known: [])
  }

  private mutating func add(_ segments: some Collection<String>) {
    let member = segments.dropFirst().first ?? "this"
    members[segments.first ?? "this", default: []].insert(member)
  }

  // `level` is the number of surrounding blocks that have replaced the context; `known` contains
  // the block parameters in scope.
  private mutating func visit(_ nodes: [TemplateNode], level: Int, known: Set<String>) {
    for node in nodes {
      switch node {
      case .text: break
      case .output(let value, _): visit(value, level, known)
      case .block(let block): visit(block, level, known)
      }
    }
  }

  private mutating func visit(_ block: TemplateBlock, _ level: Int, _ known: Set<String>) {
    for branch in block.branches {
      var inner = level
      switch branch.head {
      case .condition(let value, _, let zeroCounts):
        visit(value, level, known)
        if let zeroCounts { visit(zeroCounts, level, known) }
      case .each(let value), .with(let value):
        visit(value, level, known)
        inner += 1
      case .section(let value): visit(value, level, known)
      case .join(let call):
        visit(call, level, known)
        inner += 1
      case .transform(let call): visit(call, level, known)
      case .raw: break
      }
      visit(branch.body, level: inner, known: known.union(branch.names))
    }
    visit(block.otherwise, level: level, known: known)
  }

  private mutating func visit(_ value: TemplateValue, _ level: Int, _ known: Set<String>) {
    switch value {
    case .literal: break
    case .path(let path): visit(path, level, known)
    case .call(let call): visit(call, level, known)
    }
  }

  private mutating func visit(_ call: TemplateInvocation, _ level: Int, _ known: Set<String>) {
    for argument in call.arguments { visit(argument, level, known) }
    for option in call.options { visit(option.value, level, known) }
    guard let naming = call.naming else { return }
    if let name = naming.literal?.templateText {
      assignedNames?.insert(name)
    } else {
      assignedNames = nil
    }
  }

  private mutating func visit(_ path: TemplatePath, _ level: Int, _ known: Set<String>) {
    if path.isData {
      if path.segments.first == "root" { add(path.segments.dropFirst()) }
    } else if path.up == 0, !path.isScoped, let first = path.segments.first, known.contains(first) {
      return
    } else if path.up >= level {
      add(path.segments)
    } else if inheritsOuterNames, path.up == 0, !path.isScoped, path.segments.count > 1 {
      outerMembers[path.segments[0], default: []].insert(path.segments[1])
    }
  }
}
