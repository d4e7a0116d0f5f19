import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Answers with a response whose tags are filled in with what WireMock calls the parts of requests.
struct WireMockTemplateResponder: HTTPStubResponder {
  enum Body: Sendable {
    case none
    case text(Template)
    case json(WireMockTree)
    case bytes(Data)
    /// A file whose name and contents are templates.
    case file(Template, in: WireMockFolder)
  }

  let specification: ResponseSpecification
  /// What templates see as `parameters`.
  let parameters: JSONValue
  var headers: [(name: HTTPHeaderName, value: Template)] = []
  var body = Body.none

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
          HTTPHeaders.Field(name: $0.name, value: try rendering.text(of: $0.value))
        })
      if let data = try data(rendering) { filled.body = .data(data) }
      return .ready(try filled.plan(for: request))
    } catch let error as TemplateError {
      throw ResponderError("\(error)")
    }
  }

  private func data(_ rendering: WireMockRendering) throws -> Data? {
    switch body {
    case .none: return nil
    case .bytes(let bytes): return bytes
    case .text(let template): return Data(try rendering.text(of: template).utf8)
    case .json(let tree): return Data(try tree.filledIn(rendering).text().utf8)
    case .file(let name, let folder):
      let name = try rendering.text(of: name)
      guard let path = folder.path(inside: name),
        let data = try? Data(contentsOf: URL(filePath: path))
      else {
        throw ResponderError(
          "expected a body file in __files, found none of the name \(Quotation.of(name)); "
            + "check \"bodyFileName\"")
      }
      let contents = try Template(String(decoding: data, as: UTF8.self))
      return contents.isPlain ? data : Data(try rendering.text(of: contents).utf8)
    }
  }
}

/// A JSON value whose texts are templates.
indirect enum WireMockTree: Sendable {
  case plain(JSONValue)
  case text(Template)
  case array([WireMockTree])
  case object([(name: String, value: WireMockTree)])

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
      for (name, tree) in trees { members.append((name, try tree.filledIn(rendering))) }
      return .object(JSONObject(members))
    }
  }
}
