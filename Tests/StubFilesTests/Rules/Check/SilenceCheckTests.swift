import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("What check says of files that do not do what they seem to do")
struct SilenceCheckTests {
  private func findings(_ text: String, name: String = "a.yaml") throws -> [String] {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: name)
    return RuleCheck(of: [file]).diagnostics.sorted.map {
      "\($0.line.map(String.init) ?? "-"): \($0.severity): \($0.message)"
    }
  }

  @Test(
    "A file that says nothing is named, with what is in it",
    arguments: [
      ("", "-: warning: this file is empty; add stubs, or remove it"),
      ("\n \n", "-: warning: this file is empty; add stubs, or remove it"),
      ("---\n", "-: warning: this file is empty; add stubs, or remove it"),
      ("# one\n# two\n", "-: warning: this file contains only comments; add stubs, or remove it"),
    ])
  func emptyFile(text: String, expected: String) throws {
    #expect(try findings(text) == [expected])
  }

  @Test("A folder without stub files is named; one with them in folders below is not")
  func emptyFolder() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("stubs")
    try FileManager.default.createDirectory(
      atPath: path + "/deep", withIntermediateDirectories: true)
    #expect(
      RuleCheck(of: [path]).diagnostics.sorted.map(\.message) == [
        "no stub files in this folder; add one whose name ends with .yaml, .yml, .json or .har, or "
          + "check the path"
      ])
    try folder.write("- respond: {}", to: "stubs/deep/a.yaml")
    #expect(RuleCheck(of: [path]).diagnostics.isEmpty)
  }

  @Test(
    "A text that is JSON is named, wherever a response may stand",
    arguments: [
      "- respond: { text: '{\"a\": 1}' }", "- respond: { GET: { status: 200, text: '[1, 2]' } }",
      "- respond: { sequence: [{ text: ' {}' }] }", "stubs:\n  - respond: { POST: { text: '[]' } }",
    ])
  func jsonText(text: String) throws {
    let line = text.hasPrefix("stubs") ? 2 : 1
    #expect(
      try findings(text) == [
        "\(line): warning: this text is JSON, but is sent as text/plain; use \"json\" instead of "
          + "\"text\", or set \"contentType\""
      ])
  }

  @Test(
    "A text that only looks like JSON, or has a type, is none",
    arguments: [
      "- respond: { text: '{a}' }", "- respond: { text: '7' }", "- respond: { text: '[draft] x' }",
      "- respond: { text: '{}', contentType: application/json }",
      "- respond: { text: '{}', headers: { content-type: application/json } }",
      "- respond: { json: { text: '{}' } }", "- match: { json: { text: '[]' } }\n  respond: {}",
    ])
  func otherText(text: String) throws { #expect(try findings(text) == []) }

  @Test("A header field under two spellings is named, in a match and in a response")
  func repeatedHeader() throws {
    let text = """
      - match: { headers: { Accept: a, accept: b } }
        respond:
          headers: { X-A: [1, 2], Vary: c, x-a: d }
      """
    #expect(
      try findings(text) == [
        "1: warning: the header field \"accept\" is also given as \"Accept\" at 1:31; use one key; "
          + "several values are a list",
        "3: warning: the header field \"x-a\" is also given as \"X-A\" at 3:21; use one key; several "
          + "values are a list",
      ])
  }
}
