import Foundation
public import HTTPStubber

extension StubSet {
  /// A set with just this stub.
  public convenience init(_ stub: HTTPStubRequest) {
    self.init()
    add(stub: stub)
  }

  /// The plan of the answer to a request, or what became of it instead.
  public func plan(
    _ method: HTTPMethod, _ address: String, headers: HTTPHeaders = [:], body: String? = nil
  ) async throws -> ResponsePlan {
    try await plan(
      ReceivedRequest(method, address, headers: headers, body: body.map { Data($0.utf8) }))
  }

  public func plan(_ request: ReceivedRequest) async throws -> ResponsePlan {
    switch receive(request).outcome {
    case .stubbed(_, _, .ready(let plan)): return plan
    case .stubbed(_, _, .pending(let make)): return await make()
    case .passedThrough, .recorded:
      throw PassedThrough()
    case .unmatched(let report, _): throw report
    }
  }

  /// The first webhook that is sent after the response to a request, when so much time has passed.
  ///
  /// - Throws: ``NoWebhook`` when all webhooks have ended without one that was sent.
  public func webhook(
    after request: ReceivedRequest, within time: Duration, on clock: VirtualClock
  ) async throws -> ReceivedRequest {
    let (stream, continuation) = AsyncStream<ReceivedRequest>.makeStream()
    let sender = WebhookSender(WebhookConfiguration(), clock: clock) { request, _ in
      continuation.yield(request)
      return .answered(.ok)
    }
    receive(request, webhooks: sender).finish(.completed)
    clock.advance(by: time)
    Task {
      while sender.pendingCount > 0 { await Task.yield() }
      continuation.finish()
    }
    for await webhook in stream { return webhook }
    throw NoWebhook()
  }
}

/// A request that no stub was to answer.
public struct PassedThrough: Error {
  public init() {}
}

/// No webhook was sent after a request.
public struct NoWebhook: Error {
  public init() {}
}

extension ResponsePlan {
  public var status: Int? { head?.status.rawValue }

  /// The body as text, or the error if its file cannot be read.
  public var text: String {
    switch body {
    case .data(let data): return String(decoding: data, as: UTF8.self)
    case .file(let path, let offset, let count):
      do {
        let data = try Data(contentsOf: URL(filePath: path))
        return String(decoding: data.dropFirst(offset).prefix(count), as: UTF8.self)
      } catch {
        return "cannot read the body: \(error)"
      }
    }
  }

  /// The time until the head is sent.
  public var beforeHead: Duration { timing.beforeHead }

  /// The time of its last step.
  public var duration: Duration { Array(steps).last?.at ?? .zero }
}

extension StubSet {
  /// Whether a request is answered here, or at least refused.
  public func takesOn(_ request: ReceivedRequest) -> Bool { handles(request) }
}

extension HTTPStub {
  /// The methods with a response of their own.
  public var answeredMethods: [HTTPMethod] { methods }
}
