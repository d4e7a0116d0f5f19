public import HTTPStubber
import Testing

extension HTTPStubber {
  /// The stubber of the test that runs.
  ///
  /// Each case of each test has one of its own, so tests can run in parallel. It reaches whatever
  /// inherits task-local values: the test, what it awaits, child tasks and `Task { }`, but not
  /// `Task.detached { }` nor the closures of dispatch queues, which have to be given the stubber.
  ///
  /// Outside a test with a trait of this library, of ``StubTestCase`` and of `withStubs` or
  /// `withCassette`, the test fails, and so does every request to the stubber that is returned.
  public static var current: HTTPStubber {
    if let scope = StubScope.current { return scope.stubber }
    let location =
      Test.current?.sourceLocation
      ?? SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: 1)
    [
      StubIssue(
        text: "expected HTTPStubber.current to be asked for in a test with stubs, found none "
          + "around it; add a trait such as .stubs or .cassette to the test or its suite, use "
          + "withStubs or withCassette, or hand the stubber over where a task is detached",
        location: location)
    ].report()
    return outsideTests
  }

  /// Answers no request.
  private static let outsideTests = HTTPStubber()
}
