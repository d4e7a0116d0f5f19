import HTTPStubber
import Testing

/// What a test asks for.
struct StubSettings: Sendable {
  /// A step of setting up.
  struct Step: Sendable {
    /// Where it is asked for.
    let location: SourceLocation
    /// Is told where the test is.
    let run: @Sendable (StubScope, TestPlace) throws -> Void
  }

  /// In the order they are taken; what is added later is asked first.
  var steps: [Step] = []
  /// `nil` when no cassette is asked for.
  var cassette: CassetteOptions?
  /// Whether a cassette that a suite asks for is not to be used.
  var isWithoutCassette = false
  /// `nil` where this layer does not say.
  var failing: Set<StubFinding>?
  /// Where the cassette is asked for.
  var cassetteLocation: SourceLocation?
  /// Where it is asked for what fails the test.
  var failingLocation: SourceLocation?

  /// This layer over an outer one: of steps both count, of all else what the inner one says.
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

/// Where a test stands, and what it is called.
struct TestPlace: Sendable {
  /// The path of its cassette unless it names one, without an extension: suites and test.
  let name: String
  /// The source file that relative paths start from.
  let file: String
  /// Where failures are shown that have no better place.
  let location: SourceLocation
}
