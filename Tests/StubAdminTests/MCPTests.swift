import StubCore
import StubFiles
import StubLanguages
import Testing

@testable import StubAdmin

@Suite("Coding agents steer stubs through the Model Context Protocol")
struct MCPTests {
  private let client = AdminClient()

  private func ask(_ text: String) async -> JSONValue? {
    await MCPServer(client.admin).answer(text).flatMap { try? JSONValue(parsing: $0) }
  }

  private func call(_ tool: String, _ arguments: String = "{}") async -> JSONValue? {
    await ask(
      #"{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "\#(tool)", "arguments": \#(arguments)}}"#
    )?["result"]
  }

  @Test("A greeting agrees on a revision of the protocol; a notification gets no answer")
  func greeting() async {
    for (asked, answered) in [("2025-03-26", "2025-03-26"), ("1999-01-01", "2025-06-18")] {
      let reply = await ask(
        #"{"jsonrpc": "2.0", "id": "a", "method": "initialize", "params": {"protocolVersion": "\#(asked)"}}"#
      )
      #expect(reply?["id"] == "a")
      #expect(reply?["result"]?["protocolVersion"] == .string(answered))
    }
    #expect(await ask(#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#) == nil)
  }

  @Test("A list of messages gets a list of answers, and one of notifications gets none")
  func batch() async {
    let ping = #"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#
    let note = #"{"jsonrpc": "2.0", "method": "notifications/cancelled"}"#
    let answers = await ask("[\(ping), \(note), []]")?.array ?? []
    #expect(answers.count == 2)
    #expect(answers.first == ["jsonrpc": "2.0", "id": 1, "result": [:]])
    #expect(answers.last?["error"]?["code"] == -32_600)
    #expect(await ask("[\(note)]") == nil)
    #expect(await client(.post, "/mcp", "[\(ping)]").json.array?.count == 1)
    #expect(await client(.post, "/mcp", "[\(note)]").status == 202)
  }

  @Test(
    "What needs no answer gets none, whether it comes alone or in a list",
    arguments: [
      #"{"jsonrpc": "2.0", "id": 1, "result": {}}"#,
      #"{"jsonrpc": "2.0", "id": "a", "result": null}"#,
      #"{"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "no"}}"#,
      #"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#,
      #"{"jsonrpc": "2.0", "method": "unknown/notification"}"#,
    ])
  func silence(message: String) async {
    for text in [message, "[\(message)]", "[\(message), \(message)]"] {
      #expect(await MCPServer(client.admin).answer(text) == nil)
      let reply = await client(.post, "/mcp", text)
      #expect(reply.status == 202)
      #expect(reply.body.isEmpty, "\(reply.text)")
    }
    let ping = #"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#
    #expect(await ask("[\(message), \(ping)]")?.array?.count == 1)
  }

  @Test("Stubs are added, explained, listed and removed by tools")
  func stubs() async {
    let added = await call(
      "add_stubs",
      #"{"rules": "stubs: [{ match: { path: /a }, respond: { GET: { status: 204 } } }]"}"#)
    #expect(added?["isError"] == false)
    let text = added?["content"]?[0]?["text"]?.string ?? ""
    let id = (try? JSONValue(parsing: text))?["ids"]?[0]?.string ?? ""
    client.receive(.get, "/a")
    client.receive(.get, "/b")
    let unmatched = await call("list_unmatched_requests")?["content"]?[0]?["text"]?.string
    #expect(unmatched?.contains("/b") == true)
    #expect(unmatched?.contains("respond:") == true)
    #expect(await call("remove_stub", #"{"id": "\#(id)"}"#)?["content"]?[0]?["text"] == "Done.")
    #expect(client.stubs.stubs.isEmpty)
  }

  @Test(
    "What is wrong is said: of a rule as a result that the agent can mend, of a message as an error"
  )
  func errors() async {
    let wrong = await call("add_stubs", #"{"rules": "stubs: [{ mtch: {} }]"}"#)
    #expect(wrong?["isError"] == true)
    #expect(wrong?["content"]?[0]?["text"]?.string?.contains("did you mean") == true)
    for (message, code) in [
      ("{", -32_700), ("[]", -32_600), (#"{"jsonrpc": "2.0", "id": 1}"#, -32_600),
      (#"{"jsonrpc": "2.0", "id": 1, "method": "x"}"#, -32_601),
      (#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}}"#, -32_602),
      (
        #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "add_stubs"}}"#,
        -32_602
      ),
    ] {
      #expect(await ask(message)?["error"]?["code"] == .number(JSONNumber(code)), "\(message)")
    }
  }

  @Test("An empty name stands for no stub, and an empty end of a path for nothing to change")
  func emptyNames() async {
    let rules = "stubs: [{ match: { path: /a }, respond: { GET: { status: 204 } } }]"
    _ = await client(.post, "/stubs", rules)
    let refused = await ask(
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "remove_stub", "arguments": {"id": ""}}}"#
    )
    #expect(refused?["error"]?["code"] == -32_602)
    for path in ["/stubs/", "/mappings/", "/requests/"] {
      #expect(await client(.delete, path).status == 404)
      #expect(await client(.get, path).status == 200)
    }
    #expect(await client(.put, "/scenarios//state", #"{"state": "x"}"#).status == 404)
    #expect(client.stubs.stubs.count == 1)
  }

  @Test("Over HTTP, what is no JSON is an error of the protocol, and there is no stream to get")
  func transport() async {
    let reply = await client(.post, "/mcp", "{")
    #expect(reply.status == 400)
    #expect(reply.json["error"]?["code"] == -32_700)
    let stream = await client(.get, "/mcp")
    #expect(stream.status == 405)
    #expect(stream.headers["Allow"] == "POST")
  }

  @Test("Every tool calls a route that there is, and describes all that it needs")
  func tools() async {
    for tool in MCPTool.all {
      for argument in tool.arguments {
        let form = tool.form["inputSchema"]?["properties"]?[argument.name]
        #expect(form?["description"]?.string?.hasSuffix(".") == true, "\(tool.name)")
      }
      let arguments = JSONObject(tool.arguments.map { ($0.name, JSONValue.string("1")) })
      let call = tool.call(arguments)
      let path = call.path.split(separator: "?")[0].split(separator: "/").map(String.init)
      let routes = AdminRoute.matches(path).map(\.route.method)
      let isPlanned = path.first == "recordings"
      #expect(isPlanned || routes.contains(call.method), "\(tool.name)")
    }
    let listed = await ask(#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#)
    #expect(listed?["result"]?["tools"]?.array?.count == MCPTool.all.count)
    let losing = MCPTool.all.filter {
      $0.form["annotations"]?["destructiveHint"] == true
        && $0.form["annotations"]?["readOnlyHint"] == false
    }
    #expect(losing.map(\.name) == ["replace_stub", "remove_stub", "reset"])
  }

  @Test("The schema of rule files is a resource; another URI is an error")
  func resources() async {
    let listed = await ask(#"{"jsonrpc": "2.0", "id": 1, "method": "resources/list"}"#)
    let uri = listed?["result"]?["resources"]?[0]?["uri"]?.string ?? ""
    let read = await ask(
      #"{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "\#(uri)"}}"#)
    let text = read?["result"]?["contents"]?[0]?["text"]?.string ?? ""
    #expect((try? JSONValue(parsing: text)) == RuleSchema.json)
    let unknown = await ask(
      #"{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "x"}}"#)
    #expect(unknown?["error"]?["code"] == -32_002)
  }

  @Test("A stub is named by its name where an id is asked for, unless another stub has the name")
  func names() async {
    func stub(_ name: String, _ path: String) -> String {
      "{ name: \(name), match: { path: \(path) }, respond: { GET: { status: 204 } } }"
    }
    _ = await client(
      .post, "/stubs", "stubs: [\(stub("one", "/1")), \(stub("two", "/2")), \(stub("two", "/3"))]")
    let new = "stubs: [\(stub("one", "/4"))]"
    for path in ["/stubs", "/mappings"] {
      #expect(await client(.get, "\(path)/one").status == 200)
      let several = await client(.get, "\(path)/two")
      #expect(several.status == 409)
      #expect(several.json["errors"]?[0]?["detail"]?.string?.contains("use an id, such as") == true)
      #expect(await client(.get, "\(path)/three").status == 400)
    }
    #expect(await call("replace_stub", #"{"id": "one", "rules": "\#(new)"}"#)?["isError"] == false)
    #expect(await client(.post, "/explain", #"{"url": "/4"}"#).json["answered"] == true)
    #expect(await call("remove_stub", #"{"id": "one"}"#)?["isError"] == false)
    #expect(client.stubs.stubs.map(\.name) == ["two", "two"])
  }
}
