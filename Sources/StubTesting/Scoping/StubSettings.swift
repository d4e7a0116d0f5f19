import HTTPStubber
import Testing

/// The settings of a test's stubber in one layer: from a trait, a test case, or a call of
/// `withStubs` or `withCassette`.
struct StubSettings: Sendable {
  /// A step of the set-up, such as adding stubs.
  struct Step: Sendable {
    /// The location of the code that adds the step; `nil` for the location of the test.
    let location: SourceLocation?
    /// The trait that the step belongs to; `nil` if there is none.
    var trait: StubTrait.ID?
    /// Runs the step in the scope of a test.
    let run: @Sendable (StubScope, TestPlace) throws -> Void
  }

  /// The steps in the order they run; stubs that are added later are asked first.
  var steps: [Step] = []
  /// The options of the cassette; `nil` for no cassette.
  var cassette: CassetteOptions?
  /// Whether the test runs without the cassette of its suite.
  var isWithoutCassette = false
  /// The findings that fail the test; `nil` if this layer does not set them.
  var failing: Set<StubFinding>?
  /// The location of the code that sets the cassette.
  var cassetteLocation: SourceLocation?
  /// The location of the code that sets `failing`.
  var failingLocation: SourceLocation?

  /// Returns this layer merged with an outer one: the steps of both, and the other settings of the
  /// outer one if this layer does not set them.
  func merged(over outer: StubSettings) -> StubSettings {
    var merged = self
    merged.steps = outer.steps + steps
    if !isWithoutCassette, let inherited = outer.cassette {
      merged.cassette = cassette?.merged(over: inherited) ?? inherited
      merged.cassetteLocation = cassetteLocation ?? outer.cassetteLocation
    }
    merged.failing = failing ?? outer.failing
    merged.failingLocation = failing == nil ? outer.failingLocation : failingLocation
    return merged
  }
}

extension StubSettings {
  /// Returns the file of the cassette; `nil` if there is none.
  func cassettePath(at place: TestPlace) -> String? {
    cassette.map { CassettePath($0.name ?? place.name, in: $0.folder, nextTo: place.file).path }
  }
}

/// The names and the source location of a test.
struct TestPlace: Sendable {
  /// The default path of the test's cassette, without an extension: the names of the suites and the
  /// test.
  let name: String
  /// The source file of the test; relative paths start from its folder.
  let file: String
  /// The source location for failures that have no more precise one.
  let location: SourceLocation
  /// The ID of the test; `nil` for code in `withStubs`, `withCassette` or XCTest.
  var test: Test.ID?
  /// The name of the test, for cassettes that it shares with others; `nil` if it has none.
  var testName: String?
}
