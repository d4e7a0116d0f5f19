import StubCore
import StubFiles
import StubLanguages

extension MCPTool.Argument {
  fileprivate static let rules = Self(
    "rules",
    "A rule file in YAML or JSON; its schema is the resource \(MCPResource.ruleSchema.uri).",
    isRequired: true)
  fileprivate static let stub = Self(
    "id", "The id of the stub, or its name if no other stub has it.", isRequired: true)
  fileprivate static let limit = Self("limit", "The most to list.", .count)
}

extension MCPTool {
  /// All tools; to add one, add a value to this list.
  static let all: [MCPTool] = [
    MCPTool(
      "get_server",
      "Say where the stubs are served (url), how many there are, and where save_stubs writes.",
      .reads
    ) { _ in Call(path: "/server") },
    MCPTool(
      "list_stubs",
      "List the stubs, those asked first at the start: conditions, where written, how often used.",
      .reads, [.limit, Argument("offset", "Number of stubs to skip.", .count)]
    ) {
      Call(path: "/stubs?limit=\($0.number("limit") ?? 100)&offset=\($0.number("offset") ?? 0)")
    },
    MCPTool(
      "add_stubs",
      "Add stubs, written as a rule file in YAML or JSON, such as:\nstubs:\n  - name: users\n    match: { path: /users }\n    respond: { GET: { json: [] } }\nThey are gone when the server ends, unless save_stubs saves them.",
      .changes, [.rules]
    ) { Call(method: .post, path: "/stubs", body: $0.text("rules")) },
    MCPTool(
      "save_stubs",
      "Write the stubs that were added into the folder of stub files, so that they outlive the server.",
      .changes
    ) { _ in Call(method: .post, path: "/mappings/save") },
    MCPTool(
      "replace_stub", "Put the one stub of a rule file in the place of another.", .destroys,
      [.stub, .rules]
    ) { Call(method: .put, path: "/stubs/\($0.segment("id"))", body: $0.text("rules")) },
    MCPTool("remove_stub", "Remove a stub.", .destroys, [.stub]) {
      Call(method: .delete, path: "/stubs/\($0.segment("id"))")
    },
    MCPTool(
      "check_rules", "Say what is wrong with a rule file, without adding its stubs.", .reads,
      [.rules]
    ) { Call(method: .post, path: "/check", body: $0.text("rules")) },
    MCPTool(
      "explain_request",
      "Say which stub would answer a request, and why the nearest others would not. Changes nothing.",
      .reads,
      [
        Argument("url", "An absolute URL, or a path for this server.", isRequired: true),
        Argument("method", "The method (default: GET)."),
        Argument("headers", "The header fields by name; a list for several of one name.", .object),
        Argument("body", "The body as text."),
      ]
    ) { .json(.post, "/explain", .object($0)) },
    MCPTool(
      "list_requests", "List the last requests with what answered them, the newest first.", .reads,
      [.limit]
    ) { Call(path: "/journal?limit=\($0.number("limit") ?? 50)") },
    MCPTool(
      "list_unmatched_requests",
      "List the last requests that no stub answered, each with the nearest stubs, why they did not, a rule that would, and a curl command that sends it again.",
      .reads, [.limit]
    ) { Call(path: "/journal/unmatched?limit=\($0.number("limit") ?? 10)") },
    MCPTool(
      "count_requests", "Count the requests that match a pattern.", .reads,
      [
        Argument(
          "pattern",
          "A request pattern in WireMock's form, such as {\"method\": \"POST\", \"urlPath\": \"/login\"}.",
          .object, isRequired: true)
      ]
    ) { .json(.post, "/requests/count", $0["pattern"] ?? [:]) },
    MCPTool("list_scenarios", "List the scenarios and their states.", .reads) { _ in
      Call(path: "/scenarios")
    },
    MCPTool(
      "set_scenario_state", "Set the state of a scenario.", .changes,
      [
        Argument("name", "The name of the scenario.", isRequired: true),
        Argument("state", "The state, one that list_scenarios names.", isRequired: true),
      ]
    ) {
      .json(.put, "/scenarios/\($0.segment("name"))/state", ["state": $0["state"] ?? .null])
    },
    MCPTool(
      "set_network", "Limit the network of all responses together.", .changes,
      [
        Argument(
          "network",
          "A profile such as 3g, or values such as { download: 20KB, latency: 300ms }; off for no limit.",
          .any, isRequired: true)
      ]
    ) { Self.setting("/network", $0, "network") },
    MCPTool(
      "set_connection_fault", "Break new connections.", .changes,
      [
        Argument(
          "fault", "refuse, reset, neverRead or { slowAccept: 2s }; off for none.", .any,
          isRequired: true)
      ]
    ) { Self.setting("/faults/connection", $0, "fault") },
    MCPTool(
      "set_clock", "Hold, release or move the clock that delays go by.", .changes,
      [Argument("clock", "hold, release, or a time to move it by, such as 30s.", isRequired: true)]
    ) {
      let text = $0.text("clock") ?? ""
      return ["hold", "release"].contains(text)
        ? Call(method: .put, path: "/clock", body: "{\"held\": \(text == "hold")}")
        : .json(.post, "/clock/advance", ["by": .string(text)])
    },
    MCPTool(
      "list_sets", "List the files and folders that stubs come from, with how many are on.", .reads
    ) { _ in Call(path: "/sets") },
    MCPTool(
      "turn_set", "Turn all stubs of a file or folder on or off.", .changes,
      [
        Argument("set", "A name that list_sets gives.", isRequired: true),
        Argument("on", "Whether its stubs answer.", .flag, isRequired: true),
      ]
    ) {
      let path = ($0.text("set") ?? "").split(separator: "/").map { JSONObject.segment(String($0)) }
      return .json(.patch, "/sets/\(path.joined(separator: "/"))", ["on": $0["on"] ?? .null])
    },
    MCPTool(
      "convert_recording",
      "Write the text of a recording (HAR, VCR, WireMock and others) in another tool's format; nothing is kept.",
      .reads,
      [
        Argument("recording", "The text of the recording.", isRequired: true),
        Argument(
          "to", "The format to write.", .choice(WritableFormat.withTools.map(\.name)),
          isRequired: true),
      ]
    ) { .json(.post, "/convert", .object($0)) },
    MCPTool(
      "start_recording", "Forward requests to a real server and record what it answers.", .changes,
      isOpenWorld: true,
      [Argument("url", "The base URL of the real server.", isRequired: true)]
    ) {
      .json(.post, "/recordings/start", ["targetBaseUrl": $0["url"] ?? .null])
    },
    MCPTool("stop_recording", "Stop recording; returns the stubs that were recorded.", .changes) {
      _ in Call(method: .post, path: "/recordings/stop")
    },
    MCPTool(
      "reset",
      "Read the stub files again; stubs that were added and not saved, scenario states and the list of requests are lost.",
      .destroys
    ) { _ in Call(method: .post, path: "/reset") },
  ]

  /// Returns a call that sets a value, which is a text or JSON; the value `off` removes it.
  private static func setting(_ path: String, _ arguments: JSONObject, _ name: String) -> Call {
    let value = arguments.text(name) ?? ""
    return value == "off"
      ? Call(method: .delete, path: path) : Call(method: .put, path: path, body: value)
  }
}
