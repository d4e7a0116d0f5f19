import StubPlatform

/// A responder that answers with a specified response.
final class SpecifiedResponder: HTTPStubResponder {
  /// A plan that is made for the first request and kept for later ones.
  private enum Reusable {
    case plan(ResponsePlan)
    /// The plan for the present contents of the body file.
    case file(FilePlan)
  }

  private let kept = Once<Reusable>()
  /// Whether all requests except HEAD get the same plan.
  private let isRequestIndependent: Bool
  private let hasFile: Bool
  /// Whether the plans for single requests share the bytes of the specification.
  private let sharesBody: Bool
  let specification: ResponseSpecification

  /// Creates a responder; if it is `forOneRequest`, it keeps no plan for other requests.
  init(specification: ResponseSpecification, forOneRequest: Bool = false) {
    self.specification = specification
    isRequestIndependent = specification.isRequestIndependent && !forOneRequest
    hasFile = specification.file != nil && !forOneRequest
    sharesBody = if case .data = specification.body { !forOneRequest } else { false }
  }

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    if request.method != .head {
      if isRequestIndependent, let plan = try keptPlan(for: request) { return .ready(plan) }
      if hasFile, !request.headers.contains(.range), let plan = try filePlan(for: request) {
        return .ready(plan)
      }
    }
    let plan = try specification.plan(for: request)
    return .ready(sharesBody ? plan.sharingBody() : plan)
  }

  /// Returns the plan for all requests except HEAD; `nil` if there is none.
  private func keptPlan(for request: ReceivedRequest) throws -> ResponsePlan? {
    let reusable = try kept.value { .plan(try specification.plan(for: request).kept()) }
    if case .plan(let plan) = reusable { return plan } else { return nil }
  }

  /// Returns the plan for the present contents of the body file; `nil` if the file is read while it
  /// is sent.
  private func filePlan(for request: ReceivedRequest) throws -> ResponsePlan? {
    let reusable = kept.valueIfMade { specification.file.map { .file(FilePlan($0)) } }
    guard case .file(let filePlan) = reusable else { return nil }
    return try filePlan.plan { file in
      try file.filling(specification.plan(for: request))
    }
  }
}

extension SpecifiedResponder {
  package var answersAlike: Bool { isRequestIndependent }

  package var readsBody: Bool { false }

  /// Whether the whole response is sent in one step.
  package var isSynchronous: Bool {
    specification.isRequestIndependent && specification.timing == .immediate
      && specification.body.isOneStep
  }
}

extension HTTPStubBody {
  fileprivate var isOneStep: Bool {
    switch self {
    case .none: true
    case .data(let data): data.count <= PlanSteps.largestStep
    case .text(let text): text.utf8.count <= PlanSteps.largestStep
    case .json(let value): value.text().utf8.count <= PlanSteps.largestStep
    case .file: false
    }
  }
}

extension ResponseSpecification {
  /// Returns a responder for this response; if it is `forOneRequest`, it keeps no plan for other
  /// requests.
  ///
  /// - Throws: `TemplateError` if a template does not compile.
  package func responder(
    forOneRequest: Bool = false
  ) throws(TemplateError) -> any HTTPStubResponder {
    let responder: any HTTPStubResponder =
      usesTemplates
      ? try TemplatedResponder(self)
      : SpecifiedResponder(specification: self, forOneRequest: forOneRequest)
    return impairment.applied(to: responder)
  }

  /// Returns a responder that sends back the request's body and header fields, with this head.
  ///
  /// - Throws: `TemplateError` if a template does not compile.
  package func echo() throws(TemplateError) -> any HTTPStubResponder {
    impairment.applied(to: try EchoResponder(self))
  }

  /// The path of the body file; `nil` if the body is not a file.
  fileprivate var file: String? {
    if case .file(let path) = body, failure == nil { path } else { nil }
  }

  /// Whether all requests except HEAD get the same plan, because the body is not a file and ranges
  /// are not supported.
  fileprivate var isRequestIndependent: Bool {
    if case .file = body { return false }
    return failure == nil && acceptsRanges != true
  }

  /// Returns the plan for a request, after finding the body file, cutting ranges and adding framing
  /// fields.
  ///
  /// - Throws: `ResponderError` if the body file is missing.
  package func plan(for request: ReceivedRequest) throws -> ResponsePlan {
    if let failure { return .failing(failure, timing: timing) }
    let content = try BodyContent(body, in: TextCharset(head.headers, contentType: contentType))
    var head = head
    if let type = contentType {
      head.headers[.contentType] = type.rawValue
    } else if let type = content.type, !head.headers.contains(.contentType) {
      head.headers[.contentType] = type.rawValue
    }
    var plan = ResponsePlan(
      head: head, body: content.bytes, timing: timing, cachePolicy: cachePolicy)
    if acceptsRanges ?? content.isFile { plan.cutToRange(of: request) }
    plan.completeFraming(for: request)
    return plan
  }
}

/// The bytes of a specified body, and its media type.
struct BodyContent {
  let bytes: PlannedBody
  let type: HTTPContentType?
  var isFile = false

  /// Creates the bytes of a body; text and JSON are converted to `charset`.
  init(_ body: HTTPStubBody, in charset: @autoclosure () -> TextCharset) throws {
    switch body {
    case .none:
      (bytes, type) = (.empty, nil)
    case .data(let data):
      (bytes, type) = (.data(data), nil)
    case .text(let text):
      (bytes, type) = (.data(try charset().bytes(of: text)), .text)
    case .json(let value):
      (bytes, type) = (.data(try charset().bytes(of: value.text())), .json)
    case .file(let path):
      let file = try BodyFile(path)
      (bytes, type) = (.file(path: path, offset: 0, count: file.size), file.type)
      isFile = true
    }
  }
}
