public import HTTPStubber
import Testing

extension HTTPStubber {
  /// The stubber of the running test.
  ///
  /// Each case of each test has its own, so tests can run in parallel. Code that inherits task-local values
  /// has the same stubber: the test, the functions it awaits, child tasks and `Task { }`. Pass the stubber
  /// to `Task.detached { }` and to closures of dispatch queues.
  ///
  /// Needs a trait of this library, `StubTestCase`, `withStubs` or `withCassette`. Without one, the test
  /// fails, and so does every request to the returned stubber, which is another each time.
  public static var current: HTTPStubber {
    if let scope = StubScope.current { return scope.stubber }
    let location =
      Test.current?.sourceLocation
      ?? SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: 1)
    [StubIssue(text: MissingStubber().description, location: location)].report()
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest().named("outside of tests").priority(.min).stub(error: MissingStubber())
    )
    stubber.forgetStubs()
    return stubber
  }
}

/// Code that has no stubber of its own.
struct MissingStubber: DescribedError, Sendable, Hashable {
  var description: String {
    "HTTPStubber.current needs a test with .stubs or .cassette; add the trait to the test "
      + "or its suite, use withStubs or withCassette, or pass the stubber to detached tasks"
  }
}
