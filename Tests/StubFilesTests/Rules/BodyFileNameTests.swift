import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// Where names lead that requests and other tools' files give.
@Suite("Names of body files")
final class BodyFileNameTests {
  private let folder: TemporaryFolder
  private let set = StubSet()

  init() throws {
    folder = try TemporaryFolder([
      "rules/a.yaml": """
      stubs:
        - { match: { path: /query }, respond: { bodyFile: 'files/{{query.f}}' } }
        - { match: { path: /header }, respond: { bodyFile: 'files/{{headers.X-F}}' } }
        - { match: { uri: '/uri/{+f}' }, respond: { bodyFile: 'files/{{uri.f}}' } }
        - { match: { uri: '/segments/{f}' }, respond: { bodyFile: 'files/{{segments.[1]}}' } }
        - { match: { path: /filled }, respond: { bodyFile: 'files/{{query.f}}', template: true } }
        - { match: { path: /all }, respond: { bodyFile: '{{query.f}}' } }
        - { match: { path: /slash }, respond: { bodyFile: '/{{query.f}}' } }
        - { match: { path: /above }, respond: { bodyFile: '../shared/{{query.f}}' } }
        - { match: { path: /author }, respond: { bodyFile: ../secret.txt } }
      """,
      "rules/files/one.txt": "one", "rules/two.txt": "two", "shared/three.txt": "three",
      "secret.txt": "secret", "rules-2/secret.txt": "secret",
    ])
    let manager = FileManager.default
    let files = folder.path + "/rules/files"
    try manager.createSymbolicLink(atPath: files + "/in.txt", withDestinationPath: "../two.txt")
    try manager.createSymbolicLink(
      atPath: files + "/out.txt", withDestinationPath: "../../secret.txt")
    try manager.createSymbolicLink(atPath: files + "/up", withDestinationPath: "../..")
    try #require(mkfifo(files + "/pipe", 0o600) == 0)
    try set.load(contentsOf: folder.path + "/rules", formats: .all)
  }

  private func escaped(_ name: String) -> String {
    name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  /// The answers to requests that give a name in every way.
  private func answers(to name: String) async -> [(place: String, plan: ResponsePlan?)] {
    let requests = [
      ReceivedRequest(.get, "/query?f=\(escaped(name))"),
      ReceivedRequest(.get, "/header", headers: ["X-F": name]),
      ReceivedRequest(.get, "/uri/\(name.replacing("\0", with: "%00"))"),
      ReceivedRequest(.get, "/segments/\(escaped(name))"),
      ReceivedRequest(.get, "/filled?f=\(escaped(name))"),
      ReceivedRequest(.get, "/all?f=\(escaped("files/\(name)"))"),
    ]
    var answers: [(String, ResponsePlan?)] = []
    for request in requests {
      answers.append((request.target.path, await set.madePlan(for: request)))
    }
    return answers
  }

  @Test(
    "A request's name leads to a file in the folder of the rule file",
    arguments: [
      ("one.txt", "one"), ("./one.txt", "one"), ("x/../one.txt", nil), ("up/rules/two.txt", "two"),
      ("../two.txt", "two"), ("in.txt", "two"), ("../files/one.txt", "one"),
    ])
  func inside(name: String, expected: String?) async throws {
    for (place, plan) in await answers(to: name) {
      #expect(plan?.head?.status == (expected == nil ? 500 : 200), "\(place)")
      if let expected { #expect(plan?.bodyText == expected, "\(place)") }
    }
  }

  @Test(
    "A request's name that leads elsewhere is answered as if there were no such file",
    arguments: [
      "../../secret.txt", "../../../../../../../../etc/hostname", "/etc/hostname",
      "/proc/self/environ", "out.txt", "up/secret.txt", "up/rules-2/secret.txt",
      "../../rules-2/secret.txt", "..", ".", "", "no.txt", "pipe", "one.txt\0", "one.txt\0.html",
      "\0",
    ])
  func outside(name: String) async throws {
    for (place, plan) in await answers(to: name) where !(name == "" && place.hasPrefix("/segments"))
    {
      #expect(plan?.head?.status == 500, "\(place)")
      #expect(plan?.failure == nil)
      let text = try #require(plan).bodyText
      #expect(text.contains("body file"), "\(text)")
      #expect(!text.contains(folder.path), "\(text)")
    }
  }

  @Test("An absolute name of a request does not start at the root")
  func absolute() async throws {
    let secret = escaped("\(folder.path)/secret.txt")
    for path in ["/query", "/filled", "/all", "/slash"] {
      let plan = await set.madePlan(for: ReceivedRequest(.get, "\(path)?f=\(secret)"))
      #expect(plan?.head?.status == 500)
    }
  }

  @Test("A path written in a rule file may be anywhere")
  func author() throws {
    #expect(set.text(for: ReceivedRequest(.get, "/author")) == "secret")
    #expect(set.text(for: ReceivedRequest(.get, "/above?f=three.txt")) == "three")
    let plan = set.plan(for: ReceivedRequest(.get, "/above?f=..%2Fsecret.txt"))
    #expect(plan?.head?.status == 500)
  }

  @Test("A missing file is a 500 that names no absolute path")
  func missing() throws {
    try FileManager.default.removeItem(atPath: folder.path + "/secret.txt")
    let text = try #require(set.text(for: ReceivedRequest(.get, "/author")))
    #expect(
      text == "stub at a.yaml:10 cannot answer: no such body file secret.txt; its path is relative "
        + "to the rule file or the working directory\n")
  }

  @Test(
    "Names in Hoverfly's files stay inside the folder",
    arguments: ["../secret.txt", "../../../../../../../etc/hostname", "/etc/hostname", "out.txt"])
  func hoverfly(name: String) throws {
    let tools = try TemporaryFolder([
      "hoverfly/a.json": """
      {"data": {"pairs": [{"request": {}, "response": {"status": 200, "bodyFile": "\(name)"}}]},
      "meta": {"schemaVersion": "v5.3"}}
      """,
      "secret.txt": "secret",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: tools.path + "/hoverfly/out.txt", withDestinationPath: "../secret.txt")
    let check = RuleCheck(of: [tools.path + "/hoverfly"], context: RuleContext(formats: .all))
    let finding = try #require(check.diagnostics.sorted.first { $0.severity == .error })
    #expect(finding.line == 1)
    #expect(
      finding.message == "the path leaves the simulation's folder; remove \"..\"")
    #expect(check.rules.stubs.isEmpty)
  }

  @Test("Names in WireMock's files stay inside its folder, links followed")
  func wireMock() throws {
    let tools = try TemporaryFolder([
      "mappings/a.json": #"""
      {"request": {"urlPath": "/a"}, "response": {
        "bodyFileName": "{{request.query.f}}", "transformers": ["response-template"]}}
      """#,
      "__files/one.txt": "one", "secret.txt": "secret",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: tools.path + "/__files/out.txt", withDestinationPath: "../secret.txt")
    try #require(mkfifo(tools.path + "/__files/pipe", 0o600) == 0)
    let set = StubSet()
    try set.load(contentsOf: tools.path + "/mappings", formats: .all)
    #expect(set.text(for: ReceivedRequest(.get, "/a?f=/one.txt")) == "one")
    for name in ["out.txt", "../secret.txt", "/etc/hostname", "one.txt\0", "no.txt", "pipe"] {
      let plan = set.plan(for: ReceivedRequest(.get, "/a?f=\(escaped(name))"))
      #expect(plan?.head?.status == 500)
      #expect(plan?.bodyText.contains(tools.path) == false)
    }
    let linked = Definition(file: tools.path + "/mappings/a.json").rules
    #expect(linked.diagnostics.description == "")
  }

  @Test("A name with NUL is an error of the rule file")
  func nul() throws {
    let rules = try RuleSet(text: #"respond: { bodyFile: "one.txt\0" }"#)
    #expect(rules.diagnostics.sorted.map(\.severity) == [.error])
    #expect(rules.stubs.isEmpty)
  }
}
