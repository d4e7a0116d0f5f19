/// What a helper is given.
package struct TemplateCall: Sendable {
  package let name: String
  package let arguments: [JSONValue]
  package let options: [String: JSONValue]
  package let environment: TemplateEnvironment
  /// Set by a helper that gives a value a name for the rest of the template.
  package var assignment: (name: String, value: JSONValue)?

  /// The argument at that place; null when there are fewer.
  package subscript(index: Int) -> JSONValue {
    index < arguments.count ? arguments[index] : .null
  }

  /// The argument as a template would print it.
  package func text(_ index: Int) -> String { self[index].templateText }

  /// The option as a template would print it.
  package func text(option: String) -> String? {
    guard let value = options[option], value != .null else { return nil }
    return value.templateText
  }

  /// Whether the option is given and true.
  package func flag(_ option: String) -> Bool { options[option]?.isTruthy ?? false }

  /// The argument as a number; a text that is one counts.
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

  /// An amount that must be in a range, so that no template asks for endless text.
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

  /// The argument read as JSON; a value that is not text is taken as it is.
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
      expected: "a search that ends in time", found: reason, remedy: "simplify the pattern")
  }
}
