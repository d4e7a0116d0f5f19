extension TemplateHelper {
  /// The first argument that is neither missing nor empty; null if there is none.
  static let fallback = TemplateHelper(
    "default", "defaultIfEmpty", usage: "{{default value 'fallback'}}", arguments: 2...Int.max
  ) {
    $0.arguments.first { $0 != .null && $0 != "" && $0 != [] } ?? .null
  }

  /// The number of elements of a list, members of an object, or characters of a text.
  static let size = TemplateHelper("size", "length", usage: "{{size value}}", arguments: 1...1) {
    if let elements = $0.data(0).elements { return .number(JSONNumber(elements.count)) }
    let count =
      switch $0[0] {
      case .object(let object): object.count
      case .null: 0
      default: $0.text(0).count
      }
    return .number(JSONNumber(count))
  }

  /// The member or element whose name or index is the second argument.
  static let lookup = TemplateHelper("lookup", usage: "{{lookup value key}}", arguments: 2...2) {
    $0.data(0).member($0.text(1))?.json ?? .null
  }

  /// The list of the arguments.
  static let array = TemplateHelper(
    "array", usage: "{{#each (array 1 2 3)}}", arguments: 0...Int.max
  ) {
    .array($0.arguments)
  }

  /// The integers from the first to the second number, inclusive; at most 100,000, and none if the
  /// second is less.
  static let range = TemplateHelper("range", usage: "{{#each (range 1 10)}}", arguments: 2...2) {
    let (first, last) = (try $0.integer(0), try $0.integer(1))
    if last < first { return [] }
    let size = last.subtractingReportingOverflow(first)
    _ = try $0.amount(
      size.overflow ? .max : size.partialValue, "a distance between the ends", in: 0...99_999)
    return .array((first...last).map { .number(JSONNumber($0)) })
  }

  /// The value; if it is missing, the option `or`.
  ///
  /// With `assign`, the value is assigned to this name, and nothing is printed.
  static let value = TemplateHelper(
    "val", usage: "{{val value or='fallback' assign='name'}}", arguments: 1...1,
    options: ["or", "assign"], namesValue: true
  ) {
    let value = $0[0] == .null ? $0.options["or"] ?? .null : $0[0]
    guard let name = $0.text(option: "assign") else { return value }
    $0.assignment = (name, value)
    return .null
  }

  /// Assigns the rendered body to a name for the rest of the template.
  static let assign = TemplateHelper(
    "assign", usage: "{{#assign 'name'}}text{{/assign}}", arguments: 2...2, takesBody: true,
    namesValue: true
  ) {
    $0.assignment = ($0.text(1), $0[0])
    return .null
  }

  /// Neither prints nor logs anything, because a library must not log.
  static let log = TemplateHelper(
    "log", usage: "{{log value …}}", arguments: 0...Int.max, options: ["level"]
  ) { _ in
    .null
  }
}
