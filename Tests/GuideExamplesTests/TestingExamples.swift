import Foundation
import StubTesting
import TestSupport
import Testing
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// example: a cassette by name
@Test("A greeting is recorded, then replayed", .cassette("greeting", failing: [.unmatched]))
func recordedGreeting() async throws {
  let app = Greeter(session: HTTPStubber.current.session)
  #expect(try await app.greeting(forUser: 42) == "Hello Ada!")
}
// end of example

// example: a test with a cassette
@Suite struct UserTests {
  @Test("A user is greeted by name", .cassette)
  func greeting() async throws {
    let app = App(session: HTTPStubber.current.session)
    #expect(try await app.greeting(forUser: 42) == "Hello Ada!")
  }
}
// end of example

@Suite("Examples of tests with cassettes and stubs")
struct TestingExamples {
  // example: a cassette with options
  @Test(.cassette("users", record: .once, matching: [.method, .path], failing: [.unused]))
  func byPath() async throws {
    let app = App(session: HTTPStubber.current.session)
    #expect(try await app.greeting(forUser: 42) == "Hello Ada!")
  }
  // end of example

  // example: stubs in traits
  @Suite(.cassette("users"), .stubs(file: "login.yaml"))
  struct ProfileTests {
    @Test(
      .stubs(failing: [.unmatched]) {
        HTTPStubRequest().match(path: "/users/42").stub(
          for: .get, .json(["name": "Grace"]))
      })
    func renamed() async throws {
      let app = App(session: HTTPStubber.current.session)
      try await app.login()
      #expect(try await app.greeting(forUser: 42) == "Hello Grace!")
    }

    @Test(.withoutCassette, .stubs { $0.network = .threeG })
    func offline() async throws {
      let app = App(session: HTTPStubber.current.session)
      await #expect(throws: (any Error).self) { try await app.greeting(forUser: 42) }
    }
  }
  // end of example

  @Test("Functions need no trait")
  func functions() async throws {
    // example: functions for tests
    let greeting = try await withCassette("users") { session in
      try await App(session: session).greeting(forUser: 42)
    }
    try await withStubs(failing: [.unmatched]) { stubber in
      stubber.add(stub: HTTPStubRequest().match(path: "/login").stub(for: .post, .status(.ok)))
      try await App(session: stubber.session).login()
    }
    // end of example
    #expect(greeting == "Hello Ada!")
  }

  @Test("A player is handed over")
  func player() async throws {
    // example: a player
    let player = try CassettePlayer("users")
    let app = App(session: player.session)
    // end of example
    #expect(try await app.greeting(forUser: 42) == "Hello Ada!")
    try await change(player)
    #expect(player.cassette?.allPlayed == true)
  }

  private func change(_ player: CassettePlayer) async throws {
    // example: a player with a cassette made in code
    let login = Interaction(.post, "https://api.example.com/login", respond: .empty)
    player.load(Cassette(interactions: [login]))
    try await App(session: player.session).login()
    try await player.stopRecording()
    // end of example
  }
}

// example: a test case with cassettes
final class UserTestCase: StubTestCase {
  override var fixturesFolder: String { fixturesFolder(nextTo: #filePath) }

  override func updateDefaultOptions(_ options: inout CassetteOptions) {
    options.configuration.matching = [.method, .path]
    if name.contains("Outdated") { options.mode = .all }
  }

  func testGreeting() async throws {
    let greeting = try await App(session: session).greeting(forUser: 42)
    XCTAssertEqual(greeting, "Hello Ada!")
    XCTAssertEqual(cassette?.allPlayed, true)
  }
}
// end of example

/// The code under test.
private struct App {
  struct User: Decodable {
    let name: String
  }

  let session: URLSession

  func greeting(forUser id: Int) async throws -> String {
    let (data, _) = try await session.data(from: try url("https://api.example.com/users/\(id)"))
    return "Hello \(try JSONDecoder().decode(User.self, from: data).name)!"
  }

  func login() async throws {
    var request = URLRequest(url: try url("https://api.example.com/login"))
    request.httpMethod = "POST"
    _ = try await session.data(for: request)
  }
}
