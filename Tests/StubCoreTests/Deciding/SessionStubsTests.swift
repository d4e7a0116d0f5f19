import Testing

@testable import StubCore

@Suite("A session has the stubs of its server, as they are at each request, and its own")
struct SessionStubsTests {
  private let server = StubSet()
  private let session: StubSession

  init() throws {
    session = try #require(StubSessions(of: server).begin("one")).session
  }

  private func stub(_ name: String, path: String? = nil, priority: Int = 5) -> HTTPStubRequest {
    HTTPStubRequest(file: "code", line: 1).match(path: "/\(path ?? name)").named(name)
      .priority(priority).stub(.text(name))
  }

  /// Reads stubs with these names again, as from one file with a stub on each line.
  private func read(_ names: String...) {
    let stubs = names.enumerated().map { line, name in
      HTTPStubRequest(file: "stubs.yaml", line: line + 1).match(path: "/\(name)").named(name)
        .stub(.text(name)).snapshot
    }
    server.replaceAll(stubs: stubs, ignoreRules: [], unhandledMode: .optout, keepsAdded: true)
  }

  private func ask(_ path: String, _ set: StubSet) {
    set.receive(ReceivedRequest(.get, "http://host/\(path)")).finish(.completed)
  }

  /// The names of the session's stubs in the order they are asked.
  private var names: [String?] { session.stubs.stubs.map(\.name) }

  @Test("Its own are asked before the server's of the same priority, whenever they were added")
  func order() {
    server.add(stub: stub("a"))
    session.stubs.add(stub: stub("own"))
    server.add(stub: stub("b"))
    server.add(stub: stub("first", priority: 1))
    session.stubs.add(stub: stub("last", priority: 9))
    #expect(names == ["first", "own", "b", "a", "last"])
    session.stubs.removeLastStub()
    session.stubs.removeLastStub()
    session.stubs.removeLastStub()
    #expect(names == ["b", "a"])
    #expect(server.stubCount == 3)
  }

  @Test("A stub that it has removed stays away, until the server has another in its place")
  func removing() {
    let removed = server.add(stub: stub("a"))
    let other = server.add(stub: stub("b"))
    session.stubs.remove(stub: removed.id)
    server.add(stub: stub("c"))
    #expect(names == ["c", "b"])
    server.remove(stub: other.id)
    #expect(names == ["c"])
    server.replace(stub: removed.id, with: stub("new"))
    #expect(names == ["c", "new"])
    session.stubs.removeAllStubs()
    server.add(stub: stub("d"))
    #expect(names == ["d"])
    session.reset()
    #expect(names == ["d", "c", "new"])
  }

  @Test(
    "A stub in the place of a file's stub stays there, also when the server replaces that one",
    arguments: [true, false])
  func replacing(isServerFirst: Bool) throws {
    read("a", "b", "c")
    var old = try #require(server.stubs.first { $0.name == "b" })
    if isServerFirst {
      old = try #require(server.replace(stub: old.id, with: stub("theirs", path: "b")))
    }
    let own = try #require(session.stubs.replace(stub: old.id, with: stub("own", path: "b")))
    ask("b", session.stubs)
    if !isServerFirst { server.replace(stub: old.id, with: stub("theirs", path: "b")) }
    for name in ["d", "e"] {
      server.add(stub: stub(name))
      #expect(names.suffix(3) == ["c", "own", "a"])
      #expect(session.stubs.answeredCount(of: own.id) == 1)
    }
    session.stubs.remove(stub: own.id)
    server.add(stub: stub("f"))
    #expect(names == ["f", "e", "d", "c", "a"])
  }

  @Test("A stub in the place of a file's stub stays there when the files are read again")
  func reading() throws {
    read("a", "b")
    let old = try #require(server.stubs.first { $0.name == "b" })
    session.stubs.replace(stub: old.id, with: stub("own", path: "b"))
    session.stubs.add(stub: stub("added"))
    read("a", "b", "c")
    #expect(names == ["added", "c", "own", "a"])
    server.add(stub: stub("d"))
    #expect(names == ["added", "d", "c", "own", "a"])
  }

  @Test("Of many stubs it keeps apart its own and those that it has removed")
  func many() {
    for number in 0..<400 { server.add(stub: stub("\(number)")) }
    let removed = session.stubs.stubs[137]
    session.stubs.remove(stub: removed.id)
    session.stubs.add(stub: stub("own"))
    for number in 400..<403 {
      server.add(stub: stub("\(number)"))
      let expected = (0...number).reversed().map { "\($0)" }.filter { $0 != removed.name }
      #expect(names == ["own"] + expected)
    }
  }

  @Test("Answers count for it alone; resetting counts there leaves the server's")
  func counting() {
    let stub = server.add(stub: stub("a"))
    ask("a", server)
    ask("a", session.stubs)
    ask("a", session.stubs)
    #expect(session.stubs.answeredCount(of: stub.id) == 2)
    #expect(server.answeredCount(of: stub.id) == 1)
    session.stubs.resetCounts()
    #expect(session.stubs.answeredCount(of: stub.id) == 0)
    #expect(server.answeredCount(of: stub.id) == 1)
  }

  @Test("Stubs that it has turned on or off stay so, the others follow the server")
  func turning() {
    let (a, b, c) = (
      server.add(stub: stub("a")), server.add(stub: stub("b")), server.add(stub: stub("c"))
    )
    #expect(server.turn(b.id, on: false))
    #expect(session.stubs.turn(a.id, on: false))
    #expect(session.stubs.turn(b.id, on: true))
    #expect(server.turn(c.id, on: false))
    #expect(session.stubs.states.map(\.isOn) == [false, true, false])
    #expect(server.states.map(\.isOn) == [false, false, true])
    #expect(server.turn(c.id, on: true))
    #expect(session.stubs.states.map(\.isOn) == [true, true, false])
  }

  @Test("A session has the mode and the network of the server until it sets its own")
  func settings() {
    #expect(session.stubs.link == nil)
    server.network = .threeG
    #expect(session.stubs.link === server.link)
    server.unhandledMode = .optin
    #expect(session.stubs.unhandledMode == .optin)
    session.stubs.unhandledMode = .optout
    session.stubs.network = nil
    server.network = .edge
    #expect(session.stubs.link == nil)
    #expect(session.stubs.unhandledMode == .optout)
    session.reset()
    #expect(session.stubs.link === server.link)
  }
}
