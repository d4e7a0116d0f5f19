#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Answers with what a closure makes of the request, its captures and the stub.
struct DynamicResponder: HTTPStubResponder {
  let provider: @Sendable (ReceivedRequest, HTTPStub) throws -> HTTPStubResponse

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    let response = try provider(request, context.stub)
    return try response.responder(forOneRequest: true).respond(to: request, in: context)
  }
}

/// Answers with what an asynchronous closure makes of the request.
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

/// Answers as another responder does, after a delay in addition to that of the response.
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

extension DelayedResponder: TitledResponder, OutlinedResponder {
  var title: String { base.title }
  var outline: ResponsePlan? { base.outline }
}

extension HTTPStubResponder {
  /// The responder with a delay in addition to that of its responses.
  func after(_ delay: HTTPStubDelay) -> any HTTPStubResponder {
    delay == .none ? self : DelayedResponder(base: self, delay: delay)
  }
}

/// Answers with the request's own body and its end-to-end header fields, under a described head.
struct EchoResponder: HTTPStubResponder {
  let specification: ResponseSpecification
  /// What fills in the tags of the head; `nil` without any.
  private let template: TemplatedResponder?

  /// - Throws: `TemplateError` when a template does not compile.
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

  /// Fields that concern the connection or the request's framing, not its meaning.
  private static let dropped = HTTPHeaderName.hopByHop.union([
    .contentLength, .expect, .host, .proxyAuthorization,
  ])
}

/// Answers with the reason why a response cannot be made.
struct FailingResponder: HTTPStubResponder {
  let error: ResponderError

  var problems: [String] { [error.description] }

  var readsBody: Bool { false }

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    throw error
  }
}
