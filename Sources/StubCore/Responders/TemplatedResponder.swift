#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Answers with a described response whose tags are filled in from the request.
struct TemplatedResponder: HTTPStubResponder {
  private let specification: ResponseSpecification
  private let headers: [(name: HTTPHeaderName, value: Template)]
  private let body: TemplatedBody

  /// - Throws: `TemplateError` when a template does not compile.
  init(_ specification: ResponseSpecification) throws(TemplateError) {
    var headers: [(HTTPHeaderName, Template)] = []
    for field in specification.head.headers.fields {
      headers.append((field.name, try Template(field.value)))
    }
    self.specification = specification
    self.headers = headers
    body = try TemplatedBody(
      specification.body, filesIn: specification.bodyFolder,
      fillsFileContents: specification.templatesFileContents)
  }

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    do {
      return .ready(try filledIn(for: request, context.templates).plan(for: request))
    } catch let error as TemplateError {
      throw ResponderError("\(error)")
    }
  }

  private func filledIn(
    for request: ReceivedRequest, _ environment: TemplateEnvironment
  ) throws -> ResponseSpecification {
    var filled = specification
    var rendering = TemplateRendering(request: request, environment: environment)
    filled.head.headers = HTTPHeaders(
      try headers.map { HTTPHeaders.Field(name: $0.name, value: try rendering.text(of: $0.value)) })
    let type = specification.contentType?.rawValue ?? filled.head.headers[.contentType]
    filled.body = try body.filledIn(
      &rendering, escaping: TemplateEscaping(suiting: type.map(HTTPContentType.init(rawValue:))))
    if filled.contentType == nil, !filled.head.headers.contains(.contentType) {
      filled.contentType = body.naturalType
    }
    return filled
  }
}

/// Renders templates for one request, making each part of their context at most once.
struct TemplateRendering {
  let request: ReceivedRequest
  let environment: TemplateEnvironment
  private var context = JSONObject()

  init(request: ReceivedRequest, environment: TemplateEnvironment) {
    self.request = request
    self.environment = environment
  }

  mutating func text(
    of template: Template, escaping: TemplateEscaping = .none
  ) throws(TemplateError) -> String {
    if template.isPlain { return template.source }
    request.addTemplateParts(to: &context, for: template)
    var environment = environment
    environment.escaping = escaping
    return try template.render(.object(context), environment: environment)
  }
}
