import StubPlatform

/// A responder that answers with the response of a closure, which gets the request and the stub.
struct DynamicResponder: HTTPStubResponder {
  let provider: @Sendable (ReceivedRequest, HTTPStub) throws -> HTTPStubResponse

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    let response = try provider(request, context.stub)
    return try response.responder(forOneRequest: true).respond(to: request, in: context)
  }
}

/// A responder that answers with the response of an asynchronous closure, which gets the request
/// and the stub.
struct AsyncResponder: HTTPStubResponder {
  let provider: @Sendable (ReceivedRequest, HTTPStub) async throws -> HTTPStubResponse

  func respond(to request: ReceivedRequest, in context: ResponderContext) -> Answer {
    .pending {
      do {
        let response = try await provider(request, context.stub)
        let answer = try response.responder(forOneRequest: true).respond(to: request, in: context)
        switch answer {
        case .ready(let plan): return plan
        case .pending(let make): return await make()
        }
      } catch {
        return ResponsePlan(thrown: error, by: context.stub, for: request)
      }
    }
  }
}

/// A responder that adds a delay to the responses of another responder.
private struct DelayedResponder: HTTPStubResponder {
  let base: any HTTPStubResponder
  let delay: HTTPStubDelay

  var problems: [String] { base.problems }

  var readsBody: Bool { base.readsBody }

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    let time = delay.draw(from: context.templates.random)
    let isRandom = delay.fixed == nil
    return try base.respond(to: request, in: context).map { plan in
      var plan = plan
      plan.timing.beforeHead += time
      if isRandom { plan.randomDelay = (plan.randomDelay ?? .zero) + time }
      return plan
    }
  }
}

extension DelayedResponder {
  var title: String { base.title }
  var outline: ResponsePlan? { base.outline }
}

extension HTTPStubResponder {
  /// Returns a responder that adds `delay` to the responses of this one.
  func after(_ delay: HTTPStubDelay) -> any HTTPStubResponder {
    delay == .none ? self : DelayedResponder(base: self, delay: delay)
  }
}

/// A responder that sends back the request's body and its end-to-end header fields, with a
/// specified head.
struct EchoResponder: HTTPStubResponder {
  let specification: ResponseSpecification
  /// The template for the head; `nil` if templates are not turned on for the response.
  private let template: TemplatedResponder?

  /// Creates a responder that sends back requests.
  ///
  /// - Throws: `TemplateError` if a template does not compile.
  init(_ specification: ResponseSpecification) throws(TemplateError) {
    self.specification = specification
    template = specification.usesTemplates ? try TemplatedResponder(specification) : nil
  }

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    var response = specification
    if let template { response = try template.filledIn(for: request, context.templates) }
    let own = response.head.headers
    let kept = request.headers.fields.filter {
      !Self.dropped.contains($0.name) && !own.contains($0.name)
    }
    response.head.headers = HTTPHeaders(kept + own.fields)
    response.body = .data(request.body ?? Data())
    return .ready(try response.plan(for: request))
  }

  /// The request fields that are not sent back, because they belong to the connection or to the
  /// framing.
  private static let dropped = HTTPHeaderName.hopByHop.union([
    .contentLength, .expect, .host, .proxyAuthorization,
  ])
}

/// A responder that throws an error, which is the reason why the intended response cannot be made.
struct FailingResponder: HTTPStubResponder {
  let error: ResponderError

  var problems: [String] { [error.description] }

  var readsBody: Bool { false }

  var title: String { "an error" }

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    throw error
  }
}
