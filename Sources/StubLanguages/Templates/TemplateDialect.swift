/// Whose templates they are: what their names and helpers mean.
package enum TemplateDialect: Sendable, Hashable {
  /// Handlebars with the helpers of rule files.
  case standard
  /// Templates of WireMock, which Handlebars.java fills in.
  case wireMock

  var helpers: TemplateHelperTable { self == .wireMock ? .wireMock : .standard }

  /// Whether a list prints as JSON, and not as its elements with commas.
  var printsListsAsJSON: Bool { self == .wireMock }

  /// Whether a block sees the names around it, unless its own context has them.
  var seesOuterNames: Bool { self == .wireMock }
}
