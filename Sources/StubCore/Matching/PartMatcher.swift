/// A matcher that checks the values of one part of a request.
package struct PartMatcher: HTTPStubMatcher {
  private let part: MatchedPart
  private let test: ValueMatcher
  package let problems: [String]
  private let ownKeys: [StubKey]?

  /// Creates a condition on a part.
  ///
  /// `keys` replace the index keys that follow from the part and the condition.
  package init(_ part: MatchedPart, _ test: ValueMatcher, keys: [StubKey]? = nil) {
    if case .headers(let name) = part {
      self.part = .headers(named: name.onName)
    } else {
      self.part = part
    }
    self.test = part.adapted(test)
    problems = part.problems(of: test)
    ownKeys = keys
  }

  package var description: String { test.sentence(about: part.subject.name) }

  package var keys: [StubKey] { ownKeys ?? part.keys(for: test) }

  package var sample: RequestSample? { part.sample(for: test) }

  package var isSynchronous: Bool { test.isSynchronous && part.isSynchronous }

  /// The only path that the matcher accepts, decoded; `nil` unless it compares the path for
  /// equality.
  ///
  /// A request with this path matches, and nothing is captured.
  var exactPath: String? { if case .path = part { test.exactValue } else { nil } }

  /// Returns the keys for a condition on the body, if the body is the content `part`.
  func keys(ofContent part: KeyedPart) -> [StubKey] {
    if case .body = self.part { test.keys(of: part) } else { [] }
  }

  package func captures(of request: ReceivedRequest) -> Captures? {
    if case .accepted(let groups) = test.judge(part.values(in: request)) {
      Captures(regex: groups)
    } else {
      nil
    }
  }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    result(part.values(in: request), in: request)
  }

  /// Returns the result for a request, which takes values from `memory` if it has them.
  func evaluate(_ request: ReceivedRequest, sharing memory: PartMemory) -> MatchResult {
    result(memory.values(of: part), in: request)
  }

  private func result(_ values: PartValues, in request: ReceivedRequest) -> MatchResult {
    test.result(values, of: part.subject) { part.absence(in: request) }
  }
}

// Inlined, so that no enum is made of the values: 6 % of a request that tries 400 patterns.
extension ValueMatcher {
  /// Returns whether the values of a part match.
  @inline(__always)
  func judge(_ values: PartValues) -> ValueVerdict {
    switch values {
    case .one(let text): judge(single: text)
    case .list(let texts): judge(texts)
    case .fields(let texts): judge(fields: texts)
    case .undecoded(let text, _): judge(text.isEmpty ? [] : [text])
    case .unknown: .accepted
    case .unreadable(let obstacle):
      obstacle.isTooLarge ? .undecided(obstacle.description) : .rejected
    case .undecided(let reason): .undecided(reason)
    }
  }

  /// Returns the verdict on a part with a single value; equality and regular expressions are tested
  /// without an array of values.
  @inline(__always)
  private func judge(single text: String) -> ValueVerdict {
    switch form {
    case .equals(let exact): ValueVerdict(exact.hasSameScalars(as: text))
    case .regex(let regex): regex.verdict(on: text)
    default: judge([text])
    }
  }

  /// Returns the result for the values of a part.
  ///
  /// `absence` returns the reason why there are no values.
  package func result(
    _ values: PartValues, of subject: @autoclosure () -> Mismatch.Subject,
    absence: () -> Mismatch.Finding? = { nil }
  ) -> MatchResult {
    switch judge(values) {
    case .accepted(let groups): .matched(Captures(regex: groups))
    case .rejected:
      .mismatched(Mismatch(subject(), .test(self), values.finding ?? absence() ?? .missing))
    case .undecided(let reason):
      .undecided(Mismatch(subject(), .test(self), values.doubt(reason)))
    }
  }
}

extension PartValues {
  /// The values as a report shows them; `nil` if there are none.
  fileprivate var finding: Mismatch.Finding? {
    switch self {
    case .one(let text): .values([text])
    case .list(let texts), .fields(let texts): texts.isEmpty ? nil : .values(texts)
    case .undecoded(_, let obstacle), .unreadable(let obstacle): .sentence(obstacle.description)
    case .undecided(let reason): .sentence(reason)
    case .unknown: nil
    }
  }

  /// Returns the finding for a condition that is undecided because of `reason`.
  fileprivate func doubt(_ reason: String) -> Mismatch.Finding {
    switch self {
    case .one, .list, .fields, .undecoded, .unknown: .doubt(reason, on: texts)
    case .unreadable, .undecided: .sentence(reason)
    }
  }
}
