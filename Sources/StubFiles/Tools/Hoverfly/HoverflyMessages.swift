import StubCore

/// A state of a sequence of equal requests, such as `{"sequence:1": "2"}`.
struct HoverflySequence: Sendable, Equatable {
  let name: String
  /// The number of the state; `nil` if the state is removed.
  let number: Int?
}

/// The conditions on a request in a simulation.
struct HoverflyRequest: Sendable {
  var matchers: [any HTTPStubMatcher] = []
  /// The sum of the weights of the matchers: 2 for equality, 1 for other matchers and for a state.
  ///
  /// A missing condition on the body or on the query also adds 1.
  var weight = 0
  /// The required state.
  var sequence: HoverflySequence?
  /// Whether the method is exactly HEAD.
  var asksForHead = false
}

extension Reader {
  func hoverflyRequest(_ value: Value, in scope: RuleScope) -> HoverflyRequest? {
    var match = MatchDraft(self, value, in: scope)
    var request = HoverflyRequest()
    let type = value["requestType"]?.scalar?.text
    let isTemplate = type == "template"
    var asked: Set<String> = []
    return mapping(value) { mapping in
      mapping.settle(HoverflyKeys.request)
      mapping.read("requestType") { _ = keyword($0, ["recording": true, "template": true]) }
      for field in HoverflyField.single {
        mapping.read(field.key) { value in
          let conditions = hoverflyConditions(value, plainIsGlob: isTemplate)
          for condition in conditions {
            match.add(field.matcher(condition), from: value)
            request.weight += condition.weight
            asked.insert(field.key)
            if field.key == "method", condition.exactText == "HEAD" { request.asksForHead = true }
          }
        }
      }
      for field in HoverflyField.several {
        mapping.read(field.key) { value in
          // In schema 1, header fields of recordings are not compared.
          if field.key == "headers", type == "recording" { return }
          if value.isWholeQuery {
            return hoverflyQuery(
              value, isGlob: isTemplate, isEncoded: true, into: &match, &request)
          }
          if field.key == "query", value.members?.isEmpty == true {
            match.add(ItemsMatcher(.query, equal: []), from: value)
          }
          // Only schemas before 5 have plain texts here; plain texts for header fields are globs.
          let isGlob = isTemplate || field.key == "headers"
          entries(value) { name, value in
            for condition in hoverflyConditions(value, plainIsGlob: isGlob) {
              match.add(field.matcher(name, condition), from: value)
              request.weight += condition.weight
              asked.insert(field.key == "queriesWithMatchers" ? "query" : field.key)
            }
          }
        }
      }
      mapping.read("deprecatedQuery") {
        hoverflyQuery($0, isGlob: false, isEncoded: false, into: &match, &request)
      }
      request.sequence = mapping.optional("requiresState") { hoverflySequence($0) }
      if request.sequence != nil { request.weight += 1 }
      for part in ["body", "query"] where !asked.contains(part) { request.weight += 1 }
      request.matchers = match.matchers
      return request
    }
  }

  /// Reads conditions on the whole query, as in Hoverfly's schemas before version 5.
  ///
  /// Exact texts and globs are percent-encoded under `query`, but not under `deprecatedQuery`.
  private func hoverflyQuery(
    _ value: Value, isGlob: Bool, isEncoded: Bool, into match: inout MatchDraft,
    _ request: inout HoverflyRequest
  ) {
    if case .null? = value.scalar?.kind { return }
    let conditions = hoverflyConditions(value, plainIsGlob: isGlob, hasEncodedGlobs: isEncoded)
    for condition in conditions {
      if let text = condition.exactText {
        let items = isEncoded ? QueryItem.parse(text) : QueryItem.decoded(text)
        match.add(ItemsMatcher(.query, equal: items), from: value)
      } else {
        match.add(
          PartMatcher(.derived("query") { .one($0.target.hoverflyQuery) }, condition.value),
          from: value)
      }
      request.weight += condition.weight
    }
  }

  /// Reads the state that a pair requires, or the state after it; `nil` if there is none.
  func hoverflySequence(_ value: Value) -> HoverflySequence? {
    guard let members = value.members, let state = members.first else { return nil }
    guard members.count == 1, state.key.hasPrefix("sequence:"),
      let number = state.value.scalar.flatMap({ Int($0.text) })
    else {
      return mismatch(
        value, expected: "one state \"sequence:…\" with a number",
        remedy: "use a rule file with a list of responses in \"respond\"")
    }
    return HoverflySequence(name: state.key, number: number)
  }
}

extension QueryItem {
  /// Returns the items of a decoded query.
  fileprivate static func decoded(_ text: String) -> [QueryItem] {
    text.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return QueryItem(name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : nil)
    }
  }
}

extension PartValues {
  /// Returns the values as one text joined with semicolons, as Hoverfly compares them.
  fileprivate static func joined(_ values: [String]) -> PartValues {
    values.isEmpty ? .missing : .one(values.joined(separator: ";"))
  }
}

extension RequestURL {
  /// The query in the form that Hoverfly compares: decoded, and sorted by name and value.
  fileprivate var hoverflyQuery: String {
    queryItems.map { "\($0.name)=\($0.value ?? "")" }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: "&")
  }
}

extension Value {
  /// Whether the value is a condition on the whole query: a text, a list or a matcher under its old
  /// key.
  fileprivate var isWholeQuery: Bool {
    guard let members else { return true }
    let keys = HoverflyMatcher.all.compactMap(\.oldKey)
    return !members.isEmpty && members.allSatisfy { keys.contains($0.key) }
  }
}

/// The parts of a request in simulations, each with the matcher for a condition on it.
enum HoverflyField {
  struct Single: Sendable {
    let key: String
    let matcher: @Sendable (HoverflyCondition) -> any HTTPStubMatcher
  }

  struct Several: Sendable {
    let key: String
    let matcher: @Sendable (String, HoverflyCondition) -> any HTTPStubMatcher
  }

  static let single: [Single] = [
    Single(key: "method") { condition in
      if let text = condition.exactText { return HTTPStubMethodMatcher([HTTPMethod(named: text)]) }
      return PartMatcher(.method, condition.value)
    },
    Single(key: "scheme") { PartMatcher(.scheme, $0.value) },
    Single(key: "destination", matcher: destination),
    Single(key: "path") { condition in
      if let text = condition.exactText { return PartMatcher(.path, .equals(text)) }
      return PartMatcher(
        .derived("path", isAddress: true) { .one($0.target.decodedPath) }, condition.value)
    },
    Single(key: "body") { condition in
      if let make = condition.bodyMatcher { return make }
      return PartMatcher(.bodyOrEmpty, condition.value)
    },
  ]

  static let several: [Several] =
    ["headers", "headersWithMatchers"].map { key in
      Several(key: key) { name, condition in
        let field = HTTPHeaderName(name)
        // Several values are joined with semicolons, so a text without a semicolon must be the only
        // value.
        let only = condition.exactText.flatMap { $0.contains(";") ? nil : $0 }
        let keys = only.map { [StubKey.header(field, $0)] } ?? []
        let part = MatchedPart.derived("header \(name)") { .joined($0.headers.values(of: field)) }
        return PartMatcher(part, condition.value, keys: keys)
      }
    }
    + ["query", "queriesWithMatchers"].map { key in
      Several(key: key) { name, condition in
        let folded = name.foldingCase()
        let part = MatchedPart.derived("query parameter \(name)") { request in
          let items = request.target.queryItems
          return .joined(
            items.filter { $0.name.foldingCase().hasSameScalars(as: folded) }
              .map { $0.value ?? "" })
        }
        return PartMatcher(part, condition.value)
      }
    }

  /// Returns the matcher for a host with an optional port.
  private static func destination(_ condition: HoverflyCondition) -> any HTTPStubMatcher {
    if let text = condition.exactText {
      let authority = Authority(text)
      let host = PartMatcher(.host, .equals(authority.host))
      guard let port = authority.port else { return host }
      return HTTPStubCompositeMatcher(.all, of: [host, HTTPStubPortMatcher(port)])
    }
    let part = MatchedPart.derived("host and port") { request in
      .list([request.target.host, request.target.authority].compactMap { $0 })
    }
    return PartMatcher(part, condition.value.onName)
  }
}
