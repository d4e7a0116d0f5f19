import StubCore

/// A field of requests that predicates name.
struct MountebankField: Sendable {
  enum Value: Sendable {
    case text(@Sendable (ReceivedRequest) -> String)
    /// Names with a value each, some of them several times.
    case items(@Sendable (ReceivedRequest) -> [QueryItem])
    case body
  }

  let key: String
  let value: Value

  static let all: [MountebankField] = [
    MountebankField(key: "method", value: .text { $0.method.rawValue }),
    MountebankField(key: "path", value: .text { $0.target.path }),
    MountebankField(key: "query", value: .items { $0.target.queryItems }),
    MountebankField(key: "form", value: .items { $0.formItems }),
    MountebankField(
      key: "headers",
      value: .items { request in
        request.headers.fields.map { QueryItem(name: $0.name.rawName, value: $0.value) }
      }),
    MountebankField(key: "body", value: .body),
  ]
}

extension Reader {
  /// The matchers for what a predicate says about a field.
  func mountebankField(
    _ value: Value, _ field: MountebankField, _ test: MountebankTest, isExistence: Bool
  ) -> [any HTTPStubMatcher] {
    switch field.value {
    case .text(let text):
      guard let condition = isExistence ? existence(value, in: test) : condition(value, test) else {
        return []
      }
      return [
        RequestPartMatcher(field.key, condition) { request in
          let text = text(request)
          return text.isEmpty && isExistence ? [] : [text]
        }
      ]
    case .items(let items):
      return isExistence || value.members != nil
        ? mountebankItems(value, field.key, items, test, isExistence)
        : mismatch(value, expected: "a mapping of names", remedy: "use { \"name\": \"value\" }")
          ?? []
    case .body: return mountebankBody(value, test, isExistence).map { [$0] } ?? []
    }
  }

  /// A condition on one text.
  private func condition(_ value: Value, _ test: MountebankTest) -> ValueMatcher? {
    guard let expected = text(value) else { return nil }
    do throws(PatternError) {
      return try test.condition(expected)
    } catch {
      report(value, error)
      return nil
    }
  }

  private func existence(_ value: Value, in test: MountebankTest) -> ValueMatcher? {
    boolean(value).map { $0 ? .present : .absent }
  }

  private func mountebankItems(
    _ value: Value, _ part: String, _ items: @escaping @Sendable (ReceivedRequest) -> [QueryItem],
    _ test: MountebankTest, _ isExistence: Bool
  ) -> [any HTTPStubMatcher] {
    var matchers: [any HTTPStubMatcher] = []
    var names: [String] = []
    entries(value) { name, value in
      names.append(name)
      let conditions =
        isExistence
        ? existence(value, in: test).map { [$0] } : oneOrMore(value) { condition($0, test) }
      for condition in conditions ?? [] {
        matchers.append(
          RequestPartMatcher("\(part) \(name)", condition) { request in
            items(request).filter { test.isSame($0.name, name) }.map { $0.value ?? "" }
          })
      }
    }
    guard test.isDeep, !isExistence else { return matchers }
    let all = names
    matchers.append(
      HTTPStubCustomMatcher("\(part) names nothing but \(all)") { request, _ in
        items(request).allSatisfy { item in all.contains { test.isSame($0, item.name) } }
      })
    return matchers
  }

  /// A condition on the body: on its text, on what a selector finds, or on its JSON.
  private func mountebankBody(
    _ value: Value, _ test: MountebankTest, _ isExistence: Bool
  ) -> (any HTTPStubMatcher)? {
    if value.members != nil || value.elements != nil, !isExistence, test.selector == nil {
      return MountebankJSONMatcher(expected: value.json, test: test)
    }
    let found: ValueMatcher?
    if isExistence {
      found = existence(value, in: test)
    } else if value.elements != nil {
      found = list(value) { condition($0, test) }.map { .exactly($0) }
    } else {
      found = condition(value, test)
    }
    guard let found else { return nil }
    switch test.selector {
    case nil:
      return RequestPartMatcher("body", found) { request in
        request.body?.isEmpty ?? true ? (isExistence ? [] : [""]) : [request.bodyText]
      }
    case .jsonPath(let path): return HTTPStubJSONPathMatcher(path, found)
    case .xpath(let expression, let namespaces):
      return try? HTTPStubXPathMatcher(expression, found, namespaces: namespaces)
    }
  }
}

/// What a predicate does with a text, and what does not count.
struct MountebankTest: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case equals
    case deepEquals
    case contains
    case startsWith
    case endsWith
    case matches
  }

  let kind: Kind
  var isCaseSensitive = false
  var isKeyCaseSensitive = false
  /// The parts of a text that are removed before comparison.
  var exception: RegularExpression?
  /// What in the body is looked at.
  var selector: MountebankSelector?

  /// Whether every part has to be named: nothing more, nothing less.
  var isDeep: Bool { kind == .deepEquals }

  /// A condition on one text.
  func condition(_ expected: String) throws(PatternError) -> ValueMatcher {
    let condition = try plainCondition(expected)
    guard exception != nil else { return condition }
    let test = self
    return ValueMatcher(description: condition.description, problems: condition.problems) {
      condition.judge($0.map(test.stripped))
    }
  }

  private func plainCondition(_ expected: String) throws(PatternError) -> ValueMatcher {
    let lower = expected.lowercased()
    switch (kind, isCaseSensitive) {
    case (.equals, true), (.deepEquals, true): return .equals(expected)
    case (.equals, false), (.deepEquals, false): return .equalsIgnoringCase(expected)
    // An empty text is part of any, even of one that is not there.
    case (.contains, true) where !expected.isEmpty: return .contains(expected)
    case (.contains, _): return .containsIgnoringCase(expected)
    case (.startsWith, true): return .hasPrefix(expected)
    case (.startsWith, false):
      return ValueMatcher("starts with \(expected.quoted) in any case") {
        $0.lowercased().hasPrefix(lower)
      }
    case (.endsWith, true): return .hasSuffix(expected)
    case (.endsWith, false):
      return ValueMatcher("ends with \(expected.quoted) in any case") {
        $0.lowercased().hasSuffix(lower)
      }
    case (.matches, _):
      return .matches(
        try RegularExpression(expected, options: isCaseSensitive ? [] : .caseInsensitive))
    }
  }

  /// Whether two names are the same.
  func isSame(_ name: String, _ other: String) -> Bool {
    isKeyCaseSensitive ? name == other : name.lowercased() == other.lowercased()
  }

  private func stripped(_ text: String) -> String {
    guard let exception else { return text }
    var kept = ""
    var rest = text[...]
    while case .matched(let match) = exception.firstMatch(in: String(rest)), !match.text.isEmpty,
      let range = rest.firstRange(of: match.text)
    {
      kept += rest[..<range.lowerBound]
      rest = rest[range.upperBound...]
    }
    return kept + rest
  }
}

/// What a predicate looks at in the body.
enum MountebankSelector: Sendable {
  case jsonPath(JSONPath)
  case xpath(String, namespaces: [String: String])
}

/// Accepts requests whose JSON body has the members that a predicate names, at every level.
struct MountebankJSONMatcher: HTTPStubMatcher {
  let expected: JSONValue
  let test: MountebankTest

  var description: String { "JSON body \(test.kind.rawValue) \(expected.text())" }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard case .success(let found) = request.json else {
      return .mismatched(expected: description, found: "a body that is no JSON")
    }
    return fits(found, expected)
      ? .matched : .mismatched(expected: description, found: "JSON body \(found.text().shortened)")
  }

  private func fits(_ found: JSONValue, _ expected: JSONValue) -> Bool {
    switch (expected, found) {
    case (.object(let wanted), .object(let object)):
      if test.isDeep, wanted.members.count != object.members.count { return false }
      return wanted.members.allSatisfy { member in
        object.members.contains {
          test.isSame($0.name, member.name) && fits($0.value, member.value)
        }
      }
    case (.array(let wanted), .array(let elements)):
      // The order of elements does not count.
      if test.isDeep, wanted.count != elements.count { return false }
      return wanted.allSatisfy { value in elements.contains { fits($0, value) } }
    case (_, .array(let elements)):
      return elements.contains { fits($0, expected) }
    case (.object, _), (.array, _), (_, .object): return false
    default:
      guard let condition = try? test.condition(expected.string ?? expected.text()) else {
        return false
      }
      return condition.accepts([found.string ?? found.text()])
    }
  }
}
