import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubFiles

@Suite("Files that are read again")
struct KeptFilesTests {
  private let folder: TemporaryFolder
  private let read = Shared<[String]>([])

  init() throws {
    let wireMock = { (path: String, response: String) in
      #"{ "id": "\#(path)", "request": { "urlPath": "/\#(path)" }, "response": \#(response) }"#
    }
    let long = (0..<4_000).map {
      #"{ "match": { "path": "/\#($0)" }, "respond": { "text": "a long list" } }"#
    }
    folder = try TemporaryFolder([
      "a.yaml":
        "stubs:\n- match: { path: /a }\n  respond: { template: true, bodyFile: texts/a.txt }\n",
      "b.yaml": "stubs:\n- match: { path: /b, body: { file: compared.txt } }\n",
      "c.yaml": "unhandled: optin\nignore:\n- host: localhost\n",
      "d.yaml": "stubs:\n- match: { path: /d }\n  respond: { bodyFile: body.json }\n",
      "e.json": wireMock("e", #"{ "bodyFileName": "e.txt" }"#),
      "f.json": wireMock("f", #"{ "status": 201 }"#),
      "g.json": "{ \"stubs\": [\n\(long.joined(separator: ",\n"))\n] }",
      "h.har": """
      { "log": { "version": "1.2", "creator": {}, "entries": [
        { "request": { "method": "GET", "url": "https://h.example/", "headers": [] },
          "response": { "status": 200, "headers": [], "content": { "text": "h" } } } ] } }
      """,
      "body.json": #"{ "is": "not a rule file" }"#,
      "__files/e.txt": "e", "texts/a.txt": "a", "compared.txt": "b",
    ])
  }

  private func rules(keeping earlier: [String: ReadFile] = [:]) -> RuleSet {
    var context = RuleContext()
    context.formats = .all
    context.reading = FileSource { [read] path, limit in
      read.update { $0.append(path) }
      return FileSource.files.bytes(path, limit)
    }
    read.update { $0 = [] }
    return RuleSet(reading: [folder.path], keeping: earlier, context: context)
  }

  /// The names of the files that were read for the last rules, each once.
  private var readNames: [String] {
    Set(read.value).map { String($0.dropFirst(folder.path.count + 1)) }.sorted()
  }

  /// What a change of files leads to: the files that are read again.
  private struct Change: CustomTestStringConvertible {
    let testDescription: String
    var files: KeyValuePairs<String, String> = [:]
    var removed: [String] = []
    let read: [String]
  }

  private static let stub = "stubs:\n- match: { path: /new }\n- match: { path: /newer }\n"

  private static let changes = [
    Change(testDescription: "none", read: []),
    Change(testDescription: "a rule file", files: ["a.yaml": stub], read: ["a.yaml"]),
    Change(testDescription: "a new file", files: ["aa.yaml": stub], read: ["aa.yaml"]),
    Change(testDescription: "a removed file", removed: ["c.yaml"], read: []),
    Change(
      testDescription: "a renamed file", files: ["0.yaml": stub], removed: ["f.json"],
      read: ["0.yaml"]),
    Change(
      testDescription: "a mapping", files: ["f.json": #"{ "request": { "urlPath": "/new" } }"#],
      read: ["f.json"]),
    Change(
      testDescription: "a long file", files: ["g.json": #"{ "stubs": [] }"#], read: ["g.json"]),
    Change(testDescription: "a recording", files: ["h.har": #"{ "stubs": [] }"#], read: ["h.har"]),
    Change(
      testDescription: "a compared file", files: ["compared.txt": "other"],
      read: ["b.yaml", "compared.txt"]),
    Change(
      testDescription: "a removed compared file", removed: ["compared.txt"],
      read: ["b.yaml"]),
    Change(
      testDescription: "a body", files: ["texts/a.txt": "other"], read: ["a.yaml", "texts/a.txt"]),
    Change(
      testDescription: "a body with a broken tag", files: ["texts/a.txt": "{{#if"],
      read: ["a.yaml", "texts/a.txt"]),
    Change(testDescription: "a removed body", removed: ["texts/a.txt"], read: ["a.yaml"]),
    Change(
      testDescription: "a removed body of WireMock", removed: ["__files/e.txt"], read: ["e.json"]),
    Change(
      testDescription: "a body beside rule files", files: ["body.json": "[1]"],
      read: ["body.json", "d.yaml"]),
    Change(
      testDescription: "a body that nothing names any more", files: ["d.yaml": stub],
      read: ["d.yaml"]),
    Change(
      testDescription: "a mistake", files: ["a.yaml": "stubs:\n- match: { pth: /a }\n"],
      read: ["a.yaml"]),
    Change(
      testDescription: "a second mode", files: ["f.json": #"{ "unhandled": "optout" }"#],
      read: ["f.json"]),
    Change(
      testDescription: "a twin",
      files: ["f.json": #"{ "id": "e", "request": { "urlPath": "/e" } }"#], read: ["f.json"]),
  ]

  private func expectSame(_ one: RuleSet, _ other: RuleSet) {
    #expect(one.diagnostics.description == other.diagnostics.description)
    #expect(one.stubs.map(\.origin) == other.stubs.map(\.origin))
    #expect(one.stubs.map { "\($0.matchers)" } == other.stubs.map { "\($0.matchers)" })
    #expect(one.allStubs.count == other.allStubs.count)
    #expect(one.ignoreRules.count == other.ignoreRules.count)
    #expect(one.unhandledMode == other.unhandledMode)
    #expect(one.files == other.files)
    #expect(one.referredFiles == other.referredFiles)
  }

  @Test(
    "Only those that changed are read, with those they need, and the rules are the same as of all",
    arguments: changes.indices)
  func changed(number: Int) throws {
    let change = Self.changes[number]
    let before = rules()
    #expect(before.diagnostics.description == "")
    for (name, text) in change.files { try folder.write(text, to: name) }
    for name in change.removed { #expect(unlink(folder.file(name)) == 0) }
    let after = rules(keeping: before.readFiles)
    #expect(readNames == change.read.sorted())
    expectSame(after, rules())
    let changed = Set(change.read.map(folder.file))
    let kept = before.stubs.filter {
      !changed.contains($0.origin.file) && after.files.contains($0.origin.file)
    }
    #expect(Set(kept.map(\.id)).isSubset(of: after.stubs.map(\.id)))
    #expect(!kept.isEmpty)
    // A file with a mistake is read until it has none.
    let again = rules(keeping: after.readFiles)
    expectSame(again, after)
    #expect(readNames.isEmpty == !after.diagnostics.hasErrors)
  }

  @Test("What was mended is used, and all else is as it was", arguments: changes.indices)
  func mended(number: Int) throws {
    let change = Self.changes[number]
    let before = rules()
    let texts = (change.files.map(\.key) + change.removed).map { ($0, folder.text(of: $0)) }
    for (name, text) in change.files { try folder.write(text, to: name) }
    for name in change.removed { #expect(unlink(folder.file(name)) == 0) }
    let broken = rules(keeping: before.readFiles)
    for (name, text) in texts {
      if let text {
        try folder.write(text, to: name)
      } else {
        #expect(unlink(folder.file(name)) == 0)
      }
    }
    let after = rules(keeping: broken.readFiles)
    #expect(after.diagnostics.description == "")
    #expect(after.stubs.map(\.origin) == before.stubs.map(\.origin))
    expectSame(after, rules())
  }
}
