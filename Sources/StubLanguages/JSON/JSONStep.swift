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
