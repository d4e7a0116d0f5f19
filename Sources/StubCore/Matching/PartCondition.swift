/// A condition on one part of a request, with its texts for reports.
struct PartCondition: Sendable {
  /// The name of the part, such as `header Accept`.
  let part: String
  let value: ValueMatcher

  init(_ part: String, _ value: ValueMatcher) {
    self.part = part
    self.value = value
  }

  /// The condition in words, such as `header Accept contains "json"`.
  var description: String {
    if case .equals(let text) = value.form { return String(part, " is \"", text, "\"") }
    return String(part, " ", value.description)
  }

  /// The expected value in reports, such as `header Accept "text/html"`.
  var expected: String {
    switch value.form {
    case .equals(let text): text.quoted(behind: part)
    case .present: part
    case .absent: "no \(part)"
    default: "\(part) that \(value.description)"
    }
  }

  func evaluate(_ values: [String]) -> MatchResult { result(value.judge(values), values) }

  /// Returns the result for the values of header fields with the same name.
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

  /// Whether the condition runs no caller code.
  var isSynchronous: Bool { value.isSynchronous }

  /// Returns the captures if the values match, otherwise `nil`.
  func captures(of values: [String]) -> Captures? {
    if case .accepted(let groups) = value.judge(values) { Captures(regex: groups) } else { nil }
  }

  /// Returns the captures if the only value of the part matches, otherwise `nil`.
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

  /// Returns the result for a part with a single value; comparing texts makes no list.
  func evaluate(single text: String) -> MatchResult {
    guard case .equals(let exact) = value.form else { return evaluate([text]) }
    guard exact == text else {
      return .mismatched(expected: expected, found: text.quoted(behind: part))
    }
    return exact.hasSameScalars(as: text) ? .matched : mismatch([text])
  }

  /// Returns the mismatch of a part; of more than five values, `values` has the first ones and
  /// `count` the number.
  func mismatch(_ values: [String], of count: Int? = nil) -> MatchResult {
    let found = found(values, of: count)
    return value.seemsToFit(values)
      ? .mismatched(expected: expected.escapingScalars, found: found.escapingScalars)
      : .mismatched(expected: expected, found: found)
  }

  /// Returns the mismatch of a missing part, if there is a part whose name looks the same.
  func mismatch(namedLike name: String) -> MatchResult {
    .mismatched(
      expected: expected.escapingScalars,
      found: "no \(part), but one named \(name.quoted)".escapingScalars)
  }

  /// Returns the mismatch of a part that cannot be read.
  func mismatch(found: String) -> MatchResult { .mismatched(expected: expected, found: found) }

  /// Returns the result for a part that could not be checked.
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

/// A condition on the names and values of a query or form: on all items, or on one name.
struct ItemCondition: Sendable {
  private enum Kind: Sendable {
    /// All items: in a sorted order for comparing, and in the order in which they were written.
    case all([QueryItem], written: [QueryItem])
    case named(String, PartCondition)
    /// An item without `=`.
    case flag(String)
  }

  private let part: String
  private let kind: Kind

  /// Creates a condition for exactly these items in any order, including repetitions; `a` counts as
  /// `a=`.
  init(_ part: String, equals items: [QueryItem]) {
    self.part = part
    kind = .all(items.comparable, written: items)
  }

  /// Creates a condition on the values of the items with that name.
  init(_ part: String, itemPart: String, name: String, _ value: ValueMatcher) {
    self.part = part
    kind = .named(name, PartCondition("\(itemPart) \(name)", value))
  }

  /// Creates a condition for an item with that name and without `=`.
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

  /// Whether the condition runs no caller code.
  var isSynchronous: Bool {
    if case .named(_, let condition) = kind { condition.isSynchronous } else { true }
  }

  /// Returns the keys of requests with such items.
  func keys(of part: (String) -> KeyedPart) -> [StubKey] {
    switch kind {
    case .all(let items, _): items.map { .value(part($0.name), $0.value ?? "") }
    case .flag(let name): [.value(part(name), "")]
    case .named(let name, let condition): condition.value.keys(of: part(name))
    }
  }

  /// Items that match, encoded; `nil` if there is no example.
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

  /// Returns the captures if the items match, otherwise `nil`.
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

  /// Returns the mismatch of a request that cannot have such items.
  func mismatch(found: String) -> MatchResult {
    .mismatched(expected: expected, found: found)
  }

  /// The expected items in reports.
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
  /// The items in a sorted order, so that the written order does not count; `a` counts as `a=`.
  var comparable: [QueryItem] {
    map { QueryItem(name: $0.name, value: $0.value ?? "") }.sorted {
      (ScalarText($0.name), ScalarText($0.value ?? ""))
        < (ScalarText($1.name), ScalarText($1.value ?? ""))
    }
  }

  /// Returns the values of the items with that name; an item without a value has the empty text.
  fileprivate func values(named name: String) -> [String] {
    compactMap { $0.name.hasSameScalars(as: name) ? $0.value ?? "" : nil }
  }

  /// The decoded items as text for reports.
  fileprivate var readable: String {
    map { item in item.value.map { "\(item.name)=\($0)" } ?? item.name }.joined(separator: "&")
  }

  init(_ pairs: KeyValuePairs<String, String?>) {
    self = pairs.map { QueryItem(name: $0.key, value: $0.value) }
  }

  // Generic, because the compiler would otherwise take a literal for a dictionary, whose names
  // cannot repeat.
  init(_ dictionary: [String: (some StringProtocol)?]) {
    self = dictionary.sorted { $0.key.precedesByScalars($1.key) }
      .map { QueryItem(name: $0.key, value: $0.value.map { String($0) }) }
  }
}
