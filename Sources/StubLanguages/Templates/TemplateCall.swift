/// The arguments and options of a helper.
package struct TemplateCall: Sendable {
  package let name: String
  package let arguments: [JSONValue]
  package let options: [String: JSONValue]
  package let environment: TemplateEnvironment
  /// The name and value that the helper assigns for the rest of the template; `nil` if it assigns
  /// none.
  package var assignment: (name: String, value: JSONValue)?
  /// The steps (units of work) that remain; a helper that can take long takes some of them.
  package var steps = StepLimit().budget(forBytes: 0)
  /// The arguments in their original forms, if JSON cannot express them completely.
  var data: [TemplateData] = []

  /// The argument at an index; null if there are fewer arguments.
  package subscript(index: Int) -> JSONValue {
    index < arguments.count ? arguments[index] : .null
  }

  /// Returns the argument at an index in its original form.
  func data(_ index: Int) -> TemplateData {
    index < data.count ? data[index] : .json(self[index])
  }

  /// Returns the elements of the only argument if it is a list; otherwise the arguments.
  func elements(of arguments: some Collection<JSONValue>) -> [JSONValue] {
    (arguments.count == 1 ? data(0).elements : nil) ?? Array(arguments)
  }

  /// Returns the argument at an index in the form in which a template prints it.
  package func text(_ index: Int) -> String { self[index].templateText }

  /// Returns the option in the form in which a template prints it; `nil` if it is missing or null.
  package func text(option: String) -> String? {
    guard let value = options[option], value != .null else { return nil }
    return value.templateText
  }

  /// Returns whether the option is present and true.
  package func flag(_ option: String) -> Bool { options[option]?.isTruthy ?? false }

  /// Returns the argument at an index as a number; a text is converted.
  package func number(_ index: Int) throws -> JSONNumber {
    if let number = self[index].templateNumber { return number }
    throw TemplateHelperError(
      expected: "a number as argument \(index + 1) of `\(name)`", found: self[index].shown,
      remedy: "give a number or a text that is one")
  }

  package func integer(_ index: Int) throws -> Int {
    try integer(self[index], "argument \(index + 1)")
  }

  package func integer(option: String) throws -> Int? {
    guard let value = options[option] else { return nil }
    return try integer(value, "`\(option)`")
  }

  private func integer(_ value: JSONValue, _ place: String) throws -> Int {
    if let integer = value.templateNumber?.integer { return integer }
    throw TemplateHelperError(
      expected: "a whole number as \(place) of `\(name)`", found: value.shown,
      remedy: "give a whole number")
  }

  /// Returns the number if it is in the range; otherwise throws an error.
  ///
  /// The range ensures that a template does not produce endless text.
  package func amount(
    _ value: Int, _ what: String, in range: ClosedRange<Int>
  ) throws -> Int {
    if range.contains(value) { return value }
    throw TemplateHelperError(
      expected: "\(what) from \(range.lowerBound) to \(range.upperBound)", found: "\(value)",
      remedy: "choose one in that range")
  }
}

extension TemplateCall {
  func decimal(option: String) throws -> Double? {
    guard let value = options[option] else { return nil }
    if let number = value.templateNumber, number.double.isFinite { return number.double }
    throw TemplateHelperError(
      expected: "a number as `\(option)` of `\(name)`", found: value.shown,
      remedy: "give a number")
  }

  /// Returns the value of the argument, which is JSON text; an argument of another kind stays
  /// unchanged.
  func parsedJSON(_ index: Int) throws -> JSONValue {
    guard case .string(let text) = self[index] else { return self[index] }
    do {
      return try JSONValue(parsing: text)
    } catch {
      throw TemplateHelperError(
        expected: "JSON as argument \(index + 1) of `\(name)`",
        found: "\(error) in \(self[index].shown)", remedy: "give a JSON text or a value")
    }
  }
}

extension TemplateHelperError {
  static func emptyRange(_ lower: String, _ upper: String) -> TemplateHelperError {
    TemplateHelperError(
      expected: "`lower` to be at most `upper`", found: "\(lower) and \(upper)",
      remedy: "exchange them")
  }

  static func endlessSearch(_ reason: String) -> TemplateHelperError {
    TemplateHelperError(
      expected: "a search that ends in time", found: "one that \(reason)",
      remedy: "simplify the pattern")
  }
}

extension JSONValue {
  /// The text that a template prints for the value.
  ///
  /// It is empty for null, and the elements with commas for a list. An object is printed as JSON,
  /// although Handlebars would print `[object Object]`.
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

  /// Whether the value counts as true in a condition, as in Handlebars.
  ///
  /// All values do, except false, null, zero, an empty text and an empty list.
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

  /// The value as a number; a text is converted, and any other value gives `nil`.
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

  /// The value as text for messages, shortened if it is long.
  var shown: String {
    let text = self == .null ? "nothing" : self.text()
    return text.count > 60 ? text.prefix(59) + "…" : text
  }

  /// Returns the member, element or property with this name; `nil` if there is none.
  ///
  /// A list also has `first`, `last`, `length`, `size` and indexes from the end (`[-1]`). For a
  /// text, `first`, `last` and index 0 are the text itself, so that a single value can be used as a
  /// list.
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

extension JSONValue {
  enum TemplateOrder {
    case before
    case same
    case after
  }

  /// The value as an exact number; a text is converted, and any other value gives `nil`.
  ///
  /// Helpers that calculate use ``templateNumber`` instead.
  private var comparedNumber: JSONNumber? {
    number ?? string.flatMap { JSONNumber(decimal: $0.trimmingWhitespace()) }
  }

  /// Returns whether two values are equal in a template.
  ///
  /// Queries and headers have texts as values, so `1` also equals `"1"`, and `true` equals
  /// `"true"`.
  func isLooselyEqual(_ other: JSONValue) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.number, .string), (.string, .number):
      guard let left = comparedNumber, let right = other.comparedNumber else { return false }
      return left == right
    case (.bool, .string), (.string, .bool):
      return templateText.hasSameScalars(as: other.templateText)
    default: return false
    }
  }

  /// Returns the order of two numbers, which may be written as texts, or of two texts; `nil` for
  /// other values.
  func order(to other: JSONValue) -> TemplateOrder? {
    if let left = comparedNumber, let right = other.comparedNumber {
      return left == right ? .same : left < right ? .before : .after
    }
    guard case .string(let left) = self, case .string(let right) = other else { return nil }
    return left.hasSameScalars(as: right)
      ? .same : left.precedesByScalars(right) ? .before : .after
  }
}
