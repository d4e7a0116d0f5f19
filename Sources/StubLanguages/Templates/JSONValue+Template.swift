extension JSONValue {
  /// The value as a template prints it: nothing for null, elements with commas for a list.
  ///
  /// An object prints as JSON; Handlebars prints `[object Object]`, which nobody wants.
  package var templateText: String {
    switch self {
    case .null: ""
    case .bool(let value): value ? "true" : "false"
    case .number(let number): number.text
    case .string(let text): text
    case .array(let elements): elements.map(\.templateText).joined(separator: ",")
    case .object: self.text()
    }
  }

  /// Handlebars' truth: false, null, an empty text, an empty list and zero are not true.
  package var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let value): value
    case .number(let number): number.double != 0
    case .string(let text): !text.isEmpty
    case .array(let elements): !elements.isEmpty
    case .object: true
    }
  }

  /// The number this is, also when it is written as text.
  package var templateNumber: JSONNumber? {
    switch self {
    case .number(let number): return number
    case .string(let text):
      let trimmed = text.trimmingWhitespace()
      guard let value = Double(trimmed), value.isFinite,
        trimmed.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) })
      else { return nil }
      return Int(trimmed).map { JSONNumber($0) } ?? JSONNumber(value)
    default: return nil
    }
  }

  /// The value in a message, shortened.
  var shown: String {
    let text = self == .null ? "nothing" : self.text()
    return text.count > 60 ? text.prefix(59) + "…" : text
  }

  /// The member, element or property of that name.
  ///
  /// A list also has `first`, `last`, `length`, `size` and places counted from its end
  /// (`[-1]`). A text answers `first`, `last` and its place 0 with itself, so that one value and
  /// a list of values are read alike.
  func templateMember(_ name: String) -> JSONValue? {
    switch self {
    case .object(let object): return object[name]
    case .array(let elements):
      switch name {
      case "length", "size": return .number(JSONNumber(elements.count))
      case "first": return elements.first
      case "last": return elements.last
      default:
        guard let index = Int(name) else { return nil }
        let place = index < 0 ? index.addingReportingOverflow(elements.count).partialValue : index
        return elements.indices.contains(place) ? elements[place] : nil
      }
    case .string(let text):
      switch name {
      case "length", "size": return .number(JSONNumber(text.count))
      case "first", "last", "0", "-1": return self
      default: return nil
      }
    default: return nil
    }
  }
}
