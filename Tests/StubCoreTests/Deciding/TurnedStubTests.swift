import Testing

@testable import StubCore

@Suite("A stub that is off keeps its place and answers nothing")
struct TurnedStubTests {
  private let stubs = StubSet()

  private func answers(_ path: String) -> String? {
    let request = ReceivedRequest(.get, "http://h\(path)")
    return stubs.stub(answering: request)?.name
  }

  private func add(_ name: String, _ path: String) -> HTTPStub {
    let stub = stubs.add(stub: HTTPStubRequest().match(path: path).stub(for: .get, .text("")))
    stub.name = name
    return stub
  }

  @Test("While the later stub is off the earlier one answers, and then the later again")
  func order() {
    _ = add("old", "/a")
    let new = add("new", "/a")
    #expect(stubs.turn(new.id, on: false))
    #expect(stubs.turn(new.id, on: false))
    #expect(answers("/a") == "old")
    #expect(!stubs.isOn(new.id))
    #expect(stubs.stubs.map(\.name) == ["new", "old"])
    #expect(stubs.turn(new.id, on: true))
    #expect(answers("/a") == "new")
    #expect(stubs.states.map(\.isOn) == [true, true])
  }

  @Test("A missing stub cannot be turned off, and a stub that is off can be removed or replaced")
  func others() {
    let stub = add("one", "/a")
    #expect(stubs.turn(stub.id, on: false))
    let other = stubs.replace(
      stub: stub.id,
      with: HTTPStubRequest().match(path: "/a").stub(for: .get, .text("")))
    other?.name = "other"
    #expect(answers("/a") == "other")
    #expect(other.map { stubs.turn($0.id, on: false) } == true)
    #expect(other.map { stubs.remove(stub: $0.id) } == true)
    #expect(!stubs.turn(stub.id, on: true))
    #expect(answers("/a") == nil)
  }

  @Test("A stub that has answered stays off when counting begins anew")
  func counts() {
    let stub = add("one", "/a")
    stubs.receive(ReceivedRequest(.get, "http://h/a")).finish(.completed)
    #expect(stubs.turn(stub.id, on: false))
    stubs.resetCounts()
    #expect(answers("/a") == nil)
    #expect(stubs.turn(stub.id, on: true))
    #expect(answers("/a") == "one")
  }

  @Test("Stubs that were added stay off when files are read again")
  func files() {
    let stub = add("added", "/a")
    #expect(stubs.turn(stub.id, on: false))
    stubs.replaceAll(stubs: [], ignoreRules: [], unhandledMode: .optout, keepsAdded: true)
    #expect(answers("/a") == nil)
    #expect(stubs.turn(stub.id, on: true))
    #expect(answers("/a") == "added")
  }
}
