package import StubCore
import StubPlatform

/// One test's share of a recording that several tests, or several cases of a test, make together.
package struct RecordingShare: Sendable {
  /// The name of the test; `nil` if no other test may use the cassette.
  package var test: String?
  /// The tests that have recorded into the cassette in this run.
  package var recordedTests: Set<String>
  /// Whether other cases of the test have recorded into the cassette in this run.
  package var isRepeated: Bool

  package init(test: String?, recordedTests: Set<String> = [], isRepeated: Bool = false) {
    self.test = test
    self.recordedTests = recordedTests
    self.isRepeated = isRepeated
  }

  /// Returns the interactions of the cassette that were recorded in this run.
  func fresh(_ interactions: [Interaction]) -> [Interaction] {
    interactions.filter { $0.test.map(recordedTests.contains) ?? false }
  }

  /// Returns the interactions to keep when this test records again.
  ///
  /// These are the interactions of other tests, and those of other cases of this test in this run.
  package func kept(_ interactions: [Interaction]) -> [Interaction] {
    guard let test else { return [] }
    return recordedTests.contains(test) ? interactions : interactions.filter { $0.test != test }
  }

  /// Returns the interactions in an order that does not depend on which test ran first.
  ///
  /// Tests are sorted by name. Cases of a test have no names, so the interactions of several cases
  /// are sorted by their requests.
  func arranged(_ interactions: [Interaction]) -> [Interaction] {
    let entries = interactions.enumerated().map { number, interaction in
      let isOfCases = isRepeated && interaction.test == test
      return (
        key: (
          ScalarText(interaction.test ?? ""), isOfCases ? interaction.requestKey : ScalarText("")
        ),
        number: number, interaction: interaction
      )
    }
    return entries.sorted { one, other in
      if one.key != other.key { return one.key < other.key }
      return one.number < other.number
    }.map(\.interaction)
  }
}

extension Interaction {
  /// A key that is the same for equal requests.
  var requestKey: ScalarText {
    let body = String(decoding: request.body ?? Data(), as: UTF8.self)
    return ScalarText("\(request.url) \(request.method.rawValue) \(body)")
  }
}
