/// Finds the members of the context that a template may look at, and of these the members.
struct TemplateRoots: Sendable {
  /// By the name of the root; `this` stands for all there is.
  private(set) var members: [String: Set<String>] = [:]

  init(_ nodes: [TemplateNode]) { visit(nodes, level: 0, known: []) }

  private mutating func add(_ segments: some Collection<String>) {
    let member = segments.dropFirst().first ?? "this"
    members[segments.first ?? "this", default: []].insert(member)
  }

  // `level` counts the blocks around the nodes that certainly replaced the context; `known` are
  // the block parameters in sight.
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
  }

  private mutating func visit(_ path: TemplatePath, _ level: Int, _ known: Set<String>) {
    if path.isData {
      if path.segments.first == "root" { add(path.segments.dropFirst()) }
    } else if path.up == 0, !path.isScoped, let first = path.segments.first, known.contains(first) {
      return
    } else if path.up >= level {
      add(path.segments)
    }
  }
}
