import StubCore
import StubLanguages

extension UnmatchedDiff {
  /// The possible widths of the table in characters; WireMock's is 119.
  private static let widths = 40...400

  /// Returns the lines as a table with the width `wanted`, clamped to the possible widths.
  static func table(_ lines: [Line], width wanted: Int? = nil) -> String {
    let width = min(max(wanted ?? 119, widths.lowerBound), widths.upperBound)
    let column = width / 2 - 2
    var table = DiffTable(width: width)
    for line in lines {
      let (left, right) = (wrap(line.expected, column), wrap(line.actual, column))
      for place in 0..<max(left.count, right.count) {
        table.add(
          place < left.count ? left[place] : "", place < right.count ? right[place] : "",
          place == 0 ? line.problem : nil)
      }
    }
    table.end()
    return table.text
  }

  /// Returns the text with lines of at most `width` characters, broken at spaces if possible.
  private static func wrap(_ text: String, _ width: Int) -> [String] {
    if text.utf8.count <= width, !text.has("\n") { return [text] }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    return lines.flatMap { line -> [String] in
      var (rest, lines) = (line, [String]())
      while rest.count > width {
        let start = rest.prefix(width + 1)
        if let blank = start.lastIndex(of: " "), start[..<blank].contains(where: { $0 != " " }) {
          lines.append(String(rest[..<blank]))
          rest = rest[rest.index(after: blank)...]
        } else {
          lines.append(String(rest.prefix(width)))
          rest = rest.dropFirst(width)
        }
      }
      return lines + [String(rest)]
    }
  }
}

/// The text of a table with two columns.
private struct DiffTable {
  /// As many blanks as a cell of the widest table has.
  private static let blanks = String(repeating: " ", count: 200)

  private(set) var text = "\n"
  private let rule: String
  /// The number of characters of the left column.
  private let middle: Int

  init(width: Int) {
    rule = String(repeating: "-", count: width)
    middle = width / 2 - 1
    text.reserveCapacity(16 * width)
    let title = "Request was not matched"
    let margin = max(0, (width - title.utf8.count) / 2 - 1)
    add("", to: margin)
    text += "\(title)\n"
    add("", to: margin)
    text += "=======================\n\n\(rule)\n"
    for head in ["| Closest stub", "| Request"] { add(head, to: middle + 1) }
    text += "|\n\(rule)\n"
    add("", "", nil)
  }

  /// Adds a row.
  mutating func add(_ left: String, _ right: String, _ problem: String?) {
    add(left, to: middle + 1)
    text += "|"
    if let problem {
      text += " "
      add(right, to: middle - 6)
      text += "<<<<< "
      text += problem
    } else if !right.isEmpty {
      text += " "
      text += right
    }
    text += "\n"
  }

  mutating func end() { text += "\(rule)\n" }

  /// Adds a cell, with blanks up to `width` characters.
  private mutating func add(_ cell: String, to width: Int) {
    text += cell
    let count = cell.isASCII ? cell.utf8.count : cell.count
    if count < width { text += Substring(Self.blanks.utf8.prefix(width - count)) }
  }
}

extension JSONValue {
  /// Returns the value in the form of Jackson, with objects on several lines and arrays on one.
  func spacedText(_ indentation: String = "") -> String {
    let inner = indentation + "  "
    if let members = object?.members {
      let texts = members.map { name, value in
        "\(inner)\(JSONValue.string(name).text()) : \(value.spacedText(inner))"
      }
      return texts.isEmpty ? "{ }" : "{\n\(texts.joined(separator: ",\n"))\n\(indentation)}"
    }
    guard let elements = array else { return text() }
    let texts = elements.map { $0.spacedText(indentation) }
    return texts.isEmpty ? "[ ]" : "[ \(texts.joined(separator: ", ")) ]"
  }
}
