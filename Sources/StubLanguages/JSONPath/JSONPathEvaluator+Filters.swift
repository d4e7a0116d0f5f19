extension JSONPathEvaluator {
  /// Whether the value passes the filter.
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

  /// The operand's value; `nil` where RFC 9535 speaks of Nothing.
  private mutating func value(of operand: JSONPath.Operand, _ current: JSONValue) -> JSONValue? {
    switch operand {
    case .literal(let value): value
    case .query(let query): evaluateSingular(query, current: current)
    case .call(let call): value(of: call, current)
    }
  }

  /// Comparison as RFC 9535 §2.3.5.2.2 has it: only numbers and strings have an order.
  private func compare(
    _ left: JSONValue?, _ comparison: JSONPath.Comparison, _ right: JSONValue?
  ) -> Bool {
    switch comparison {
    case .equal: left == right
    case .notEqual: left != right
    case .less: isLess(left, right)
    case .greater: isLess(right, left)
    case .lessOrEqual: left == right || isLess(left, right)
    case .greaterOrEqual: left == right || isLess(right, left)
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
      case .string(let text)?: .number(JSONNumber(text.unicodeScalars.count))
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
    guard case .string(let text)? = value(of: call.arguments[0], current) else { return false }
    if let pattern = call.pattern { return matches(pattern, text) }
    guard case .string(let source)? = value(of: call.arguments[1], current) else { return false }
    let matchesWhole = call.function == .match
    let key = (matchesWhole ? "m" : "s") + source
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

  /// Whether the text matches; a search without an answer ends the run, as its result is unknown.
  private mutating func matches(_ pattern: IRegexp, _ text: String) -> Bool {
    if let answer = pattern.matches(text) { return answer }
    giveUp()
    return false
  }
}
