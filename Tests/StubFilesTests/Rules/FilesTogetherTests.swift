import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Files that are read together")
struct FilesTogetherTests {
  private func folder() throws -> TemporaryFolder {
    let long = (0..<4_000).map { number in
      #"{ "match": { "path": "/long/\#(number)" }, "respond": { "text": "a long list of stubs" } }"#
    }
    let wireMock = { (required: String, next: String) in
      #"{ "request": { "urlPath": "/s" }, "response": { "status": 200, "body": "\#(next)" }, "#
        + #""scenarioName": "one", "requiredScenarioState": "\#(required)", "#
        + #""newScenarioState": "\#(next)" }"#
    }
    return try TemporaryFolder([
      "a.yaml": "stubs:\n- match: { path: /a }\n  respond: { text: one, gate: gate }\n",
      "b.yaml": "unhandled: optin\nignore:\n- host: localhost\n- host: b.example\n",
      "c.yaml": "stubs:\n- match: { pth: /c }\n- match: { path: /c2 }\n",
      "d.json": #"{ "stubs": [ { "match": { "path": "/d" }, "respond": { "gate": "gate" } } ] }"#,
      "e.json": #"{ "stubs": [ { "match": }"#,
      "f.json": "{ \"stubs\": [\n\(long.joined(separator: ",\n"))\n] }",
      "g.yaml": "unhandled: optout\nnetwork: 3g\n",
      "h.yaml": "network: { download: 20KB }\nstubs:\n- match: { path: /h }\n",
      "i.yaml": "unhandled: optin\nbaseURL: https://i.example\nstubs:\n- match: { url: /i }\n",
      "j/one.json": wireMock("Started", "second"),
      "j/two.json": wireMock("second", "third"),
      "k.har": """
      { "log": { "version": "1.2", "creator": {}, "entries": [
        { "request": { "method": "GET", "url": "https://k.example/", "headers": [] },
          "response": { "status": 200, "headers": [], "content": { "text": "k" } } } ] } }
      """,
      "l.yaml": "cassettes:\n- file: k.har\n  anyHost: true\n- file: none.har\n",
      "m.yaml": "",
      "o.yaml": "network: 3g\nconnection: refuse\n---\nstubs:\n- match: { path: /o }\n",
      "p.yaml": "connection: refuse\n",
    ])
  }

  private func read(
    _ paths: [String], together: Bool, keepsOutlines: Bool
  ) throws -> RuleFileReader {
    var reader = RuleFileReader(
      variables: EnvironmentVariables([:]), keepsOutlines: keepsOutlines, formats: .all)
    if together {
      reader.read(paths: paths)
    } else {
      for path in paths { reader.read(path: path) }
    }
    reader.readCassettesOfSettings()
    return reader
  }

  @Test(
    "Read in parallel, they give the same findings in the same order",
    arguments: [false, true], [false, true])
  func same(keepsOutlines: Bool, isReversed: Bool) throws {
    let folder = try folder()
    let files = RuleFileFinder([folder.path, "\(folder.path)/none.yaml"]).files + ["none.yaml"]
    let paths = isReversed ? files.reversed() : files
    let together = try read(paths, together: true, keepsOutlines: keepsOutlines)
    let alone = try read(paths, together: false, keepsOutlines: keepsOutlines)
    #expect(together.diagnostics.description == alone.diagnostics.description)
    #expect(together.diagnostics.errorCount == alone.diagnostics.errorCount)
    #expect(alone.diagnostics.description.contains("must be the same mode as at "))
    #expect(alone.diagnostics.description.contains("must be the same network as at "))
    let (one, other) = (together.draft, alone.draft)
    #expect(one.stubs.map(\.origin) == other.stubs.map(\.origin))
    #expect(one.stubs.map { "\($0.matchers)" } == other.stubs.map { "\($0.matchers)" })
    #expect(one.stubs.count > 4_000)
    #expect(one.ignoreRules.count == 2 && other.ignoreRules.count == 2)
    #expect(one.unhandledMode?.value == other.unhandledMode?.value)
    #expect(one.unhandledMode?.position.line == other.unhandledMode?.position.line)
    #expect(one.network?.value == other.network?.value)
    #expect(one.network?.position.file == other.network?.position.file)
    #expect(one.connection?.position.file == other.connection?.position.file)
    #expect(one.cassettes.count == 1 && other.cassettes.count == 1)
    #expect(together.cassetteFiles == alone.cassetteFiles)
    #expect(one.cassetteSettings.map(\.path) == other.cassetteSettings.map(\.path))
    #expect(one.scope.gates.all.keys == other.scope.gates.all.keys)
    #expect(together.documents.map(\.position.line) == alone.documents.map(\.position.line))
    #expect(
      one.outlines?.map(\.node.position.line) == other.outlines?.map(\.node.position.line))
    #expect((one.outlines != nil) == keepsOutlines)
  }

  @Test("Of very many findings the first ones are kept, and the others counted")
  func many() throws {
    let stubs = "stubs:\n" + String(repeating: "- match: { pth: /c }\n", count: 60)
    let folder = try TemporaryFolder(["a.yaml": stubs, "b.yaml": stubs, "c.yaml": stubs])
    let paths = RuleFileFinder([folder.path]).files
    let together = try read(paths, together: true, keepsOutlines: false)
    let alone = try read(paths, together: false, keepsOutlines: false)
    #expect(together.diagnostics.omittedCount == 80)
    #expect(together.diagnostics == alone.diagnostics)
  }

  @Test("Gates and scenarios of one name are one in all of them")
  func shared() throws {
    let folder = try folder()
    let rules = RuleSet(
      reading: ["a.yaml", "d.json", "j"].map { "\(folder.path)/\($0)" },
      context: RuleContext(formats: .all))
    #expect(rules.diagnostics.description == "")
    let stubs = StubSet()
    stubs.load(rules)
    let request = ReceivedRequest(.get, "http://a/s")
    #expect(stubs.text(for: request) == "second")
    #expect(stubs.text(for: request) == "third")
    let gates = ["/a", "/d"].map { stubs.plan(for: ReceivedRequest(.get, "http://a\($0)")) }
      .map { $0?.timing.gate }
    #expect(gates[0] != nil && gates[0] === gates[1])
  }
}
