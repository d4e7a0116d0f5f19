public import StubPlatform

/// A text with Handlebars tags, compiled once and rendered for each request.
///
/// ```swift
/// let greeting = try Template("Hello {{upper name}}!")
/// try greeting.render(["name": "Ada"], environment: TemplateEnvironment())  // Hello ADA!
/// ```
///
/// The language is Handlebars: paths (`a.b`, `../x`, `this`, `list.[0]`, `@root`, `@index`, `@key`,
/// `@first`, `@last`), literals, sub-expressions, `if`, `unless`, `each`, `with`, sections, `else`,
/// `else if`, block parameters, comments, raw blocks and white space control. Partials are refused.
/// A missing value is rendered as an empty text, a list as its elements with commas, and an object
/// as JSON.
///
/// In a JSON body, write `{{json value}}` to keep the body valid: it adds quotes and escapes. In a
/// string of a JSON value, a `json` tag that is the whole string is replaced by the value itself.
package struct Template: Sendable {
  /// The original text.
  package let source: String
  /// Whether the source has no tags, so that rendering returns it unchanged.
  package let isPlain: Bool
  /// The names of the members of the context that the template may read.
  ///
  /// The set contains `this` if the template may read the whole context.
  package var roots: Set<String> { Set(rootMembers.keys) }

  /// Returns the names of the members of a root that the template may read.
  ///
  /// The set contains `this` if the template may read all of them, and is empty if it does
  /// not use the root.
  package func members(ofRoot name: String) -> Set<String> {
    (rootMembers[name] ?? []).union(outerMembers[name] ?? [])
  }

  /// The names that helpers assign to values; `nil` if a name is known only during rendering.
  package let assignedNames: Set<String>?

  /// Whether the template is a single `json` tag, so that its text is a JSON value.
  package var isJSONTag: Bool { nodes.count == 1 && nodes[0].isJSON }
  /// Whether rendering can repeat a part, so that even a short template can take long.
  package let repeats: Bool

  private let rootMembers: [String: Set<String>]
  /// The members of names that occur in blocks; these names are roots only if the context of the
  /// block lacks them.
  private let outerMembers: [String: Set<String>]
  private let dialect: TemplateDialect
  private let nodes: [TemplateNode]
  private let located: TemplateSource

  /// Compiles a template.
  ///
  /// - Throws: `TemplateError` with line, column, the expected and the found text, and a remedy.
  package init(_ source: String) throws(TemplateError) {
    try self.init(source, .standard)
  }

  /// Compiles a template in the dialect of a tool.
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
    let roots = TemplateRoots(nodes, inheritsOuterNames: dialect.inheritsOuterNames)
    rootMembers = roots.members
    outerMembers = roots.outerMembers
    assignedNames = roots.assignedNames
    repeats = nodes.contains(where: \.repeats)
  }

  /// Returns the text with every tag replaced.
  ///
  /// - Throws: `TemplateError` if a helper rejects its arguments or the text gets too long.
  package func render(
    _ context: JSONValue, environment: TemplateEnvironment
  ) throws(TemplateError) -> String {
    try render(.json(context), environment: environment)
  }

  /// Returns the text with every tag replaced; each part, and each of its repetitions, takes a step
  /// (unit of work).
  ///
  /// - Throws: `TemplateError` if a helper rejects its arguments, the text gets too long, or the
  ///   steps run out.
  package func render(
    _ context: JSONValue, environment: TemplateEnvironment, _ steps: inout StepBudget
  ) throws(TemplateError) -> String {
    try render(.json(context), environment: environment, &steps)
  }

  /// Returns the text with every tag replaced; the context is made of parts of a message.
  ///
  /// - Throws: `TemplateError` if a helper rejects its arguments or rendering takes too many steps.
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

/// The values for rendering that do not come from the context: the time, random
/// values and escaping.
public struct TemplateEnvironment: Sendable {
  /// Returns the time for `{{now}}`.
  public var now: @Sendable () -> Date
  /// The source of values for `{{uuid}}` and the random helpers.
  public var random: SeededRandom
  /// The escaping of `{{value}}`.
  package var escaping = TemplateEscaping.none
  /// The largest size of a rendered text in bytes; a longer text is an error.
  package var outputLimit = 16 * 1024 * 1024
  /// The limit of rendering steps (units of work), which grows with the template and the request;
  /// exceeding it is an error.
  public var stepLimit = StepLimit()

  /// Creates an environment (default: the system's clock and a new seed).
  public init(
    random: SeededRandom = SeededRandom(), now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.now = now
    self.random = random
  }
}

/// The escaping of special HTML characters in `{{value}}`; `{{{value}}}` never escapes.
package enum TemplateEscaping: Sendable, Hashable {
  /// Replaces `& < > " ' \` =` with character references, as Handlebars does.
  case html
  /// Inserts values unchanged, for JSON, plain text, header values and file names.
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

/// The error of a template that cannot be compiled or rendered.
package struct TemplateError: DescribedError, Sendable, Hashable {
  /// The text that was expected at the position.
  package let expected: String
  /// The text that was found at the position.
  package let found: String
  /// The remedy.
  package let remedy: String
  /// The line of the error, from 1.
  package let line: Int
  /// The column of the error in characters, from 1.
  package let column: Int
  /// The part of the line around the error, with a caret (`^`) below the position.
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

/// The error of a helper; the renderer adds the position.
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

/// The source of a template, in which positions are byte offsets.
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

  /// Returns the first position of `text` at or after `offset`.
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

  /// Returns the character at `offset` as text for messages.
  func character(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the template" }
    let some = text(offset..<min(offset + 32, bytes.count))
    guard let character = some.first else { return "the end of the template" }
    return character.isNewline ? "a line end" : "`\(character)`"
  }

  /// Returns the line number of an offset, from 1.
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

  /// Returns a line with a caret below the position; a long line is cut around it.
  private static func excerpt(before: String, after: String) -> String {
    let head = before.count > 60 ? "…" + before.suffix(59) : before
    let tail = after.count > 40 ? after.prefix(39) + "…" : after[...]
    let shown = (head + tail).map { $0 == "\t" || $0.isNewline ? " " : $0 }
    return String(shown) + "\n" + String(repeating: " ", count: head.count) + "^"
  }
}

/// The tool for which a template was written, which determines the meaning of names and helpers.
package enum TemplateDialect: Sendable, Hashable {
  /// Handlebars with the helpers of rule files.
  case standard
  /// Templates of WireMock, which Handlebars.java renders.
  case wireMock

  var helpers: TemplateHelperTable { self == .wireMock ? .wireMock : .standard }

  /// Whether a list is printed as JSON, and not as its elements with commas.
  var printsListsAsJSON: Bool { self == .wireMock }

  /// Whether a block can read names that its own context lacks from the outer context.
  var inheritsOuterNames: Bool { self == .wireMock }
}
