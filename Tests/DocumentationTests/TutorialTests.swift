import Foundation
import Testing

/// The files that the tutorials show, step by step.
///
/// The build compiles their code in `Examples/TutorialExamples.swift`, without the imports, and runs its tests.
@Suite("Tutorials") struct TutorialTests {
  private static let folder = packageRoot.appending(
    path: "Sources/HTTPStubber/HTTPStubber.docc/Tutorials")

  private static func names(in folder: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
  }

  private static let files = names(in: folder.appending(path: "Code"))

  private func text(of file: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: "Code/\(file)"), encoding: .utf8)
  }

  @Test(
    "Each example is the text of a file, after its imports",
    arguments: Example.all.filter(\.isTutorial))
  func exampleIsFile(example: Example) throws {
    let text = try text(of: "\(example.name.dropFirst("tutorial ".count)).swift")
    let head = text.split(separator: "\n").prefix { $0.hasPrefix("import ") || $0.hasPrefix("#") }
    #expect(!head.isEmpty)
    #expect(text.hasSuffix("\n\n\(example.text)\n"))
    let rest = text.dropLast(example.text.count + 1).split(separator: "\n")
    #expect(rest == Array(head))
  }

  @Test("Each file is an example or a cassette that tests replay", arguments: files)
  func fileIsExample(file: String) throws {
    if file.hasSuffix(".swift") {
      #expect(Example.all.contains { "\($0.name).swift" == "tutorial \(file)" })
    } else {
      let fixture = packageRoot.appending(
        path: "Tests/GuideExamplesTests/Fixtures/\(file)")
      #expect(try text(of: file) == String(contentsOf: fixture, encoding: .utf8))
    }
  }

  @Test("Each file is shown, and each file that is shown exists")
  func filesAreShown() throws {
    let pages = Self.names(in: Self.folder).filter { $0.hasSuffix(".tutorial") }
    let shown = try pages.flatMap { page in
      let text = try String(contentsOf: Self.folder.appending(path: page), encoding: .utf8)
      return text.matches(of: /file: "([^"]+)"/).map { String($0.output.1) }
    }
    #expect(Set(shown) == Set(Self.files))
    #expect(pages.count == 4)
  }
}

extension Example {
  /// Whether a tutorial shows it, and not a block of a guide.
  var isTutorial: Bool { name.hasPrefix("tutorial ") }
}
