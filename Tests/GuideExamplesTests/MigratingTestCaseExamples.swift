import Foundation
import StubTesting
import TestSupport
import Testing
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private typealias App = Greeter

// example: yahttpvcr test case
final class GreetingTestCase: StubTestCase {
  override var fixturesFolder: String { fixturesFolder(nextTo: #filePath) }
  override var cassetteName: String { "\(Self.self).bundle/\(methodName.dropFirst(4))" }

  override func updateDefaultOptions(_ options: inout CassetteOptions) {
    options.configuration.matching = [.method, .path, .query]
    options.configuration.playback = .chronological
    options.recording = RecordingConfiguration(
      filters: [.hosts("api.example.com"), .queryItems("user", replacedBy: "bob")])
  }

  func testGreeting() async throws {
    let greeting = try await App(session: session).greeting(forUser: 42)
    XCTAssertEqual(greeting, "Hello Ada!")
    XCTAssertEqual(cassette?.allPlayed, true)
  }
}
// end of example

// example: bekindrewind test case
final class SearchTestCase: StubTestCase {
  override var fixturesFolder: String { fixturesFolder(nextTo: #filePath) }
  override var cassetteName: String { "\(Self.self).bundle/\(methodName)" }

  func testSearch() async throws {
    let greeting = try await App(session: session).greeting(forUser: 42)
    XCTAssertEqual(greeting, "Hello Ada!")
    XCTAssertEqual(cassette?.responses.first??.headers[.date], "Wed, 02 Mar 2016 18:09:28 GMT")
  }
}
// end of example

// example: vcr options
extension CassetteOptions {
  static let api = CassetteOptions(
    folder: "Fixtures",
    configuration: CassetteConfiguration(matching: [.method, .path], ending: .fail),
    recording: RecordingConfiguration(
      onlyUnmatched: true, filters: [.secrets("pa55word", replacedBy: "<TOKEN>")]))
}

@Suite struct GreetingTests {
  @Test(
    .cassette("vcr_greeting", failing: [.unused, .unmatched], options: .api),
    .stubs { $0.add(ignore: HTTPStubIgnoreRule { $0.match(host: "localhost") }) })
  func greeting() async throws {
    let app = App(session: HTTPStubber.current.session)
    #expect(try await app.greeting(forUser: 42) == "Hello Ada!")
  }
}
// end of example

@Suite("Migrating to players") struct MigratingPlayerExamples {
  @Test("A cassette of DVR is loaded by its name")
  func dvr() async throws {
    // example: dvr session
    let configuration = CassetteConfiguration(matching: [.method, .url, .jsonBody])
    let player = try CassettePlayer(
      "dvr_single", options: CassetteOptions(configuration: configuration))
    let app = App(session: player.session)
    // end of example
    #expect(try await app.greeting(forUser: 42) == "Hello Ada!")
  }

  @Test("A turntable compares the parts that it is told, and plays each track once")
  func turntable() async throws {
    // example: vinyl turntable
    var configuration = CassetteConfiguration(matching: [.path, .jsonBody])
    configuration.playsEachOnce = true
    let turntable = try CassettePlayer(
      "vinyl_single", options: CassetteOptions(configuration: configuration))
    let app = App(session: turntable.session)
    // end of example
    #expect(try await app.greeting(forUser: 42) == "Hello Ada!")
    await #expect(throws: (any Error).self) { try await app.greeting(forUser: 42) }
  }

  @Test("Tracks made by hand are played in their order")
  func tracks() async throws {
    // example: vinyl tracks
    let vinyl = Cassette(interactions: [
      Interaction(.get, "https://api.example.com/", respond: .json(["name": "Ada"])),
      Interaction(.get, "https://api.example.com/", respond: .text("no"), status: .notFound),
      Interaction(.get, "https://api.example.com/", error: .timedOut),
    ])
    let trackOrder = CassetteConfiguration(
      matching: [], keepsRecordedOrder: true, ending: .fail)
    let turntable = CassettePlayer(vinyl, configuration: trackOrder)
    // end of example
    let app = App(session: turntable.session)
    #expect(try await app.greeting(forUser: 1) == "Hello Ada!")
    #expect(try await turntable.session.text(from: "https://any.test/") == "no")
    let error = await #expect(throws: URLError.self) { try await app.greeting(forUser: 1) }
    #expect(error?.code == .timedOut)
  }

  @Test("What is missing is recorded until the recording is stopped")
  func recording() async throws {
    let server = try RealServer()
    let temporary = try TemporaryFolder()
    let folder = temporary.path
    let use = { (session: URLSession) in
      _ = try await session.text(from: "http://127.0.0.1:\(server.port)/one")
    }
    // example: vinyl recording
    var options = CassetteOptions(folder: folder)
    options.mode = .missingTracks
    let turntable = try CassettePlayer("new_vinyl", options: options)
    try await use(turntable.session)
    try await turntable.stopRecording()
    // end of example
    #expect(temporary.text(of: "new_vinyl.yaml")?.contains("/one") == true)
  }
}
