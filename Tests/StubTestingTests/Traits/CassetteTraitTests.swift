import Foundation
import StubTesting
import TestSupport
import Testing

@Suite("Traits with cassettes, played") struct CassetteTraitTests {
  @Test("The cassette is named for suite and test", .cassette(record: .none))
  func named() async throws {
    #expect(try await text("http://recorded.test/user") == "named")
  }

  @Suite("A suite in it") struct Inner {
    @Test("The names of all suites are folders", .cassette)
    func nested() async throws {
      #expect(try await text("http://recorded.test/user") == "nested")
    }
  }

  @Test("A name chooses another file", .cassette("users"))
  func chosen() async throws {
    #expect(try await text("http://recorded.test/user") == "users")
  }

  @Test(
    "A name can have its ending and be that of a file beside the test", .cassette("beside.yaml"))
  func beside() async throws {
    #expect(try await text("http://recorded.test/user") == "beside")
  }

  @Test("A folder is relative to the test's", .cassette("named", in: "Fixtures/CassetteTraitTests"))
  func folder() async throws {
    #expect(try await text("http://recorded.test/user") == "named")
  }

  @Test("The parts that have to agree can be chosen", .cassette("users", matching: [.path]))
  func matching() async throws {
    #expect(try await text("http://elsewhere.test/user?page=2") == "users")
  }

  @Test("A recording can be taken as stubs", .stubs(file: "users.yaml"))
  func asStubs() async throws {
    #expect(try await text("http://recorded.test/other") == "users")
  }

  @Test(
    "Stubs are asked before the cassette", .stubs(file: "rules.yaml"), .cassette("users"),
    .stubs { HTTPStubRequest().match(path: "/user").stub(for: .get, .text("stub")) })
  func stubsFirst() async throws {
    #expect(try await text("http://recorded.test/user") == "stub")
    #expect(try await text("http://recorded.test/other") == "users")
    #expect(try await text("http://recorded.test/from-file") == "from a file")
  }

  @Suite("A suite with a cassette", .cassette("users", record: .none, matching: [.path]))
  struct Shared {
    @Test("The cassette of a suite is the cassette of its tests") func inherited() async throws {
      #expect(try await text("http://elsewhere.test/user") == "users")
    }

    @Test(
      "A test can have another cassette, with the other options of the suite", .cassette("guests"))
    func override() async throws {
      #expect(try await text("http://elsewhere.test/user") == "guests")
    }

    @Test("A test can go without", .withoutCassette)
    func without() {
      #expect(HTTPStubber.current.stubs.isEmpty)
    }

    @Test("Each case plays the cassette from its start", arguments: 0..<8)
    func cases(number: Int) async throws {
      #expect(try await text("http://any.test/user") == "users")
      #expect(HTTPStubber.current.journal.receivedCount == 1)
    }
  }

  @Test("Interactions that nothing asks for fail the test at their line in the file")
  func unused() async throws {
    let found = try await failures {
      try await run(.cassette("users", failing: [.unused, .unmatched])) {
        _ = try await text("http://recorded.test/other")
      }
    }
    #expect(
      found.map(\.text) == [
        "the recorded request GET http://recorded.test/user was never sent; "
          + "record the cassette again, or check why nothing sends it"
      ])
    let location = try #require(found.first?.sourceLocation)
    #expect(location.fileName == "users.yaml")
    #expect(location.line == 3)
  }

  @Test("A cassette that is not there, where nothing may be recorded, is looked for by name")
  func missing() async throws {
    let found = try await failures {
      try await run(.cassette("nowhere", record: .none)) { Issue.record("it ran") }
    }
    let text = try #require(found.first).text
    #expect(found.count == 1)
    #expect(text.hasPrefix("no cassette \"nowhere\"; searched:\n  /"))
    #expect(text.contains("/Traits/Fixtures/nowhere.yaml\n"))
    #expect(text.contains("/Traits/nowhere.har\n"))
    #expect(text.hasSuffix("record it with the mode once, or check the name and the folder"))
    #expect(found.first?.sourceLocation?.line == here().line - 8)
  }

  @Test("A file that is wrong fails the test with its line")
  func damaged() async throws {
    let folder = try TemporaryFolder()
    try folder.write("tape.yaml", paths: "/one")
    let broken = try #require(folder.text(of: "tape.yaml")) + "  - request: 7\n"
    try broken.write(toFile: folder.file("tape.yaml"), atomically: true, encoding: .utf8)
    let found = try await failures {
      try await run(.cassette("tape", in: folder.path)) { Issue.record("it ran") }
    }
    let text = try #require(found.first).text
    #expect(found.count == 1)
    #expect(text.contains("\(folder.file("tape.yaml")):5:"))
    #expect(folder.text(of: "tape.yaml") == broken)
  }
}
