import StubCore
import StubDocuments
import StubPlatform
import StubRules

extension Reader {
  /// Reads the conditions on one part.
  ///
  /// They are a list of matchers (schema 5), a matcher under its old key, or a plain text. In
  /// schemas before 5, globs for the query are percent-encoded.
  func hoverflyConditions(
    _ value: Value, plainIsGlob: Bool, hasEncodedGlobs: Bool = false
  ) -> [HoverflyCondition] {
    if case .null? = value.scalar?.kind { return [] }
    if let elements = value.elements {
      let texts = elements.compactMap { $0.scalar?.text }
      if !texts.isEmpty, texts.count == elements.count {
        // In schemas before 5, a list contains values, which are compared as one joined text.
        let whole = value.replaced(by: texts.joined(separator: ";"))
        return hoverflyConditions(whole, plainIsGlob: plainIsGlob)
      }
      return list(value) { hoverflyConditions($0, plainIsGlob: plainIsGlob) }?.flatMap { $0 } ?? []
    }
    if value.scalar != nil {
      let condition =
        plainIsGlob
        ? hoverflyGlob(value, isEncoded: hasEncodedGlobs) : text(value).map { .exact($0) }
      return condition.map { [$0] } ?? []
    }
    let conditions =
      value["matcher"] == nil
      ? hoverflyOldCondition(value, hasEncodedGlobs: hasEncodedGlobs) : hoverflyCondition(value)
    return conditions ?? []
  }

  /// Reads `{"matcher": …, "value": …, "config": …, "doMatch": …}`.
  private func hoverflyCondition(_ value: Value) -> [HoverflyCondition]? {
    mapping(value) { mapping in
      let options = mapping.optional("config") { hoverflyArrayOptions($0) }
      let matcher = mapping.required("matcher") { hoverflyMatcher($0) }
      let more = mapping.take("doMatch")
      if let more, more.value.members?.isEmpty == false {
        mapping.refuse(more, remedy: "use one matcher for the whole value, such as \"regex\"")
      }
      let value = mapping.required("value") { value -> HoverflyCondition? in
        matcher?.read(self, value, options ?? HoverflyArrayOptions())
      }
      return value.map { [$0] }
    }
  }

  /// Reads `{"exactMatch": …}` and similar mappings, all of whose entries must match.
  private func hoverflyOldCondition(
    _ value: Value, hasEncodedGlobs: Bool
  ) -> [HoverflyCondition]? {
    mapping(value) { mapping in
      HoverflyMatcher.all.compactMap { matcher in
        guard let key = matcher.oldKey else { return nil }
        return mapping.optional(key) { value in
          if case .null? = value.scalar?.kind { return nil }
          if hasEncodedGlobs, matcher.name == "glob" { return hoverflyGlob(value, isEncoded: true) }
          return matcher.read(self, value, HoverflyArrayOptions())
        }
      }
    }
  }

  private func hoverflyMatcher(_ value: Value) -> HoverflyMatcher? {
    guard let name = string(value)?.lowercased() else { return nil }
    if let matcher = HoverflyMatcher.all.first(where: { $0.name == name }) { return matcher }
    if let remedy = HoverflyMatcher.refused[name] {
      report(
        value, found: "the matcher \(Quotation.of(name)) is not supported",
        remedy: .advice(remedy))
      return nil
    }
    return choice(value, among: HoverflyMatcher.all, named: \.name)
  }

  private func hoverflyArrayOptions(_ value: Value) -> HoverflyArrayOptions? {
    if case .null? = value.scalar?.kind { return nil }
    return mapping(value) { mapping in
      HoverflyArrayOptions(
        ignoresUnknown: mapping.optional("ignoreUnknown") { boolean($0) } ?? false,
        ignoresOrder: mapping.optional("ignoreOrder") { boolean($0) } ?? false,
        ignoresOccurrences: mapping.optional("ignoreOccurrences") { boolean($0) } ?? false)
    }
  }

  /// Reads a glob, in which `*` matches any text, including slashes.
  func hoverflyGlob(_ value: Value, isEncoded: Bool = false) -> HoverflyCondition? {
    guard let given = text(value) else { return nil }
    let text = isEncoded ? PercentEncoding.decode(given, plusIsSpace: true) : given
    let parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    let pattern = parts.map { String(Substring($0)).asPattern }.joined(separator: ".*")
    do throws(PatternError) {
      let regex = try RegularExpression(pattern, options: [.fullMatch, .dotMatchesLineSeparators])
      return HoverflyCondition(
        ValueMatcher(
          description: "is \(Quotation.of(text)), where * is anything", form: .regex(regex),
          isSynchronous: true
        ) { $0.contains(where: regex.isMatch) ? .accepted(groups: [:]) : .rejected })
    } catch {
      report(value, error)
      return nil
    }
  }

  /// Reads the fields of a form, each with its matchers.
  func hoverflyForm(_ value: Value) -> HoverflyCondition? {
    var matchers: [any HTTPStubMatcher] = []
    var weight = 0
    entries(value) { name, value in
      for condition in hoverflyConditions(value, plainIsGlob: false) {
        matchers.append(PartMatcher(.form(name), condition.value))
        weight += condition.weight
      }
    }
    let all = HTTPStubCompositeMatcher(.all, of: matchers)
    return HoverflyCondition(
      ValueMatcher(all.description) { _ in false }, weight: weight, body: all)
  }
}

/// A condition of Hoverfly on a text, with the weight by which Hoverfly ranks matching pairs.
struct HoverflyCondition: Sendable {
  let value: ValueMatcher
  var weight = 1
  /// The text of a condition for equality; otherwise `nil`.
  var exactText: String? { value.exactValue }
  /// The matcher for bodies; `nil` if `value` is also used for bodies.
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

/// A kind of matcher that simulations can name.
struct HoverflyMatcher: Sendable {
  let name: String
  /// The key in schemas 2 to 4.
  let oldKey: String?
  let read: @Sendable (Reader, Value, HoverflyArrayOptions) -> HoverflyCondition?

  init(
    _ name: String, oldKey: String? = nil,
    _ read: @escaping @Sendable (Reader, Value, HoverflyArrayOptions) -> HoverflyCondition?
  ) {
    self.name = name
    self.oldKey = oldKey
    self.read = read
  }

  /// The names of matchers that are not supported, each with a text that says what to use instead.
  static let refused = [
    "jwt": "use \"regex\" on the Authorization header",
    "jwtjsonpath": "use \"regex\" on the Authorization header",
    "xmltemplated": "use \"xpath\" on the parts that matter",
    "xmlpartial": "use \"xpath\" on the parts that matter",
  ]

  static let all: [HoverflyMatcher] = [
    HoverflyMatcher("exact", oldKey: "exactMatch") { reader, value, _ in
      reader.text(value).map { .exact($0) }
    },
    HoverflyMatcher("glob", oldKey: "globMatch") { reader, value, _ in reader.hoverflyGlob(value) },
    HoverflyMatcher("regex", oldKey: "regexMatch") { reader, value, _ in
      reader.pattern(value, .dollarIsEnd).map { HoverflyCondition(.matches($0)) }
    },
    HoverflyMatcher("negate") { reader, value, _ in
      // A missing value is not a different text, so it does not match.
      reader.text(value).map { HoverflyCondition(.all(of: .present, .not(.equals($0)))) }
    },
    HoverflyMatcher("json", oldKey: "jsonMatch") { reader, value, _ in
      reader.jsonOrText(value).map {
        HoverflyCondition(.equalsJSON($0), body: HTTPStubJSONMatcher($0))
      }
    },
    HoverflyMatcher("jsonpartial", oldKey: "jsonPartialMatch") { reader, value, _ in
      let comparison = JSONComparison(
        ignoresArrayOrder: true, ignoresExtraMembers: true, ignoresExtraElements: true)
      return reader.jsonOrText(value).map { json in
        // The expected JSON may be any value in the body.
        HoverflyCondition(
          onBody: HTTPStubCompositeMatcher(
            .any,
            of: [
              HTTPStubJSONMatcher(json, comparison: comparison),
              JSONValueMatcher(
                JSONSelection(literal: "$..*"), equals: json, comparison: comparison),
            ], common: json.scalarKeys()))
      }
    },
    HoverflyMatcher("jsonpath", oldKey: "jsonPathMatch") { reader, value, _ in
      reader.jsonPathQuery(value).map { path in
        HoverflyCondition(
          ValueMatcher("has \(path.text)") { text in
            guard let json = try? JSONValue(parsing: text) else { return false }
            return !path.select(from: json).isEmpty
          }, body: PartMatcher(path, .present))
      }
    },
    HoverflyMatcher("xml", oldKey: "xmlMatch") { reader, value, _ in
      reader.xmlBody(value).map { HoverflyCondition(onBody: $0) }
    },
    HoverflyMatcher("xpath", oldKey: "xpathMatch") { reader, value, _ in
      reader.xpath(value, .present, namespaces: [:], options: .omitsFalse)
        .map { HoverflyCondition(onBody: $0) }
    },
    HoverflyMatcher("form") { reader, value, _ in reader.hoverflyForm(value) },
    HoverflyMatcher("array") { reader, value, options in
      reader.list(value) { reader.text($0) }.map { HoverflyCondition(options.condition($0)) }
    },
  ]
}

extension HoverflyCondition {
  /// Creates a condition from a matcher on bodies, which treats any text as a body.
  init(onBody matcher: any HTTPStubMatcher) {
    self.init(
      ValueMatcher(matcher.description) { text in
        let request = ReceivedRequest(.post, "/", body: .init(text.utf8))
        return matcher.evaluate(request, for: .stubRequest).isMatch
      }, body: matcher)
  }
}

/// The options for comparing lists.
struct HoverflyArrayOptions: Sendable {
  var ignoresUnknown = false
  var ignoresOrder = false
  var ignoresOccurrences = false

  /// Returns a condition on a text that has a list of values, joined with semicolons.
  func condition(_ expected: [String]) -> ValueMatcher {
    let options = self
    return ValueMatcher("is the list \(expected)") { text in
      let found = text.utf8.split(separator: UInt8(ascii: ";")).map { $0.trimmingBlanks }
      return options.fits(found, expected.map(ScalarText.init))
    }
  }

  /// Returns whether three independent conditions hold: no unexpected values, the number of
  /// occurrences, and the order.
  private func fits(_ found: [ScalarText], _ expected: [ScalarText]) -> Bool {
    if !ignoresUnknown, !found.allSatisfy(expected.contains) { return false }
    if !ignoresOccurrences,
      !found.filter(expected.contains).sorted().elementsEqual(expected.sorted())
    {
      return false
    }
    return ignoresOrder || expected.isIncluded(inOrderOf: found)
  }
}

extension [ScalarText] {
  /// Returns whether all these texts occur among the others, in this order.
  fileprivate func isIncluded(inOrderOf others: [ScalarText]) -> Bool {
    var rest = self[...]
    for other in others where other == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}

extension Substring.UTF8View {
  fileprivate var trimmingBlanks: ScalarText {
    let blank = UInt8(ascii: " ")
    let kept = drop { $0 == blank }
    let end = kept.lastIndex { $0 != blank }.map { kept.index(after: $0) } ?? kept.startIndex
    return ScalarText(String(Substring(kept[..<end])))
  }
}
