import StubCore
import StubDocuments
import StubRules

/// A state of a sequence of equal requests, as in `{"sequence:1": "2"}`.
struct HoverflySequence: Sendable, Equatable {
  let name: String
  /// The number of the state; `nil` if the sequence loses its state.
  let number: Int?
}

/// The conditions on a request in a simulation.
struct HoverflyRequest: Sendable {
  var matchers: [any HTTPStubMatcher] = []
  /// The sum of the weights of the matchers, which are 2 for equality, and 1 for other matchers and
  /// for a state.
  ///
  /// A missing condition on the body or on the query also adds 1.
  var weight = 0
  /// The required state.
  var sequence: HoverflySequence?
  /// Whether the method must be exactly HEAD.
  var asksForHead = false
}

extension Reader {
  func hoverflyRequest(_ value: Value, in scope: RuleScope) -> HoverflyRequest? {
    let draft = HoverflyRequestDraft(match: MatchDraft(self, value, in: scope))
    return read(value, HoverflyRequestDraft.keys, into: draft)?.request
  }

  /// Reads conditions on the whole query, as in Hoverfly's schemas before version 5.
  ///
  /// Exact texts and globs are percent-encoded under `query`, but not under `deprecatedQuery`.
  func hoverflyQuery(
    _ value: Value, isGlob: Bool, isEncoded: Bool, into draft: inout HoverflyRequestDraft
  ) {
    if case .null? = value.scalar?.kind { return }
    let conditions = hoverflyConditions(value, plainIsGlob: isGlob, hasEncodedGlobs: isEncoded)
    for condition in conditions {
      if let text = condition.exactText {
        let items = isEncoded ? QueryItem.parse(text) : QueryItem.decoded(text)
        draft.add(ItemsMatcher(.query, equal: items), condition, from: value)
      } else {
        let part = MatchedPart.derived("query", id: "sorted query") {
          .one($0.target.hoverflyQuery)
        }
        draft.add(PartMatcher(part, condition.value), condition, from: value)
      }
    }
  }

  /// Reads the state that a pair requires, or the state to which it leads; `nil` if there is none.
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
  /// Returns the values as one text, joined with semicolons, as Hoverfly compares them.
  static func joined(_ values: [String]) -> PartValues {
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
  /// Whether the value is a condition on the whole query, which is a text, a list, or a matcher
  /// under its old key.
  var isWholeQuery: Bool {
    guard let members else { return true }
    let keys = HoverflyMatcher.all.compactMap(\.oldKey)
    return !members.isEmpty && members.allSatisfy { keys.contains($0.key) }
  }
}
