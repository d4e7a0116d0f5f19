import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Renders templates for one request with the names that WireMock gives to its parts.
struct WireMockRendering {
  let request: ReceivedRequest
  let parameters: JSONValue
  let environment: TemplateEnvironment

  func text(of template: Template) throws(TemplateError) -> String {
    if template.isPlain { return template.source }
    var parts = JSONObject()
    let names = template.members(ofRoot: "request")
    for (name, part) in Self.parts where names.contains(name) {
      parts[name] = part(request, template.source)
    }
    return try template.render(
      ["request": .object(parts), "parameters": parameters], environment: environment)
  }

  typealias Part = @Sendable (ReceivedRequest, _ template: String) -> JSONValue

  /// The members of `request` that templates can name.
  static let parts: KeyValuePairs<String, Part> = [
    "method": { request, _ in .string(request.method.rawValue) },
    "url": { request, _ in .string(request.target.pathAndQuery) },
    "path": { request, template in path(of: request, for: template) },
    "pathSegments": { request, _ in .array(request.target.segments.map(JSONValue.string)) },
    "scheme": { request, _ in .string(request.target.scheme ?? "http") },
    "host": { request, _ in .string(request.target.host ?? "") },
    "port": { request, _ in request.target.effectivePort.map { .number(JSONNumber($0)) } ?? .null },
    "baseUrl": { request, _ in
      .string("\(request.target.scheme ?? "http")://\(request.target.authority ?? "")")
    },
    "query": { request, template in
      grouped(
        request.target.queryItems.map { ($0.name, $0.value ?? "") }, as: "query", for: template)
    },
    "headers": { request, template in
      let fields = request.headers.fields.flatMap { field in
        Set([field.name.rawName, field.name.canonicalName, capitalized(field.name.canonicalName)])
          .map { ($0, field.value) }
      }
      return grouped(fields, as: "headers", for: template)
    },
    "cookies": { request, template in
      grouped(request.cookies.map { ($0.name, $0.value) }, as: "cookies", for: template)
    },
    "body": { request, _ in .string(request.bodyText) },
    "bodyAsBase64": { request, _ in .string(request.body?.base64EncodedString() ?? "") },
  ]

  /// The path or, where the template looks into it, its segments and variables by number and name.
  private static func path(of request: ReceivedRequest, for template: String) -> JSONValue {
    guard template.contains("request.path.") else { return .string(request.target.path) }
    let segments = request.target.segments.enumerated().map {
      (String($0.offset), JSONValue.string($0.element))
    }
    let variables = request.captures.uri.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return .object(JSONObject(segments + variables))
  }

  /// Values by name: the first, or all where the template asks for one by its number.
  private static func grouped(
    _ items: [(String, String)], as part: String, for template: String
  ) -> JSONValue {
    var object = JSONObject()
    for (name, value) in items {
      let isIndexed =
        template.contains("\(part).\(name).") || template.contains("\(part).[\(name)].")
      if !isIndexed {
        if object[name] == nil { object[name] = .string(value) }
      } else if case .array(let values)? = object[name] {
        object[name] = .array(values + [.string(value)])
      } else {
        object[name] = .array([.string(value)])
      }
    }
    return .object(object)
  }

  private static func capitalized(_ name: String) -> String {
    name.split(separator: "-", omittingEmptySubsequences: false)
      .map { $0.prefix(1).uppercasedASCII() + $0.dropFirst() }.joined(separator: "-")
  }
}
