import StubCore

/// One matcher of Hoverfly: what it asks of a text, and what it weighs.
struct HoverflyCondition: Sendable {
  let value: ValueMatcher
  var weight = 1
  /// The text when it asks for equality.
  var exactText: String? { value.exactValue }
  /// The matcher to use on bodies, where there is a better one.
  var bodyMatcher: (any HTTPStubMatcher)?

  init(_ value: ValueMatcher, weight: Int = 1, body: (any HTTPStubMatcher)? = nil) {
    self.value = value
    self.weight = weight
    bodyMatcher = body
  }

  static func exact(_ text: String) -> HoverflyCondition {
    HoverflyCondition(.equals(text), weight: 2)
  }
}

/// A matcher that simulations name.
struct HoverflyMatcher: Sendable {
  let name: String
  /// The key that schemas 2 to 4 use in its place.
  let oldKey: String?
  let read: @Sendable (inout ValueReader, HoverflyArrayOptions) -> HoverflyCondition?

  init(
    _ name: String, oldKey: String? = nil,
    _ read: @escaping @Sendable (inout ValueReader, HoverflyArrayOptions) -> HoverflyCondition?
  ) {
    self.name = name
    self.oldKey = oldKey
    self.read = read
  }

  static let all: [HoverflyMatcher] = [
    HoverflyMatcher("exact", oldKey: "exactMatch") { value, _ in value.text().map { .exact($0) } },
    HoverflyMatcher("glob", oldKey: "globMatch") { value, _ in value.hoverflyGlob() },
    HoverflyMatcher("regex", oldKey: "regexMatch") { value, _ in
      value.pattern([]).map { HoverflyCondition(.matches($0)) }
    },
    HoverflyMatcher("negate") { value, _ in
      value.text().map { HoverflyCondition(.not(.equals($0))) }
    },
    HoverflyMatcher("json", oldKey: "jsonMatch") { value, _ in
      value.jsonOrText().map { HoverflyCondition(.equalsJSON($0), body: HTTPStubJSONMatcher($0)) }
    },
    HoverflyMatcher("jsonpartial", oldKey: "jsonPartialMatch") { value, _ in
      let comparison = JSONComparison(
        ignoresArrayOrder: true, ignoresExtraMembers: true, ignoresExtraElements: true)
      return value.jsonOrText().map { json in
        HoverflyCondition(
          .equalsJSON(json, comparison: comparison),
          body: HTTPStubJSONMatcher(json, comparison: comparison))
      }
    },
    HoverflyMatcher("jsonpath", oldKey: "jsonPathMatch") { value, _ in
      value.jsonPathQuery().map { path in
        HoverflyCondition(
          ValueMatcher("has \(path.text)") { text in
            guard let json = try? JSONValue(parsing: text) else { return false }
            return !path.select(from: json).isEmpty
          }, body: HTTPStubJSONPathMatcher(path, .present))
      }
    },
    HoverflyMatcher("xml", oldKey: "xmlMatch") { value, _ in
      value.xmlBody().map { HoverflyCondition(onBody: $0) }
    },
    HoverflyMatcher("xpath", oldKey: "xpathMatch") { value, _ in
      value.xpath(.present, namespaces: [:]).map { HoverflyCondition(onBody: $0) }
    },
    HoverflyMatcher("form") { value, _ in value.hoverflyForm() },
    HoverflyMatcher("array") { value, options in
      value.list { $0.text() }.map { HoverflyCondition(options.condition($0)) }
    },
  ]
}

extension HoverflyCondition {
  /// A condition that a text alone cannot fulfill, for bodies only.
  init(onBody matcher: any HTTPStubMatcher) {
    self.init(
      ValueMatcher(matcher.description) { text in
        let request = ReceivedRequest(.post, "/", body: .init(text.utf8))
        return matcher.evaluate(request, for: .stubRequest).isMatch
      }, body: matcher)
  }
}

/// How lists are compared.
struct HoverflyArrayOptions: Sendable {
  var ignoresUnknown = false
  var ignoresOrder = false
  var ignoresOccurrences = false

  /// A condition on values joined with semicolons.
  func condition(_ expected: [String]) -> ValueMatcher {
    let options = self
    return ValueMatcher("is the list \(expected)") { text in
      options.fits(text.split(separator: ";").map { $0.trimmingBlanks }, expected)
    }
  }

  private func fits(_ found: [String], _ expected: [String]) -> Bool {
    var found = ignoresUnknown ? found.filter(expected.contains) : found
    var expected = expected
    if ignoresOccurrences {
      found = found.withoutRepeats
      expected = expected.withoutRepeats
    }
    return ignoresOrder ? found.sorted() == expected.sorted() : found == expected
  }
}

extension [String] {
  fileprivate var withoutRepeats: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
