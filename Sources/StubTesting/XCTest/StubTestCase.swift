public import HTTPStubber
public import StubFiles
import Testing
public import XCTest

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A test case in which each test has its own stubber and cassette.
///
/// ```swift
/// final class UserTests: StubTestCase {
///   override var fixturesFolder: String { fixturesFolder(nextTo: #filePath) }
///
///   func testGreeting() async throws {
///     let (data, _) = try await session.data(from: url)
///   }
/// }
/// ```
///
/// The cassette of that test is `UserTests/greeting.yaml` in the folder. The first run records it, later
/// runs replay it. If the test fails, the file is not changed. If you override the asynchronous `setUp`
/// or `tearDown`, call those of this class; in the other ones, the stubber is ready.
open class StubTestCase: XCTestCase {
  private var scope: StubScope?

  /// Answers the requests of the test; each test has its own.
  public private(set) var stubber = HTTPStubber()

  /// A session that ``stubber`` answers.
  public var session: URLSession { stubber.session }

  /// The cassette of the test, available after `setUp`; `nil` if there is none.
  public var cassette: InsertedCassette? { scope?.cassette ?? madeCassette }

  private var madeCassette: InsertedCassette?

  // For subclasses to override.

  /// Whether the test has a cassette; can depend on the `name` of the test.
  open var shouldSetUpCassette: Bool { true }

  /// Whether requests are recorded: always, never, or, for `nil`, as the mode says.
  open var isRecording: Bool? { nil }

  /// The folder of cassettes.
  ///
  /// `Fixtures` in the folder of the test target, if tests run from the folder of the package; or else
  /// `Fixtures` in the resources of the test bundle.
  open var fixturesFolder: String { defaultFixturesFolder }

  /// The path of the test's cassette in ``fixturesFolder``, with or without an extension.
  ///
  /// By default the names of the class and of the test, without `test` and underscores.
  open var cassetteName: String { testName }

  private var testName: String { "\(Self.self)/\(shortName)" }

  /// A cassette made in code, played in place of the file; `nil` for the file.
  open var playingCassette: Cassette? { nil }

  /// Findings that fail a test, in addition to its own checks.
  open var failing: Set<StubFinding> { [] }

  /// Returns the stubber of a test.
  open func makeStubber() -> HTTPStubber { HTTPStubber() }

  /// Changes the options for the cassettes of all tests; the first of two layers.
  open func updateDefaultOptions(_ options: inout CassetteOptions) {}

  /// Changes the options for the cassette of this test; overrides the first layer.
  open func updateCassetteOptions(_ options: inout CassetteOptions) {}

  // Running a test.

  /// Runs the test with its `HTTPStubber.current`.
  open override func invokeTest() {
    stubber = makeStubber()
    let scope = StubScope(settings, at: place, stubber: stubber)
    self.scope = scope
    StubScope.$current.withValue(scope) { super.invokeTest() }
    self.scope = nil
  }

  open override func setUp() async throws {
    try await super.setUp()
    try await scope?.open()
    if shouldSetUpCassette, let playingCassette {
      madeCassette = stubber.stubSet.insert(
        playingCassette, configuration: cassetteOptions.configuration)
    }
  }

  open override func tearDown() async throws {
    let hasFailed = (testRun?.totalFailureCount ?? 0) > 0
    let isSkipped = testRun?.hasBeenSkipped ?? false
    for issue in await scope?.close(failed: hasFailed, skipped: isSkipped) ?? [] {
      issue.report(to: self)
    }
    madeCassette = nil
    try await super.tearDown()
  }

  private var settings: StubSettings {
    let usesFile = shouldSetUpCassette && playingCassette == nil
    return StubSettings(cassette: usesFile ? cassetteOptions : nil, failing: failing)
  }

  private var cassetteOptions: CassetteOptions {
    var defaults = CassetteOptions(name: cassetteName, folder: fixturesFolder)
    if let isRecording { defaults.mode = isRecording ? .all : .none }
    updateDefaultOptions(&defaults)
    var options = CassetteOptions()
    updateCassetteOptions(&options)
    return options.merged(over: defaults)
  }

  private var place: TestPlace {
    let module = String(reflecting: Self.self).prefix { $0 != "." }
    let location = SourceLocation(
      fileID: "\(module)/\(Self.self)", filePath: "\(Self.self)", line: 1, column: 1)
    return TestPlace(
      name: cassetteName, file: fixturesFolder, location: location,
      testName: cassetteName == testName ? nil : testName)
  }
}

@available(*, unavailable)
extension StubTestCase: @unchecked Sendable {}
