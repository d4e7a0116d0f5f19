public import HTTPStubber
public import StubFiles
import Synchronization
import Testing
public import XCTest

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A test case whose tests have a stubber and a cassette each.
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
/// The cassette of that test is `UserTests/greeting.yaml` in the folder: recorded the first time,
/// played from then on. A test that fails leaves the file as it was. A subclass that overrides the
/// asynchronous `setUp` or `tearDown` calls those of this class; in the others the stubber is ready.
open class StubTestCase: XCTestCase {
  private var scope: StubScope?

  /// Answers the test's requests; each test has one of its own.
  public private(set) var stubber = HTTPStubber()

  /// A session that ``stubber`` answers.
  public var session: URLSession { stubber.session }

  /// The cassette that the test uses, from the end of `setUp` on; `nil` when there is none.
  public var cassette: InsertedCassette? { scope?.cassette ?? madeCassette }

  private var madeCassette: InsertedCassette?

  // What a subclass can say.

  /// Whether the test has a cassette; it may depend on the test's `name`.
  open var shouldSetUpCassette: Bool { true }

  /// Whether requests are recorded: always anew, never, or, for `nil`, as the mode says.
  open var isRecording: Bool? { nil }

  /// The folder that cassettes are in and are recorded into.
  ///
  /// `Fixtures` in the folder of the test target, as long as tests are run from the folder of the
  /// package; elsewhere `Fixtures` among the resources of the test bundle.
  open var fixturesFolder: String { defaultFixturesFolder }

  /// The path of the test's cassette in ``fixturesFolder``, with or without an ending.
  ///
  /// The name of the class and that of the test, without `test` and without underscores.
  open var cassetteName: String { "\(Self.self)/\(shortName)" }

  /// A cassette that is made in code, to be played instead of a file; `nil` for the file.
  open var playingCassette: Cassette? { nil }

  /// What fails a test besides.
  open var failing: Set<StubFinding> { [] }

  /// Makes the stubber of a test.
  open func makeStubber() -> HTTPStubber { HTTPStubber() }

  /// Changes what holds for the cassettes of all tests; the first of the two layers.
  open func updateDefaultOptions(_ options: inout CassetteOptions) {}

  /// Changes what holds for the cassette of this test; laid over the first layer.
  open func updateCassetteOptions(_ options: inout CassetteOptions) {}

  // What is done.

  /// Runs the test as `HTTPStubber.current` sees it.
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
    for issue in await scope?.close(failed: hasFailed) ?? [] { issue.report(to: self) }
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
    return TestPlace(name: cassetteName, file: fixturesFolder, location: location)
  }
}

@available(*, unavailable)
extension StubTestCase: @unchecked Sendable {}
