import StubCore
import StubFiles
import StubLanguages

/// One tool of the Model Context Protocol: an operation of the admin API with a name and a description
/// for a coding agent.
struct MCPTool: Sendable {
  /// A request to the admin API.
  struct Call: Sendable {
    var method: HTTPMethod = .get
    /// Behind the prefix of the API.
    let path: String
    var body: String?
  }

  let name: String
  let summary: String
  /// The arguments by name, each with its schema.
  let arguments: KeyValuePairs<String, AdminSchema>
  /// Those that have to be there.
  let required: [String]
  /// Whether it changes nothing.
  let isReading: Bool
  let call: @Sendable (JSONObject) -> Call

  init(
    _ name: String, _ summary: String, _ arguments: KeyValuePairs<String, AdminSchema> = [:],
    required: [String] = [], isReading: Bool = false,
    call: @escaping @Sendable (JSONObject) -> Call
  ) {
    (self.name, self.summary, self.arguments) = (name, summary, arguments)
    (self.required, self.isReading, self.call) = (required, isReading, call)
  }

  /// All tools; a new one is a value here.
  static let all: [MCPTool] = [
    MCPTool(
      "list_stubs",
      "List the stubs, those asked first at the start: conditions, where written, how often used.",
      ["limit": .count, "offset": .count], isReading: true
    ) {
      Call(path: "/stubs?limit=\($0.number("limit") ?? 100)&offset=\($0.number("offset") ?? 0)")
    },
    MCPTool(
      "add_stubs",
      "Add stubs, written as a rule file in YAML or JSON, such as:\nstubs:\n  - match: { path: /users }\n    respond: { GET: { json: [] } }",
      ["rules": .text], required: ["rules"]
    ) { Call(method: .post, path: "/stubs", body: $0.text("rules")) },
    MCPTool(
      "replace_stub", "Put the one stub of a rule file in the place of another.",
      ["id": .text, "rules": .text], required: ["id", "rules"]
    ) { Call(method: .put, path: "/stubs/\($0.segment("id"))", body: $0.text("rules")) },
    MCPTool("remove_stub", "Remove a stub.", ["id": .text], required: ["id"]) {
      Call(method: .delete, path: "/stubs/\($0.segment("id"))")
    },
    MCPTool(
      "check_rules", "Say what is wrong with a rule file, without adding its stubs.",
      ["rules": .text], required: ["rules"], isReading: true
    ) { Call(method: .post, path: "/check", body: $0.text("rules")) },
    MCPTool(
      "explain_request",
      "Say which stub would answer a request, and why the nearest others would not. Changes nothing.",
      ["method": .text, "url": .text, "headers": .object, "body": .text], required: ["url"],
      isReading: true
    ) { Call(method: .post, path: "/explain", body: JSONValue.object($0).text()) },
    MCPTool(
      "list_requests", "List the last requests with what answered them, the newest first.",
      ["limit": .count], isReading: true
    ) { Call(path: "/journal?limit=\($0.number("limit") ?? 50)") },
    MCPTool(
      "list_unmatched_requests",
      "List the last requests that no stub answered, each with the nearest stubs, why they did not, and a rule that would.",
      ["limit": .count], isReading: true
    ) { Call(path: "/journal/unmatched?limit=\($0.number("limit") ?? 10)") },
    MCPTool(
      "count_requests",
      "Count the requests that fit a pattern in WireMock's form, such as {\"method\": \"POST\", \"urlPath\": \"/login\"}.",
      ["pattern": .object], required: ["pattern"], isReading: true
    ) { Call(method: .post, path: "/requests/count", body: ($0["pattern"] ?? [:]).text()) },
    MCPTool("list_scenarios", "List the scenarios and their states.", isReading: true) { _ in
      Call(path: "/scenarios")
    },
    MCPTool(
      "set_scenario_state", "Set the state of a scenario.", ["name": .text, "state": .text],
      required: ["name", "state"]
    ) {
      Call(
        method: .put, path: "/scenarios/\($0.segment("name"))/state",
        body: JSONValue.object(JSONObject([("state", $0["state"] ?? .null)])).text())
    },
    MCPTool(
      "set_network",
      "Limit all responses: a profile such as 3g, or values such as { download: 20KB, latency: 300ms }; off for no limit.",
      ["network": .any], required: ["network"]
    ) {
      let network = $0["network"]?.string ?? $0["network"]?.text() ?? ""
      return network == "off"
        ? Call(method: .delete, path: "/network")
        : Call(method: .put, path: "/network", body: network)
    },
    MCPTool(
      "set_connection_fault",
      "Break new connections: refuse, reset, neverRead, { slowAccept: 2s }; off for none.",
      ["fault": .any], required: ["fault"]
    ) {
      let fault = $0["fault"]?.string ?? $0["fault"]?.text() ?? ""
      return fault == "off"
        ? Call(method: .delete, path: "/faults/connection")
        : Call(method: .put, path: "/faults/connection", body: fault)
    },
    MCPTool(
      "set_clock",
      "Hold the clock that delays go by (hold), let it run (release), or move it forward, such as 30s.",
      ["clock": .text], required: ["clock"]
    ) {
      let text = $0.text("clock") ?? ""
      return ["hold", "release"].contains(text)
        ? Call(method: .put, path: "/clock", body: "{\"held\": \(text == "hold")}")
        : Call(
          method: .post, path: "/clock/advance",
          body: JSONValue.object(["by": .string(text)]).text())
    },
    MCPTool(
      "turn_set", "Turn all stubs of a file or folder on or off; list_sets names them.",
      ["set": .text, "on": .flag], required: ["set", "on"]
    ) {
      let path = ($0.text("set") ?? "").split(separator: "/").map { JSONObject.segment(String($0)) }
      return Call(
        method: .patch, path: "/sets/\(path.joined(separator: "/"))",
        body: JSONValue.object(["on": $0["on"] ?? .null]).text())
    },
    MCPTool(
      "list_sets", "List the files and folders that stubs come from, with how many are on.",
      isReading: true
    ) { _ in Call(path: "/sets") },
    MCPTool(
      "convert_recording",
      "Write the text of a recording (HAR, VCR, WireMock and others) in another tool's format; nothing is kept.",
      ["recording": .text, "to": .choice(WritableFormat.all.map(\.name))],
      required: ["recording", "to"], isReading: true
    ) { Call(method: .post, path: "/convert", body: JSONValue.object($0).text()) },
    MCPTool(
      "start_recording", "Forward requests to a real server and record what it answers.",
      ["url": .text], required: ["url"]
    ) {
      Call(
        method: .post, path: "/recordings/start",
        body: JSONValue.object(JSONObject([("targetBaseUrl", $0["url"] ?? .null)])).text())
    },
    MCPTool("stop_recording", "Stop recording; returns the stubs that were recorded.") { _ in
      Call(method: .post, path: "/recordings/stop")
    },
    MCPTool(
      "reset", "Take stubs, scenarios and the list of requests back to what the files say."
    ) { _ in Call(method: .post, path: "/reset") },
  ]

  /// The tool as `tools/list` shows it.
  var form: JSONValue {
    [
      "name": .string(name), "description": .string(summary),
      "inputSchema": [
        "type": "object",
        "properties": .object(JSONObject(arguments.map { ($0.key, $0.value.value) })),
        "required": .array(required.map { .string($0) }),
      ],
      "annotations": ["readOnlyHint": .bool(isReading), "openWorldHint": false],
    ]
  }
}

extension JSONObject {
  fileprivate func text(_ name: String) -> String? {
    self[name].map { $0.string ?? $0.text() }
  }

  fileprivate func number(_ name: String) -> Int? { self[name]?.number?.integer }

  /// A value as a segment of a path: all but unreserved characters are encoded (RFC 3986 §2.3).
  fileprivate func segment(_ name: String) -> String { Self.segment(text(name) ?? "") }

  fileprivate static func segment(_ text: String) -> String {
    let unreserved = Array("-._~".utf8)
    return text.utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      if isPlain || unreserved.contains(byte) { return String(character) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
