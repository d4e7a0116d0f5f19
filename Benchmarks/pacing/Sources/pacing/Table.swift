/// A table in Markdown.
struct Table {
  private var lines: [String]

  init(_ columns: [String]) {
    lines = [
      "| \(columns.joined(separator: " | ")) |",
      "|\(Array(repeating: "---", count: columns.count).joined(separator: "|"))|",
    ]
  }

  mutating func add(_ cells: [String]) { lines.append("| \(cells.joined(separator: " | ")) |") }

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// A figure beside its target; in bold where half of the repeats or more missed it.
  static func cell(_ figures: Figures, digits: Int, target: Double) -> String {
    let text = figures.text(digits: digits)
    return figures.median <= target ? text : "**\(text)**"
  }
}
