public import HTTPStubber
import Testing

/// Runs code with a new stubber, which is also `HTTPStubber.current`.
///
/// ```swift
/// try await withStubs { stubber in
///   stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("hello")))
///   let (data, _) = try await stubber.session.data(from: url)
/// }
/// ```
///
/// Use it in tests that have no trait of this library and do not derive from ``StubTestCase``.
/// Calls can be nested. Findings listed in `failing` fail the test at the end.
public func withStubs<Value>(
  failing: Set<StubFinding> = [], isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  perform body: (HTTPStubber) async throws -> Value
) async rethrows -> Value {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let scope = StubScope(StubSettings(failing: failing), at: TestPlace(location))
  let value: Value
  do {
    value = try await StubScope.$current.withValue(scope) { try await body(scope.stubber) }
  } catch {
    scope.findings(failed: true).report()
    throw error
  }
  scope.findings(failed: false).report()
  return value
}

/// Runs synchronous code with a new stubber, which is also `HTTPStubber.current`.
///
/// Findings listed in `failing` fail the test at the end.
public func withStubs<Value>(
  failing: Set<StubFinding> = [], fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, column: Int = #column, perform body: (HTTPStubber) throws -> Value
) rethrows -> Value {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let scope = StubScope(StubSettings(failing: failing), at: TestPlace(location))
  let value: Value
  do {
    value = try StubScope.$current.withValue(scope) { try body(scope.stubber) }
  } catch {
    scope.findings(failed: true).report()
    throw error
  }
  scope.findings(failed: false).report()
  return value
}

extension TestPlace {
  /// Creates the place of code that runs in `withStubs` or `withCassette`.
  init(_ location: SourceLocation) {
    self.init(
      name: String(location.fileName.prefix { $0 != "." }), file: location.path,
      location: location, testName: Test.current.map { TestPlace($0).name })
  }
}
