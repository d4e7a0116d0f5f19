import Foundation
public import HTTPStubber
public import StubCassettes
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
/// In this example, the cassette is `UserTests/greeting.yaml` in the folder. The first run records
/// it, and later runs play it. If the test fails, the file is not changed. If you override the
/// asynchronous `setUp` or `tearDown`, call the method of this class; the synchronous methods can
/// use the stubber.
open class StubTestCase: XCTestCase {
  private var scope: StubScope?

  /// The stubber that answers the requests of the test; each test has its own.
  public private(set) var stubber = HTTPStubber()

  /// A session that ``stubber`` answers.
  public var session: URLSession { stubber.session }

  /// The cassette of the test, available after `setUp`; `nil` if there is none.
  public var cassette: InsertedCassette? { scope?.cassette ?? madeCassette }

  private var madeCassette: InsertedCassette?

  /// Whether the test has a cassette; an override can depend on the `name` of the test.
  open var shouldSetUpCassette: Bool { true }

  /// Whether requests are recorded: always (`true`), never (`false`), or as the mode says (`nil`).
  open var isRecording: Bool? { nil }

  /// The folder that contains the cassettes.
  ///
  /// The default is `Fixtures` in the folder of the test target, if tests run from the folder of
  /// the package. Otherwise it is `Fixtures` in the resources of the test bundle.
  open var fixturesFolder: String { defaultFixturesFolder }

  /// The path of the test's cassette in ``fixturesFolder``, with or without an extension.
  ///
  /// The default consists of the names of the class and of the test, without `test` and
  /// underscores.
  open var cassetteName: String { testName }

  private var testName: String { "\(Self.self)/\(shortName)" }

  /// A cassette made in code that is played instead of a file; `nil` to play the file.
  open var playingCassette: Cassette? { nil }

  /// The findings that fail a test even if all its checks pass.
  open var failing: Set<StubFinding> { [] }

  /// Creates the stubber of a test; override this method to add stubs.
  open func makeStubber() -> HTTPStubber { HTTPStubber() }

  /// Changes the cassette options of all tests; `updateCassetteOptions` is called after it.
  open func updateDefaultOptions(_ options: inout CassetteOptions) {}

  /// Changes the cassette options of this test, which override those of `updateDefaultOptions`.
  open func updateCassetteOptions(_ options: inout CassetteOptions) {}

  /// Runs the test method; its stubber is `HTTPStubber.current` meanwhile.
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

extension StubIssue {
  /// Reports a failure to both XCTest and Swift Testing, without knowing the running test.
  ///
  /// Each library reports failures only while it runs tests, and neither says whether it does. For
  /// XCTest the location is part of the text, because `XCTFail` takes a file only as a
  /// `StaticString`.
  func reportWithoutTest() {
    Issue.record(Comment(rawValue: text), sourceLocation: location)
    XCTFail("\(location.path):\(location.line): \(text)")
  }

  /// Fails `test` at the location of the issue; a warning is only shown.
  func report(to test: XCTestCase) {
    if isWarning { return warn() }
    #if canImport(ObjectiveC)
    let place = XCTSourceCodeLocation(filePath: location.path, lineNumber: location.line)
    test.record(
      XCTIssue(
        type: .assertionFailure, compactDescription: text,
        sourceCodeContext: XCTSourceCodeContext(location: place)))
    #else
    test.recordFailure(
      withDescription: text, inFile: location.path, atLine: location.line, expected: true)
    #endif
  }
}

extension StubTestCase {
  /// Returns the folder `Fixtures` beside a source file, for use in ``fixturesFolder``.
  public func fixturesFolder(nextTo file: String) -> String {
    URL(filePath: file).deletingLastPathComponent().appending(path: "Fixtures").path
  }

  /// The path of the test's cassette, whether the file exists or is still to be recorded.
  public var cassettePath: String {
    CassettePath(cassetteName, in: fixturesFolder, nextTo: fixturesFolder).path
  }

  /// The name of the test method, such as `testGreeting`, for use in ``cassetteName``.
  public var methodName: String {
    // "Class.testSomething" on Linux, "-[Class testSomething]" on Apple's platforms.
    name.split { ".[] -".contains($0) }.last.map(String.init) ?? name
  }

  /// The name of the test method without `test` and underscores, with a lower-case first letter.
  var shortName: String {
    var short = methodName.filter { $0 != "_" }
    if short.hasPrefix("test"), short.count > 4 { short.removeFirst(4) }
    return short.prefix(1).lowercased() + short.dropFirst()
  }

  var defaultFixturesFolder: String {
    let module = String(reflecting: Self.self).prefix { $0 != "." }
    let folder = URL(filePath: FileManager.default.currentDirectoryPath)
      .appending(path: "Tests/\(module)")
    if FileManager.default.fileExists(atPath: folder.path) {
      return folder.appending(path: "Fixtures").path
    }
    let bundle = Bundle(for: Self.self)
    return (bundle.resourceURL ?? bundle.bundleURL).appending(path: "Fixtures").path
  }
}
