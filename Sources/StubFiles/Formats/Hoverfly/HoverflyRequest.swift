import StubCore

/// A request pattern of Hoverfly.
struct HoverflyRequest: Sendable {
  /// The state that requests recorded several times require: its name and the number in it.
  struct Sequence: Sendable {
    let name: String
    let number: Int
  }

  var matchers: [any HTTPStubMatcher] = []
  /// How much the matchers count when several pairs fit: 2 for equality, 1 for others.
  var weight = 0
  var sequence: Sequence?
}

extension ValueReader {
  mutating func hoverflyRequest(in scope: RuleScope) -> HoverflyRequest? {
    var match = MatchDraft(scope: scope, members: node.members ?? [])
    var request = HoverflyRequest()
    let type = node["requestType"]?.scalar?.text
    let isTemplate = type == "template"
    return mapping { reader in
      reader.settle(HoverflyKeys.request)
      reader.read("requestType") { _ = $0.keyword(["recording": true, "template": true]) }
      for field in HoverflyField.single {
        reader.read(field.key) { value in
          let conditions = value.hoverflyConditions(plainIsGlob: isTemplate)
          for condition in conditions {
            match.add(field.matcher(condition), from: &value)
            request.weight += condition.weight
          }
        }
      }
      for field in HoverflyField.several {
        reader.read(field.key) { value in
          // In schema 1 headers of recordings do not count.
          if field.key == "headers", type == "recording" { return }
          if value.isWholeQuery { return value.hoverflyQuery(into: &match, &request) }
          value.entries { name, value in
            for condition in value.hoverflyConditions(plainIsGlob: isTemplate) {
              match.add(field.matcher(name, condition), from: &value)
              request.weight += condition.weight
            }
          }
        }
      }
      reader.read("deprecatedQuery") { $0.hoverflyQuery(into: &match, &request) }
      request.sequence = reader.optional("requiresState") { $0.hoverflySequence() }
      request.matchers = match.matchers
      return request
    }
  }

  /// Whether the value is about the query as a whole: a text, a list or a matcher by its old key.
  private var isWholeQuery: Bool {
    guard let members = node.members else { return true }
    let keys = HoverflyMatcher.all.compactMap(\.oldKey)
    return !members.isEmpty && members.allSatisfy { keys.contains($0.key) }
  }

  /// Conditions on the query as a whole, as schemas before 5 write them.
  private mutating func hoverflyQuery(
    into match: inout MatchDraft, _ request: inout HoverflyRequest
  ) {
    if case .null? = node.scalar?.kind { return }
    for condition in hoverflyConditions(plainIsGlob: false) {
      if let text = condition.exactText {
        match.add(HTTPStubQueryMatcher(equals: QueryItem.parse(text)), from: &self)
      } else {
        match.add(
          RequestPartMatcher("query", condition.value) { [$0.target.query ?? ""] }, from: &self)
      }
      request.weight += condition.weight
    }
  }

  /// The state of a recorded sequence, such as `{"sequence:1": "2"}`.
  private mutating func hoverflySequence() -> HoverflyRequest.Sequence? {
    guard let members = node.members, let state = members.first else { return nil }
    guard members.count == 1, state.key.hasPrefix("sequence:"),
      let number = state.value.scalar.flatMap({ Int($0.text) })
    else {
      return mismatch(
        expected: "one state \"sequence:…\" with a number",
        remedy: "try a rule file with a list of responses in \"respond\"")
    }
    return HoverflyRequest.Sequence(name: state.key, number: number)
  }
}
