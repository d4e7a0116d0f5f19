/// A value with what it takes to write it out, so that aliases to it can be bounded.
struct MeasuredNode {
  /// Values inside a list or mapping, counted as they are read.
  struct Measure {
    var weight = 1
    var height = 0

    mutating func add(_ node: MeasuredNode) {
      weight += node.weight
      height = max(height, node.height + 1)
    }
  }

  let node: DocumentNode
  /// How many values this stands for; a text counts once more per 16 bytes.
  let weight: Int
  /// Levels below this value.
  let height: Int

  init(_ node: DocumentNode, _ measure: Measure) {
    self.node = node
    weight = measure.weight
    height = measure.height
  }

  init(_ scalar: DocumentScalar, at position: SourcePosition) {
    node = DocumentNode(.scalar(scalar), at: position)
    weight = 1 + scalar.text.utf8.count / 16
    height = 0
  }
}
