/// One run of a query on a value.
struct JSONPathEvaluator {
  private let root: JSONValue
  private let tracksPlaces: Bool
  /// How many more values may be visited, so that no query takes memory and time without end.
  private var visitsLeft: Int
  /// What queries for `$` inside filters have selected, which is the same for every value tested.
  private var absoluteResults: [Int: [JSONPathNode]] = [:]
  /// Compiled regular expressions that come from the queried value; `nil` for unusable ones.
  var patterns: [String: IRegexp?] = [:]

  init(root: JSONValue, tracksPlaces: Bool, visitLimit: Int) {
    self.root = root
    self.tracksPlaces = tracksPlaces
    visitsLeft = visitLimit
  }

  /// What the query selects; `nil` when the run gave up.
  mutating func evaluate(_ query: JSONPath.Query) -> [JSONPathNode]? {
    let nodes = evaluate(query.segments, on: root, tracksPlaces: tracksPlaces)
    return visitsLeft < 0 ? nil : nodes
  }

  /// Ends the run without a result.
  mutating func giveUp() { visitsLeft = -1 }

  /// What a query inside a filter selects.
  mutating func evaluate(_ query: JSONPath.Query, current: JSONValue) -> [JSONPathNode] {
    guard query.isAbsolute else {
      return evaluate(query.segments, on: current, tracksPlaces: false)
    }
    if let number = query.number, let known = absoluteResults[number] { return known }
    let nodes = evaluate(query.segments, on: root, tracksPlaces: false)
    if let number = query.number { absoluteResults[number] = nodes }
    return nodes
  }

  /// What a query whose form allows at most one value selects.
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
    var nodes = [JSONPathNode(value: value, place: tracksPlaces ? .root : nil)]
    for segment in segments {
      var selected: [JSONPathNode] = []
      for node in nodes {
        if segment.isDescendant {
          selectBelow(node, segment.selectors, into: &selected)
        } else {
          for selector in segment.selectors { select(selector, of: node, into: &selected) }
        }
        if visitsLeft < 0 { return [] }
      }
      nodes = selected
    }
    return nodes
  }

  /// Applies selectors to a value and all below it, parents before children, without recursion.
  private mutating func selectBelow(
    _ node: JSONPathNode, _ selectors: [JSONPath.Selector], into selected: inout [JSONPathNode]
  ) {
    var waiting = [node]
    while visitsLeft >= 0, let node = waiting.popLast() {
      visitsLeft -= 1
      for selector in selectors { select(selector, of: node, into: &selected) }
      waiting.append(contentsOf: node.children.reversed())
    }
  }

  private mutating func select(
    _ selector: JSONPath.Selector, of node: JSONPathNode, into selected: inout [JSONPathNode]
  ) {
    let before = selected.count
    switch selector {
    case .name(let name):
      if let value = node.value[name] { selected.append(node.child(.name(name), value)) }
    case .index(let index):
      if let elements = node.value.array, let value = elements[fromEnd: index] {
        selected.append(node.child(.index(index < 0 ? index + elements.count : index), value))
      }
    case .wildcard: selected.append(contentsOf: node.children)
    case .slice(let start, let end, let step):
      guard let elements = node.value.array else { break }
      for index in elements.slicedIndices(start: start, end: end, step: step) {
        selected.append(node.child(.index(index), elements[index]))
      }
    case .filter(let filter):
      for child in node.children {
        visitsLeft -= 1
        if visitsLeft < 0 { return }
        if test(filter, child.value) { selected.append(child) }
      }
    }
    visitsLeft -= selected.count - before
  }
}
