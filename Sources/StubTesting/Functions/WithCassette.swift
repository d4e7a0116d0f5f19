import HTTPStubber
public import StubFiles
import Testing

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Runs code with a session that a cassette answers, or that records it as the mode says.
///
/// ```swift
/// let users = try await withCassette("users") { session in
///   try await Client(session: session).users()
/// }
/// ```
///
/// What is recorded is written when the code has ended and all its requests have. When the code
/// throws, the file stays as it was, unless the options say `savesWhenFailed`; failures that throw
/// nothing cannot be seen here.
///
/// The file is looked for, with or without its ending, in a folder relative to that of the source
/// file: in `Fixtures` and in the folder itself, unless one is given. The environment variable
/// `STUBBER_RECORD` overrides the mode. What `failing` lists fails the test at the end.
///
/// - Throws: What the code throws, and what keeps the cassette from being used: `MissingCassette`,
///   `DiagnosticList` for a file that is wrong, `RecordingError`.
public func withCassette<Value>(
  _ name: String, in folder: String? = nil, record mode: RecordMode = .once,
  matching parts: [RequestPart]? = nil, failing: Set<StubFinding> = [],
  options: CassetteOptions = CassetteOptions(), isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  perform body: (URLSession) async throws -> Value
) async throws -> Value {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  var options = options.with(name: name, folder: folder, matching: parts)
  options.mode = mode
  let settings = StubSettings(cassette: options, failing: failing)
  let scope = StubScope(settings, at: TestPlace(location))
  try await scope.open()
  let value: Value
  do {
    value = try await StubScope.$current.withValue(scope) { try await body(scope.stubber.session) }
  } catch {
    await scope.close(failed: true).report()
    throw error
  }
  await scope.close(failed: false).report()
  return value
}
