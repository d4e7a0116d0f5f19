/// One part of a compiled template.
enum TemplateNode: Sendable {
  case text(String)
  case output(TemplateValue, escaped: Bool)
  case block(TemplateBlock)
}

/// A tag with a body: branches that are tried in order, and what is left when none is taken.
///
/// `{{else if …}}` adds a branch, so a long chain does not nest.
struct TemplateBlock: Sendable {
  struct Branch: Sendable {
    let head: Head
    /// The names of `as |value key|`.
    let names: [String]
    let body: [TemplateNode]
  }

  enum Head: Sendable {
    case condition(TemplateValue, negated: Bool, zeroCounts: TemplateValue?)
    case each(TemplateValue)
    case with(TemplateValue)
    /// A plain value: true keeps the context, a list repeats the body, anything else becomes `this`.
    case section(TemplateValue)
    /// A helper that takes the rendered body as its first argument.
    case transform(TemplateInvocation)
    /// Text that is not looked into: `{{{{raw}}}} … {{{{/raw}}}}`.
    case raw
  }

  let branches: [Branch]
  let otherwise: [TemplateNode]
  let offset: Int
}

/// What a tag or an argument stands for.
indirect enum TemplateValue: Sendable {
  case literal(JSONValue)
  case path(TemplatePath)
  case call(TemplateInvocation)
}

/// Where a value is looked up, such as `../items.[0].name` or `@root.request`.
struct TemplatePath: Sendable, Hashable {
  /// Starts with `@`: loop data or the root instead of the context.
  var isData = false
  /// How many `../` it starts with.
  var up = 0
  /// Starts with `this` or `.`, so it never means a helper or a block parameter.
  var isScoped = false
  var segments: [String] = []

  /// The only segment of a path that may name a helper or a block parameter.
  var simpleName: String? {
    segments.count == 1 && up == 0 && !isData && !isScoped ? segments[0] : nil
  }
}
