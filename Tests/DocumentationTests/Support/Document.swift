import Foundation
import Testing

/// A page of the documentation with its fenced blocks of code.
///
/// Nothing in the documentation may go untested, and nothing may drift:
///
/// - `swift` blocks are shown from the files in `Tests/GuideExamplesTests`, where each stands between
///   `// example: name` and `// end of example`, indented or not; the build compiles them, tests run
///   them, and `SwiftBlockTests` compares the texts in both directions.
/// - `yaml` blocks are read by the rule reader; lines `# GET /path → 200` in them are requests that
///   are decided on (`RuleBlockTests`).
/// - `sh` blocks are commands that are run or checked (`ShellBlockTests`).
/// - `text` blocks are what programs print; `PrintedTextTests` prints them anew.
/// - Calls in the first column of tables stand in `Tests/GuideExamplesTests`, too.
/// - The code of tutorials stands in `Tests/GuideExamplesTests`, too (`TutorialTests`).
///
/// Blocks without a language are figures. In guides for migrating from other libraries, these blocks and those of
/// `objc` and `ruby` show how the other library is used. Any other language fails the tests.
struct Document {
  struct Block: CustomTestStringConvertible {
    let page: String
    let line: Int
    let language: String
    let text: String

    var testDescription: String { "\(page):\(line)" }
  }

  let name: String
  let text: String

  /// The README, the page for contributors and the guides.
  static let all: [Document] = {
    let guides = packageRoot.appending(path: "Sources/HTTPStubber/HTTPStubber.docc")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: guides.path)) ?? []
    let urls =
      ["README.md", "CONTRIBUTING.md"].map { packageRoot.appending(path: $0) }
      + names.filter { $0.hasSuffix(".md") }.sorted().map { guides.appending(path: $0) }
    return urls.compactMap { url in
      (try? String(contentsOf: url, encoding: .utf8)).map {
        Document(name: url.lastPathComponent, text: $0)
      }
    }
  }()

  static func blocks(of language: String) -> [Block] {
    all.flatMap(\.blocks).filter { $0.language == language }
  }

  var blocks: [Block] {
    var blocks: [Block] = []
    var open: (line: Int, language: String, lines: [String])?
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("```") {
        if let (line, language, lines) = open {
          blocks.append(
            Block(
              page: name, line: line, language: language, text: lines.joined(separator: "\n")))
          open = nil
        } else {
          open = (number + 1, String(line.dropFirst(3)), [])
        }
      } else {
        open?.lines.append(String(line))
      }
    }
    return blocks
  }

  /// The code in the first cell of each row of the tables.
  var tableCalls: [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { row in
      let code = row.dropFirst(3).prefix { $0 != "`" }
      return code.hasPrefix(".") ? String(code) : nil
    }
  }
}

/// The folder of `Package.swift`.
let packageRoot = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
