/// Answers with what a closure makes of the request, its captures and the stub.
struct DynamicResponder: HTTPStubResponder {
  let provider: @Sendable (ReceivedRequest, HTTPStub) throws -> HTTPStubResponse

  func respond(to request: ReceivedRequest, for stub: HTTPStub) throws -> Answer {
    .ready(try provider(request, stub).specification.plan(for: request))
  }
}

/// Answers with what an asynchronous closure makes of the request.
struct AsyncResponder: HTTPStubResponder {
  let provider: @Sendable (ReceivedRequest, HTTPStub) async throws -> HTTPStubResponse

  func respond(to request: ReceivedRequest, for stub: HTTPStub) -> Answer {
    .pending {
      do {
        return try await provider(request, stub).specification.plan(for: request)
      } catch {
        return ResponsePlan(thrown: error, by: stub)
      }
    }
  }
}
