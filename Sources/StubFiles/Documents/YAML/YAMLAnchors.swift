/// The anchors of one YAML document, and how much their aliases may still stand for.
struct YAMLAnchors {
  private var nodes: [String: MeasuredNode] = [:]
  private var unfinished: Set<String> = []
  private var remainingWeight = DocumentLimits.aliasedWeight

  /// Notes that the anchored value is being read.
  mutating func open(_ name: String) { unfinished.insert(name) }

  mutating func close(_ name: String, _ node: MeasuredNode) {
    unfinished.remove(name)
    nodes[name] = node
  }

  /// The value behind an alias.
  ///
  /// - Throws: `FileDiagnostic` for a name without an anchor, a value that would contain itself,
  ///   and aliases that multiply beyond the bound.
  mutating func follow(
    _ name: String, at position: SourcePosition
  ) throws(FileDiagnostic) -> MeasuredNode {
    if unfinished.contains(name) {
      throw FileDiagnostic(
        at: position, found: "the alias *\(name) inside the value it stands for",
        expected: "a value that ends", remedy: "try writing the value out")
    }
    guard let node = nodes[name] else {
      let nearest = NearestName.to(name, among: nodes.keys.sorted())
      throw FileDiagnostic(
        at: position, found: "the alias *\(name) without an anchor",
        expected: "&\(name) earlier in the same document",
        remedy: nearest.map { "did you mean *\($0)?" } ?? "try adding &\(name) to the value")
    }
    remainingWeight -= node.weight
    guard remainingWeight >= 0 else {
      throw FileDiagnostic(
        at: position,
        found: "aliases that stand for more than \(DocumentLimits.aliasedWeight) values",
        expected: "a document that stays small when its aliases are written out",
        remedy: "try fewer aliases of aliases")
    }
    return node
  }
}
