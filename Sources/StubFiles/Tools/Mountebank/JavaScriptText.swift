import StubCore

extension JSONValue {
  /// The text that JavaScript makes of a string, a number, a truth value or null; JSON of others.
  var javaScriptText: String { string ?? number?.javaScriptText ?? text() }

  /// Whether JavaScript takes it for true.
  var isTruthy: Bool {
    switch self {
    case .null, .bool(false), .string(""): false
    case .number(let number): number.double != 0
    default: true
    }
  }

  /// The value with its numbers as JavaScript writes them again.
  var withJavaScriptNumbers: JSONValue {
    switch self {
    case .number(let number):
      number.double.isFinite ? .number(JSONNumber(text: number.javaScriptText)) : .null
    case .array(let elements): .array(elements.map(\.withJavaScriptNumbers))
    case .object(let object):
      .object(JSONObject(object.members.map { ($0.name, $0.value.withJavaScriptNumbers) }))
    default: self
    }
  }
}

extension JSONNumber {
  /// The number as JavaScript prints it (ECMA-262, Number::toString), so that `10.0` and `1e1` are `10`.
  var javaScriptText: String {
    let value = double
    guard value.isFinite else { return value < 0 ? "-Infinity" : "Infinity" }
    if value == 0 { return "0" }
    // The shortest digits that stand for it, such as `1.5e-07`.
    let parts = value.magnitude.description.split(separator: "e")
    let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let all = mantissa.joined(separator: "")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let digits = all.drop { $0 == "0" }
    // Its value is `0.digits × 10^point`.
    let point = mantissa[0].count + exponent - (all.count - digits.count)
    let sign = value < 0 ? "-" : ""
    return sign + Self.text(of: String(digits.reversed().drop { $0 == "0" }.reversed()), point)
  }

  private static func text(of digits: String, _ point: Int) -> String {
    switch point {
    case digits.count...21:
      return digits + String(repeating: "0", count: point - digits.count)
    case 1...21: return "\(digits.prefix(point)).\(digits.dropFirst(point))"
    case -5...0: return "0." + String(repeating: "0", count: -point) + digits
    default:
      let rest = digits.dropFirst()
      let exponent = point - 1
      return
        "\(digits.prefix(1))\(rest.isEmpty ? "" : ".\(rest)")e\(exponent < 0 ? "" : "+")\(exponent)"
    }
  }
}
