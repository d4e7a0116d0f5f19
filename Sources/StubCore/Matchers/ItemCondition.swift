/// A condition on the names and values of a query or a form: on all of them, or on one name.
struct ItemCondition: Sendable {
  private enum Kind: Sendable {
    case all([QueryItem])
    case named(String, PartCondition)
  }

  private let part: String
  private let kind: Kind
  let description: String
  private let expected: String

  /// Exactly these items in any order, each as often as it is written; `a` counts as `a=`.
  init(_ part: String, equals items: [QueryItem]) {
    self.part = part
    kind = .all(items.comparable)
    expected = items.isEmpty ? "no \(part)" : "\(part) \(items.readable.quoted)"
    description = items.isEmpty ? "\(part) is empty" : "\(part) is \(items.readable.quoted)"
  }

  /// A condition on the values of the items with that name.
  init(_ part: String, itemPart: String, name: String, _ value: ValueMatcher) {
    self.part = part
    let condition = PartCondition("\(itemPart) \(name)", value)
    kind = .named(name, condition)
    description = condition.description
    expected = ""
  }

  var problems: [String] {
    if case .named(_, let condition) = kind { condition.value.problems } else { [] }
  }

  /// Whether it is one of those that run no caller code.
  var isPrompt: Bool {
    if case .named(_, let condition) = kind { condition.isPrompt } else { true }
  }

  /// The values that a request with such items has.
  func keys(of part: (String) -> KeyedPart) -> [StubKey] {
    switch kind {
    case .all(let items): items.map { .value(part($0.name), $0.value ?? "") }
    case .named(let name, let condition): condition.value.keys(of: part(name))
    }
  }

  func evaluate(_ items: [QueryItem]) -> MatchResult {
    switch kind {
    case .all(let wanted):
      if items.count == wanted.count, items.comparable == wanted { return .matched }
      return .mismatched(
        expected: expected,
        found: items.isEmpty ? "no \(part)" : "\(part) \(items.readable.quoted)")
    case .named(let name, let condition):
      return condition.evaluate(items.compactMap { $0.name == name ? $0.value ?? "" : nil })
    }
  }

  /// The mismatch of a request that cannot have such items.
  func mismatch(found: String) -> MatchResult {
    switch kind {
    case .all: .mismatched(expected: expected, found: found)
    case .named(_, let condition): condition.mismatch(found: found)
    }
  }
}

extension [QueryItem] {
  /// The items in an order that does not depend on how they were written; `a` counts as `a=`.
  var comparable: [QueryItem] {
    map { QueryItem(name: $0.name, value: $0.value ?? "") }.sorted {
      ($0.name, $0.value ?? "") < ($1.name, $1.value ?? "")
    }
  }

  /// The items decoded, as people read them.
  fileprivate var readable: String {
    map { item in item.value.map { "\(item.name)=\($0)" } ?? item.name }.joined(separator: "&")
  }

  init(_ pairs: KeyValuePairs<String, String?>) {
    self = pairs.map { QueryItem(name: $0.key, value: $0.value) }
  }
}
