import StubCore
import StubFiles
import Testing

/// A failure of a test, with its place.
struct StubIssue: Sendable {
  let text: String
  let location: SourceLocation
}

extension StubIssue {
  /// An interaction that no test has played, at its line in the cassette.
  init(unused interaction: Interaction, near place: TestPlace, or location: SourceLocation) {
    let request = interaction.request
    self.init(
      text: "the recorded request \(request.method) \(request.url) was never sent; "
        + "record the cassette again, or check why nothing sends it",
      location: interaction.origin.map { SourceLocation($0, near: place.location) } ?? location)
  }
}

extension Collection<StubIssue> {
  /// Fails the running test, of either test library.
  func report() {
    for issue in self {
      if Test.current != nil {
        Issue.record(Comment(rawValue: issue.text), sourceLocation: issue.location)
      } else {
        issue.reportToXCTest()
      }
    }
  }
}
