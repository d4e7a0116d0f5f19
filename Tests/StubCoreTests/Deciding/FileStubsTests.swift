import StubLanguages
import TestSupport
import Testing

@testable import StubCore

@Suite("Stubs of files are replaced by those that the files have now")
struct FileStubsTests {
  /// Few paths and priorities, so that stubs of several files answer the same requests.
  private static let paths = (0..<4).map { "/\($0)" }

  /// Some files by name, each with stubs in its order.
  private struct Files {
    private(set) var files: [String: [HTTPStub]] = [:]
    private var random: SplitMix

    init(seed: UInt64) {
      random = SplitMix(seed: seed)
      for name in 0..<8 { files["\(name)"] = stubs(of: "\(name)") }
    }

    var stubs: [HTTPStub] { files.sorted { $0.key < $1.key }.flatMap(\.value) }

    private mutating func stubs(of name: String) -> [HTTPStub] {
      (0..<Int.random(in: 0...6, using: &random)).map { line in
        HTTPStubRequest(file: name, line: line).match(path: random.pick(FileStubsTests.paths))
          .priority(random.pick([4, 5, 5, 5, 6])).times(random.pick([1, 2, 1_000]))
          .stub(.text(name)).snapshot
      }
    }

    /// Changes, adds or removes a file other than this one.
    mutating func change(otherThan kept: String = "") {
      var name = kept
      while name == kept { name = "\(Int.random(in: 0..<12, using: &random))" }
      files[name] = Bool.random(using: &random) || files[name] == nil ? stubs(of: name) : nil
    }

    mutating func path() -> String { random.pick(FileStubsTests.paths) }
    mutating func stub() -> HTTPStub? { stubs.isEmpty ? nil : random.pick(stubs) }
    mutating func isChosen() -> Bool { Int.random(in: 0..<3, using: &random) == 0 }
  }

  private func use(_ files: Files, in set: StubSet, keepsAdded: Bool = true) {
    set.replaceAll(
      stubs: files.stubs, ignoreRules: [], unhandledMode: .optout, keepsAdded: keepsAdded)
  }

  private func answer(_ path: String, from set: StubSet) -> HTTPStub.ID? {
    let request = ReceivedRequest(.get, "http://a\(path)")
    let stub = set.stub(answering: request)?.id
    set.receive(request).finish(.completed)
    return stub
  }

  @Test(
    "After any changes they answer as if all files had just been read, with counts from 0",
    arguments: Array(1...20) + [UInt64.random(in: .min ... .max)])
  func same(seed: UInt64) {
    var files = Files(seed: seed)
    let set = StubSet()
    for _ in 0..<20 {
      use(files, in: set)
      let new = StubSet()
      use(files, in: new)
      #expect(set.stubs.map(\.id) == new.stubs.map(\.id))
      #expect(set.states.allSatisfy { $0.answered == 0 && $0.isOn })
      for _ in 0..<12 {
        let path = files.path()
        #expect(answer(path, from: set) == answer(path, from: new))
      }
      for _ in 0..<2 { files.change() }
      // Removed and turned off stubs of files are back after a reload.
      if let stub = files.stub(), files.isChosen() { set.remove(stub: stub.id) }
      if let stub = files.stub(), files.isChosen() { _ = set.turn(stub.id, on: false) }
    }
  }

  @Test("Stubs that did not change have the same identity and need no other place")
  func identity() throws {
    var files = Files(seed: 1)
    let set = StubSet()
    use(files, in: set)
    let old = set.snapshot.value.stack
    files.change()
    use(files, in: set)
    let new = set.snapshot.value.stack
    let kept = Set(files.stubs.map(\.id))
    let before = Array(old.inOrder)
    #expect(before.contains { kept.contains($0.stub.id) })
    for installed in before { #expect(new.holds(installed) == kept.contains(installed.stub.id)) }
  }

  @Test(
    "However often stubs come between two others, they are asked in their order",
    arguments: [0, 1, 2])
  func between(place: Int) {
    func stub(_ name: String) -> HTTPStub {
      HTTPStubRequest(file: name, line: 1).match(path: "/a").stub(.text("")).snapshot
    }
    var stubs = [stub("first"), stub("last")]
    let set = StubSet()
    for number in 0..<200 {
      stubs.insert(contentsOf: [stub("\(number)"), stub("\(number)")], at: place)
      set.replaceAll(stubs: stubs, ignoreRules: [], unhandledMode: .optout)
      #expect(set.stubs.map(\.id) == stubs.reversed().map(\.id))
    }
    #expect(set.stubs.count == 402)
  }

  @Test("A stub that was added or put in the place of a file's stays, with its count")
  func added() throws {
    var files = Files(seed: 2)
    let set = StubSet()
    use(files, in: set)
    let added = set.add(
      stub: HTTPStubRequest().match(path: "/added").times(3).stub(.text("")))
    let old = try #require(files.files["0"]?.first ?? files.stub())
    let place = HTTPStubRequest(file: "code", line: 1).match(path: "/place").times(3)
      .priority(old.priority).stub(.text(""))
    let replacement = try #require(set.replace(stub: old.id, with: place))
    for count in 1...3 {
      #expect(answer("/added", from: set) == added.id)
      #expect(answer("/place", from: set) == replacement.id)
      files.change(otherThan: old.origin.file)
      use(files, in: set)
      #expect(set.stub(old.id) == nil)
      #expect(set.answeredCount(of: added.id) == count)
      #expect(set.answeredCount(of: replacement.id) == count)
    }
    use(files, in: set, keepsAdded: false)
    #expect(set.stub(added.id) == nil && set.stub(replacement.id) == nil)
    #expect(set.stub(old.id) != nil)
  }

  @Test("A stub in the place of a file's keeps its count when all stubs are made anew")
  func anew() throws {
    let set = StubSet()
    func read() {
      let stubs = Self.paths.enumerated().map { line, path in
        HTTPStubRequest(file: "file", line: line + 1).match(path: path).stub(.text("")).snapshot
      }
      set.replaceAll(stubs: stubs, ignoreRules: [], unhandledMode: .optout, keepsAdded: true)
    }
    read()
    let old = try #require(set.stubs.last)
    let place = HTTPStubRequest(file: "code", line: 1).match(path: "/0").stub(.text(""))
    let replacement = try #require(set.replace(stub: old.id, with: place))
    for count in 1...3 {
      #expect(answer("/0", from: set) == replacement.id)
      read()
      #expect(set.answeredCount(of: replacement.id) == count)
    }
  }

  @Test("A session counts them from 0 again, but not its own stubs", arguments: [false, true])
  func sessions(isInSession: Bool) throws {
    let files = Files(seed: 3)
    let server = StubSet()
    use(files, in: server)
    let session = try #require(StubSessions(of: server).begin("one")).session.stubs
    let own = session.add(stub: HTTPStubRequest().match(path: "/own").stub(.text("")))
    for path in Self.paths + ["/own"] { _ = answer(path, from: isInSession ? session : server) }
    let asked = isInSession ? session : server
    #expect(asked.states.contains { $0.stub.id != own.id && $0.answered == 1 })
    use(files, in: server)
    for state in server.states { #expect(state.answered == 0) }
    for state in session.states {
      #expect(state.answered == (isInSession && state.stub.id == own.id ? 1 : 0))
    }
  }
}

extension FileStubsTests {
  @Test("A group that was turned off stays off, with the stubs that its files have now")
  func groups() {
    var files = Files(seed: 4)
    let set = StubSet()
    use(files, in: set)
    _ = set.turn(StubGroup(path: "3"), on: false)
    for _ in 0..<10 {
      files.change()
      use(files, in: set)
      for state in set.states { #expect(state.isOn == (state.stub.origin.file != "3")) }
    }
  }
}
