import HTTPStubber
import Testing

/// The settings of a test's stubber.
struct StubSettings: Sendable {
  /// A step of the set-up.
  struct Step: Sendable {
    /// The place that asks for it; `nil` for that of the test.
    let location: SourceLocation?
    /// The trait that the step belongs to; `nil` for none.
    var trait: StubTrait.ID?
    /// Gets the place of the test.
    let run: @Sendable (StubScope, TestPlace) throws -> Void
  }

  /// In the order they are taken; stubs that are added later are tried first.
  var steps: [Step] = []
  /// `nil` for no cassette.
  var cassette: CassetteOptions?
  /// Whether the cassette of a suite is not used.
  var isWithoutCassette = false
  /// `nil` if this layer does not set it.
  var failing: Set<StubFinding>?
  /// The place that asks for the cassette.
  var cassetteLocation: SourceLocation?
  /// The place that sets `failing`.
  var failingLocation: SourceLocation?

  /// Returns this layer over an outer one: the steps of both, and all other settings of the inner one.
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
  /// The file of the cassette; `nil` for none.
  func cassettePath(at place: TestPlace) -> String? {
    cassette.map { CassettePath($0.name ?? place.name, in: $0.folder, nextTo: place.file).path }
  }
}

/// The place of a test, and its name.
struct TestPlace: Sendable {
  /// The default path of its cassette, without an extension: suites and test.
  let name: String
  /// The source file that relative paths start from.
  let file: String
  /// The place of failures without a better one.
  let location: SourceLocation
  /// `nil` for code outside a test with traits.
  var test: Test.ID?
  /// The name of the test, for cassettes that it shares with others; `nil` if it has none.
  var testName: String?
}
