/// Answers with what a closure makes of the request, its captures and the stub.
struct DynamicResponder: HTTPStubResponder {
  let provider: @Sendable (ReceivedRequest, HTTPStub) throws -> HTTPStubResponse

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    let response = try provider(request, context.stub).specification
    return try response.responder().respond(to: request, in: context)
  }
}

/// Answers with what an asynchronous closure makes of the request.
struct AsyncResponder: HTTPStubResponder {
  let provider: @Sendable (ReceivedRequest, HTTPStub) async throws -> HTTPStubResponse

  func respond(to request: ReceivedRequest, in context: ResponderContext) -> Answer {
    .pending {
      do {
        let response = try await provider(request, context.stub).specification
        switch try response.responder().respond(to: request, in: context) {
        case .ready(let plan): return plan
        case .pending(let make): return await make()
        }
      } catch {
        return ResponsePlan(thrown: error, by: context.stub, for: request)
      }
    }
  }
}
