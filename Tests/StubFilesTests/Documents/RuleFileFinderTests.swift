import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct RuleFileFinderTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  private func write(_ names: String...) throws {
    for name in names { try temporary.write("a: 1\n", to: name) }
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/\(name)", withDestinationPath: target)
  }

  /// The paths below the folder, without it.
  private func found(_ finder: RuleFileFinder) -> [String] {
    finder.files.map { String($0.dropFirst(folder.count + 1)) }
  }

  @Test(
    "A folder stands for its rule files at any depth, sorted; bodies, a schema and hidden ones are none"
  )
  func folders() throws {
    try write(
      "b.yaml", "a.json", "c.yml", "d.jsonc", "e.txt", "README.md", ".hidden.yaml", ".git/x.yaml",
      "sub/z.yaml", "sub/a.yaml", "sub/__files/body.json", "__files/body.yaml", "UP.YAML",
      "sub.yaml/x.json", "schema.json")
    let finder = RuleFileFinder([folder])
    #expect(finder.diagnostics.isEmpty)
    #expect(
      found(finder) == [
        "UP.YAML", "a.json", "b.yaml", "c.yml", "d.jsonc", "sub/a.yaml", "sub/z.yaml",
        "sub.yaml/x.json",
      ])
    #expect(RuleFileFinder([folder + "/"]).files == finder.files)
  }

  @Test("Files of saved stubs come last, those with higher numbers later")
  func saved() throws {
    try write(
      "saved-10.yaml", "saved-9.yaml", "saved-09.yaml", "saved-x.yaml", "saved-1.json", "z.yaml")
    #expect(
      found(RuleFileFinder([folder])) == [
        "saved-09.yaml", "saved-1.json", "saved-x.yaml", "z.yaml", "saved-9.yaml", "saved-10.yaml",
      ])
  }

  @Test("Recordings that are not written as rule files are found too")
  func recordings() throws {
    try write("a.plist", "b.tail", "c.response", "d.trace", "Info.plist", "sub/Info.plist", "tail")
    #expect(
      found(RuleFileFinder([folder])) == ["a.plist", "b.tail", "c.response", "d.trace"])
  }

  @Test("Links that lead in circles or twice to the same place are followed once")
  func loops() throws {
    try write("a/one.yaml", "b/two.yaml")
    try link("a/up", to: "..")
    try link("b/self", to: ".")
    try link("c", to: "b")
    try link("d.yaml", to: "b/two.yaml")
    let finder = RuleFileFinder([folder, folder])
    #expect(finder.diagnostics.isEmpty)
    #expect(found(finder) == ["a/one.yaml", "b/two.yaml"])
  }

  @Test(
    "Other kinds of files are ignored in a folder, and refused when named", .timeLimit(.minutes(5)))
  func pipes() throws {
    try write("a.yaml")
    try #require(mkfifo("\(folder)/pipe.yaml", 0o600) == 0)
    #expect(found(RuleFileFinder([folder])) == ["a.yaml"])
    #expect(found(RuleFileFinder(["\(folder)/pipe.yaml"])) == ["pipe.yaml"])
    for path in ["\(folder)/pipe.yaml", "/dev/zero"] {
      let errors = RuleSet(reading: [path], context: RuleContext(formats: .all)).diagnostics.sorted
      #expect(errors.map(\.message).joined().contains("it is a pipe or a device, not a file"))
    }
    #expect(throws: BodyReadError.self) { _ = try OpenFile.shared("\(folder)/pipe.yaml") }
    #expect(throws: BodyReadError.self) { _ = try OpenFile.shared("/dev/zero") }
  }

  @Test("A file is found once, also by another way to its folder")
  func twoWays() throws {
    try write("real/sub/one.yaml", "real/two.yaml")
    try link("other", to: "real")
    try link("deep", to: "real/sub")
    let names = ["other/two.yaml", "real", "other/sub", "deep", "real/sub/one.yaml", "."]
    let finder = RuleFileFinder(names.map { "\(folder)/\($0)" })
    #expect(found(finder) == ["other/two.yaml", "real/sub/one.yaml"])
  }

  @Test("A file that is named is taken whatever its extension")
  func files() throws {
    try write("x.txt", ".y.yaml")
    let finder = RuleFileFinder(["\(folder)/x.txt", "\(folder)/.y.yaml", "\(folder)/x.txt"])
    #expect(found(finder) == ["x.txt", ".y.yaml"])
  }

  @Test("Missing paths and dangling links are reported and the rest is found")
  func missing() throws {
    try write("ok.yaml")
    try link("gone.yaml", to: "nowhere")
    try link("gone.txt", to: "nowhere")
    let finder = RuleFileFinder([folder, "\(folder)/none"])
    #expect(found(finder) == ["ok.yaml"])
    #expect(
      finder.diagnostics.description == """
        \(folder)/gone.yaml: error: broken link; remove it, or restore its target
        \(folder)/none: error: no such file or folder
        """)
    let unreadable = ["\(folder)/gone.yaml", "\(folder)/none"]
    #expect(finder.unreadable == unreadable)
    #expect(finder.watched == finder.files + unreadable)
    #expect(
      RuleFileFinder([folder], leavingOut: ["\(folder)/gone.yaml"]).diagnostics.isEmpty)
  }
}
