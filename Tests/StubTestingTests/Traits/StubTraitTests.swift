import TestSupport
import Testing

@testable import StubTesting

@Suite(
  "Traits with stubs",
  .stubs {
    HTTPStubRequest().match(path: "/shared").stub(for: .get, .text("suite"))
    HTTPStubRequest().match(path: "/kept").stub(for: .get, .text("suite"))
  })
struct StubTraitTests {
  @Test("Stubs of a suite answer in its tests")
  func suite() async throws {
    #expect(try await text("http://any.test/shared") == "suite")
  }

  @Test(
    "Stubs of a test are asked before those of its suite",
    .stubs {
      HTTPStubRequest().match(path: "/shared").stub(for: .get, .text("test"))
    })
  func override() async throws {
    #expect(try await text("http://any.test/shared") == "test")
    #expect(try await text("http://any.test/kept") == "suite")
    #expect(HTTPStubber.current.stubs.count == 3)
  }

  @Test("Each case has a stubber of its own", arguments: 0..<16)
  func isolation(number: Int) async throws {
    let stubber = HTTPStubber.current
    stubber.add(stub: HTTPStubRequest().match(path: "/number").stub(for: .get, .text("\(number)")))
    #expect(try await text("http://any.test/number") == "\(number)")
    #expect(stubber.stubs.count == 3)
    #expect(stubber.journal.receivedCount == 1)
  }

  @Suite("A suite in it", .stubs { $0.unmatchedResponse = .status(.notFound) })
  struct Inner {
    @Test(
      "Traits of all suites around count",
      .stubs { stubber in
        stubber.add(stub: HTTPStubRequest().match(path: "/inner").stub(for: .get, .text("test")))
      })
    func inherited() async throws {
      #expect(try await text("http://any.test/shared") == "suite")
      #expect(try await text("http://any.test/inner") == "test")
      #expect(HTTPStubber.current.unmatchedResponse == .status(.notFound))
    }
  }

  @Test("Tasks of the test see its stubber")
  func tasks() async throws {
    let stubber = HTTPStubber.current
    let isSame = await Task { HTTPStubber.current === stubber }.value
    #expect(isSame)
    async let isSameInChild = HTTPStubber.current === stubber
    #expect(await isSameInChild)
  }

  @Test("Stubs can be chosen by if and for", .stubs { chosen(2) })
  func builder() async throws {
    #expect(try await text("http://any.test/0") == "number 0")
    #expect(try await text("http://any.test/1") == "number 1")
    #expect(HTTPStubber.current.stubs.count == 5)
  }

  @StubListBuilder
  private static func chosen(_ count: Int) -> [HTTPStubRequest] {
    for number in 0..<count {
      HTTPStubRequest().match(path: "/\(number)").stub(for: .get, .text("number \(number)"))
    }
    if count > 1 { HTTPStubRequest().match(path: "/more").stub(for: .get, .status(.ok)) }
  }

  @Test("A rule file beside the test answers", .stubs(file: "rules.yaml"))
  func ruleFile() async throws {
    #expect(try await text("http://any.test/from-file") == "from a file")
  }
}

@Suite("What traits report") struct StubTraitFailureTests {
  @Test("A stub that answers nothing fails the test at its own line")
  func unused() async throws {
    let found = try await failures {
      try await run(
        .stubs(failing: [.unused]) {
          HTTPStubRequest().match(path: "/used").stub(for: .get, .status(.ok))
          HTTPStubRequest().match(path: "/unused").stub(for: .get, .status(.ok)).named("spare")
        }
      ) {
        _ = try await text("http://any.test/used")
      }
    }
    let issue = try #require(found.first)
    #expect(found.count == 1)
    #expect(issue.text.hasPrefix("stub \"spare\" ("))
    #expect(issue.text.hasSuffix("was never used; remove it, or check why nothing matched it"))
    #expect(issue.sourceLocation?.fileName == "StubTraitTests.swift")
    #expect(issue.sourceLocation?.line == here().line - 11)
  }

  @Test("A request that nothing answers fails the test at its trait, with the report")
  func unmatched() async throws {
    let found = try await failures {
      try await run(.stubs(failing: [.unmatched]) { _ in }) {
        _ = try? await text("http://any.test/unknown")
      }
    }
    let issue = try #require(found.first)
    #expect(found.count == 1)
    #expect(issue.text.hasPrefix("No stub matches GET http://any.test/unknown"))
    #expect(issue.sourceLocation?.line == here().line - 7)
  }

  @Test("Unused stubs and unmatched requests fail no test that does not ask for it")
  func silent() async throws {
    let found = try await failures {
      try await run(
        .stubs { HTTPStubRequest().match(path: "/unused").stub(for: .get, .status(.ok)) }
      ) {
        _ = try? await text("http://any.test/unknown")
      }
    }
    #expect(found.isEmpty)
  }

  @Test("A failed test does not report unused stubs")
  func failedTest() async throws {
    let found = try await failures {
      try await run(
        .stubs(failing: [.unused]) {
          HTTPStubRequest().match(path: "/unused").stub(for: .get, .status(.ok))
        }
      ) {
        Issue.record("the failure itself")
      }
    }
    #expect(found.map(\.text) == ["the failure itself"])
  }

  @Test("Failures of traits can be known issues")
  func known() async throws {
    await withKnownIssue {
      try await run(.stubs(failing: [.unmatched]) { _ in }) {
        _ = try? await text("http://any.test/unknown")
      }
    }
  }

  @Test("An error of a stub fails the test")
  func problems() async throws {
    let found = try await failures {
      try await run(.stubs { HTTPStubRequest().match(urlRegex: "(").stub(for: .get, .status(.ok)) })
      {}
    }
    #expect(found.count == 1)
    #expect(found.first?.text.contains("stub at StubTestingTests/StubTraitTests.swift") == true)
  }

  @Test("Setting up that fails keeps the test from running")
  func setUp() async throws {
    struct Refusal: Error, CustomStringConvertible { let description = "expected better weather" }
    let found = try await failures {
      try await run(.stubs { _ in throw Refusal() }) { Issue.record("it ran") }
    }
    #expect(found.map(\.text) == ["expected better weather"])
  }

  @Test("A rule file that is not there is looked for in two folders")
  func missingFile() async throws {
    let found = try await failures {
      try await run(.stubs(file: "nowhere.yaml")) { Issue.record("it ran") }
    }
    let text = try #require(found.first).text
    #expect(found.count == 1)
    #expect(text.hasPrefix("no stub file \"nowhere.yaml\"; searched:\n"))
    #expect(text.contains("/Traits/Fixtures/nowhere.yaml\n"))
    #expect(text.contains("/Traits/nowhere.yaml\n"))
  }

  @Test("A stubber that is asked for outside of any test's stubs fails the test")
  func outside() async throws {
    let found = try await failures { _ = HTTPStubber.current }
    #expect(found.count == 1)
    #expect(found.first?.text.hasPrefix("HTTPStubber.current needs a test with .stubs") == true)
  }

  @Test("A stubber outside of any test's stubs is another each time, and all its requests fail")
  func outsideStubber() async throws {
    let found = try await failures {
      let stubber = HTTPStubber.current
      stubber.add(stub: HTTPStubRequest().stub(.text("hello")))
      await #expect(throws: MissingStubber.self) {
        try await stubber.session.text(from: "http://any.test/")
      }
      let isOther = HTTPStubber.current !== stubber
      #expect(isOther)
    }
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.text.hasPrefix("HTTPStubber.current needs a test") })
  }

  @Test("A detached task that asks for the stubber of its test fails the run")
  func detached() async throws {
    // The failure of another process is one of the code that waits for it.
    let found = try await failures {
      await #expect(processExitsWith: .success) {
        await Task.detached { _ = HTTPStubber.current }.value
      }
    }
    #expect(found.count == 1)
    #expect(found.first?.text.contains("pass the stubber to detached tasks") == true)
  }
}
