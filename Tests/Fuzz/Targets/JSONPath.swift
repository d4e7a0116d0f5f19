import StubLanguages

extension FuzzTarget {
  /// A query in the first line on JSON below it; the path of each result selects that alone.
  static let jsonPath = FuzzTarget("json-path") { input in
    let (query, document) = input.halves
    guard let path = try? JSONPath(query.text) else { return }
    let value = (try? JSONValue(parsing: document.bytes)) ?? sample
    var budget = StepBudget(100_000)
    guard let selection = try? path.values(in: value, &budget) else { return }
    let nodes = path.nodes(in: value)
    expect(nodes.map(\.value) == selection, "\(nodes) and \(selection) for \(query.text)")
    for node in nodes.prefix(20) {
      let found = (try? JSONPath(node.path))?.select(from: value)
      expect(found == [node.value], "\(node.path) selects \(found as Any)")
    }
  }

  private static let sample: JSONValue = [
    "a": ["b": [1, 2.5, "c", nil, true], "é": ["": [["d": 1], ["d": 2]]]], "'\"\\": [],
  ]
}
