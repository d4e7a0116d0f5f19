import Foundation
import StubCore
import StubFiles
import TestSupport
import Testing

@testable import StubAdmin

@Suite struct SetRoutesTests {
  private let folder: TemporaryFolder
  private let client: AdminClient

  init() throws {
    let folder = try TemporaryFolder()
    for (file, path) in [
      ("users.yaml", "/users"), ("errors/teapot.yaml", "/users"), ("errors/gone.yaml", "/gone"),
    ] {
      try folder.write(
        "stubs: [{ match: { path: \(path) }, respond: { GET: { text: \(file) } } }]\n", to: file)
    }
    self.folder = folder
    client = AdminClient { $0.folder = folder.path }
    try load()
  }

  private func load() throws {
    client.admin.replaceFiles(with: try RuleSet(contentsOf: [folder.path], formats: .all))
  }

  /// The file whose stub answers.
  private func answer(_ path: String) -> String? {
    let request = ReceivedRequest(.get, "http://a\(path)")
    return client.stubs.stub(answering: request).map {
      String($0.origin.file.dropFirst(folder.path.count + 1))
    }
  }

  @Test("Files and folders are listed with their stubs, and turned off and on by their names")
  func turning() async throws {
    let sets = await client(.get, "/sets").json["sets"]?.array ?? []
    #expect(
      sets.map { $0["name"] } == ["errors", "errors/gone.yaml", "errors/teapot.yaml", "users.yaml"])
    #expect(sets[0] == ["name": "errors", "stubs": 2, "on": 2])
    let first = answer("/users")
    #expect(first == "users.yaml")
    let off = await client(.patch, "/sets/users", #"{"on": false}"#)
    #expect(off.json == ["name": "users", "stubs": 1, "on": 0])
    #expect(answer("/users") == "errors/teapot.yaml")
    await client(.patch, "/sets/errors", #"{"on": false}"#)
    #expect(answer("/users") == nil)
    #expect(answer("/gone") == nil)
    await client(.patch, "/sets/errors/gone.yaml", #"{"on": true}"#)
    #expect(answer("/gone") == "errors/gone.yaml")
    #expect(await client(.get, "/sets/errors").json["on"] == 1)
    #expect(await client(.patch, "/sets/none", #"{"on": true}"#).status == 404)
    #expect(await client(.patch, "/sets/users", "{}").status == 422)
  }

  @Test(
    "A set that is off stays off after a reload, with new stubs and after counts restart"
  )
  func reading() async throws {
    await client(.patch, "/sets/errors", #"{"on": false}"#)
    try folder.write(
      "stubs: [{ match: { path: /new }, respond: { GET: { status: 500 } } }]", to: "errors/new.yaml"
    )
    try load()
    #expect(answer("/gone") == nil)
    #expect(answer("/new") == nil)
    #expect(answer("/users") == "users.yaml")
    await client(.post, "/stubs/reset-counts")
    #expect(answer("/gone") == nil)
    await client(.patch, "/sets/errors", #"{"on": true}"#)
    #expect(answer("/new") == "errors/new.yaml")
    try load()
    #expect(answer("/new") == "errors/new.yaml")
  }

  @Test("Stubs that are sent belong to the set that the request names")
  func sending() async throws {
    let rule = "stubs: [{ match: { path: /sent }, respond: { GET: { status: 200 } } }]"
    #expect(await client(.post, "/stubs?set=mine", rule).status == 201)
    #expect(answer("/sent") == "mine")
    #expect(await client(.patch, "/sets/mine", #"{"on": false}"#).json["on"] == 0)
    #expect(answer("/sent") == nil)
    #expect(await client(.post, "/stubs?set=mine", rule).status == 201)
    #expect(answer("/sent") == nil)
    #expect(await client(.patch, "/sets/mine", #"{"on": true}"#).json["on"] == 2)
    #expect(answer("/sent") == "mine")
  }

  @Test("A session turns sets off for itself, whatever becomes of the files")
  func session() async throws {
    await client(.post, "/sessions", #"{"name": "t"}"#)
    await client(.patch, "/sets/users", #"{"on": false}"#, headers: ["X-Stub-Session": "t"])
    let session = try #require(client.admin.sessions["t"])
    let request = ReceivedRequest(.get, "http://a/users")
    #expect(session.stubs.stub(answering: request)?.origin.file.hasSuffix("teapot.yaml") == true)
    #expect(answer("/users") == "users.yaml")
    try load()
    #expect(session.stubs.stub(answering: request)?.origin.file.hasSuffix("teapot.yaml") == true)
    #expect(answer("/users") == "users.yaml")
    // What the server turns off holds for the session too, unless it said otherwise.
    await client(.patch, "/sets/errors", #"{"on": false}"#)
    #expect(session.stubs.stub(answering: ReceivedRequest(.get, "http://a/gone")) == nil)
  }

  @Test("Files outside of the folder are called by where they differ")
  func names() async throws {
    let folder = folder.path
    let client = AdminClient {
      $0.folder = folder
      $0.servedFolders = [folder, "/x/y/", "/x/y/z"]
    }
    for (number, file) in ["/x/y/a.yaml", "/x/y/z/b.yaml", "/x/y/a.yaml"].enumerated() {
      client.stubs.add(
        stub: HTTPStubRequest(file: file, line: 1).stub(for: .get, .text("\(number)")))
    }
    let names = await client(.get, "/sets").json["sets"]?.array?.map { $0["name"] } ?? []
    #expect(names.contains("a.yaml") && names.contains("z") && names.contains("z/b.yaml"))
    #expect(!names.contains("x"))
    #expect(await client(.patch, "/sets/z", #"{"on": false}"#).json["on"] == 0)
    #expect(await client(.patch, "/sets//x/y/a.yaml", #"{"on": false}"#).json["stubs"] == 2)
  }

  @Test("A set keeps its name when stubs are added")
  func added() async throws {
    let client = AdminClient { $0.servedFolders = ["Stubs/"] }
    client.stubs.add(
      stub: HTTPStubRequest(file: "Stubs/a.yaml", line: 1).stub(for: .get, .text("")))
    #expect(await client(.patch, "/sets/a", #"{"on": false}"#).json["on"] == 0)
    await client(.post, "/stubs", "stubs: [{ respond: { GET: { status: 200 } } }]")
    #expect(
      await client(.get, "/sets").json["sets"]?.array?.map { $0["name"] } == ["a.yaml", "admin"])
    #expect(
      await client(.patch, "/sets/a", #"{"on": true}"#).json == ["name": "a", "stubs": 1, "on": 1])
  }

  @Test("Files of one name are listed by their paths, and are meant together by the name")
  func sharedNames() async throws {
    let client = AdminClient {
      $0.folder = "two/A"
      $0.servedFolders = ["two/A", "two/B"]
    }
    for file in ["two/A/errors.yaml", "two/B/errors.yaml", "two/A/c/d.yaml", "two/B/c/e.yaml"] {
      client.stubs.add(stub: HTTPStubRequest(file: file, line: 1).stub(for: .get, .body(file)))
    }
    let sets = await client(.get, "/sets").json["sets"]?.array ?? []
    #expect(
      sets.map { $0["name"] } == [
        "c", "c/d.yaml", "c/e.yaml", "two/A/errors.yaml", "two/B/errors.yaml",
      ])
    #expect(sets.first?["stubs"] == 2)
    let both = await client(.patch, "/sets/errors.yaml", #"{"on": false}"#)
    #expect(both.json == ["name": "errors.yaml", "stubs": 2, "on": 0])
    let one = await client(.patch, "/sets/two/B/errors.yaml", #"{"on": true}"#)
    #expect(one.json == ["name": "two/B/errors.yaml", "stubs": 1, "on": 1])
    #expect(await client(.get, "/sets/errors").json["on"] == 1)
    #expect(await client(.patch, "/sets/c", #"{"on": false}"#).json["on"] == 0)
  }

  @Test("A group has a file by its name with or without extension, and what is in a folder")
  func groups() {
    let group = StubGroup(path: "a/b")
    for file in ["a/b", "a/b.yaml", "a/b.rules.json", "a/b/c.yaml", "a/b/c/d"] {
      #expect(group.contains(file), "\(file)")
    }
    for file in ["a/bc.yaml", "a", "a/b.d/c.yaml", "b", ""] {
      #expect(!group.contains(file), "\(file)")
    }
  }
}
