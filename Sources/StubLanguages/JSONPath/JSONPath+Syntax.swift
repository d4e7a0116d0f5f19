extension JSONPath {
  /// Segments applied one after the other, to the root (`$`) or the current value (`@`).
  struct Query: Sendable {
    /// The number among the `$` queries inside filters, whose results do not change in one run.
    var number: Int?
    var isAbsolute: Bool
    var segments: [Segment]

    /// Whether the form alone says that at most one value is selected (RFC 9535 §2.3.5.1).
    var isSingular: Bool {
      segments.allSatisfy { segment in
        guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
        switch segment.selectors[0] {
        case .name, .index: return true
        case .wildcard, .slice, .filter: return false
        }
      }
    }
  }

  struct Segment: Sendable {
    /// Whether it applies to a value and all its descendants (`..`).
    var isDescendant: Bool
    var selectors: [Selector]
  }

  enum Selector: Sendable {
    case name(String)
    case wildcard
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(Filter)
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

  /// What can be compared, or passed to a function.
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
    /// The regular expression when it is a literal, compiled once.
    var pattern: IRegexp?
  }
}
