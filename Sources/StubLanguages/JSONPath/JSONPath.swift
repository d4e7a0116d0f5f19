/// A query that selects values inside a JSON value (RFC 9535).
///
/// ```swift
/// let cheap = try JSONPath("$.books[?@.price < 10].title")
/// cheap.select(from: store)
/// ```
package struct JSONPath: Sendable {
  /// The original text of the query.
  package let text: String
  package let dialect: Dialect
  let query: Query

  /// Reads a query.
  ///
  /// Regular expressions in literals must be I-Regexps (RFC 9485), in which unescaped `^` and `$`
  /// are anchors. An invalid regular expression from the queried value matches nothing.
  ///
  /// - Throws: `JSONPathError` with offset, reason and remedy.
  package init(_ text: String) throws(JSONPathError) { try self.init(text, .standard) }

  /// Reads a query in the dialect of a tool.
  ///
  /// - Throws: `JSONPathError` with offset, reason and remedy.
  package init(_ text: String, _ dialect: Dialect) throws(JSONPathError) {
    var parser = JSONPathParser(text, dialect)
    query = try parser.parsePath()
    self.text = text
    self.dialect = dialect
  }

  /// Returns the selected values in order; a value that is selected twice occurs twice.
  ///
  /// The query selects nothing if it takes more than ten million steps, or if a regular expression
  /// backtracks for too long. Reading a value takes one step.
  package func select(from value: JSONValue) -> [JSONValue] {
    var budget = StepLimit().budget(forBytes: 0)
    return (try? values(in: value, &budget)) ?? []
  }

  /// Returns the selected values in order.
  ///
  /// - Throws: `EvaluationLimitExceeded` if the steps run out, or if a regular expression
  ///   backtracks for too long.
  package func values(
    in value: JSONValue, _ budget: inout StepBudget
  ) throws(EvaluationLimitExceeded) -> [JSONValue] {
    var evaluator = JSONPathEvaluator(
      root: value, dialect: dialect, tracksPlaces: false, budget: budget)
    defer { budget = evaluator.budget }
    return try evaluator.evaluate(query).map(\.value)
  }

  /// Returns the selected values, each with its normalized path (RFC 9535 §2.7)
  /// such as `$['a'][0]`.
  package func nodes(in value: JSONValue) -> [(path: String, value: JSONValue)] {
    var evaluator = JSONPathEvaluator(
      root: value, dialect: dialect, tracksPlaces: true,
      budget: StepLimit().budget(forBytes: 0))
    return (try? evaluator.evaluate(query))?.map { ($0.steps.normalizedPath, $0.value) } ?? []
  }
}

extension JSONPath: Hashable, CustomStringConvertible {
  package static func == (left: JSONPath, right: JSONPath) -> Bool {
    left.dialect == right.dialect && left.text.hasSameScalars(as: right.text)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  package var description: String { text }
}

extension JSONPath {
  /// The member names in the query, in order, if it starts at the root and consists only of names;
  /// otherwise `nil`.
  package var memberNames: [String]? {
    guard query.isAbsolute, query.isSingular else { return nil }
    var names: [String] = []
    for segment in query.segments {
      guard case .name(let name) = segment.selectors[0] else { return nil }
      names.append(name)
    }
    return names
  }
}

extension JSONPath {
  /// The rules by which filters in a query test values.
  package enum Dialect: Sendable, Hashable {
    /// Filters test members and elements (RFC 9535).
    case standard
    /// Filters test an object itself or the elements of an array, and `1` equals `'1'`, as in
    /// Jayway's library.
    case jayway
  }

  /// Whether the query can select at most one value (RFC 9535 §2.3.5.1).
  package var isSingular: Bool { query.isSingular }

  /// The segments of a query, which are applied one after the other to the root (`$`) or the
  /// current value (`@`).
  struct Query: Sendable {
    /// The number under which an evaluation keeps the result of this query; `nil` unless it is a
    /// `$` query in a filter.
    var number: Int?
    var isAbsolute: Bool
    var segments: [Segment]

    /// Whether the query can select at most one value (RFC 9535 §2.3.5.1).
    var isSingular: Bool {
      segments.allSatisfy { segment in
        guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
        switch segment.selectors[0] {
        case .name, .index: return true
        case .wildcard, .slice, .filter, .objectFilter: return false
        }
      }
    }
  }

  struct Segment: Sendable {
    /// Whether the segment applies to a value and to all values below it (`..`).
    var isDescendant: Bool
    var selectors: [Selector]

    /// The filter of the segment that tests objects themselves; `nil` if there is none.
    var objectFilter: Filter? {
      if case .objectFilter(let filter)? = selectors.first { filter } else { nil }
    }

    /// Returns whether the segment can select anything from a value.
    func canSelect(from value: JSONValue) -> Bool {
      value.childCount > 0 || objectFilter != nil && value.object != nil
    }
  }

  enum Selector: Sendable {
    case name(String)
    case wildcard
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(Filter)
    /// A filter that tests an object itself, and not its members; its segment has no other
    /// selector.
    case objectFilter(Filter)
  }

  /// A logical expression (RFC 9535 §2.3.5.1).
  indirect enum Filter: Sendable {
    case or([Filter])
    case and([Filter])
    case not(Filter)
    case exists(Query)
    case comparison(Operand, Comparison, Operand)
    case test(Call)
  }

  /// An operand of a comparison, or an argument of a function.
  indirect enum Operand: Sendable {
    case literal(JSONValue)
    case query(Query)
    case call(Call)
  }

  enum Comparison: String, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
  }

  struct Call: Sendable {
    var function: Function
    var arguments: [Operand]
    /// The compiled pattern, if the pattern is a literal; otherwise `nil`.
    var pattern: IRegexp?
  }
}

extension JSONPath {
  /// A function extension (RFC 9535 §2.4).
  enum Function: String, Sendable, CaseIterable {
    case length
    case count
    case match
    case search
    case value

    var parameters: [FunctionType] {
      switch self {
      case .length: [.value]
      case .count, .value: [.nodes]
      case .match, .search: [.value, .value]
      }
    }

    var result: FunctionType {
      switch self {
      case .length, .count, .value: .value
      case .match, .search: .logical
      }
    }
  }

  /// The types of arguments and results of functions (RFC 9535 §2.4.1), with their names in
  /// messages.
  enum FunctionType: String, Sendable {
    case value = "one value"
    case logical = "true or false"
    case nodes = "a list of nodes"
  }
}

/// The position and reason of a JSONPath syntax error.
package struct JSONPathError: DescribedError, Sendable, Hashable {
  /// The text of the query.
  package let path: String
  /// The offset of the wrong character, from 0.
  package let offset: Int
  /// The text that was expected, and the text that was found.
  package let reason: String
  /// The remedy; `nil` if there is none.
  package let remedy: String?

  /// The error, the query, and a caret below the wrong character.
  package var description: String {
    let line = String(path.map { $0.isWhitespace ? " " : $0 })
    let caret = String(repeating: " ", count: offset) + "^"
    let advice = remedy.map { "; \($0)" } ?? ""
    return "invalid JSONPath, offset \(offset): \(reason)\(advice)\n  \(line)\n  \(caret)"
  }
}
