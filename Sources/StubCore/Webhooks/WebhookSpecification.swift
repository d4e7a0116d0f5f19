#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A webhook as its author described it, before it meets a request.
package struct WebhookSpecification: Sendable {
  package var method = HTTPMethod.post
  package var url = ""
  /// The header fields, the body, the delay, and whether there are tags, as a response has them.
  package var content = ResponseSpecification()

  /// A POST without a body, to nowhere until the URL is set.
  package init() {}

  /// What is sent.
  ///
  /// - Throws: `TemplateError` when a template does not compile.
  package func webhook() throws(TemplateError) -> Webhook {
    guard content.usesTemplates else {
      return Webhook(method: method.rawValue, url: url) { [self] _, _ in
        try message(content, to: url)
      }
    }
    let template = try Template(url)
    let responder = try TemplatedResponder(content)
    return Webhook(method: method.rawValue, url: url) { [self] request, environment in
      var rendering = TemplateRendering(request: request, environment: environment)
      let url = try rendering.text(of: template)
      return try message(responder.filledIn(for: request, environment), to: url)
    }
  }

  private var delays: [HTTPStubDelay] {
    let fixed = content.timing.beforeHead
    return (fixed > .zero ? [.fixed(fixed)] : []) + (content.trouble.delay.map { [$0] } ?? [])
  }

  private func message(_ filled: ResponseSpecification, to url: String) throws -> WebhookMessage {
    let content = try BodyContent(filled.body)
    var headers = filled.head.headers
    if let type = filled.contentType {
      headers[.contentType] = type.rawValue
    } else if let type = content.type, !headers.contains(.contentType) {
      headers[.contentType] = type.rawValue
    }
    let body = try BodyReader(content.bytes).read(0..<content.bytes.count)
    return WebhookMessage(
      method: method.rawValue, url: url, headers: headers, body: body, delays: delays)
  }
}
