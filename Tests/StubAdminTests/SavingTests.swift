import Foundation
import StubCore
import StubFiles
import StubLanguages
import StubServer
import TestSupport
import Testing

@testable import StubAdmin

@Suite("Stubs are saved in the served folder")
struct SavingTests {
  private static let id = "12222222-1111-1111-1111-111111111111"
  private let folder: TemporaryFolder
  private let client: AdminClient
  private let changes = Changes()

  /// Files that were changed, each before and after that.
  private final class Changes: Sendable {
    let list = Lock<[String]>([])
  }

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    client = AdminClient { $0.folder = folder.path }
    let (admin, changes) = (client.admin, changes)
    let listener = try Listener(stubs: client.stubs, port: 0)
    client.admin.attach(
      listener,
      Admin.Program(
        reload: { keepsAdded in
          let rules = RuleSet(reading: [folder.path], context: admin.context)
          if rules.diagnostics.hasErrors { return rules.diagnostics }
          admin.replaceFiles(with: rules, keepsAdded: keepsAdded)
          return nil
        },
        fileChange: { path, isOver in changes.list.withLock { $0.append("\(path) \(isOver)") } },
        shutDown: {}))
  }

  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.file("mappings"))) ?? []).sorted()
  }

  @Test("A persistent stub has a file, which changes and goes with it")
  func persistent() async {
    let body = #"{"id": "\#(Self.id)", "persistent": true, "request": {"url": "/a b/c"}}"#
    #expect(await client(.post, "/mappings", body).status == 201)
    let name = "any-a-b_c-\(Self.id).json"
    #expect(files == [name])
    let path = folder.file("mappings/\(name)")
    #expect(changes.list.withLock { $0 } == ["\(path) false", "\(path) true"])
    await client(
      .put, "/mappings/\(Self.id)", #"{"persistent": true, "request": {"url": "/new"}}"#)
    #expect(files == [name])
    #expect(folder.text(of: "mappings/\(name)")?.contains("/new") == true)
    #expect(await client(.post, "/mappings/reset").status == 200)
    #expect(await client(.get, "/mappings/\(Self.id)").json["request"]?["url"] == "/new")
    #expect(client.stubs.stubs.count == 1)
    #expect(await client(.delete, "/mappings/\(Self.id)").status == 200)
    #expect(files == [])
  }

  @Test("Saving all writes what was added, and reading the files again keeps each stub once")
  func saving() async {
    await client(.post, "/mappings", #"{"id": "\#(Self.id)", "name": "My stub é/x"}"#)
    #expect(await client(.post, "/mappings/save").status == 200)
    #expect(files == ["my-stub-_x-\(Self.id).json"])
    #expect(await client(.get, "/mappings/\(Self.id)").json["persistent"] == true)
    #expect(await client(.post, "/mappings/reset").status == 200)
    #expect(client.stubs.stubs.map(\.name) == ["My stub é/x"])
    #expect(await client(.delete, "/mappings").status == 200)
    #expect(files == [])
  }

  @Test("Files of their author stay when their stubs are removed")
  func foreignFiles() async throws {
    let stub = #"{"id": "\#(Self.id)", "persistent": true, "request": {"url": "/a"}}"#
    try folder.write("{\"mappings\": [\(stub), {\"request\": {}}]}", to: "mappings/two.json")
    try folder.write(#"{"request": {"url": "/b"}}"#, to: "mappings/b.json")
    #expect(await client(.post, "/mappings/reset").status == 200)
    #expect(client.stubs.stubs.count == 3)
    #expect(await client(.delete, "/mappings").status == 200)
    #expect(client.stubs.stubs.isEmpty)
    #expect(files == ["b.json", "two.json"])
  }

  @Test("An edited stub is saved in the file that it is alone in; one of another file is not saved")
  func editedFiles() async throws {
    let other = "22222222-1111-1111-1111-111111111111"
    let two = #"{"mappings": [{"id": "\#(other)", "request": {"url": "/one"}}, {"request": {}}]}"#
    try folder.write(#"{"id": "\#(Self.id)", "request": {"url": "/old"}}"#, to: "mappings/low.json")
    try folder.write(two, to: "mappings/two.json")
    let rule = "stubs: [{ match: { path: /r }, respond: { text: old } }]"
    try folder.write(rule, to: "rule.yaml")
    #expect(await client(.post, "/mappings/reset").status == 200)
    let edited = #"{"request": {"url": "/new"}}"#
    let last = client.stubs.stubs.first { $0.origin.file.hasSuffix("rule.yaml") }
    for path in ["/mappings/\(Self.id)", "/mappings/\(other)"] {
      #expect(await client(.put, path, edited).status == 200)
    }
    let name = client.admin.name(of: try #require(last))
    #expect(await client(.put, "/stubs/\(name)", rule.replacing("old", with: "new")).status == 200)
    await client(.post, "/stubs", rule.replacing("/r", with: "/added"))
    let reply = await client(.post, "/mappings/save")
    #expect(reply.status == 409)
    let titles = (reply.json["errors"]?.array ?? []).compactMap { $0["title"]?.string }
    #expect(titles.count == 2)
    for file in ["two.json", "rule.yaml"] {
      #expect(titles.contains { $0.contains(file) }, "\(titles)")
    }
    #expect(files == ["low.json", "two.json"])
    #expect(folder.text(of: "mappings/low.json")?.contains("/new") == true)
    #expect(folder.text(of: "mappings/two.json") == two)
    #expect(ruleFiles.count == 1)
    #expect(ruleFiles.first?.contains("/added") == true)
    #expect(await client(.post, "/mappings/reset").status == 200)
    #expect(await client(.get, "/mappings/\(Self.id)").json["request"]?["url"] == "/new")
    #expect(client.stubs.stubCount == 5)
    let kept = #"{"persistent": true, "request": {"url": "/new"}}"#
    #expect(await client(.put, "/mappings/\(other)", kept).status == 409)
    #expect(await client(.get, "/mappings/\(other)").json["request"]?["url"] == "/one")
  }

  @Test("What cannot be saved keeps nothing else from being saved")
  func others() async throws {
    try folder.write("x", to: "x.txt")
    let folder = folder
    let other = AdminClient {
      $0.folder = folder.path
      $0.ruleFolder = folder.file("mappings")
    }
    let long = String(repeating: "k", count: 2_000)
    for respond in ["bodyFile: x.txt", "json: { ? \(long) : 1 }"] {
      let reply = await other(.post, "/stubs", "stubs: [{ respond: { \(respond) } }]")
      #expect(reply.status == 201, "\(reply.text)")
    }
    await other(.post, "/mappings", #"{"id": "\#(Self.id)", "name": "one"}"#)
    #expect(await other(.post, "/mappings/save").status == 409)
    #expect(files.count == 2)
    #expect(files.contains("one-\(Self.id).json"))
    let saved = try #require(files.first { $0.hasPrefix("saved-") })
    #expect(folder.text(of: "mappings/\(saved)")?.contains(long) == true)
    #expect(await other(.post, "/mappings/save").status == 409)
    #expect(files.count == 2)
  }

  @Test("A stub in the place of a file's stub stays when another file changes, until a reset")
  func replacedFileStub() async throws {
    func read() {
      client.admin.replaceFiles(
        with: RuleSet(reading: [folder.path], context: client.admin.context))
    }
    let rule = "match: { path: /a }\nrespond: { GET: { status: "
    try folder.write(rule + "200 } }", to: "a.yaml")
    read()
    let id = client.admin.name(of: client.stubs.stubs[0])
    #expect(await client(.put, "/stubs/\(id)", rule + "201 } }").json["isAdded"] == true)
    try folder.write("match: { path: /b }\nrespond: { GET: { status: 200 } }", to: "b.yaml")
    read()
    let shown = await client(.get, "/stubs/\(id)").json
    #expect(shown["isAdded"] == true)
    #expect(shown["rule"]?["respond"]?["GET"]?["status"] == 201)
    #expect(client.stubs.stubs.count == 2)
    #expect(await client(.post, "/mappings/reset").status == 200)
    #expect(client.stubs.stubs.map(\.origin.file) == ["b.yaml", "a.yaml"].map(folder.file))
  }

  /// The texts of the rule files that were saved.
  private var ruleFiles: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix("saved-") }.compactMap { folder.text(of: $0) }
  }

  @Test("Stubs that were sent as rules are saved as a rule file, which changes and goes with them")
  func rules() async throws {
    let reply = await client(
      .post, "/stubs",
      """
      stubs:
        - match: { path: /a }
          respond: { text: first }
        - match: { path: { prefix: /a } }
          respond: { text: second }
      """)
    let ids = (reply.json["ids"]?.array ?? []).compactMap(\.string)
    try #require(ids.count == 2)
    #expect(await client(.post, "/mappings/save").status == 200)
    #expect(
      ruleFiles == [
        """
        stubs:
          - match: { path: '/a' }
            respond: { text: first }
          - match: { path: { prefix: '/a' } }
            respond: { text: second }

        """
      ])
    #expect(changes.list.withLock { $0.count } == 2)
    // What is in a file already is not saved once more.
    #expect(await client(.post, "/mappings/save").status == 200)
    #expect(ruleFiles.count == 1)
    let new = "stubs: [{ match: { path: /b }, respond: { text: third } }]"
    #expect(await client(.put, "/stubs/\(ids[0])", new).status == 200)
    #expect(ruleFiles[0].contains("third"))
    #expect(!ruleFiles[0].contains("first"))
    #expect(await client(.delete, "/stubs/\(ids[1])").status == 204)
    #expect(!ruleFiles[0].contains("second"))
    #expect(await client(.delete, "/stubs/\(ids[0])").status == 204)
    #expect(ruleFiles == [])
  }

  @Test("A rule file that was saved is not loaded twice, and keeps the order of its stubs")
  func savedRules() async throws {
    let stub = "stubs: [{ match: { path: /a }, respond: { text: old } }]"
    await client(.post, "/stubs", stub)
    await client(.post, "/stubs", stub.replacing("old", with: "new"))
    await client(.post, "/mappings/save")
    #expect(await client(.post, "/mappings/reset").status == 200)
    #expect(client.stubs.stubs.count == 2)
    client.receive(.get, "/a")
    let response = await client(.get, "/requests").json["requests"]?[0]?["response"]
    #expect(response?["body"] == "new")
  }

  @Test("Rules that could not be read again are not saved, and the answer says why")
  func unreadableRules() async throws {
    let folder = folder
    try folder.write("x", to: "x.txt")
    let other = AdminClient {
      $0.folder = folder.path
      $0.ruleFolder = folder.file("mappings")
    }
    let reply = await other(.post, "/stubs", "stubs: [{ respond: { bodyFile: x.txt } }]")
    #expect(reply.status == 201, "\(reply.text)")
    let saving = await other(.post, "/mappings/save")
    #expect(saving.status == 409)
    #expect(saving.json["errors"]?[0]?["title"]?.string?.contains("cannot be saved") == true)
    #expect(files == [])
  }

  @Test(
    "Files of mappings are named as a template says",
    arguments: [
      ("{{{method}}}-{{{path}}}-{{{id}}}.json", "get-a-b_c-\(id).json"),
      ("{{{name}}}", "my-name.json"), ("../{{{url}}}.json", "_a-b_cx1.json"),
      ("{{#if name}}{{{name}}}{{else}}x{{/if}}-own.json", "my-name-own.json"),
    ])
  func names(template: String, name: String) throws {
    let mapping: JSONValue = [
      "id": .string(Self.id), "name": "My name",
      "request": ["method": "GET", "url": "/a b/c?x=1"],
    ]
    let object = try #require(mapping.object)
    #expect(SavedMappings.fileName(of: object, try Template(template)) == name)
  }

  @Test("Mappings that a template calls alike have files of their own")
  func sameNames() async throws {
    let folder = folder
    let other = AdminClient {
      $0.folder = folder.path
      $0.fileNames = try? Template("all")
    }
    for _ in 0..<2 {
      #expect(await other(.post, "/mappings", #"{"persistent": true}"#).status == 201)
    }
    #expect(files.count == 2)
    #expect(files.contains("all.json"))
  }

  @Test("Without a folder nothing is saved, and the answer says what to do")
  func noFolder() async {
    let client = AdminClient()
    for reply in [
      await client(.post, "/mappings", #"{"persistent": true}"#),
      await client(.post, "/mappings/save"), await client(.get, "/files"),
    ] {
      #expect(reply.status == 409)
      #expect(reply.json["errors"]?[0]?["detail"]?.string?.contains("stubber serve") == true)
    }
    #expect(client.stubs.stubs.isEmpty)
  }
}
