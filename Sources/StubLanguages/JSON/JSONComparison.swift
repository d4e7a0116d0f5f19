/// Compares two JSON values and finds their first difference.
///
/// ```swift
/// let comparison = JSONComparison(ignoresArrayOrder: true)
/// comparison.firstDifference(expected: ["tags": [1, 2]], found: ["tags": [2, 3]])
/// // at /tags/1: expected 1, found 3
/// ```
public struct JSONComparison: Sendable, Hashable {
  /// Whether elements of arrays may come in any order, at every level.
  public var ignoresArrayOrder: Bool
  /// Whether objects may have extra members, at every level.
  public var ignoresExtraMembers: Bool
  /// Whether arrays may have extra elements, at every level and at any index.
  public var ignoresExtraElements: Bool
  /// Whether the extra elements of ordered arrays must come after the expected ones, as in
  /// JsonUnit.
  package var extraElementsAreLast = false
  /// Whether expected texts such as `${json-unit.any-string}` are placeholders for other values.
  package var usesPlaceholders = false

  /// Creates a comparison.
  ///
  /// By default, all members must be equal, and all elements, in the same order.
  public init(
    ignoresArrayOrder: Bool = false, ignoresExtraMembers: Bool = false,
    ignoresExtraElements: Bool = false
  ) {
    self.ignoresArrayOrder = ignoresArrayOrder
    self.ignoresExtraMembers = ignoresExtraMembers
    self.ignoresExtraElements = ignoresExtraElements
  }

  /// Returns the first difference under these rules; `nil` if there is none.
  ///
  /// If large arrays without an order contain objects or arrays, the comparison can give up, unless
  /// most elements of one array are exactly equal to elements of the other.
  package func firstDifference(expected: JSONValue, found: JSONValue) -> JSONDifference? {
    var budget = StepLimit().budget(forBytes: expected.count)
    return firstDifference(expected: expected, found: found, &budget)
  }

  /// Returns the first difference; `nil` if there is none.
  ///
  /// If the steps run out, the difference says that the comparison gave up.
  package func firstDifference(
    expected: JSONValue, found: JSONValue, _ budget: inout StepBudget
  ) -> JSONDifference? {
    var comparer = JSONComparer(rules: self, budget: budget)
    defer { budget = comparer.budget }
    let difference = comparer.difference(expected, found)
    return comparer.budget.isExhausted ? JSONDifference(.gaveUp(budget.limitExceeded)) : difference
  }
}

/// One run of a comparison.
struct JSONComparer {
  /// The number of steps (units of work) for storing a pair of elements that may match.
  private static let stepsPerPair = 16

  let rules: JSONComparison
  /// The steps that remain; comparing a pair of values takes one.
  private(set) var budget: StepBudget

  init(rules: JSONComparison, budget: StepBudget) { (self.rules, self.budget) = (rules, budget) }

  mutating func difference(_ expected: JSONValue, _ found: JSONValue) -> JSONDifference? {
    guard budget.take() else { return JSONDifference(.gaveUp(budget.limitExceeded)) }
    if let placeholder = placeholder(expected) {
      return placeholder.accepts(found)
        ? nil : JSONDifference(.different(expected: expected, found: found))
    }
    switch (expected, found) {
    case (.object(let expected), .object(let found)): return difference(expected, found)
    case (.array(let expected), .array(let found)):
      if rules.ignoresArrayOrder { return unorderedDifference(expected, found) }
      if rules.ignoresExtraElements, !rules.extraElementsAreLast {
        return subsequenceDifference(expected, found)
      }
      return orderedDifference(expected, found)
    default:
      if expected == found { return nil }
      return JSONDifference(.different(expected: expected, found: found))
    }
  }

  private func placeholder(_ expected: JSONValue) -> JSONPlaceholder? {
    rules.usesPlaceholders ? expected.placeholder : nil
  }

  private mutating func difference(
    _ expected: JSONObject, _ found: JSONObject
  ) -> JSONDifference? {
    for (name, value) in expected.members {
      guard let counterpart = found[name] else {
        if case .anythingOrNothing? = placeholder(value) { continue }
        let lookalike = lookalike(of: name, in: found)
        return JSONDifference(.missing(value, lookalike: lookalike))
          .inside(.name(lookalike == nil ? name : name.escapingScalars))
      }
      if let difference = difference(value, counterpart) { return difference.inside(.name(name)) }
    }
    if rules.ignoresExtraMembers { return nil }
    if found.count == expected.count, !rules.usesPlaceholders { return nil }
    let extra = found.members.first { expected[$0.name] == nil }
    return extra.map { JSONDifference(.unexpected($0.value)).inside(.name($0.name)) }
  }

  /// Returns a name in `found` that looks the same as the missing `name`; `nil` if there is none.
  ///
  /// Comparing a name takes one step.
  private mutating func lookalike(of name: String, in found: JSONObject) -> String? {
    guard !name.utf8.allSatisfy({ $0 < 0x80 }), budget.take(found.count) else { return nil }
    return found.members.first { $0.name.looksLike(name) }?.name
  }

  private mutating func orderedDifference(
    _ expected: [JSONValue], _ found: [JSONValue]
  ) -> JSONDifference? {
    for (place, (element, counterpart)) in zip(expected, found).enumerated() {
      if let difference = difference(element, counterpart) {
        return difference.inside(.index(place))
      }
    }
    let place = min(expected.count, found.count)
    if place < expected.count {
      return JSONDifference(.missing(expected[place], lookalike: nil)).inside(.index(place))
    }
    if place < found.count, !rules.ignoresExtraElements {
      return JSONDifference(.unexpected(found[place])).inside(.index(place))
    }
    return nil
  }

  /// Returns the difference if `found` does not contain the expected elements in this order.
  ///
  /// Each expected element is paired with the first found element that matches, because this leaves
  /// the most elements for the rest.
  private mutating func subsequenceDifference(
    _ expected: [JSONValue], _ found: [JSONValue]
  ) -> JSONDifference? {
    var place = 0
    for (wanted, element) in expected.enumerated() {
      while place < found.count, difference(element, found[place]) != nil { place += 1 }
      if place == found.count { return JSONDifference(.unmatched(element)).inside(.index(wanted)) }
      place += 1
    }
    return nil
  }

  /// Returns the difference that remains when the elements are paired in any order.
  ///
  /// Exactly equal elements are paired first. This is safe: an element that matches one of two
  /// equal elements also matches the other, so partners can be swapped. Each pair is compared only
  /// once, so nested arrays take at most as many comparisons as the product of their sizes.
  private mutating func unorderedDifference(
    _ expected: [JSONValue], _ found: [JSONValue]
  ) -> JSONDifference? {
    budget.take(expected.count + found.count)
    let rest = JSONUnpairedElements(expected: expected, found: found)
    if rest.expected.count == 1, rest.found.count == 1 {
      let place = rest.found[0]
      return difference(expected[rest.expected[0]], found[place])?.inside(.index(place))
    }
    let stands = rest.expected.filter { placeholder(expected[$0]) != nil }
    let scalar = rest.expected.first { !expected[$0].isContainer && !stands.contains($0) }
    if let scalar { return JSONDifference(.unmatched(expected[scalar])).inside(.index(scalar)) }
    let candidates = rest.found.filter { !stands.isEmpty || found[$0].isContainer }
    var edges: [[Int]] = []
    for wanted in rest.expected {
      let steps = Self.stepsPerPair.multipliedReportingOverflow(by: candidates.count)
      guard !steps.overflow, budget.take(steps.partialValue) else {
        return JSONDifference(.gaveUp(budget.limitExceeded))
      }
      edges.append(
        candidates.indices.filter { difference(expected[wanted], found[candidates[$0]]) == nil })
    }
    let matching = BipartiteMatching(edges: edges, partners: candidates.count, &budget)
    if let alone = matching.firstAlone {
      let wanted = rest.expected[alone]
      return JSONDifference(.unmatched(expected[wanted])).inside(.index(wanted))
    }
    if rules.ignoresExtraElements { return nil }
    let taken = Set(matching.taken.map { candidates[$0] })
    let extra = rest.found.first { !taken.contains($0) }
    return extra.map { JSONDifference(.unexpected(found[$0])).inside(.index($0)) }
  }
}

extension JSONValue {
  /// The number of values in this value, including itself.
  fileprivate var count: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.count }
    case .object(let object): object.members.reduce(1) { $0 + $1.value.count }
    default: 1
    }
  }

  fileprivate var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}

/// A pairing of members with partners in which as many members as possible have a partner.
///
/// It is a maximum bipartite matching, found by Kuhn's algorithm: members get partners one after
/// the other, and an earlier member may have to move to another partner that it accepts.
struct BipartiteMatching {
  private let edges: [[Int]]
  private var ownerOfPartner: [Int?]
  /// The first member without a partner.
  private(set) var firstAlone: Int?

  /// Computes the pairing.
  ///
  /// - Parameters:
  ///   - edges: The partners that each member accepts.
  ///   - partners: The number of partners.
  ///   - budget: The remaining steps; trying a partner takes one.
  init(edges: [[Int]], partners: Int, _ budget: inout StepBudget) {
    self.edges = edges
    ownerOfPartner = Array(repeating: nil, count: partners)
    for member in edges.indices {
      var asked = Array(repeating: false, count: partners)
      if !findPartner(for: member, asked: &asked, &budget) {
        firstAlone = member
        return
      }
    }
  }

  /// The indexes of the partners that belong to a member.
  var taken: [Int] { ownerOfPartner.indices.filter { ownerOfPartner[$0] != nil } }

  private mutating func findPartner(
    for member: Int, asked: inout [Bool], _ budget: inout StepBudget
  ) -> Bool {
    for partner in edges[member] where !asked[partner] {
      guard budget.take() else { return false }
      asked[partner] = true
      guard let owner = ownerOfPartner[partner] else {
        ownerOfPartner[partner] = member
        return true
      }
      if findPartner(for: owner, asked: &asked, &budget) {
        ownerOfPartner[partner] = member
        return true
      }
    }
    return false
  }
}

/// The indexes of elements that have no exactly equal partner in the other array.
struct JSONUnpairedElements {
  private(set) var expected: [Int] = []
  private(set) var found: [Int] = []

  /// Finds the elements.
  ///
  /// Only the expected array is put in a table, because an array in a request can have millions of
  /// elements.
  init(expected: [JSONValue], found: [JSONValue]) {
    var places: [JSONValue: [Int]] = [:]
    for (place, element) in expected.enumerated().reversed() {
      places[element, default: []].append(place)
    }
    var isPaired = Array(repeating: false, count: expected.count)
    for (place, element) in found.enumerated() {
      if let partner = places[element]?.popLast() {
        isPaired[partner] = true
      } else {
        self.found.append(place)
      }
    }
    self.expected = expected.indices.filter { !isPaired[$0] }
  }
}
