import Foundation
import StubCore
import StubFiles
import StubServer

/// A listener that records what a real server answers, or plays what was recorded.
struct Recording {
  let listener: Listener
  let cassette: InsertedCassette

  init(
    _ file: String, format: WritableFormat? = nil, upstream: PythonServer? = nil,
    _ recording: RecordingConfiguration = RecordingConfiguration(mode: .none),
    answersAnyHost: Bool = true,
    adjust: (inout UpstreamConfiguration) -> Void = { _ in }
  ) throws {
    let stubs = StubSet()
    var configuration = ListenerConfiguration()
    configuration.threadCount = 1
    if let upstream {
      var settings = try UpstreamConfiguration(url: upstream.url)
      adjust(&settings)
      configuration.upstream = settings
    }
    cassette = try stubs.insert(
      RecordingPlan(file: file, format: format, recording, environment: [:]),
      configuration: CassetteConfiguration(answersAnyHost: answersAnyHost))
    listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
  }

  var port: Int { listener.port }

  /// Writes the recording and serves no more.
  @discardableResult
  func finish() async throws -> RecordingSummary? {
    let summary = try await cassette.finish()
    listener.stop()
    listener.waitUntilStopped()
    return summary
  }
}

/// Does what waits, such as for a program, on a thread of its own.
///
/// The threads that tasks share are few, and answers of a real server are made on them.
func waiting<Result: Sendable>(
  _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try work() }) }
  }
}
