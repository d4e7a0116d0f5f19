import Foundation
import StubCore

@testable import StubServer

/// Runs a listener on a free loopback port for the time of the body.
func withListener<Result>(
  _ configuration: ListenerConfiguration = .forTests, handler: @escaping RequestHandler,
  _ body: (Listener) async throws -> Result
) async throws -> Result {
  let listener = try Listener(
    addresses: [.tcp(host: "127.0.0.1", port: 0)], configuration: configuration, handler: handler)
  try listener.start()
  defer { listener.stop() }
  return try await body(listener)
}

/// Runs a listener that serves stubs on a free loopback port for the time of the body.
func withListener<Result>(
  serving stubs: StubSet, _ configuration: ListenerConfiguration = .forTests,
  sessions: StubSessions? = nil, _ body: (Listener) async throws -> Result
) async throws -> Result {
  let listener = try Listener(
    stubs: stubs, addresses: [.tcp(host: "127.0.0.1", port: 0)], configuration: configuration,
    reserved: nil, sessions: sessions)
  try listener.start()
  defer { listener.stop() }
  return try await body(listener)
}

extension ListenerConfiguration {
  /// Waits for clients as long as they take: between two steps of a test, all others may run.
  static var forTests: ListenerConfiguration {
    var configuration = ListenerConfiguration()
    configuration.threadCount = 2
    configuration.timeouts.idle = .seconds(3_600)
    configuration.timeouts.handshake = .seconds(3_600)
    configuration.timeouts.head = .seconds(3_600)
    configuration.timeouts.body = .seconds(3_600)
    configuration.timeouts.wholeBody = .seconds(3_600)
    configuration.timeouts.stalledWrite = .seconds(3_600)
    return configuration
  }

  /// Has so much memory for bodies, in bytes.
  static func forTests(bodyMemory: Int) -> ListenerConfiguration {
    var configuration = ListenerConfiguration.forTests
    configuration.limits.bodyMemory = bodyMemory
    return configuration
  }
}

extension ResponsePlan {
  static func ok(_ text: String) -> ResponsePlan { .text(text, status: .ok) }
}

/// Answers with the method, the target and the body of each request.
let describing: RequestHandler = { request in
  ListenerResponse(
    .ready(.ok("\(request.method) \(request.target.pathAndQuery) \(request.bodyText)")))
}

/// Collects how exchanges end, and lets a test wait for the next.
final class Endings: Sendable {
  private let stream: AsyncStream<ResponseEnding>
  private let continuation: AsyncStream<ResponseEnding>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  var note: @Sendable (ResponseEnding) -> Void {
    { [continuation] in continuation.yield($0) }
  }

  func next() async -> ResponseEnding? {
    for await ending in stream { return ending }
    return nil
  }
}

/// Lets a stub's answer wait until a test opens it.
final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func open() { continuation.finish() }

  func wait() async { for await _ in stream {} }
}

/// A value that is set later than it is needed.
final class AsyncBox<Value: Sendable>: Sendable {
  private let stream: AsyncStream<Value>
  private let continuation: AsyncStream<Value>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func set(_ value: Value) { continuation.yield(value) }

  var value: Value {
    get async {
      for await value in stream { return value }
      fatalError("the box was never filled")
    }
  }
}
