/// A query that selects values inside a JSON value (RFC 9535).
///
/// ```swift
/// let cheap = try JSONPath("$.books[?@.price < 10].title")
/// cheap.select(from: store)
/// ```
public struct JSONPath: Sendable {
  /// The query as it was written.
  public let text: String
  let query: Query

  /// Most values that one run visits.
  package static let visitLimit = 5_000_000

  /// Reads a query.
  ///
  /// Regular expressions given as literals must be I-Regexps (RFC 9485), where `^` and `$` at an
  /// end are anchors; ones that come from the queried value and are none match nothing.
  ///
  /// - Throws: `JSONPathError` with offset, reason and remedy.
  public init(_ text: String) throws(JSONPathError) {
    var parser = JSONPathParser(text)
    query = try parser.parsePath()
    self.text = text
  }

  /// The selected values in order; one that is selected twice occurs twice.
  ///
  /// A query that visits more than five million values, or has a regular expression that
  /// backtracks for too long, selects nothing.
  public func select(from value: JSONValue) -> [JSONValue] {
    completeSelection(from: value) ?? []
  }

  /// The selected values; `nil` for a run that gave up.
  ///
  /// That is one that visits more values than the limit, or in which a regular expression
  /// backtracks for too long.
  package func completeSelection(
    from value: JSONValue, visitLimit: Int = JSONPath.visitLimit
  ) -> [JSONValue]? {
    var evaluator = JSONPathEvaluator(root: value, tracksPlaces: false, visitLimit: visitLimit)
    return evaluator.evaluate(query)?.map(\.value)
  }

  /// The selected values, each with its normalized path (RFC 9535 §2.7) such as `$['a'][0]`.
  public func nodes(in value: JSONValue) -> [(path: String, value: JSONValue)] {
    var evaluator = JSONPathEvaluator(
      root: value, tracksPlaces: true, visitLimit: Self.visitLimit)
    return evaluator.evaluate(query)?.map { ($0.steps.normalizedPath, $0.value) } ?? []
  }
}

extension JSONPath: Hashable, CustomStringConvertible {
  public static func == (left: JSONPath, right: JSONPath) -> Bool {
    left.text.hasSameScalars(as: right.text)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  public var description: String { text }
}

extension JSONPath {
  /// The names that lead to the only value it selects, from the root on; `nil` for other paths.
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
