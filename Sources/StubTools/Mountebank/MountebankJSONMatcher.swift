import StubCore

/// A matcher for JSON bodies that have the members which a predicate names, at every level.
struct MountebankJSONMatcher: HTTPStubMatcher {
  /// The expected form of a value, with conditions on its texts.
  private indirect enum Expectation: Sendable {
    case object([(name: ScalarText, value: Expectation)])
    case array([Expectation])
    case text(ValueMatcher)
  }

  let description: String
  private let expected: Expectation
  private let test: MountebankTest
  /// The expected texts that are compared for equality, and that only a string equals.
  private let texts: [String]

  init(expected: JSONValue, test: MountebankTest) throws(PatternError) {
    description = "JSON body \(test.kind.rawValue) \(expected.text())"
    self.expected = try Self.expectation(expected, test)
    self.test = test
    let isEquality = test.kind == .equals || test.kind == .deepEquals
    // A missing member equals the empty text.
    texts =
      isEquality
      ? expected.scalarTexts.filter { !$0.isEmpty && (try? JSONValue(parsing: $0)) == nil } : []
  }

  private static func expectation(
    _ value: JSONValue, _ test: MountebankTest
  ) throws(PatternError) -> Expectation {
    switch value {
    case .object(let object):
      var members: [(name: ScalarText, value: Expectation)] = []
      for (name, value) in object.members {
        members.append((test.comparable(name), try expectation(value, test)))
      }
      return .object(members)
    case .array(let elements):
      var expectations: [Expectation] = []
      for element in elements { expectations.append(try expectation(element, test)) }
      return .array(expectations)
    default: return .text(try test.condition(value.javaScriptText))
    }
  }

  var keys: [StubKey] {
    guard case .object = expected, test.exception == nil else { return [] }
    return texts.map { StubKey.jsonScalar($0, ignoringCase: !test.isCaseSensitive) }
  }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let found: JSONValue
    switch request.readableJSON {
    case .success(let json): found = json
    case .failure(let obstacle) where obstacle.isTooLarge || request.body?.isEmpty ?? true:
      return .unreadable(obstacle, expected: description)
    // A body that is not JSON is compared as one text.
    case .failure: found = .string(request.bodyText)
    }
    do throws(EvaluationLimitExceeded) {
      return try request.evaluating { steps throws(EvaluationLimitExceeded) in
        var comparison = Comparison(test: test, steps: steps)
        defer { steps = comparison.steps }
        if try comparison.fits(found, expected) { return .matched }
        if let doubt = comparison.doubt { throw EvaluationLimitExceeded(doubt) }
        return .mismatched(expected: description, found: "JSON body \(found.text().shortened)")
      }
    } catch {
      return .undecided(expected: description, found: error.description)
    }
  }

  /// The comparison of one body, in which each value and each byte of text takes a step (unit of
  /// work).
  private struct Comparison {
    let test: MountebankTest
    var steps: StepBudget
    /// The reason why a condition on a text was undecided; `nil` if none was.
    var doubt: String?

    private var isDeep: Bool { test.isDeep }

    private mutating func take(_ count: Int) throws(EvaluationLimitExceeded) {
      guard steps.take(count) else { throw steps.limitExceeded }
    }

    mutating func fits(
      _ found: JSONValue, _ expected: Expectation
    ) throws(EvaluationLimitExceeded) -> Bool {
      try take(1)
      switch (expected, found) {
      case (.object(let wanted), .object(let object)): return try has(object, wanted)
      case (.array(let wanted), .array(let elements)):
        if isDeep { return try matchUnordered(elements, wanted) }
        // The order of elements is ignored.
        for value in wanted where try !anyFits(elements, value) { return false }
        return true
      case (_, .array(let elements)) where !isDeep: return try anyFits(elements, expected)
      case (.object(let wanted), _) where !isDeep:
        guard found.isTruthy else { return false }
        for member in wanted where try !acceptsNothing(member.value) { return false }
        return true
      case (.object, _), (.array, _), (_, .object), (_, .array): return false
      case (.text(let condition), _): return try accepts(found.javaScriptText, condition)
      }
    }

    private mutating func anyFits(
      _ elements: [JSONValue], _ expected: Expectation
    ) throws(EvaluationLimitExceeded) -> Bool {
      for element in elements where try fits(element, expected) { return true }
      return false
    }

    private mutating func has(
      _ object: JSONObject, _ wanted: [(name: ScalarText, value: Expectation)]
    ) throws(EvaluationLimitExceeded) -> Bool {
      if isDeep, wanted.count != object.members.count { return false }
      var places: [ScalarText: [Int]] = [:]
      for (place, member) in object.members.enumerated() {
        try take(1 + member.name.utf8.count)
        places[test.comparable(member.name), default: []].append(place)
      }
      for member in wanted {
        try take(1)
        let counterparts = (places[member.name] ?? []).map { object.members[$0].value }
        let isMet =
          try counterparts.isEmpty
          ? acceptsNothing(member.value) : anyFits(counterparts, member.value)
        if !isMet { return false }
      }
      return true
    }

    private mutating func accepts(
      _ text: String, _ condition: ValueMatcher
    ) throws(EvaluationLimitExceeded) -> Bool {
      try take(1 + text.utf8.count)
      switch condition.judge([text]) {
      case .accepted: return true
      case .rejected: return false
      case .undecided(let reason):
        doubt = doubt ?? reason
        return false
      }
    }

    /// Returns whether a missing member is accepted; it counts as an empty text.
    private mutating func acceptsNothing(
      _ expected: Expectation
    ) throws(EvaluationLimitExceeded) -> Bool {
      guard !isDeep, case .text(let condition) = expected else { return false }
      return try accepts("", condition)
    }

    /// Returns whether the elements match the wanted values one to one, in any order.
    ///
    /// Each wanted value takes the next free element that matches, and other assignments are not
    /// tried. The search continues after the last match, which is fast for lists in the same order.
    private mutating func matchUnordered(
      _ elements: [JSONValue], _ wanted: [Expectation]
    ) throws(EvaluationLimitExceeded) -> Bool {
      guard elements.count == wanted.count else { return false }
      var isTaken = [Bool](repeating: false, count: elements.count)
      var place = 0
      for value in wanted {
        var distance = 0
        while distance < elements.count {
          if isTaken[place] {
            try take(1)
          } else if try fits(elements[place], value) {
            break
          }
          (place, distance) = ((place + 1) % elements.count, distance + 1)
        }
        guard distance < elements.count else { return false }
        isTaken[place] = true
        place = (place + 1) % elements.count
      }
      return true
    }
  }
}
