/// A condition on one part of a request, and what reports say of it.
struct PartCondition: Sendable {
  /// What the part is called, such as `header Accept`.
  let part: String
  let value: ValueMatcher

  init(_ part: String, _ value: ValueMatcher) {
    self.part = part
    self.value = value
  }

  /// The whole condition, such as `header Accept contains "json"`.
  var description: String {
    if case .equals(let text) = value.form { return String(part, " is \"", text, "\"") }
    return String(part, " ", value.description)
  }

  /// What reports say was expected, such as `header Accept "text/html"`.
  var expected: String {
    switch value.form {
    case .equals(let text): text.quoted(behind: part)
    case .present: part
    case .absent: "no \(part)"
    default: "\(part) that \(value.description)"
    }
  }

  func evaluate(_ values: [String]) -> MatchResult { result(value.judge(values), values) }

  /// The result for the values of header fields with one name.
  func evaluate(fields values: [String]) -> MatchResult {
    result(value.judge(fields: values), values)
  }

  private func result(_ verdict: ValueVerdict, _ values: [String]) -> MatchResult {
    switch verdict {
    case .accepted(let groups): .matched(Captures(regex: groups))
    case .rejected: mismatch(values)
    case .undecided(let reason): undecided("\(reason), on \(found(values))")
    }
  }

  /// Whether it is one of those that run no caller code.
  var isSynchronous: Bool { value.isSynchronous }

  /// What is captured of values that fit; `nil` of others.
  func captures(of values: [String]) -> Captures? {
    if case .accepted(let groups) = value.judge(values) { Captures(regex: groups) } else { nil }
  }

  /// The same for a part that occurs once.
  func captures(ofSingle text: String) -> Captures? {
    switch value.form {
    case .equals(let exact): exact.hasSameScalars(as: text) ? Captures() : nil
    case .regex(let regex):
      if case .matched(let match) = regex.firstMatch(in: text) {
        Captures(regex: match.groups)
      } else {
        nil
      }
    default: captures(of: [text])
    }
  }

  /// The verdict on a part that occurs once; comparing texts makes no list of them.
  func evaluate(single text: String) -> MatchResult {
    guard case .equals(let exact) = value.form else { return evaluate([text]) }
    guard exact == text else {
      return .mismatched(expected: expected, found: text.quoted(behind: part))
    }
    return exact.hasSameScalars(as: text) ? .matched : mismatch([text])
  }

  /// The mismatch of a part that occurs so many times; of more than five values only these are shown.
  func mismatch(_ values: [String], of count: Int? = nil) -> MatchResult {
    let found = found(values, of: count)
    return value.seemsToFit(values)
      ? .mismatched(expected: expected.escapingScalars, found: found.escapingScalars)
      : .mismatched(expected: expected, found: found)
  }

  /// The mismatch of a part that is not there, where one is whose name looks the same.
  func mismatch(namedLike name: String) -> MatchResult {
    .mismatched(
      expected: expected.escapingScalars,
      found: "no \(part), but one named \(name.quoted)".escapingScalars)
  }

  /// The mismatch of a part that cannot be read at all.
  func mismatch(found: String) -> MatchResult { .mismatched(expected: expected, found: found) }

  /// The result for a part that it cannot be told of.
  func undecided(_ reason: String) -> MatchResult {
    .undecided(expected: expected, found: reason)
  }

  private func found(_ values: [String], of count: Int? = nil) -> String {
    guard let first = values.first else { return "no \(part)" }
    let count = count ?? values.count
    guard count > 1 else { return first.quoted(behind: part) }
    let shown = values.prefix(5).map(\.quoted).joined(separator: ", ")
    return "\(part) \(shown)\(count > 5 ? " and \(count - 5) more" : "")"
  }
}

/// A condition on the names and values of a query or a form: on all of them, or on one name.
struct ItemCondition: Sendable {
  private enum Kind: Sendable {
    /// In an order that does not depend on how they were written, and as they were.
    case all([QueryItem], written: [QueryItem])
    case named(String, PartCondition)
    /// One without `=`.
    case flag(String)
  }

  private let part: String
  private let kind: Kind

  /// Exactly these items in any order, each as often as it is written; `a` counts as `a=`.
  init(_ part: String, equals items: [QueryItem]) {
    self.part = part
    kind = .all(items.comparable, written: items)
  }

  /// A condition on the values of the items with that name.
  init(_ part: String, itemPart: String, name: String, _ value: ValueMatcher) {
    self.part = part
    kind = .named(name, PartCondition("\(itemPart) \(name)", value))
  }

  /// An item with that name and without `=`.
  init(itemPart: String, flag name: String) {
    part = "\(itemPart) \(name)"
    kind = .flag(name)
  }

  var description: String {
    switch kind {
    case .flag: "\(part) has no \"=\""
    case .all(_, let items):
      items.isEmpty ? "\(part) is empty" : "\(part) is \(items.readable.quoted)"
    case .named(_, let condition): condition.description
    }
  }

  var problems: [String] {
    if case .named(_, let condition) = kind { condition.value.problems } else { [] }
  }

  /// Whether it is one of those that run no caller code.
  var isSynchronous: Bool {
    if case .named(_, let condition) = kind { condition.isSynchronous } else { true }
  }

  /// The values that a request with such items has.
  func keys(of part: (String) -> KeyedPart) -> [StubKey] {
    switch kind {
    case .all(let items, _): items.map { .value(part($0.name), $0.value ?? "") }
    case .flag(let name): [.value(part(name), "")]
    case .named(let name, let condition): condition.value.keys(of: part(name))
    }
  }

  /// Items that fit, encoded.
  var sample: String? {
    switch kind {
    case .all(_, let items): items.encoded
    case .flag(let name): [QueryItem(name: name, value: nil)].encoded
    case .named(let name, let condition):
      condition.value.sample.map { [QueryItem(name: name, value: $0)].encoded }
    }
  }

  func evaluate(_ items: [QueryItem]) -> MatchResult {
    switch kind {
    case .all(let wanted, _):
      if items.count == wanted.count, items.comparable == wanted { return .matched }
      return .differing(expected: expected, found: text(of: items))
    case .named(let name, let condition):
      let result = condition.evaluate(items.values(named: name))
      guard case .mismatched = result, !items.contains(where: { $0.name.hasSameScalars(as: name) }),
        let other = items.first(where: { $0.name.looksLike(name) })
      else { return result }
      return condition.mismatch(namedLike: other.name)
    case .flag(let name):
      let named = items.filter { $0.name.hasSameScalars(as: name) }
      if named.contains(where: { $0.value == nil }) { return .matched }
      let found = named.first.map { "\(part) \(($0.value ?? "").quoted)" }
      return mismatch(found: found ?? "no \(part)")
    }
  }

  /// What is captured of items that fit; `nil` of others.
  func captures(of items: [QueryItem]) -> Captures? {
    switch kind {
    case .all(let wanted, _):
      items.count == wanted.count && items.comparable == wanted ? Captures() : nil
    case .flag(let name):
      items.contains { $0.name.hasSameScalars(as: name) && $0.value == nil }
        ? Captures() : nil
    case .named(let name, let condition):
      items.count == 1 && items[0].name.hasSameScalars(as: name)
        ? condition.captures(ofSingle: items[0].value ?? "")
        : condition.captures(of: items.values(named: name))
    }
  }

  /// The mismatch of a request that cannot have such items.
  func mismatch(found: String) -> MatchResult {
    .mismatched(expected: expected, found: found)
  }

  /// What reports say was expected.
  var expected: String {
    switch kind {
    case .all(_, let items): text(of: items)
    case .named(_, let condition): condition.expected
    case .flag: "\(part) without \"=\""
    }
  }

  private func text(of items: [QueryItem]) -> String {
    items.isEmpty ? "no \(part)" : "\(part) \(items.readable.quoted)"
  }
}

extension [QueryItem] {
  /// The items in an order that does not depend on how they were written; `a` counts as `a=`.
  var comparable: [QueryItem] {
    map { QueryItem(name: $0.name, value: $0.value ?? "") }.sorted {
      (ScalarText($0.name), ScalarText($0.value ?? ""))
        < (ScalarText($1.name), ScalarText($1.value ?? ""))
    }
  }

  /// The values of the items with that name; none is the empty text.
  fileprivate func values(named name: String) -> [String] {
    compactMap { $0.name.hasSameScalars(as: name) ? $0.value ?? "" : nil }
  }

  /// The items decoded, as people read them.
  fileprivate var readable: String {
    map { item in item.value.map { "\(item.name)=\($0)" } ?? item.name }.joined(separator: "&")
  }

  init(_ pairs: KeyValuePairs<String, String?>) {
    self = pairs.map { QueryItem(name: $0.key, value: $0.value) }
  }

  // Generic, as the compiler would otherwise take a literal for a dictionary, and its names may repeat.
  init(_ dictionary: [String: (some StringProtocol)?]) {
    self = dictionary.sorted { $0.key.precedesByScalars($1.key) }
      .map { QueryItem(name: $0.key, value: $0.value.map { String($0) }) }
  }
}
