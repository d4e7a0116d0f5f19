import Foundation
import StubCore
import TestSupport

@testable import StubServer

/// The authority of the tests, made once for the process.
enum TestAuthority {
  static let folder = try? TemporaryFolder()

  static var directory: String { "\(folder?.path ?? "/no/folder")/ca" }

  static var certificate: String { "\(directory)/certificate.pem" }
}

extension TLSConfiguration {
  /// Mints from the authority of the tests.
  static var forTests: TLSConfiguration {
    var configuration = TLSConfiguration()
    configuration.authorityDirectory = TestAuthority.directory
    return configuration
  }

  static func failing(_ fault: TLSFault) -> TLSConfiguration {
    var configuration = TLSConfiguration.forTests
    configuration.fault = fault
    return configuration
  }
}

/// Runs a TLS listener on a free port of `localhost` for the time of the body.
func withSecureListener(
  _ tls: TLSConfiguration = .forTests, _ configuration: ListenerConfiguration = .forTests,
  onProblem: @escaping @Sendable (String) -> Void = { _ in },
  handler: @escaping RequestHandler = describing, _ body: (Listener) async throws -> Void
) async throws {
  let listener = try Listener(
    addresses: [.tls(host: "127.0.0.1", port: 0, configuration: tls)],
    configuration: configuration, onProblem: onProblem, handler: handler)
  try listener.start()
  defer { listener.stop() }
  try await body(listener)
}

/// Collects what a listener reports, and lets a test wait for the next.
final class Problems: Sendable {
  private let stream: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  var note: @Sendable (String) -> Void {
    { [continuation] in continuation.yield($0) }
  }

  func next() async -> String? {
    for await problem in stream { return problem }
    return nil
  }
}
