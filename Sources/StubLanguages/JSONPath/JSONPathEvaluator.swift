/// One evaluation of a query on a value.
struct JSONPathEvaluator {
  /// The number of steps for storing a selected value.
  private static let stepsPerSelection = 2

  private let root: JSONValue
  private let dialect: JSONPath.Dialect
  private let tracksPlaces: Bool
  /// The steps (units of work) that remain, which limit time and memory; reading a value takes one.
  private(set) var budget: StepBudget
  /// The reason why the evaluation gave up; `nil` if it did not.
  private var limitExceeded: EvaluationLimitExceeded?
  /// The results of `$` queries inside filters by their numbers, which are the same for every
  /// tested value.
  private var absoluteResults: [Int: [JSONPathNode]] = [:]
  /// The compiled regular expressions that come from the queried value; the value for an invalid
  /// one is `nil`.
  private var patterns: [ScalarText: IRegexp?] = [:]

  init(root: JSONValue, dialect: JSONPath.Dialect, tracksPlaces: Bool, budget: StepBudget) {
    self.root = root
    self.dialect = dialect
    self.tracksPlaces = tracksPlaces
    self.budget = budget
  }

  /// Returns the selected values.
  mutating func evaluate(_ query: JSONPath.Query) throws(EvaluationLimitExceeded) -> [JSONPathNode]
  {
    let nodes = evaluate(query.segments, on: root, tracksPlaces: tracksPlaces)
    if let limitExceeded { throw limitExceeded }
    return nodes
  }

  /// Takes steps from the budget.
  ///
  /// - Returns: whether there were enough; if not, the evaluation ends.
  private mutating func take(_ steps: Int) -> Bool {
    if limitExceeded == nil, !budget.take(steps) { limitExceeded = budget.limitExceeded }
    return limitExceeded == nil
  }

  /// Returns the values that a query inside a filter selects.
  mutating func evaluate(_ query: JSONPath.Query, current: JSONValue) -> [JSONPathNode] {
    guard query.isAbsolute else {
      return evaluate(query.segments, on: current, tracksPlaces: false)
    }
    if let number = query.number, let known = absoluteResults[number] { return known }
    let nodes = evaluate(query.segments, on: root, tracksPlaces: false)
    if let number = query.number { absoluteResults[number] = nodes }
    return nodes
  }

  /// Returns the value that a query for at most one value selects; `nil` if it selects none.
  func evaluateSingular(_ query: JSONPath.Query, current: JSONValue) -> JSONValue? {
    var value = query.isAbsolute ? root : current
    for segment in query.segments {
      let child: JSONValue? =
        switch segment.selectors.first {
        case .name(let name)?: value[name]
        case .index(let index)?: value.array.flatMap { $0[fromEnd: index] }
        default: nil
        }
      guard let child else { return nil }
      value = child
    }
    return value
  }

  private mutating func evaluate(
    _ segments: [JSONPath.Segment], on value: JSONValue, tracksPlaces: Bool
  ) -> [JSONPathNode] {
    var selected: [JSONPathNode] = []
    let node = JSONPathNode(value: value, place: tracksPlaces ? .root : nil)
    apply(segments[...], to: node, into: &selected)
    return limitExceeded == nil ? selected : []
  }

  /// Applies segments depth first, so that only results are stored.
  ///
  /// Most segments go down at least one level, and the parser limits the number of the others, so
  /// the recursion is not much deeper than the nesting of values.
  private mutating func apply(
    _ segments: ArraySlice<JSONPath.Segment>, to node: JSONPathNode,
    into selected: inout [JSONPathNode]
  ) {
    guard let segment = segments.first else {
      selected.append(node)
      return
    }
    guard segment.canSelect(from: node.value) else { return }
    let rest = segments.dropFirst()
    if segment.isDescendant {
      selectBelow(node, segment, rest, into: &selected)
    } else {
      for selector in segment.selectors { select(selector, of: node, rest, into: &selected) }
    }
  }

  /// Applies a segment's selectors to a value and all values below it, parents first,
  /// without recursion.
  private mutating func selectBelow(
    _ node: JSONPathNode, _ segment: JSONPath.Segment, _ rest: ArraySlice<JSONPath.Segment>,
    into selected: inout [JSONPathNode]
  ) {
    var waiting = [node]
    while let node = waiting.popLast() {
      guard take(1 + node.value.childCount) else { return }
      // In Jayway's library, an object in an array is tested itself; if the array passes the filter
      // too, the object is tested again.
      let isPassed = segment.objectFilter.map { node.value.array == nil || test($0, node.value) }
      if isPassed ?? true {
        for selector in segment.selectors { select(selector, of: node, rest, into: &selected) }
      }
      let first = waiting.count
      node.forEachChild { if segment.canSelect(from: $0.value) { waiting.append($0) } }
      waiting[first...].reverse()
    }
  }

  /// Applies a selector, and then the remaining segments to each value that it selects.
  private mutating func select(
    _ selector: JSONPath.Selector, of node: JSONPathNode, _ rest: ArraySlice<JSONPath.Segment>,
    into selected: inout [JSONPathNode]
  ) {
    func pass(_ child: JSONPathNode) {
      if take(Self.stepsPerSelection) { apply(rest, to: child, into: &selected) }
    }
    switch selector {
    case .name(let name):
      if let value = node.value[name] { pass(node.child(.name(name), value)) }
    case .index(let index):
      if let elements = node.value.array, let value = elements[fromEnd: index] {
        pass(node.child(.index(index < 0 ? index + elements.count : index), value))
      }
    case .wildcard:
      // The steps are taken first, because a value can have more children than steps are left.
      guard take(node.value.childCount) else { return }
      node.forEachChild { pass($0) }
    case .slice(let start, let end, let step):
      guard let elements = node.value.array else { break }
      for index in elements.slicedIndices(start: start, end: end, step: step) {
        pass(node.child(.index(index), elements[index]))
      }
    case .objectFilter(let filter) where node.value.object != nil:
      if take(1), test(filter, node.value) { pass(node) }
    case .filter(let filter), .objectFilter(let filter):
      node.forEachChild { if take(1), test(filter, $0.value) { pass($0) } }
    }
  }
}

extension JSONPathEvaluator {
  /// Returns whether the value passes the filter.
  mutating func test(_ filter: JSONPath.Filter, _ current: JSONValue) -> Bool {
    switch filter {
    case .or(let parts):
      for part in parts where test(part, current) { return true }
      return false
    case .and(let parts):
      for part in parts where !test(part, current) { return false }
      return true
    case .not(let part): return !test(part, current)
    case .exists(let query):
      return query.isSingular
        ? evaluateSingular(query, current: current) != nil
        : !evaluate(query, current: current).isEmpty
    case .comparison(let left, let comparison, let right):
      return compare(value(of: left, current), comparison, value(of: right, current))
    case .test(let call): return matches(call, current)
    }
  }

  /// Returns the value of the operand; `nil` if it has none, which RFC 9535 calls Nothing.
  private mutating func value(of operand: JSONPath.Operand, _ current: JSONValue) -> JSONValue? {
    switch operand {
    case .literal(let value): value
    case .query(let query): evaluateSingular(query, current: current)
    case .call(let call): value(of: call, current)
    }
  }

  /// Compares two values (RFC 9535 §2.3.5.2.2); only two numbers or two strings can be
  /// less or greater.
  private mutating func compare(
    _ left: JSONValue?, _ comparison: JSONPath.Comparison, _ right: JSONValue?
  ) -> Bool {
    // The comparison takes steps, because both values can be large, and it may be repeated
    // for each tested value.
    if let left, let right, !take(left.steps(toCompareTo: right)) { return false }
    return switch comparison {
    case .equal: isEqual(left, right)
    case .notEqual: !isEqual(left, right)
    case .less: isLess(left, right)
    case .greater: isLess(right, left)
    case .lessOrEqual: left == right || isLess(left, right)
    case .greaterOrEqual: left == right || isLess(right, left)
    }
  }

  /// Returns whether two values are equal.
  ///
  /// In Jayway's library, a number can equal a text, because the right value is converted to the
  /// kind of the left one.
  private func isEqual(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    switch (left, right) {
    case (.number?, .string(let text)?) where dialect == .jayway:
      JSONNumber(parsing: text).map(JSONValue.number) == left
    case (.string(let text)?, .number(let number)?) where dialect == .jayway: text == number.text
    default: left == right
    }
  }

  private func isLess(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    switch (left, right) {
    case (.number(let left)?, .number(let right)?): left < right
    case (.string(let left)?, .string(let right)?): left.precedesByScalars(right)
    default: false
    }
  }

  private mutating func value(of call: JSONPath.Call, _ current: JSONValue) -> JSONValue? {
    switch call.function {
    case .length:
      switch value(of: call.arguments[0], current) {
      case .string(let text)? where take(text.utf8.count / JSONValue.bytesPerStep):
        .number(JSONNumber(text.unicodeScalars.count))
      case .array(let elements)?: .number(JSONNumber(elements.count))
      case .object(let object)?: .number(JSONNumber(object.count))
      default: nil
      }
    case .count: .number(JSONNumber(nodes(of: call.arguments[0], current).count))
    case .value:
      switch nodes(of: call.arguments[0], current) {
      case let nodes where nodes.count == 1: nodes[0].value
      default: nil
      }
    case .match, .search: nil
    }
  }

  private mutating func nodes(
    of operand: JSONPath.Operand, _ current: JSONValue
  ) -> [JSONPathNode] {
    guard case .query(let query) = operand else { return [] }
    return evaluate(query, current: current)
  }

  private mutating func matches(_ call: JSONPath.Call, _ current: JSONValue) -> Bool {
    guard case .string(let text)? = value(of: call.arguments[0], current),
      take(text.utf8.count / JSONValue.bytesPerStep)
    else { return false }
    if let pattern = call.pattern { return matches(pattern, text) }
    guard case .string(let source)? = value(of: call.arguments[1], current) else { return false }
    let matchesWhole = call.function == .match
    let key = ScalarText((matchesWhole ? "m" : "s") + source)
    let pattern: IRegexp?
    if let known = patterns[key] {
      pattern = known
    } else {
      pattern = try? IRegexp(source, matchesWhole: matchesWhole)
      patterns[key] = .some(pattern)
    }
    guard let pattern else { return false }
    return matches(pattern, text)
  }

  /// Returns whether the text matches; if the search gives up, the evaluation does too.
  private mutating func matches(_ pattern: IRegexp, _ text: String) -> Bool {
    do throws(EvaluationLimitExceeded) {
      return try pattern.matches(text)
    } catch {
      limitExceeded = limitExceeded ?? error
      return false
    }
  }
}
