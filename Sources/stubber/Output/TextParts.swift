/// Rows of text in aligned columns.
struct Table {
  let rows: [[String]]
  var indent = 0

  /// The lines, without a line end after the last one.
  var text: String { lines.joined(separator: "\n") }

  var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = String(repeating: " ", count: indent)
      for (column, cell) in row.enumerated() {
        line += cell
        guard column + 1 < row.count else { continue }
        line += String(repeating: " ", count: widths[column] - cell.count + 2)
      }
      return line
    }
  }
}

/// A number of things in words, such as `1 stub` or `2 stubs`.
struct Count: CustomStringConvertible {
  let number: Int
  let noun: String
  let plural: String

  init(_ number: Int, _ noun: String, plural: String? = nil) {
    self.number = number
    self.noun = noun
    self.plural = plural ?? "\(noun)s"
  }

  var description: String { "\(number) \(number == 1 ? noun : plural)" }
}
