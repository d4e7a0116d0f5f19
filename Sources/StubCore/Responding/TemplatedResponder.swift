import StubPlatform

/// A responder that sends a specified response after filling in its tags from the request.
struct TemplatedResponder: HTTPStubResponder {
  let specification: ResponseSpecification
  private typealias Fields = [(name: HTTPHeaderName, value: Template)]

  private let headers: Fields
  private let trailers: Fields
  private let reason: Template?
  private let contentType: Template?
  private let body: TemplatedBody
  /// The chunks of the body, which are sent separately; `nil` if the body is sent as one.
  private let chunks: [TemplatedChunk]?
  /// Whether filling in the tags may take so long that other clients should not have to wait for
  /// it.
  private let mayTakeLong: Bool

  /// Compiles the templates.
  ///
  /// - Throws: `TemplateError` if a template does not compile.
  init(_ specification: ResponseSpecification) throws(TemplateError) {
    func templates(_ headers: HTTPHeaders) throws(TemplateError) -> Fields {
      var fields: Fields = []
      for field in headers.fields { fields.append((field.name, try Template(field.value))) }
      return fields
    }
    self.specification = specification
    headers = try templates(specification.head.headers)
    trailers = try templates(specification.head.trailers)
    reason = try specification.head.reason.map { text throws(TemplateError) in try Template(text) }
    contentType = try specification.contentType.map { type throws(TemplateError) in
      try Template(type.rawValue)
    }
    body = try TemplatedBody(
      specification.body, filesIn: specification.bodyFolder,
      fillsFileContents: specification.templatesFileContents)
    chunks = try specification.chunks.map { chunks throws(TemplateError) in
      var templates: [TemplatedChunk] = []
      for chunk in chunks { templates.append(try TemplatedChunk(chunk)) }
      return templates
    }
    mayTakeLong =
      body.mayTakeLong || chunks?.contains(where: \.mayTakeLong) == true
      || (headers + trailers).contains { $0.value.repeats } || reason?.repeats == true
      || contentType?.repeats == true
  }

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    guard mayTakeLong else { return .ready(try plan(for: request, context.templates)) }
    return .pending {
      do {
        return try plan(for: request, context.templates)
      } catch {
        return ResponsePlan(thrown: error, by: context.stub, for: request)
      }
    }
  }

  private func plan(
    for request: ReceivedRequest, _ environment: TemplateEnvironment
  ) throws -> ResponsePlan {
    do {
      return try filledIn(for: request, environment).plan(for: request)
    } catch let error as TemplateError {
      throw ResponderError("\(error)")
    }
  }

  /// Returns the response with its tags filled in.
  func filledIn(
    for request: ReceivedRequest, _ environment: TemplateEnvironment
  ) throws -> ResponseSpecification {
    var filled = specification
    var rendering = TemplateRendering(request: request, environment: environment)
    filled.head.headers = HTTPHeaders(
      try headers.map { request.headers.field($0.name, filled: try rendering.text(of: $0.value)) })
    filled.head.trailers = HTTPHeaders(
      try trailers.map { request.headers.field($0.name, filled: try rendering.text(of: $0.value)) })
    if let reason { filled.head.reason = try rendering.text(of: reason) }
    if let contentType {
      filled.contentType = HTTPContentType(rawValue: try rendering.text(of: contentType))
    }
    let type =
      filled.contentType ?? filled.head.headers[.contentType].map(HTTPContentType.init(rawValue:))
    if let chunks {
      let parts = try chunks.map { try $0.filledIn(&rendering, type: type) }
      filled.send(parts, drawingFrom: environment.random)
      return filled
    }
    let (body, naturalType) = try body.filledIn(&rendering, type: type)
    filled.body = body
    if type == nil { filled.contentType = naturalType }
    return filled
  }
}

/// The rendering of all templates in the response to one request.
///
/// Each part of their context is created at most once.
struct TemplateRendering {
  let request: ReceivedRequest
  let environment: TemplateEnvironment
  private var context = JSONObject()
  /// The steps (units of work) that all templates together may take.
  private var steps: StepBudget

  init(request: ReceivedRequest, environment: TemplateEnvironment) {
    self.request = request
    self.environment = environment
    steps = environment.stepLimit.budget(forBytes: request.loadedBodySize)
  }

  mutating func text(
    of template: Template, escaping: TemplateEscaping = .none
  ) throws(TemplateError) -> String {
    if template.isPlain { return template.source }
    request.addTemplateParts(to: &context, for: template)
    var environment = environment
    environment.escaping = escaping
    return try template.render(.object(context), environment: environment, &steps)
  }
}

/// A specified body with its templates compiled.
enum TemplatedBody: Sendable {
  case plain(HTTPStubBody)
  case text(Template)
  case json(TemplatedJSON)
  /// A file in a folder, whose name is a template, and whose contents may be one.
  case file(name: Template, in: FileFolder, fillsContents: Bool)

  /// Compiles the templates.
  ///
  /// - Throws: `TemplateError` if a template does not compile.
  init(
    _ body: HTTPStubBody, filesIn folder: FileFolder, fillsFileContents: Bool
  ) throws(TemplateError) {
    switch body {
    case .none, .data: self = .plain(body)
    case .text(let text): self = .text(try Template(text))
    case .json(let value): self = .json(try TemplatedJSON(value))
    case .file(let path):
      self = .file(name: try Template(path), in: folder, fillsContents: fillsFileContents)
    }
  }

  /// Whether filling in the tags may take long.
  var mayTakeLong: Bool {
    switch self {
    case .plain: false
    case .text(let template): template.repeats
    case .json(let value): value.mayTakeLong
    case .file(let name, _, let fillsContents): fillsContents || name.repeats
    }
  }

  /// Returns the body with its tags filled in, and its default media type.
  ///
  /// The type is `nil` if it follows from the kind of body.
  func filledIn(
    _ rendering: inout TemplateRendering, type: HTTPContentType?
  ) throws -> (body: HTTPStubBody, naturalType: HTTPContentType?) {
    switch self {
    case .plain(let body): return (body, nil)
    case .text(let template):
      let escaping = TemplateEscaping(suiting: type)
      return (.text(try rendering.text(of: template, escaping: escaping)), nil)
    case .json(let value): return (.json(try value.filledIn(&rendering)), nil)
    case .file(let name, let folder, let fillsContents):
      let path = try Self.path(of: name, rendering.text(of: name), in: folder)
      guard fillsContents else { return (.file(path: path), nil) }
      let natural = try BodyFile(path).type
      let contents: [UInt8]
      do throws(FileProblem) {
        contents = try DurableFile.read(path)
      } catch {
        throw ResponderError(
          "cannot read the body file \(FileFolder.shown(path)): \(error); \(error.remedy)")
      }
      let template = try Template(TextCharset(type).repairedText(of: contents))
      let escaping = TemplateEscaping(suiting: type ?? natural)
      return (.text(try rendering.text(of: template, escaping: escaping)), natural)
    }
  }

  /// Returns the path of the file with the filled-in name.
  ///
  /// - Throws: `ResponderError` if the file is not in the folder that the stub names.
  private static func path(
    of name: Template, _ filled: String, in folder: FileFolder
  ) throws(ResponderError) -> String {
    if name.isPlain { return folder.path(of: filled) ?? filled }
    let tag = name.source.firstRange(of: "{{")?.lowerBound ?? name.source.endIndex
    if let path = folder.path(inside: filled, chosen: name.source[..<tag]) { return path }
    throw ResponderError(
      "no body file for \(FileFolder.shown(name.source).quoted) in the folder of the stubs; "
        + "a name from a request cannot leave that folder")
  }
}

/// A JSON value whose strings and names are templates; values that are filled in cannot make it
/// invalid.
indirect enum TemplatedJSON: Sendable {
  case plain(JSONValue)
  case string(Template)
  /// A string that consists of a single `json` tag, which is replaced by a JSON value.
  case value(Template)
  case array([TemplatedJSON])
  case object([(name: Template, value: TemplatedJSON)])

  /// Compiles the templates.
  ///
  /// - Throws: `TemplateError` if a string does not compile.
  init(_ value: JSONValue) throws(TemplateError) {
    switch value {
    case .null, .bool, .number: self = .plain(value)
    case .string(let text):
      let template = try Template(text)
      self = template.isJSONTag ? .value(template) : .string(template)
    case .array(let elements):
      var templates: [TemplatedJSON] = []
      for element in elements { templates.append(try TemplatedJSON(element)) }
      self = .array(templates)
    case .object(let object):
      var members: [(Template, TemplatedJSON)] = []
      for member in object.members {
        members.append((try Template(member.name), try TemplatedJSON(member.value)))
      }
      self = .object(members)
    }
  }

  /// Whether filling in the tags may take long.
  var mayTakeLong: Bool {
    switch self {
    case .plain: false
    case .string(let template), .value(let template): template.repeats
    case .array(let templates): templates.contains(where: \.mayTakeLong)
    case .object(let templates): templates.contains { $0.name.repeats || $0.value.mayTakeLong }
    }
  }

  func filledIn(_ rendering: inout TemplateRendering) throws(TemplateError) -> JSONValue {
    switch self {
    case .plain(let value): return value
    case .string(let template): return .string(try rendering.text(of: template))
    case .value(let template):
      let text = try rendering.text(of: template)
      return (try? JSONValue(parsing: text)) ?? .string(text)
    case .array(let templates):
      var elements: [JSONValue] = []
      for template in templates { elements.append(try template.filledIn(&rendering)) }
      return .array(elements)
    case .object(let templates):
      var object = JSONObject()
      for (name, value) in templates {
        object[try rendering.text(of: name)] = try value.filledIn(&rendering)
      }
      return .object(object)
    }
  }
}
