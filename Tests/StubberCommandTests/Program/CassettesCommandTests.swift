import Foundation
import StubFiles
import TestSupport
import Testing

@Suite("stubber cassettes")
struct CassettesCommandTests {
  private let folder: TemporaryFolder
  private var log: String { folder.file("used.txt") }

  init() throws {
    folder = try TemporaryFolder()
    for name in ["new", "old"] {
      let text = """
        cassette: 1
        interactions:
          - request: { method: GET, url: "http://h/" }
            response: { status: 200 }
        """
      try Data(text.utf8).write(to: URL(filePath: folder.file("\(name).yaml")))
    }
  }

  private func run(_ words: String...) throws -> ChildProcess.Result {
    try Program.run(["cassettes"] + words + ["--used", log])
  }

  private var files: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
        $0.hasSuffix(".yaml")
      }.sorted()
    }
  }

  @Test("Lists cassettes with their last use")
  func list() throws {
    UsedCassettes(file: log).note(folder.file("new.yaml"))
    let lines = try run("list", folder.path).output.split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix("last use") == true)
    #expect(lines[1].contains(" s ago ") && lines[1].hasSuffix("/new.yaml"))
    #expect(lines[2].hasPrefix("never ") && lines[2].hasSuffix("/old.yaml"))
  }

  @Test("Deletes unused cassettes only when told to")
  func prune() throws {
    #expect(try run("prune", folder.path, "--yes").code == 3)
    UsedCassettes(file: log).note(folder.file("new.yaml"))
    let refused = try run("prune", folder.path)
    #expect(refused.code == 1)
    #expect(refused.errors == "warning: nothing was deleted; use --yes to delete\n")
    #expect(try files == ["new.yaml", "old.yaml"])
    let result = try run("prune", folder.path, "--yes")
    #expect(result.code == 0)
    #expect(result.output.hasSuffix("Deleted \(folder.file("old.yaml")).\n"))
    #expect(try files == ["new.yaml"])
  }

  @Test("Deletes nothing where the noted uses are those of another folder")
  func moved() throws {
    UsedCassettes(file: log).note("/elsewhere/new.yaml")
    let refused = try run("prune", folder.path, "--yes")
    #expect(refused.code == 3)
    #expect(
      refused.errors
        == "error: \(log): names no cassette in \(folder.path); run all tests here first\n")
    #expect(try files == ["new.yaml", "old.yaml"])
  }
}
