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
    case .equals(let exact): exact == text ? Captures() : nil
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
    if exact == text { return .matched }
    return .mismatched(expected: expected, found: text.quoted(behind: part))
  }

  /// The mismatch of a part that occurs so many times; of more than five values only these are shown.
  func mismatch(_ values: [String], of count: Int? = nil) -> MatchResult {
    .mismatched(expected: expected, found: found(values, of: count))
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
