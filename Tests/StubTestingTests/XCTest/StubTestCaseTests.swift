import StubTesting
import TestSupport
import XCTest

final class StubTestCaseTests: StubTestCase {
  override var shouldSetUpCassette: Bool { !name.contains("Stubs") && !name.contains("Functions") }

  override var playingCassette: Cassette? {
    guard name.contains("Made") else { return nil }
    return Cassette(interactions: [
      Interaction(.get, "http://made.test/user", respond: .text("made"))
    ])
  }

  override var isRecording: Bool? { name.contains("Hooks") ? false : nil }

  override var failing: Set<StubFinding> { [.unused, .unmatched] }

  override func updateDefaultOptions(_ options: inout CassetteOptions) {
    options.configuration.matching = [.method, .path]
    options.configuration.playback = .chronological
  }

  override func updateCassetteOptions(_ options: inout CassetteOptions) {
    if name.contains("Hooks") { options.configuration.playback = .immediate }
  }

  override func setUpWithError() throws {
    // Whatever overrides the other methods finds the stubber ready.
    stubber.add(stub: HTTPStubRequest().match(path: "/ready").stub(for: .get, .text("ready")))
  }

  override func tearDown() {
    stubber.removeLastStub()
  }

  func testPlaying() async throws {
    let answer = try await session.text(from: "http://elsewhere.test/user")
    XCTAssertEqual(answer, "playing")
    XCTAssertTrue(
      cassettePath.hasSuffix("StubTestingTests/Fixtures/StubTestCaseTests/playing.yaml"))
    XCTAssertEqual(cassette?.playCount, 1)
    XCTAssertEqual(cassette?.isWriteProtected, true)
  }

  func testHooks() async throws {
    let answer = try await session.text(from: "http://recorded.test/user")
    XCTAssertEqual(answer, "hooks")
    XCTAssertEqual(cassette?.configuration.playback, .immediate)
    XCTAssertEqual(cassette?.configuration.matching, [.method, .path])
  }

  func test_Made() async throws {
    let answer = try await session.text(from: "http://made.test/user")
    XCTAssertEqual(answer, "made")
    XCTAssertEqual(cassette?.allPlayed, true)
    XCTAssertEqual(cassetteName, "StubTestCaseTests/made")
    XCTAssertEqual(methodName, "test_Made")
  }

  func testStubsAlone() async throws {
    XCTAssertNil(cassette)
    XCTAssertTrue(HTTPStubber.current === stubber)
    let answer = try await session.text(from: "http://any.test/ready")
    XCTAssertEqual(answer, "ready")
  }

  func testFunctions() async throws {
    let answer = try await withStubs { stubber in
      stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("inner")))
      return try await HTTPStubber.current.session.text(from: "http://any.test/")
    }
    XCTAssertEqual(answer, "inner")
    let user = try await withCassette("users", in: "../Fixtures") { session in
      try await session.text(from: "http://recorded.test/user")
    }
    XCTAssertEqual(user, "users")
  }
}
