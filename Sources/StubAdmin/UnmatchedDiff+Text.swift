import StubCore
import StubLanguages

extension UnmatchedDiff {
  /// The widths that a table can have; WireMock's own is 119.
  private static let widths = 40...400

  /// The table, in the width that a request may ask for.
  func text(width wanted: Int? = nil) -> String {
    let width = min(max(wanted ?? 119, Self.widths.lowerBound), Self.widths.upperBound)
    let middle = width / 2 - 1
    let column = width / 2 - 2
    func line(_ left: String, _ right: String, _ problem: String?) -> String {
      let start = "\(Self.pad(left, to: middle + 1))|"
      if right.isEmpty, problem == nil { return start }
      guard let problem else { return "\(start) \(right)" }
      return "\(start) \(Self.pad(right, to: middle - 6))<<<<< \(problem)"
    }
    let rule = String(repeating: "-", count: width)
    let title = "Request was not matched"
    let margin = String(repeating: " ", count: max(0, (width - title.count) / 2 - 1))
    let heads = ["| Closest stub", "| Request"].map { Self.pad($0, to: middle + 1) }
    var text = [
      "", margin + title, margin + String(repeating: "=", count: title.count), "", rule,
      heads.joined() + "|", rule, line("", "", nil),
    ]
    for row in lines {
      let (left, right) = (Self.wrap(row.expected, column), Self.wrap(row.actual, column))
      for place in 0..<max(left.count, right.count) {
        text.append(
          line(
            place < left.count ? left[place] : "", place < right.count ? right[place] : "",
            place == 0 ? row.problem : nil))
      }
    }
    return (text + [rule, ""]).joined(separator: "\n")
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Lines of at most that width, broken at blanks where there are any.
  private static func wrap(_ text: String, _ width: Int) -> [String] {
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

extension JSONValue {
  /// The text in the layout of Jackson: objects over several lines, arrays in one.
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

extension Admin {
  /// The table for an unmatched request; `nil` unless the nearest stub is in WireMock's form.
  func unmatchedText(_ report: UnmatchedReport) -> String? {
    guard let stub = stubs.nearest(to: report.request, limit: 1).first?.stub,
      let mapping = names.shown(stub, read: { StubForms(self, for: [stub]).wireMock(stub) })
    else { return nil }
    let state = mapping["scenarioName"]?.string.map { scenarios[$0] }
    let width = report.request.headers["X-WireMock-Console-Width"].flatMap { Int($0) }
    return UnmatchedDiff(mapping, report.request, state: state, rules: sentRules).text(width: width)
  }
}
