import StubCore

/// The description of the admin API as OpenAPI 3.0, generated from its routes.
struct OpenAPI {
  private let prefix: String
  private let version: String

  init(prefix: String, version: String) { (self.prefix, self.version) = (prefix, version) }

  var document: JSONValue {
    let paths = AdminRoute.all.grouped { prefix + $0.path.replacing("...}", with: "}") }.map {
      path, routes -> (String, JSONValue) in
      let operations = routes.map { ($0.method.rawValue.lowercasedASCII(), operation($0)) }
      return (path, .object(JSONObject(operations)))
    }
    return [
      "openapi": "3.0.3",
      "info": [
        "title": "stubber admin API", "version": .string(version),
        "description":
          "Steers a running stub server. Routes with WireMock's paths answer as WireMock does.",
      ],
      "paths": .object(JSONObject(paths)),
      "components": [
        "schemas": .object(JSONObject(AdminSchema.components.map { ($0.key, $0.value.value) }))
      ],
    ]
  }

  private func operation(_ route: AdminRoute) -> JSONValue {
    let variables = route.segments.filter { $0.hasPrefix("{") }.map { segment -> JSONValue in
      let name = segment.dropFirst().dropLast(segment.hasSuffix("...}") ? 4 : 1)
      let isUUID = ["id", "stubMappingId", "requestId"].contains(name)
      return [
        "name": .string(String(name)), "in": "path", "required": true,
        "schema": (isUUID ? AdminSchema.uuid : .text).value,
      ]
    }
    let parameters = route.parameters.map { parameter -> JSONValue in
      [
        "name": .string(parameter.name), "in": "query",
        "description": .string(parameter.summary), "schema": parameter.schema.value,
      ]
    }
    var operation: [(String, JSONValue)] = [
      ("summary", .string(route.summary)), ("tags", [.string(route.tag)]),
      ("parameters", .array(variables + parameters)),
    ]
    if let content = content(route.body) {
      operation.append(("requestBody", ["content": content]))
    }
    var answers = route.answers.map { answer in
      (String(answer.status), response(answer.status, answer.content))
    }
    // The response for a missing resource (404) has no error in its body.
    if !variables.isEmpty { answers.append(("404", ["description": "Not Found"])) }
    answers.append(
      ("default", response(400, .json(.named("Errors")), "Why it was not done")))
    operation.append(("responses", .object(JSONObject(answers))))
    return .object(JSONObject(operation))
  }

  private func response(
    _ status: Int, _ content: AdminRoute.Content, _ summary: String? = nil
  ) -> JSONValue {
    let summary = JSONValue.string(summary ?? HTTPStatusCode(rawValue: status).reasonPhrase)
    guard let content = self.content(content) else { return ["description": summary] }
    return ["description": summary, "content": content]
  }

  private func content(_ content: AdminRoute.Content) -> JSONValue? {
    switch content {
    case .none: nil
    case .json(let schema): ["application/json": ["schema": schema.value]]
    case .other(let types):
      .object(
        JSONObject(
          types.map { type in
            let schema = type.hasSuffix("json") ? AdminSchema.any : .text
            return (type, ["schema": schema.value])
          }))
    }
  }
}
