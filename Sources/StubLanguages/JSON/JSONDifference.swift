/// The first difference between an expected JSON value and a found one.
package struct JSONDifference: Sendable, Hashable, CustomStringConvertible {
  enum Reason: Sendable, Hashable {
    case different(expected: JSONValue, found: JSONValue)
    /// The expected member is missing; `lookalike` is the name of a found member that only looks
    /// the same.
    case missing(JSONValue, lookalike: String?)
    case unexpected(JSONValue)
    /// An expected element matches none of the remaining elements.
    case unmatched(JSONValue)
    /// The comparison gave up.
    case gaveUp(EvaluationLimitExceeded)
  }

  let reason: Reason
  /// The steps to the difference, innermost first, because differences are found from the inside.
  private var steps: [JSONStep] = []

  init(_ reason: Reason) { self.reason = reason }

  func inside(_ step: JSONStep) -> JSONDifference {
    var difference = self
    difference.steps.append(step)
    return difference
  }

  /// The place as a JSON Pointer (RFC 6901); empty for the whole value.
  package var path: String { steps.reversed().pointer }

  /// A short text for the expected value.
  package var expected: String {
    switch reason {
    case .different(let expected, let found): Self.name(expected, against: found)
    case .missing(let value, _), .unmatched(let value): Self.summary(value)
    case .unexpected: "nothing"
    case .gaveUp: "arrays that can be compared without order"
    }
  }

  /// A short text for the found value.
  package var found: String {
    switch reason {
    case .different(let expected, let found): Self.name(found, against: expected)
    case .missing(_, let lookalike):
      lookalike.map { "only a member named \"\($0.escapingScalars)\"" } ?? "nothing"
    case .unexpected(let value): Self.summary(value)
    case .unmatched: "no such element"
    case .gaveUp(let limitExceeded): limitExceeded.description
    }
  }

  /// The error of a comparison that took too many steps or too much time; `nil` if it
  /// found a difference.
  package var limitExceeded: EvaluationLimitExceeded? {
    if case .gaveUp(let limitExceeded) = reason { limitExceeded } else { nil }
  }

  package var description: String {
    if let limitExceeded { return "\(limitExceeded); compare arrays in order" }
    let place = path.isEmpty ? "" : "at \(path): "
    return "\(place)expected \(expected), found \(found)"
  }

  /// Returns the value in words.
  ///
  /// If both values are of different kinds, the text says the kind.
  private static func name(_ value: JSONValue, against other: JSONValue) -> String {
    if let text = value.string, let other = other.string, text.looksLike(other) {
      return summary(value).escapingScalars
    }
    if value.kind == other.kind || value.isNull { return summary(value) }
    return "the \(value.kind) \(summary(value))"
  }

  /// Returns the start of the value as text, because a value may be a body of many megabytes.
  private static func summary(_ value: JSONValue) -> String {
    var writer = JSONWriter(limit: 1_024)
    writer.write(value)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    return text.dropFirst(60).isEmpty ? text : text.prefix(59) + "…"
  }
}

/// One step from a JSON value to a value inside it.
package enum JSONStep: Sendable, Hashable {
  case name(String)
  case index(Int)
}

extension Sequence where Element == JSONStep {
  /// The steps as a JSON Pointer (RFC 6901); empty for the value itself.
  package var pointer: String {
    map { step in
      switch step {
      case .index(let index): "/\(index)"
      case .name(let name):
        "/" + name.reduce(into: "") { $0 += $1 == "~" ? "~0" : $1 == "/" ? "~1" : String($1) }
      }
    }.joined()
  }

  /// The steps as a normalized path (RFC 9535 §2.7), such as `$['user'][0]`.
  package var normalizedPath: String {
    reduce(into: "$") { path, step in
      switch step {
      case .index(let index): path += "[\(index)]"
      case .name(let name):
        path += "['"
        for scalar in name.unicodeScalars { path += Self.normalized(scalar) }
        path += "']"
      }
    }
  }

  private static func normalized(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "'": "\\'"
    case "\\": "\\\\"
    case "\u{8}": "\\b"
    case "\t": "\\t"
    case "\n": "\\n"
    case "\u{C}": "\\f"
    case "\r": "\\r"
    case ..<" ": (scalar.value < 0x10 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
    default: String(scalar)
    }
  }
}
