import StubCassettes
import StubCore
import StubDocuments
import StubPlatform
import StubRules

extension Reader {
  /// Compiles a template, and reports unknown names and helpers.
  ///
  /// `root` is the name of the request in the template: `request`, or `originalRequest` in
  /// webhooks.
  func wireMockTemplate(
    _ value: Value, _ text: String?, root: String = "request"
  ) -> Template? {
    guard let text else { return nil }
    do throws(TemplateError) {
      let template = try Template(text, .wireMock)
      return checkNames(value, of: template, root) ? template : nil
    } catch {
      report(
        value, atByte: text.byteOffset(line: error.line, column: error.column), found: error.found,
        expected: error.expected, remedy: .advice(error.remedy.withoutFullStop))
      return nil
    }
  }

  /// Reads a JSON value whose names and texts are templates.
  func wireMockTree(_ value: Value) -> WireMockTree? {
    if let scalar = value.scalar {
      guard scalar.kind == .string else { return .plain(scalar.json) }
      return wireMockTemplate(value, scalar.text).map { .text($0) }
    }
    if value.elements != nil { return list(value) { wireMockTree($0) }.map { .array($0) } }
    return mapping(value) { mapping in
      let members = mapping.remaining
      mapping.each { _, _ in }
      return .object(
        members.compactMap { member in
          guard let name = wireMockName(member), let tree = wireMockTree(member.value) else {
            return nil
          }
          return (name, tree)
        })
    }
  }

  private func wireMockName(_ member: Value.Member) -> Template? {
    guard member.key.contains("{{") else { return try? Template(member.key) }
    let name = Value(text: member.key, at: member.position, in: member.value)
    return wireMockTemplate(name, member.key)
  }

  /// Returns whether a template uses only known names; another name is reported.
  private func checkNames(_ value: Value, of template: Template, _ root: String) -> Bool {
    let text = template.source
    if template.isPlain { return true }
    let known = WireMockRendering.parts.map(\.key)
    let foreign = template.roots.subtracting([root, "parameters"])
    if let assigned = template.assignedNames, let name = foreign.subtracting(assigned).min() {
      return refuse(value, name, in: text, "\(Quotation.of(root)), \"parameters\" and helpers")
    }
    let strange = template.members(ofRoot: root).subtracting(known).sorted()
    if let name = strange.first {
      return refuse(
        value, "\(root).\(name)", in: text, known.sorted().map(Quotation.of).joined(separator: ", ")
      )
    }
    guard case .matched(let match)? = placeFromTheEnd?.firstMatch(in: text),
      let place = text.firstRange(of: match.text)?.lowerBound
    else { return true }
    report(
      value, atByte: text.utf8.distance(from: text.startIndex, to: place),
      found: "unknown position \(Quotation.of(match.text)) in a template",
      remedy: "use \".[0]\" for the first value")
    return false
  }

  private func refuse(_ value: Value, _ name: String, in text: String, _ available: String) -> Bool
  {
    let last = name == "this" ? "{{" : name
    let place = text.firstRange(of: last)?.lowerBound ?? text.startIndex
    report(
      value, atByte: text.utf8.distance(from: text.startIndex, to: place),
      found: "unknown name \(Quotation.of(name)) in a template", remedy: "available: \(available)")
    return false
  }
}

/// The pattern of values that `first`, `last` or a negative index selects, which are not supported.
private let placeFromTheEnd = try? RegularExpression(
  "(?:originalR|r)equest\\.(query|headers|cookies|path|pathSegments)[^\\s}]*\\.(first|last|\\[-\\d+\\])(?![\\w-])"
)

extension WireMockFolder {
  /// Reads a body file whose name is a template.
  ///
  /// If `fillsContents` is set, the contents, which are in `charset`, are also a template.
  func body(
    _ name: String?, _ value: Value, _ reader: Reader, in charset: TextCharset,
    root: String = "request", fillsContents: Bool = true
  ) -> WireMockTemplateResponder.Body? {
    guard let name, let template = reader.wireMockTemplate(value, name, root: root) else {
      return nil
    }
    let body = WireMockTemplateResponder.Body.file(
      template, in: self, fillsContents: fillsContents)
    guard template.isPlain else { return body }
    guard let path = path(name, value, reader) else { return nil }
    guard fillsContents else { return body }
    guard let data = reader.fileContents(value, at: path, atMost: RuleContext.usualFileSizeLimit)
    else { return nil }
    let contents = value.replaced(by: charset.repairedText(of: data))
    let findings = DiagnosticCollector()
    if Reader(findings).wireMockTemplate(contents, contents.scalar?.text, root: root) != nil {
      return body
    }
    reader.report(
      value,
      found: "invalid template in \(path): "
        + (findings.list.sorted.first?.message ?? ""))
    return nil
  }
}

/// A responder that fills in the tags of a response, in which the parts of requests have WireMock's
/// names.
struct WireMockTemplateResponder: HTTPStubResponder {
  enum Body: Sendable {
    case none
    case text(Template)
    case json(WireMockTree)
    case bytes(Data)
    /// A file whose name is a template, and whose contents may be a template.
    case file(Template, in: WireMockFolder, fillsContents: Bool)
  }

  let specification: ResponseSpecification
  /// The value of `parameters` in templates.
  let parameters: JSONValue
  var headers: [(name: HTTPHeaderName, value: Template)] = []
  var body = Body.none
  var marks = StubMarks()

  init(specification: ResponseSpecification, parameters: JSONValue) {
    self.specification = specification
    self.parameters = parameters
  }

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    let rendering = WireMockRendering(
      request: request, parameters: parameters, environment: context.templates)
    do {
      var filled = specification
      filled.head.headers = HTTPHeaders(
        try headers.map {
          request.headers.field($0.name, filled: try rendering.text(of: $0.value))
        } + marks.fields.fields)
      let charset = TextCharset(filled.head.headers)
      if let data = try body.data(rendering, in: charset) { filled.body = .data(data) }
      return .ready(try filled.plan(for: request))
    } catch let error as TemplateError {
      throw ResponderError("\(error)")
    }
  }
}

extension WireMockTemplateResponder {
  var title: String { specification.title }
  var outline: ResponsePlan? { specification.outline }
}

extension WireMockTemplateResponder.Body {
  /// Returns the bytes, with their tags filled in, in `charset`; `nil` if there is no body.
  func data(_ rendering: WireMockRendering, in charset: TextCharset) throws -> Data? {
    switch self {
    case .none: return nil
    case .bytes(let bytes): return bytes
    case .text(let template): return try charset.bytes(of: rendering.text(of: template))
    case .json(let tree): return try charset.bytes(of: tree.filledIn(rendering).text())
    case .file(let name, let folder, let fillsContents):
      let name = try rendering.text(of: name)
      guard let path = folder.path(inside: name),
        let data = try? Data(DurableFile.read(path, atMost: RuleContext.usualFileSizeLimit))
      else {
        throw ResponderError(
          "no file \(Quotation.of(name)) in __files; check \"bodyFileName\"")
      }
      guard fillsContents else { return data }
      let contents = try Template(charset.repairedText(of: data), .wireMock)
      return contents.isPlain ? data : try charset.bytes(of: rendering.text(of: contents))
    }
  }
}

/// A JSON value whose names and texts are templates.
indirect enum WireMockTree: Sendable {
  case plain(JSONValue)
  case text(Template)
  case array([WireMockTree])
  case object([(name: Template, value: WireMockTree)])

  func filledIn(_ rendering: WireMockRendering) throws(TemplateError) -> JSONValue {
    switch self {
    case .plain(let value): return value
    case .text(let template): return .string(try rendering.text(of: template))
    case .array(let trees):
      var elements: [JSONValue] = []
      for tree in trees { elements.append(try tree.filledIn(rendering)) }
      return .array(elements)
    case .object(let trees):
      var members: [(String, JSONValue)] = []
      for (name, tree) in trees {
        members.append((try rendering.text(of: name), try tree.filledIn(rendering)))
      }
      return .object(JSONObject(members))
    }
  }
}

/// The data that is filled in for one request, whose parts have WireMock's names.
struct WireMockRendering {
  let request: ReceivedRequest
  let parameters: JSONValue
  let environment: TemplateEnvironment
  /// The name of the request in templates.
  var root = "request"

  func text(of template: Template) throws(TemplateError) -> String {
    if template.isPlain { return template.source }
    let names = template.members(ofRoot: root)
    let parts = Self.parts.filter { names.contains($0.key) }
      .map { (name: $0.key, value: $0.value(request)) }
    return try template.render(
      .members([(root, .members(parts)), ("parameters", .json(parameters))]),
      environment: environment)
  }

  typealias Part = @Sendable (ReceivedRequest) -> TemplateData

  /// The members of `request` that templates can use.
  static let parts: KeyValuePairs<String, Part> = [
    "method": { .text($0.method.rawValue) },
    "url": { .text($0.target.pathAndQuery) },
    "path": { path(of: $0) },
    "pathSegments": { path(of: $0) },
    "scheme": { .text($0.target.scheme ?? "http") },
    "host": { .text($0.target.host ?? "") },
    "clientIp": { .text($0.clientAddress ?? "") },
    "port": { .json($0.target.effectivePort.map { .number(JSONNumber($0)) } ?? .null) },
    "baseUrl": { .text("\($0.target.scheme ?? "http")://\($0.target.authority ?? "")") },
    "query": { .init(grouping: $0.target.queryItems.map { ($0.name, $0.value ?? "") }) },
    "headers": {
      .init(grouping: $0.headers.fields.map { ($0.name.rawName, $0.value) }, ignoresCase: true)
    },
    "cookies": { .init(grouping: $0.cookies.map { ($0.name, $0.value) }) },
    "body": { .text($0.bodyText) },
    "bodyAsBase64": { .text($0.body?.base64EncodedString() ?? "") },
  ]

  /// Returns the path as a value that is a text, a list of segments, and variables by name.
  private static func path(of request: ReceivedRequest) -> TemplateData {
    let variables = request.captures.uri.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return .texts(
      request.target.path, elements: request.target.segments, members: JSONObject(variables))
  }
}

extension TemplateData {
  fileprivate static func text(_ text: String) -> TemplateData { .json(.string(text)) }
}
