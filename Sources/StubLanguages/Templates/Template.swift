#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A text with Handlebars tags, compiled once and rendered for each request.
///
/// ```swift
/// let greeting = try Template("Hello {{upper name}}!")
/// try greeting.render(["name": "Ada"], environment: TemplateEnvironment())  // Hello ADA!
/// ```
///
/// The language is Handlebars: paths (`a.b`, `../x`, `this`, `list.[0]`, `@root`, `@index`, `@key`, `@first`,
/// `@last`), literals, sub-expressions, `if`, `unless`, `each`, `with`, sections, `else`, `else if`, block
/// parameters, comments, raw blocks and white space control. What is missing renders as nothing, a list with
/// commas, an object as JSON. Partials are refused.
///
/// A text that goes into a JSON body keeps it valid when it is written `{{json value}}`, which adds the quotes
/// and escapes what needs it; a string of a JSON value that is such a tag alone becomes that value.
package struct Template: Sendable {
  /// The text it was made from.
  package let source: String
  /// Whether the source has no tags, so that rendering returns it as it is.
  package let isPlain: Bool
  /// The names of the members of the context that the template may look at.
  ///
  /// Contains `this` when it may look at the whole context, which names alone cannot tell.
  package var roots: Set<String> { Set(rootMembers.keys) }

  /// The names of the members of a root that the template may look at, such as `path` of `request`.
  ///
  /// Contains `this` when it may look at all of them; empty when the root is not used.
  package func members(ofRoot name: String) -> Set<String> {
    (rootMembers[name] ?? []).union(outerMembers[name] ?? [])
  }

  /// The names that helpers in it give to values; `nil` when one of them is known only while it is rendered.
  package let assignedNames: Set<String>?

  /// Whether it is one tag of `json` and nothing else, so that its text is a JSON value.
  package var isJSONTag: Bool { nodes.count == 1 && nodes[0].isJSON }
  /// Whether rendering may repeat a part of it, so that a short template can be much work.
  package let repeats: Bool

  private let rootMembers: [String: Set<String>]
  /// The same of names in blocks that may be those of a root.
  private let outerMembers: [String: Set<String>]
  private let dialect: TemplateDialect
  private let nodes: [TemplateNode]
  private let located: TemplateSource

  /// Compiles a template.
  ///
  /// - Throws: `TemplateError` with line, column, what was expected and found, and what to try.
  package init(_ source: String) throws(TemplateError) {
    try self.init(source, .standard)
  }

  /// Compiles a template that means what it means to a tool.
  package init(_ source: String, _ dialect: TemplateDialect) throws(TemplateError) {
    try self.init(source, dialect, helpers: dialect.helpers)
  }

  init(
    _ source: String, _ dialect: TemplateDialect = .standard, helpers: TemplateHelperTable
  ) throws(TemplateError) {
    self.source = source
    self.dialect = dialect
    located = TemplateSource(source)
    isPlain = located.find("{{", from: 0) == nil
    nodes = isPlain ? [] : try TemplateParser.nodes(of: located, helpers: helpers)
    let roots = TemplateRoots(nodes, seesOuterNames: dialect.seesOuterNames)
    rootMembers = roots.members
    outerMembers = roots.outerMembers
    assignedNames = roots.assignedNames
    repeats = nodes.contains(where: \.repeats)
  }

  /// The text with every tag replaced.
  ///
  /// - Throws: `TemplateError` when a helper refuses its arguments or the text gets too long.
  package func render(
    _ context: JSONValue, environment: TemplateEnvironment
  ) throws(TemplateError) -> String {
    try render(.json(context), environment: environment)
  }

  /// The text with every tag replaced; each part and each repetition takes a step.
  ///
  /// - Throws: `TemplateError` when the budget is exhausted too.
  package func render(
    _ context: JSONValue, environment: TemplateEnvironment, _ steps: inout StepBudget
  ) throws(TemplateError) -> String {
    try render(.json(context), environment: environment, &steps)
  }

  /// The text with every tag replaced, from parts of a message.
  ///
  /// - Throws: `TemplateError` when a helper refuses its arguments or there is too much to do.
  package func render(
    _ data: TemplateData, environment: TemplateEnvironment
  ) throws(TemplateError) -> String {
    var steps = environment.stepLimit.budget(forBytes: source.utf8.count)
    return try render(data, environment: environment, &steps)
  }

  private func render(
    _ data: TemplateData, environment: TemplateEnvironment, _ steps: inout StepBudget
  ) throws(TemplateError) -> String {
    if isPlain { return source }
    var renderer = TemplateRenderer(
      data, dialect, environment: environment, source: located, steps: steps)
    defer { steps = renderer.steps }
    try renderer.render(nodes)
    return renderer.output
  }
}

extension Template: Hashable {
  package static func == (left: Template, right: Template) -> Bool {
    left.dialect == right.dialect && left.source.hasSameScalars(as: right.source)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// What rendering takes from outside of the context: the time, chance, and how to escape.
public struct TemplateEnvironment: Sendable {
  /// The clock of `{{now}}`.
  public var now: @Sendable () -> Date
  /// Where `{{uuid}}` and the random helpers take their values from.
  public var random: SeededRandom
  /// What `{{value}}` does to characters that mean something in HTML.
  package var escaping = TemplateEscaping.none
  /// The most bytes a rendered text may have; more is an error.
  package var outputLimit = 16 * 1024 * 1024
  /// The steps that rendering may take, more for a longer template and a larger request; more are an error.
  public var stepLimit = StepLimit()

  /// Surroundings with the system's clock and a new seed unless told otherwise.
  public init(
    random: SeededRandom = SeededRandom(), now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.now = now
    self.random = random
  }
}

/// What `{{value}}` does to characters that mean something in HTML; `{{{value}}}` never escapes.
package enum TemplateEscaping: Sendable, Hashable {
  /// `& < > " ' \` =` become character references, as Handlebars does it.
  case html
  /// Values are inserted as they are: right for JSON, plain text, header values and file names.
  case none

  func apply(to text: String) -> String {
    guard self == .html, text.utf8.contains(where: { Self.references[$0] != nil }) else {
      return text
    }
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      if scalar.isASCII, let reference = Self.references[UInt8(scalar.value)] {
        escaped += reference
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static let references: [UInt8: String] = [
    UInt8(ascii: "&"): "&amp;", UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;",
    UInt8(ascii: "\""): "&quot;", UInt8(ascii: "'"): "&#x27;", UInt8(ascii: "`"): "&#x60;",
    UInt8(ascii: "="): "&#x3D;",
  ]
}

/// Why a template cannot be compiled or rendered: expected, found, remedy.
package struct TemplateError: DescribedError, Sendable, Hashable {
  /// The text expected at that place.
  package let expected: String
  /// The text found there.
  package let found: String
  /// What to try.
  package let remedy: String
  /// Line of the error, from 1.
  package let line: Int
  /// Column of the error in characters, from 1.
  package let column: Int
  /// The part of the line around the error, with a caret below it.
  package let excerpt: String
}

extension TemplateError {
  package var description: String {
    """
    line \(line), column \(column): expected \(expected), found \(found); \(remedy)
    \(excerpt)
    """
  }
}

/// An error of a helper; the renderer adds the place.
package struct TemplateHelperError: Error, Sendable, Hashable {
  package let expected: String
  package let found: String
  package let remedy: String

  package init(expected: String, found: String, remedy: String) {
    self.expected = expected
    self.found = found
    self.remedy = remedy
  }
}

/// The source of a template, addressed by byte offset.
struct TemplateSource: Sendable, Hashable {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  var end: Int { bytes.count }

  subscript(offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func starts(with prefix: StaticString, at offset: Int) -> Bool {
    let length = prefix.utf8CodeUnitCount
    guard offset + length <= bytes.count else { return false }
    return prefix.withUTF8Buffer { bytes[offset..<offset + length].elementsEqual($0) }
  }

  /// The first place of `text` at or after `offset`.
  func find(_ text: StaticString, from offset: Int) -> Int? {
    guard text.utf8CodeUnitCount > 0, offset <= bytes.count else { return nil }
    let first = text.utf8Start.pointee
    var place = offset
    while let next = bytes[place...].firstIndex(of: first) {
      if starts(with: text, at: next) { return next }
      place = next + 1
    }
    return nil
  }

  /// The character at `offset`, for messages.
  func character(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the template" }
    let some = text(offset..<min(offset + 32, bytes.count))
    guard let character = some.first else { return "the end of the template" }
    return character.isNewline ? "a line end" : "`\(character)`"
  }

  /// From 1.
  func line(of offset: Int) -> Int { bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1 }

  func error(
    at offset: Int, expected: String, found: String, remedy: String
  ) -> TemplateError {
    let place = min(offset, bytes.count)
    let newline = UInt8(ascii: "\n")
    let start = bytes[..<place].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let lineEnd = bytes[place...].firstIndex(of: newline) ?? bytes.count
    let before = text(start..<place)
    let after = text(place..<lineEnd)
    return TemplateError(
      expected: expected, found: found, remedy: remedy,
      line: line(of: place), column: before.count + 1,
      excerpt: Self.excerpt(before: before, after: after))
  }

  /// A line with a caret; a long line is cut around the place.
  private static func excerpt(before: String, after: String) -> String {
    let head = before.count > 60 ? "…" + before.suffix(59) : before
    let tail = after.count > 40 ? after.prefix(39) + "…" : after[...]
    let shown = (head + tail).map { $0 == "\t" || $0.isNewline ? " " : $0 }
    return String(shown) + "\n" + String(repeating: " ", count: head.count) + "^"
  }
}

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
