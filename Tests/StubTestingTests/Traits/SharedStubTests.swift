import TestSupport
import Testing

@testable import StubTesting

@Suite("Unused stubs that tests share") struct SharedStubTests {
  @Suite(
    "Tests that use a stub each",
    .stubs(failing: [.unused, .unmatched]) {
      HTTPStubRequest().match(path: "/one").stub(for: .get, .text("one"))
      HTTPStubRequest().match(path: "/two").stub(for: .get, .text("two"))
    }, .stubs(file: "users.yaml"))
  struct Parts {
    @Test("The first, and a recording") func one() async throws {
      #expect(try await text("http://any.test/one") == "one")
      #expect(try await text("http://recorded.test/user") == "users")
    }

    @Test("The second, and the other recording", .stubs(failing: []) { _ in })
    func two() async throws {
      #expect(try await text("http://any.test/two") == "two")
      #expect(try await text("http://recorded.test/other") == "users")
    }
  }

  @Test(
    "Cases that use a stub each",
    .stubs(failing: [.unused]) {
      HTTPStubRequest().match(path: "/one").stub(for: .get, .text("/one"))
      HTTPStubRequest().match(path: "/two").stub(for: .get, .text("/two"))
    }, arguments: ["/one", "/two"])
  func cases(path: String) async throws {
    #expect(try await text("http://any.test\(path)") == path)
  }

  @Test("A stub that no test of a suite uses fails the last of them, at its line")
  func unused() async throws {
    let found = try await unusedAfter(["/one", "/three"])
    #expect(found.count == 1)
    #expect(found.first?.text.hasPrefix("stub \"two\" (") == true)
    #expect(found.first?.text.contains("was never used; remove it") == true)
    #expect(found.first?.sourceLocation?.fileName == "SharedStubTests.swift")
    #expect(try await unusedAfter(["/three", "/two", "/one"]).isEmpty)
  }

  @Test("Equal stubs are told apart by their order")
  func equal() async throws {
    let trait = StubTrait.stubs(failing: [.unused]) {
      for number in 1...2 {
        HTTPStubRequest().match(path: "/\(number)").stub(for: .get, .status(.ok))
      }
    }
    let found = try await unused(of: trait, after: ["/1", "/1"])
    #expect(found.count == 1)
    #expect(try await unused(of: trait, after: ["/1", "/2"]).isEmpty)
  }

  @Test("A stub of the test itself is judged in each case")
  func own() async throws {
    let found = try await unusedAfter(["/one", "/two", "/three"]) {
      let stub = HTTPStubRequest().named("own").match(path: "/own").stub(for: .get, .status(.ok))
      HTTPStubber.current.add(stub: stub)
    }
    #expect(found.count == 3)
    #expect(found.allSatisfy { $0.text.hasPrefix("stub \"own\" (") })
  }

  @Test("A run of selected tests does not judge the stubs of a suite")
  func selection() async throws {
    #expect(try await unusedAfter(["/one"], isSelection: true).isEmpty)
  }

  @Test("A test that has failed may not have used all")
  func failed() async throws {
    let found = try await unusedAfter(["/one"]) { Issue.record("failed") }
    #expect(found.map(\.text) == ["failed"])
  }

  /// The failures of a suite with three stubs whose tests each request one path.
  private func unusedAfter(
    _ paths: [String], isSelection: Bool = false, lastly: @escaping @Sendable () -> Void = {}
  ) async throws -> [Issue] {
    let trait = StubTrait.stubs(failing: [.unused]) {
      for name in ["one", "two", "three"] {
        HTTPStubRequest().named(name).match(path: "/\(name)").stub(for: .get, .status(.ok))
      }
    }
    return try await unused(of: trait, after: paths, isSelection: isSelection, lastly: lastly)
  }

  private func unused(
    of trait: StubTrait, after paths: [String], isSelection: Bool = false,
    lastly: @escaping @Sendable () -> Void = {}
  ) async throws -> [Issue] {
    try await failures {
      try await runAllCases(trait, isOfSuite: true, isSelection: isSelection) {
        for path in paths {
          try await run(trait) {
            _ = try await text("http://any.test\(path)")
            lastly()
          }
        }
      }
    }
  }
}
