import Foundation
import HTTPStubber
import StubCore
import Testing

/// A failure or warning of a test, with its source location.
struct StubIssue: Sendable {
  let text: String
  let location: SourceLocation
  /// Whether the issue is only a warning, which does not fail the test.
  var isWarning = false
}

extension StubIssue {
  /// Creates the issue for an interaction that no test has used, at its line in the cassette.
  init(unused interaction: Interaction, near place: TestPlace, or location: SourceLocation) {
    let request = interaction.request
    self.init(
      text: "the recorded request \(request.method) \(request.url) was never sent; "
        + "record the cassette again, or check why nothing sends it",
      location: interaction.origin.map { SourceLocation($0, near: place.location) } ?? location)
  }
}

extension StubIssue {
  /// Creates the issue for a stub that has not answered any request, at the line that adds the
  /// stub.
  init(unused stub: HTTPStub, near place: TestPlace) {
    self.init(
      text: "\(stub.title) was never used; remove it, or check why nothing matched it",
      location: SourceLocation(stub.origin, near: place.location))
  }
}

extension Collection<StubIssue> {
  /// Reports the issue as a warning or as a failure of the running test, which may belong to Swift
  /// Testing or XCTest.
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
  /// Shows a warning in the running test or, if the test library does not support warnings, on
  /// standard error.
  func warn() {
    #if compiler(>=6.3)
    if Test.current != nil {
      Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: location)
      return
    }
    #endif
    let line = "\(location.path):\(location.line): warning: \(text)\n"
    // If writing fails, there is no way to report it.
    try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
  }
}

/// A finding at the end of a test that can fail the test.
public enum StubFinding: Sendable, Hashable, CaseIterable {
  /// A stub, or an interaction of a cassette, that has not answered any request.
  ///
  /// Unused stubs are not reported for a failed test, because it may have ended early. Stubs and
  /// cassettes that several tests or cases share are checked after the last of them has ended.
  case unused
  /// A request that no stub and no interaction has answered.
  case unmatched
}
