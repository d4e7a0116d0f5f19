import Foundation
import Testing

/// Code that the documentation shows: of `GuideExamplesTests`, and the recipes in `Examples/` for contributors.
struct Example: CustomTestStringConvertible {
  let name: String
  let text: String

  var testDescription: String { name }

  private static let start = "// example: "
  private static let end = "// end of example"

  /// The lines of all files with examples, file by file.
  static let files: [[String]] = ["GuideExamplesTests", "DocumentationTests/Examples"].flatMap {
    let folder = packageRoot.appending(path: "Tests/\($0)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
      return text?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  static let all: [Example] = files.flatMap { lines in
    var examples: [Example] = []
    var open: (name: String, lines: [String])?
    for line in lines {
      let content = line.drop { $0 == " " }
      if content.hasPrefix(start) {
        open = (String(content.dropFirst(start.count)), [])
      } else if content == end, let (name, lines) = open {
        examples.append(Example(name: name, text: unindented(lines)))
        open = nil
      } else {
        open?.lines.append(line)
      }
    }
    return examples
  }

  private static func unindented(_ lines: [String]) -> String {
    let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
    let common = indents.min() ?? 0
    return lines.map { String($0.dropFirst(common)) }.joined(separator: "\n")
  }
}
