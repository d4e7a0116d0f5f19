import HTTPStubber
public import StubCassettes
import Testing

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Runs code with a session that a cassette answers, or that records the cassette.
///
/// ```swift
/// let users = try await withCassette("users") { session in
///   try await Client(session: session).users()
/// }
/// ```
///
/// The recording is written when the code and all its requests have ended. If the code throws, the
/// file is not changed, unless the options set `savesWhenFailed`. Failed checks that do not throw,
/// such as `#expect`, do not stop the recording from being written.
///
/// The name may omit the extension. The file is searched for in `folder`, which is relative to the
/// folder of the source file; without `folder`, in `Fixtures` beside the source file, then beside
/// the source file. The environment variable `STUBBER_RECORD` overrides the mode. Findings listed
/// in `failing` fail the test at the end.
///
/// - Throws: the errors of the code, and `MissingCassette`, `DiagnosticList` for a file with
///   errors, or `RecordingError` if the cassette cannot be used.
public func withCassette<Value>(
  _ name: String, in folder: String? = nil, record mode: RecordMode,
  matching parts: [RequestPart]? = nil, failing: Set<StubFinding> = [],
  options: CassetteOptions = CassetteOptions(), isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  perform body: (URLSession) async throws -> Value
) async throws -> Value {
  var options = options
  options.mode = mode
  return try await withCassette(
    name, in: folder, matching: parts, failing: failing, options: options, isolation: isolation,
    fileID: fileID, filePath: filePath, line: line, column: column, perform: body)
}

/// Runs code with a cassette, and records the cassette according to the options (default: if the
/// file is missing).
///
/// For the parameters, see the other function with this name.
public func withCassette<Value>(
  _ name: String, in folder: String? = nil, matching parts: [RequestPart]? = nil,
  failing: Set<StubFinding> = [], options: CassetteOptions = CassetteOptions(),
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  perform body: (URLSession) async throws -> Value
) async throws -> Value {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let settings = StubSettings(
    cassette: options.with(name: name, folder: folder, bundle: nil, matching: parts),
    failing: failing)
  let scope = StubScope(settings, at: TestPlace(location))
  try await scope.open()
  let value: Value
  do {
    value = try await StubScope.$current.withValue(scope) { try await body(scope.stubber.session) }
  } catch {
    await scope.close(failed: !Task.isCancelled, skipped: Task.isCancelled).report()
    throw error
  }
  await scope.close(failed: false).report()
  return value
}
