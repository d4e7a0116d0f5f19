import Foundation
import HTTPStubber
import StubCore
import StubFiles
import Testing

/// A failure of a test, with its place.
struct StubIssue: Sendable {
  let text: String
  let location: SourceLocation
  /// Whether it does not fail the test.
  var isWarning = false
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

extension StubIssue {
  /// A stub that has answered nothing, at its line.
  init(unused stub: HTTPStub, near place: TestPlace) {
    self.init(
      text: "\(stub.title) was never used; remove it, or check why nothing matched it",
      location: SourceLocation(stub.origin, near: place.location))
  }
}

extension Collection<StubIssue> {
  /// Fails the running test, of either test library, or warns.
  func report() {
    for issue in self {
      if issue.isWarning {
        issue.warn()
      } else if Test.current != nil {
        Issue.record(Comment(rawValue: issue.text), sourceLocation: issue.location)
      } else {
        issue.reportWithoutTest()
      }
    }
  }
}

extension StubIssue {
  /// A warning where the test library has them, and else a line on standard error.
  func warn() {
    #if compiler(>=6.3)
    if Test.current != nil {
      Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: location)
      return
    }
    #endif
    let line = "\(location.path):\(location.line): warning: \(text)\n"
    // An error of standard error cannot be reported anywhere.
    try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
  }
}

/// Something that is found at the end of a test and can fail it.
public enum StubFinding: Sendable, Hashable, CaseIterable {
  /// A stub, or an interaction of a cassette, that has answered no request.
  ///
  /// Not reported for a test that has failed already, because it may have ended early. What several tests or
  /// cases share is judged after the last of them.
  case unused
  /// An unmatched request.
  case unmatched
}
