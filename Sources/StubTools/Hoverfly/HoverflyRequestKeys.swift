import StubCore
import StubDocuments
import StubRules

/// The conditions of a request while its keys are read.
struct HoverflyRequestDraft {
  var match: MatchDraft
  /// The value of `requestType`, such as `template`.
  var type: String?
  /// The names of parts with conditions.
  private var parts: Set<String> = []
  private var written = HoverflyRequest()

  init(match: MatchDraft) { self.match = match }

  /// Whether plain texts are globs.
  var isTemplate: Bool { type == "template" }

  /// The conditions, with the weights for missing ones.
  var request: HoverflyRequest {
    var request = written
    if request.sequence != nil { request.weight += 1 }
    for part in ["body", "query"] where !parts.contains(part) { request.weight += 1 }
    request.matchers = match.matchers
    return request
  }

  /// Adds the matcher for a condition, and the weight of the condition.
  mutating func add(
    _ matcher: some HTTPStubMatcher, _ condition: HoverflyCondition, of part: String? = nil,
    from value: Value
  ) {
    match.add(matcher, from: value)
    written.weight += condition.weight
    if let part { parts.insert(part) }
    if part == "method", condition.exactText == "HEAD" { written.asksForHead = true }
  }
}

extension HoverflyRequestDraft {
  static let keys = Keys<HoverflyRequestDraft>([
    Key("requestType") { reader, value, draft in
      draft.type = value.scalar?.text
      _ = reader.keyword(value, ["recording": true, "template": true])
    },
    .part("method") { condition in
      if let text = condition.exactText { return HTTPStubMethodMatcher([HTTPMethod(named: text)]) }
      return PartMatcher(.method, condition.value)
    },
    .part("scheme") { PartMatcher(.scheme, $0.value) },
    .part("destination", destination),
    .part("path") { condition in
      if let text = condition.exactText { return PartMatcher(.path, .equals(text)) }
      return PartMatcher(
        .derived("path", id: "decoded path", isAddress: true) { .one($0.target.decodedPath) },
        condition.value)
    },
    .part("body") { $0.bodyMatcher ?? PartMatcher(.bodyOrEmpty, $0.value) },
    .parts("headers", header),
    .parts("headersWithMatchers", header),
    .parts("query", parameter),
    .parts("queriesWithMatchers", parameter),
    Key("deprecatedQuery") { reader, value, draft in
      reader.hoverflyQuery(value, isGlob: false, isEncoded: false, into: &draft)
    },
    Key("requiresState") { reader, value, draft in
      draft.written.sequence = reader.hoverflySequence(value)
    },
  ])

  /// Returns the matcher for a host with an optional port.
  @Sendable private static func destination(
    _ condition: HoverflyCondition
  ) -> any HTTPStubMatcher {
    if let text = condition.exactText {
      let authority = Authority(text)
      let host = PartMatcher(.host, .equals(authority.host))
      guard let port = authority.port else { return host }
      return HTTPStubCompositeMatcher(.all, of: [host, HTTPStubPortMatcher(port)])
    }
    let part = MatchedPart.derived("host and port", id: "host and authority") { request in
      .list([request.target.host, request.target.authority].compactMap { $0 })
    }
    return PartMatcher(part, condition.value.onName)
  }

  @Sendable private static func header(
    _ name: String, _ condition: HoverflyCondition
  ) -> any HTTPStubMatcher {
    let field = HTTPHeaderName(name)
    let part = MatchedPart.derived(
      "header \(name)", id: "joined header \(field.canonicalName)"
    ) { .joined($0.headers.values(of: field)) }
    return PartMatcher(part, condition.value)
  }

  @Sendable private static func parameter(
    _ name: String, _ condition: HoverflyCondition
  ) -> any HTTPStubMatcher {
    let folded = name.foldingCase()
    let part = MatchedPart.derived(
      "query parameter \(name)", id: "joined query \(folded)"
    ) { request in
      let items = request.target.queryItems
      return .joined(
        items.filter { $0.name.foldingCase().hasSameScalars(as: folded) }.map { $0.value ?? "" })
    }
    return PartMatcher(part, condition.value)
  }
}

extension Key where Target == HoverflyRequestDraft {
  /// Returns a key with conditions on one part of the request.
  fileprivate static func part(
    _ name: String, _ matcher: @escaping @Sendable (HoverflyCondition) -> any HTTPStubMatcher
  ) -> Self {
    Self(name) { reader, value, draft in
      for condition in reader.hoverflyConditions(value, plainIsGlob: draft.isTemplate) {
        draft.add(matcher(condition), condition, of: name, from: value)
      }
    }
  }

  /// Returns a key with conditions on named parts of the request, such as header fields.
  fileprivate static func parts(
    _ name: String,
    _ matcher: @escaping @Sendable (String, HoverflyCondition) -> any HTTPStubMatcher
  ) -> Self {
    let part = name == "queriesWithMatchers" ? "query" : name
    return Self(name) { reader, value, draft in
      // In schema 1, header fields of recordings are not compared.
      if name == "headers", draft.type == "recording" { return }
      if value.isWholeQuery {
        return reader.hoverflyQuery(
          value, isGlob: draft.isTemplate, isEncoded: true, into: &draft)
      }
      if name == "query", value.members?.isEmpty == true {
        draft.match.add(ItemsMatcher(.query, equal: []), from: value)
      }
      // Only schemas before 5 have plain texts here; plain texts for header fields are globs.
      let isGlob = draft.isTemplate || name == "headers"
      reader.entries(value) { field, value in
        for condition in reader.hoverflyConditions(value, plainIsGlob: isGlob) {
          draft.add(matcher(field, condition), condition, of: part, from: value)
        }
      }
    }
  }
}
