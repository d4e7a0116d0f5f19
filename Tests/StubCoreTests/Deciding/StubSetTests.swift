import CoreTestSupport
import Foundation
import StubCore
import Testing

@Suite("Stub set")
struct StubSetTests {
  private let request = ReceivedRequest(.get, "http://host/a")

  private func stub(_ text: String, path: String = "/a") -> HTTPStubRequest {
    HTTPStubRequest().match(PathIs(path)).stub(for: .get, .body(text))
  }

  @Test("Each stub made in code knows its file and line")
  func origins() {
    let set = StubSet()
    let line = #line
    set.add(stub: HTTPStubRequest().stub(.status(.ok)))
    set.add(stub: HTTPStubRequest().match(path: "/a").stub(for: .put, .text("a")))
    // The last added is the first to be asked.
    #expect(
      set.stubs.map(\.origin) == [2, 1].map { HTTPStub.Origin(file: #fileID, line: line + $0) })
  }

  @Test("Of stubs with one priority the last added answers; a lower priority number goes first")
  func order() {
    let set = StubSet()
    set.add(stub: stub("old"))
    set.add(stub: stub("new"))
    #expect(set.receive(request).outcome.text == "new")
    set.add(stub: stub("urgent").priority(1))
    set.add(stub: stub("newest"))
    #expect(set.receive(request).outcome.text == "urgent")
    set.add(stub: stub("fallback").priority(9))
    #expect(set.stubs.map(\.priority) == [1, 5, 5, 5, 9])
    let inOrder = set.stubs.map(\.id)
    set.replaceAll(
      stubs: set.stubs.reversed(), ignoreRules: [], unhandledMode: .optout)
    #expect(set.stubs.map(\.id) == inOrder)
  }

  @Test("A stub without a response for the method does not match; the next one is tried")
  func otherMethod() {
    let set = StubSet()
    set.add(stub: stub("get"))
    set.add(stub: HTTPStubRequest().match(PathIs("/a")).stub(for: .post, .text("post")))
    #expect(set.receive(request).outcome.text == "get")
  }

  @Test("One stub can be removed, the last added, or all")
  func removing() {
    let set = StubSet()
    let first = set.add(stub: stub("1").priority(9))
    set.add(stub: stub("2"))
    set.add(stub: stub("3").priority(8))
    #expect(set.removeLastStub()?.priority == 8)
    #expect(set.receive(request).outcome.text == "2")
    #expect(set.remove(stub: first.id))
    #expect(!set.remove(stub: first.id))
    set.removeAllStubs()
    #expect(set.stubs.isEmpty)
    #expect(set.removeLastStub() == nil)
  }

  @Test("A stub is replaced in its place; one that is not there changes nothing")
  func replacing() {
    let set = StubSet()
    let old = set.add(stub: stub("old"))
    set.add(stub: stub("newer", path: "/b"))
    let new = set.replace(stub: old.id, with: stub("new"))
    #expect(set.stubs.map(\.id).last == new?.id)
    #expect(set.receive(request).outcome.text == "new")
    #expect(set.replace(stub: old.id, with: stub("lost")) == nil)
    #expect(set.stubs.count == 2)
    set.replace(stub: set.stubs[1].id, with: stub("first", path: "/b").priority(1))
    #expect(set.receive(ReceivedRequest(.get, "/b")).outcome.text == "first")
  }

  /// Reads a file whose lines have stubs for these paths.
  private func read(_ paths: String..., into set: StubSet) {
    let file = StubSet()
    for (place, path) in paths.enumerated() {
      file.add(
        stub: HTTPStubRequest(file: "a.yaml", line: place + 1).match(path: .equals(path))
          .stub(for: .get, .text("file")))
    }
    set.replaceAll(
      stubs: file.stubs.reversed(), ignoreRules: [], unhandledMode: .optout, keepsAdded: true)
  }

  @Test(
    "A stub keeps the place of a file's stub when files are read again, while the file has it there",
    arguments: [5, 1])
  func replacingInFiles(priority: Int) throws {
    let set = StubSet()
    read("/a", "/b", into: set)
    let old = try #require(set.stubs.last)
    let new = try #require(
      set.replace(stub: old.id, with: stub("new").priority(priority)))
    for _ in 0..<2 {
      read("/a", "/b", into: set)
      #expect(set.receive(request).outcome.text == "new")
      #expect(set.stubs.count == 2)
      #expect(set.stubs[priority == 5 ? 1 : 0].id == new.id)
    }
    set.resetCounts()
    read("/a", "/b", "/c", into: set)
    #expect(set.receive(request).outcome.text == "new")
    #expect(set.stubs.count == 3)
    set.remove(stub: new.id)
    read("/a", "/b", into: set)
    #expect(set.receive(request).outcome.text == "file")
  }

  @Test("A stub that took the place of a file's stub goes when the file has another one there")
  func replacedInChangedFile() throws {
    let set = StubSet()
    read("/a", "/b", into: set)
    set.replace(stub: try #require(set.stubs.last).id, with: stub("new"))
    read("/b", "/a", into: set)
    #expect(set.receive(request).outcome.text == "file")
    #expect(set.stubs.count == 2)
  }

  @Test("A stub answers as often as its limit says, then the next one does")
  func limit() {
    let set = StubSet()
    set.add(stub: stub("always"))
    set.add(stub: stub("twice").times(2))
    #expect(
      (0..<4).map { _ in set.receive(request).outcome.text } == [
        "twice", "twice", "always", "always",
      ])
  }

  @Test(
    "A sequence repeats its last response, starts again or leaves the request to the next stub",
    arguments: [
      (HTTPStubSequenceEnding.repeatLast, ["1", "2", "2", "2"]),
      (.cycle, ["1", "2", "1", "2"]), (.fallThrough, ["1", "2", "other", "other"]),
      (.fail, ["1", "2", "other", "other"]), (.passThrough, ["1", "2", "other", "other"]),
    ])
  func sequence(ending: HTTPStubSequenceEnding, answers: [String]) {
    let set = StubSet()
    set.add(stub: stub("other"))
    let responses = ["1", "2"].map { text in
      let response = HTTPStubResponse()
      response.body = text
      return response
    }
    set.add(
      stub: HTTPStubRequest().match(PathIs("/a")).stub(
        for: .get, sequence: responses, then: ending))
    #expect((0..<4).map { _ in set.receive(request).outcome.text } == answers)
  }

  @Test("The ending of a sequence decides about requests after its last response")
  func leftOver() {
    let set = StubSet()
    for (ending, mode) in [
      (HTTPStubSequenceEnding.fail, HTTPUnhandledMode.optin), (.passThrough, .optout),
    ] {
      set.removeAllStubs()
      set.unhandledMode = mode
      set.add(
        stub: HTTPStubRequest().match(PathIs("/a")).stub(
          for: .get, sequence: [HTTPStubResponse()], then: ending))
      _ = set.receive(request).outcome
      switch (set.receive(request).outcome, ending) {
      case (.unmatched, .fail), (.passedThrough, .passThrough): break
      case (let outcome, _): Issue.record("\(ending): \(outcome)")
      }
    }
  }

  @Test("Asking whether a request is handled uses nothing up")
  func handles() {
    let set = StubSet()
    set.unhandledMode = .optin
    set.add(stub: stub("once").times(1))
    #expect(set.handles(request))
    #expect(set.handles(request))
    #expect(set.receive(request).outcome.text == "once")
    #expect(!set.handles(request))
  }

  @Test(
    "Ignored requests pass through in both modes",
    arguments: [
      HTTPUnhandledMode.optin, .optout,
    ])
  func ignoring(mode: HTTPUnhandledMode) {
    let set = StubSet()
    set.unhandledMode = mode
    set.add(stub: stub("x"))
    let rule = HTTPStubIgnoreRule { $0.match(PathIs("/a")) }
    set.add(ignore: rule)
    #expect(!set.handles(request))
    #expect(set.receive(request).outcome.isPassedThrough)
    #expect(set.remove(ignore: rule.id))
    #expect(set.receive(request).outcome.text == "x")
  }

  @Test("An error of a stub or an ignore rule is reported when it is added")
  func problems() {
    let set = StubSet()
    let told = Lock<[String]>([])
    set.hooks.problem = { problem in told.withLock { $0.append(problem) } }
    set.add(stub: HTTPStubRequest().named("faulty").match(urlRegex: "("))
    set.add(ignore: HTTPStubIgnoreRule { $0.match(urlRegex: "[") })
    let problems = told.withLock { $0 }
    #expect(problems.count == 2)
    #expect(problems.first?.hasPrefix("stub \"faulty\"") == true)
    #expect(problems.last?.hasPrefix("ignore rule: ") == true)
  }

  @Test("An unmatched request is an error with optout, and passes through with optin")
  func unhandled() {
    let set = StubSet()
    #expect(set.receive(request).outcome.report?.stubCount == 0)
    set.unhandledMode = .optin
    #expect(set.receive(request).outcome.isPassedThrough)
  }

  @Test("Later changes to the builder do not change the stub that was added")
  func snapshot() {
    let set = StubSet()
    let builder = stub("before")
    set.add(stub: builder)
    builder.stub(for: .get, .text("after")).match(PathIs("/other"))
    #expect(set.receive(request).outcome.text == "before")
  }

  @Test("Stubs come and go from 8 threads while requests are decided: none is lost")
  func concurrency() async {
    let set = StubSet()
    set.add(stub: stub("base"))
    let base = set.stubs[0].id
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for round in 0..<200 {
            let added = set.add(stub: stub("w\(worker)", path: "/\(worker)"))
            #expect(set.receive(request).outcome.text == "base")
            set.remove(stub: added.id)
            if round.isMultiple(of: 50) { _ = set.stubs }
          }
        }
      }
    }
    #expect(set.stubs.map(\.id) == [base])
    #expect(set.answeredCount(of: base) == 1600)
  }

  @Test(
    "A limit holds when 8 threads ask at once, with one response for all and with one for each method",
    arguments: [[HTTPMethod.get], [.get, .post]])
  func limitAtOnce(methods: [HTTPMethod]) async {
    let set = StubSet()
    set.add(stub: stub("always"))
    let builder = HTTPStubRequest().match(PathIs("/a")).times(500)
    for method in methods { builder.stub(for: method, .text("limited")) }
    let limited = set.add(stub: builder).id
    let answered = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<200).count { _ in set.receive(request).outcome.text == "limited" } }
      }
      return await group.reduce(0, +)
    }
    #expect(answered == 500)
    #expect(set.answeredCount(of: limited) == 500)
    #expect(set.explain(request).report.description.contains("500 answered already"))
  }

  @Test("A matcher may use the set it is in: no lock is held while it runs")
  func reentrancy() {
    struct Adding: HTTPStubMatcher {
      let set: StubSet
      func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
        set.removeAllStubs()
        return .matched
      }
    }
    let set = StubSet()
    set.add(stub: HTTPStubRequest().match(Adding(set: set)).stub(for: .get, .text("kept")))
    #expect(set.receive(request).outcome.text == "kept")
    #expect(set.stubs.isEmpty)
  }
}
