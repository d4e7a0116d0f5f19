import Testing
import XCTest

extension StubIssue {
  /// Fails the running test case or, in code that does not know its test, the run of Swift Testing.
  ///
  /// Each library hears of it only while it runs tests, and which one does cannot be asked. For XCTest the
  /// place is part of the text, because it is known only now.
  func reportWithoutTest() {
    Issue.record(Comment(rawValue: text), sourceLocation: location)
    XCTFail("\(location.path):\(location.line): \(text)")
  }

  /// Fails this test case at the issue's place.
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
