/// Compares two XML documents, and finds the first difference.
package struct XMLComparison: Sendable {
  /// The kinds of difference that can be ignored, with the names of XMLUnit.
  package enum Exemption: String, Sendable, Hashable, CaseIterable {
    case attributeValue = "ATTR_VALUE"
    case text = "TEXT_VALUE"
    case elementName = "ELEMENT_TAG_NAME"
    case namespace = "NAMESPACE_URI"
    /// The found element has additional attributes.
    case attributeCount = "ELEMENT_NUM_ATTRIBUTES"
    /// Attributes are missing in the found element.
    case attributeName = "ATTR_NAME_LOOKUP"
    /// The found element has additional child elements.
    case childCount = "CHILD_NODELIST_LENGTH"
    /// Child elements are missing in the found element.
    case child = "CHILD_LOOKUP"
  }

  /// Whether elements with different names may come in any order.
  package var ignoresOrderOfNames = false
  /// Whether elements with the same name may also come in any order.
  package var ignoresOrder = false
  package var exemptions: Set<Exemption> = []
  /// The placeholders of the expected document; `nil` if it has none.
  package var placeholders: XMLPlaceholders?

  /// Creates a comparison in which only the order of attributes is ignored.
  package init() {}

  /// Returns the first difference; `nil` if there is none.
  ///
  /// - Throws: `EvaluationLimitExceeded` if the steps (units of work) run out. Each compared pair
  ///   of elements or texts, and each attribute, takes one step.
  package func firstDifference(
    expected: XMLElementTree, found: XMLElementTree, _ steps: inout StepBudget
  ) throws(EvaluationLimitExceeded) -> XMLDifference? {
    try difference(expected, found, path: "/\(expected.name.local)", &steps)
  }

  private func exempts(_ exemption: Exemption) -> Bool { exemptions.contains(exemption) }

  private func difference(
    _ expected: XMLElementTree, _ found: XMLElementTree, path: String, _ steps: inout StepBudget
  ) throws(EvaluationLimitExceeded) -> XMLDifference? {
    guard steps.take(1 + found.attributes.count) else { throw steps.limitExceeded }
    if !haveSameName(expected, found) {
      return XMLDifference(
        path: path, expected: "element \(expected.name)", found: "element \(found.name)")
    }
    if let difference = attributes(expected, found, path: path) { return difference }
    if case .text(let text) = expected.contents.first, expected.contents.count == 1,
      case .anything? = placeholders?.placeholder(text)
    {
      return nil
    }
    return ignoresOrderOfNames || ignoresOrder
      ? try unordered(expected, found, path: path, &steps)
      : try ordered(expected, found, path: path, &steps)
  }

  private func haveSameName(_ one: XMLElementTree, _ two: XMLElementTree) -> Bool {
    (exempts(.elementName) || one.name.local.hasSameScalars(as: two.name.local))
      && (exempts(.namespace) || one.name.namespace.hasSameScalars(as: two.name.namespace))
  }

  private func attributes(
    _ expected: XMLElementTree, _ found: XMLElementTree, path: String
  ) -> XMLDifference? {
    let names = Set(expected.attributes.keys).union(found.attributes.keys)
    for name in names.sorted(by: { $0.description.precedesByScalars($1.description) }) {
      let (wanted, actual) = (expected.attributes[name], found.attributes[name])
      if wanted.hasSameScalars(as: actual) || exempted(wanted, actual) { continue }
      let placeholder = wanted.flatMap { placeholders?.placeholder($0) }
      if case .anything? = placeholder { continue }
      if let placeholder, let actual, placeholder.accepts(actual) { continue }
      return XMLDifference(
        path: "\(path)/@\(name.local)",
        expected: placeholder?.summary ?? wanted?.quoted ?? "no attribute",
        found: actual?.quoted ?? "no attribute")
    }
    return nil
  }

  private func exempted(_ wanted: String?, _ actual: String?) -> Bool {
    if wanted == nil { return exempts(.attributeCount) }
    return exempts(actual == nil ? .attributeName : .attributeValue)
  }

  private func ordered(
    _ expected: XMLElementTree, _ found: XMLElementTree, path: String, _ steps: inout StepBudget
  ) throws(EvaluationLimitExceeded) -> XMLDifference? {
    var counts: [ScalarText: Int] = [:]
    for place in 0..<max(expected.contents.count, found.contents.count) {
      let wanted = expected.contents.indices.contains(place) ? expected.contents[place] : nil
      let actual = found.contents.indices.contains(place) ? found.contents[place] : nil
      var childPath = path
      if case .element(let element) = wanted ?? actual {
        counts[ScalarText(element.name.local), default: 0] += 1
        childPath += "/\(element.name.local)[\(counts[ScalarText(element.name.local), default: 0])]"
      }
      if let difference = try difference(wanted, actual, path: childPath, &steps) {
        return difference
      }
    }
    return nil
  }

  private func difference(
    _ wanted: XMLElementTree.Content?, _ actual: XMLElementTree.Content?, path: String,
    _ steps: inout StepBudget
  ) throws(EvaluationLimitExceeded) -> XMLDifference? {
    switch (wanted, actual) {
    case (.element(let wanted)?, .element(let actual)?):
      return try difference(wanted, actual, path: path, &steps)
    case (.text(let wanted)?, .text(let actual)?):
      if wanted.hasSameScalars(as: actual) || exempts(.text) { return nil }
      let placeholder = placeholders?.placeholder(wanted)
      if placeholder?.accepts(actual) == true { return nil }
      return XMLDifference(
        path: path, expected: placeholder?.summary ?? "text \(wanted.quoted)",
        found: "text \(actual.quoted)")
    case (nil, .element?) where exempts(.childCount), (.element?, nil) where exempts(.child):
      return nil
    case (nil, nil): return nil
    default: return XMLDifference(path: path, expected: summary(wanted), found: summary(actual))
    }
  }

  /// Returns the first difference if the order does not matter; elements are compared with elements
  /// of the same name, and texts with texts.
  private func unordered(
    _ expected: XMLElementTree, _ found: XMLElementTree, path: String, _ steps: inout StepBudget
  ) throws(EvaluationLimitExceeded) -> XMLDifference? {
    let (wantedTexts, actualTexts) = (expected.texts, found.texts)
    for place in 0..<max(wantedTexts.count, actualTexts.count) {
      let wanted = wantedTexts.indices.contains(place) ? wantedTexts[place] : nil
      let actual = actualTexts.indices.contains(place) ? actualTexts[place] : nil
      if let difference = try difference(wanted, actual, path: path, &steps) { return difference }
    }
    var left = found.elements
    var counts: [ScalarText: Int] = [:]
    for wanted in expected.elements {
      counts[ScalarText(wanted.name.local), default: 0] += 1
      let childPath =
        "\(path)/\(wanted.name.local)[\(counts[ScalarText(wanted.name.local), default: 0])]"
      var first: XMLDifference?
      var partner: Int?
      for (place, element) in left.enumerated() {
        guard steps.take() else { throw steps.limitExceeded }
        guard haveSameName(wanted, element) else { continue }
        let difference = try difference(wanted, element, path: childPath, &steps)
        if difference == nil { partner = place }
        first = first ?? difference
        if partner != nil || !ignoresOrder { break }
      }
      if let partner {
        left.remove(at: partner)
      } else if let first {
        return first
      } else if let difference = try difference(.element(wanted), nil, path: childPath, &steps) {
        return difference
      }
    }
    guard let extra = left.first else { return nil }
    counts[ScalarText(extra.name.local), default: 0] += 1
    let childPath =
      "\(path)/\(extra.name.local)[\(counts[ScalarText(extra.name.local), default: 0])]"
    return try difference(nil, .element(extra), path: childPath, &steps)
  }

  private func summary(_ content: XMLElementTree.Content?) -> String {
    switch content {
    case .element(let element): "element \(element.name)"
    case .text(let text): "text \(text.quoted)"
    case nil: "nothing"
    }
  }
}

extension XMLElementTree {
  fileprivate var texts: [Content] {
    contents.filter { if case .text = $0 { true } else { false } }
  }

  fileprivate var elements: [XMLElementTree] {
    contents.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }
}

/// The first difference between an XML document and the expected one.
package struct XMLDifference: Sendable, Hashable {
  /// The XPath of the place of the difference, without namespaces.
  package let path: String
  package let expected: String
  package let found: String
}

/// The placeholders in an expected XML document, which are texts such as `${xmlunit.ignore}` of
/// XMLUnit.
///
/// A placeholder stands for other texts.
package struct XMLPlaceholders: Sendable {
  private let pattern: RegularExpression

  /// Creates placeholders whose delimiters match these regular expressions (default: `${` and `}`).
  ///
  /// - Throws: `PatternError` if an expression cannot be compiled.
  package init(
    opening: String = "\\$\\{", closing: String = "\\}"
  ) throws(PatternError) {
    pattern = try RegularExpression(
      "\\s*(?:\(opening))\\s*xmlunit\\.(?<word>[A-Za-z]+)(?:\\((?<operand>.*)\\))?\\s*(?:\(closing))\\s*",
      options: [.fullMatch, .dotMatchesLineSeparators])
  }

  /// Returns the placeholder for a text; `nil` if the text is not a placeholder.
  func placeholder(_ text: String) -> Placeholder? {
    guard text.contains("xmlunit."), case .matched(let match) = pattern.firstMatch(in: text) else {
      return nil
    }
    let operand = match.groups["operand"]
    switch match.groups["word"] {
    case "ignore": return .anything
    case "isNumber": return .number
    case "isDateTime": return .time(operand.map { .pattern($0) } ?? .usual)
    case "matchesRegex":
      return operand.flatMap { try? .pattern(RegularExpression($0, options: .java)) }
    default: return nil
    }
  }

  enum Placeholder {
    /// Any text, any elements, or nothing.
    case anything
    case number
    case time(DateTimeText.Format)
    /// A text in which the regular expression has a match.
    case pattern(RegularExpression)

    var summary: String {
      switch self {
      case .anything: "anything"
      case .number: "a number"
      case .time: "a time"
      case .pattern: "a text that the regular expression matches"
      }
    }

    func accepts(_ text: String) -> Bool {
      switch self {
      case .anything: return true
      case .number: return JSONNumber(decimal: text.trimmingWhitespace()) != nil
      case .time(let format): return DateTimeText(text.trimmingWhitespace(), format: format) != nil
      case .pattern(let pattern):
        if case .matched = pattern.firstMatch(in: text) { return true }
        return false
      }
    }
  }
}
