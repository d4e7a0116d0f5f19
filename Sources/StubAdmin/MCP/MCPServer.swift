import StubCore
package import StubFiles
package import StubLanguages

/// The Model Context Protocol (JSON-RPC 2.0, revision 2025-06-18) for an admin API.
package struct MCPServer: Sendable {
  /// The supported revisions of the protocol, with the newest one first.
  private static let revisions = ["2025-06-18", "2025-03-26", "2024-11-05"]

  private let admin: Admin
  /// The errors in the stub files; empty if there are none.
  private let problems: DiagnosticList

  package init(_ admin: Admin, problems: DiagnosticList = DiagnosticList()) {
    (self.admin, self.problems) = (admin, problems)
  }

  /// Returns the answer to a message in JSON; `nil` for a notification, which needs no answer.
  package func answer(_ text: String) async -> String? {
    do throws(JSONSyntaxError) {
      return await answer(try JSONValue(parsing: text))?.text()
    } catch {
      return Self.unreadable(error).text()
    }
  }

  /// Returns the answer to a message that is not JSON.
  package static func unreadable(_ error: JSONSyntaxError) -> JSONValue {
    failure(.null, -32_700, "this is not JSON: \(error)")
  }

  /// Returns the answer to a message,
  /// or a list of answers to a list of messages (revision 2025-03-26).
  func answer(_ message: JSONValue) async -> JSONValue? {
    guard let batch = message.array, !batch.isEmpty else { return await answer(one: message) }
    var answers: [JSONValue] = []
    for message in batch {
      if let answer = await answer(one: message) { answers.append(answer) }
    }
    if answers.isEmpty { return nil }
    return .array(answers)
  }

  private func answer(one message: JSONValue) async -> JSONValue? {
    guard let object = message.object, object["jsonrpc"] == "2.0" else {
      return Self.failure(.null, -32_600, "expected a JSON-RPC 2.0 message")
    }
    guard let method = object["method"]?.string else {
      // This server sends no requests, so it ignores responses. (In an expression with a JSON
      // value, `nil` would mean `null`.)
      if object["result"] != nil || object["error"] != nil { return nil }
      return Self.failure(object["id"] ?? .null, -32_600, "method is missing")
    }
    guard let id = object["id"] else { return nil }
    let parameters = object["params"]?.object ?? JSONObject()
    switch method {
    case "initialize": return Self.success(id, greeting(parameters))
    case "ping": return Self.success(id, [:])
    case "tools/list":
      return Self.success(id, ["tools": .array(MCPTool.all.map(\.form))])
    case "tools/call": return await call(id, parameters)
    case "resources/list":
      return Self.success(id, ["resources": .array(MCPResource.all.map(\.form))])
    case "resources/templates/list": return Self.success(id, ["resourceTemplates": []])
    case "resources/read": return read(id, parameters)
    default: return Self.failure(id, -32_601, "there is no method \(method.quoted)")
    }
  }

  private func greeting(_ parameters: JSONObject) -> JSONValue {
    let asked = parameters["protocolVersion"]?.string ?? ""
    return [
      "protocolVersion": .string(Self.revisions.contains(asked) ? asked : Self.revisions[0]),
      "capabilities": ["tools": [:], "resources": [:]],
      "serverInfo": ["name": "stubber", "version": .string(admin.configuration.version)],
      "instructions": .string(instructions),
    ]
  }

  private var instructions: String {
    let place = admin.url.map {
      " They are served on \($0): let programs send their requests there."
    }
    let session = admin.session.map {
      " You see the session \($0.quoted): requests belong to it by the field \(admin.sessions.configuration.field.rawName): \($0)."
    }
    let errors = problems.sorted.filter { $0.severity == .error }
    let problem =
      errors.isEmpty
      ? nil
      : " The stub files have errors, so none of their stubs is served. Mend them, then call reset:\n"
        + errors.prefix(10).map(\.description).joined(separator: "\n")
    return [
      "Stubs answer HTTP requests in place of real servers.", place, session,
      " When a program gets 404, look at list_unmatched_requests first: it says why, and has a rule to add. Call save_stubs to keep what you have added.",
      problem,
    ].compactMap(\.self).joined()
  }

  private func read(_ id: JSONValue, _ parameters: JSONObject) -> JSONValue {
    let uri = parameters["uri"]?.string ?? ""
    guard let resource = MCPResource.all.first(where: { $0.uri == uri }) else {
      return Self.failure(id, -32_002, "there is no resource \(uri.quoted)")
    }
    return Self.success(id, resource.contents)
  }

  private func call(_ id: JSONValue, _ parameters: JSONObject) async -> JSONValue {
    let name = parameters["name"]?.string ?? ""
    guard let tool = MCPTool.all.first(where: { $0.name == name }) else {
      return Self.failure(id, -32_602, "there is no tool \(name.quoted)")
    }
    let arguments = parameters["arguments"]?.object ?? JSONObject()
    if let missing = tool.required.first(where: { [nil, ""].contains(arguments[$0]) }) {
      return Self.failure(id, -32_602, "\(name) needs the argument \(missing)")
    }
    let call = tool.call(arguments)
    let answer = await admin.run(call.method, call.path, body: call.body)
    let text = answer.text.isEmpty ? "Done." : answer.text
    return Self.success(
      id,
      [
        "content": [["type": "text", "text": .string(text)]],
        "isError": .bool(answer.status >= 400),
      ])
  }

  private static func success(_ id: JSONValue, _ result: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "result": result]
  }

  private static func failure(_ id: JSONValue, _ code: Int, _ text: String) -> JSONValue {
    [
      "jsonrpc": "2.0", "id": id,
      "error": ["code": .number(JSONNumber(code)), "message": .string(text)],
    ]
  }
}
