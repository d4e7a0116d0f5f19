#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Answers 200 with the request's own body and its end-to-end header fields.
struct EchoResponder: HTTPStubResponder {
  let timing: ResponseTiming

  func respond(to request: ReceivedRequest, in context: ResponderContext) -> Answer {
    let kept = request.headers.fields.filter { !Self.hopByHop.contains($0.name) }
    var plan = ResponsePlan(
      head: ResponseHead(headers: HTTPHeaders(kept)), body: .data(request.body ?? Data()),
      timing: timing)
    plan.completeFraming(for: request)
    return .ready(plan)
  }

  /// Fields that concern the connection or the request's framing, not its meaning.
  private static let hopByHop: Set<HTTPHeaderName> = [
    .connection, .contentLength, .expect, .host, .transferEncoding, .upgrade, .trailer,
    "Keep-Alive", "TE", "Proxy-Connection", .proxyAuthorization,
  ]
}
