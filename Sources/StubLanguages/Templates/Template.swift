/// A text with Handlebars tags, compiled once and rendered for each request.
///
/// ```swift
/// let greeting = try Template("Hello {{upper name}}!")
/// try greeting.render(["name": "Ada"], environment: TemplateEnvironment())  // Hello ADA!
/// ```
///
/// The language is Handlebars: paths (`a.b`, `../x`, `this`, `list.[0]`, `@root`, `@index`, `@key`,
/// `@first`, `@last`), literals, sub-expressions, `if`, `unless`, `each`, `with`, sections, `else`,
/// `else if`, block parameters, comments, raw blocks and white space control. What is missing
/// renders as nothing, a list with commas, an object as JSON. Partials are refused.
///
/// A text that goes into a JSON body keeps it valid when it is written `{{json value}}`, which
/// adds the quotes and escapes what needs it.
public struct Template: Sendable {
  /// The text it was made from.
  public let source: String
  /// Whether the source has no tags, so that rendering returns it as it is.
  public let isPlain: Bool
  /// The names of the members of the context that the template may look at.
  ///
  /// Contains `this` when it may look at the whole context, which names alone cannot tell.
  package var roots: Set<String> { Set(rootMembers.keys) }

  /// The names of the members of a root that the template may look at, such as `path` of `request`.
  ///
  /// Contains `this` when it may look at all of them; empty when the root is not used.
  package func members(ofRoot name: String) -> Set<String> { rootMembers[name] ?? [] }

  private let rootMembers: [String: Set<String>]
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
    rootMembers = TemplateRoots(nodes).members
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
