/// A text with Handlebars tags, compiled once and rendered for each request.
///
/// ```swift
/// let greeting = try Template("Hello {{upper name}}!")
/// try greeting.render(["name": "Ada"], environment: TemplateEnvironment())  // Hello ADA!
/// ```
///
/// What is missing renders as nothing. Partials, decorators and delimiter changes are refused.
public struct Template: Sendable {
  /// The text it was made from.
  public let source: String
  /// Whether the source has no tags, so that rendering returns it as it is.
  public let isPlain: Bool
  /// The names of the members of the context that the template may look at.
  ///
  /// Contains `this` when it may look at the whole context, which names alone cannot tell.
  package let roots: Set<String>

  private let nodes: [TemplateNode]
  private let located: TemplateSource

  /// Compiles a template.
  ///
  /// - Throws: `TemplateError` with line, column, what was expected and found, and what to try.
  public init(_ source: String) throws(TemplateError) {
    try self.init(source, helpers: .standard)
  }

  init(_ source: String, helpers: TemplateHelperTable) throws(TemplateError) {
    self.source = source
    located = TemplateSource(source)
    isPlain = located.find("{{", from: 0) == nil
    nodes = isPlain ? [] : try TemplateParser.nodes(of: located, helpers: helpers)
    roots = TemplateRoots.names(in: nodes)
  }

  /// The text with every tag replaced.
  ///
  /// - Throws: `TemplateError` when a helper refuses its arguments or the text gets too long.
  public func render(
    _ context: JSONValue, environment: TemplateEnvironment
  ) throws(TemplateError) -> String {
    if isPlain { return source }
    var renderer = TemplateRenderer(context, environment: environment, source: located)
    try renderer.render(nodes)
    return renderer.output
  }
}

extension Template: Hashable {
  public static func == (left: Template, right: Template) -> Bool { left.source == right.source }

  public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}
