import HTTPStubber
import Testing

/// The settings that one layer makes for the stubber of a test.
///
/// A layer is a trait, a test case, or a call of `withStubs` or `withCassette`.
struct StubSettings: Sendable {
  /// A step of the set-up, such as adding stubs.
  struct Step: Sendable {
    /// The location of the code that adds the step; `nil` means the location of the test.
    let location: SourceLocation?
    /// The trait that the step belongs to; `nil` if there is none.
    var trait: StubTrait.ID?
    /// The closure that runs the step in the scope of a test.
    let run: @Sendable (StubScope, TestPlace) throws -> Void
  }

  /// The steps in the order in which they run; the stubs of the last step are asked first.
  var steps: [Step] = []
  /// The options of the cassette; `nil` if this layer sets none.
  var cassette: CassetteOptions?
  /// Whether the test runs without the cassette of its suite.
  var isWithoutCassette = false
  /// The findings that fail the test; `nil` if this layer does not set them.
  var failing: Set<StubFinding>?
  /// The location of the code that sets the cassette.
  var cassetteLocation: SourceLocation?
  /// The location of the code that sets `failing`.
  var failingLocation: SourceLocation?

  /// Returns this layer merged with an outer one.
  ///
  /// The result has the steps of both; settings that this layer does not make are taken from the
  /// outer one.
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
  /// Returns the path of the cassette; `nil` if there is none.
  func cassettePath(at place: TestPlace) -> String? {
    cassette.map { CassettePath($0.name ?? place.name, in: $0.folder, nextTo: place.file).path }
  }
}

/// The names and the source location of a test or of code in `withStubs` or `withCassette`.
struct TestPlace: Sendable {
  /// The default path of the test's cassette, without an extension: the names of the suites and the
  /// test.
  let name: String
  /// The path of the test's source file; relative paths are resolved in its folder.
  let file: String
  /// The source location of failures that have no more precise one.
  let location: SourceLocation
  /// The ID of the test; `nil` for code in `withStubs`, `withCassette` or XCTest.
  var test: Test.ID?
  /// The name of the test, which identifies its interactions in a cassette that other tests share;
  /// `nil` if it has none.
  var testName: String?
}
