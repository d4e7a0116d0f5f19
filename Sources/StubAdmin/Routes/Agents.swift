import StubCore
import StubFiles
import StubLanguages
import StubPlatform

/// Routes for coding agents: the Model Context Protocol (MCP), unmatched requests,
/// and a check of rules.
extension AdminRoute {
  static let agents: [AdminRoute] = [
    AdminRoute(
      .post, "/mcp", "Answer a message of the Model Context Protocol (Streamable HTTP)",
      body: .json(.any), answers: [(200, .json(.any)), (202, .none), (400, .json(.object))]
    ) { request, admin in
      do throws(JSONSyntaxError) {
        let message = try request.message.json.get()
        return await MCPServer(admin).answer(message).map { .json($0) } ?? .empty(.accepted)
      } catch {
        return .json(MCPServer.unreadable(error), status: 400)
      }
    },
    AdminRoute(.get, "/mcp", "Say that there is no stream of messages", answers: [(405, .none)]) {
      _, _ in
      var answer = AdminResponse.empty(.methodNotAllowed)
      answer.headers["Allow"] = "POST"
      return answer
    },
    AdminRoute(
      .get, "/journal/unmatched",
      "List requests that no stub answered, each with the nearest stubs and a rule that would answer",
      parameters: [Parameter("limit", "The most requests to list", .count(upTo: 10_000))],
      answers: [
        (
          200,
          .json(.object(["requests": .list(.object), "requestJournalDisabled": .flag]))
        )
      ]
    ) { request, admin throws(AdminRefusal) in
      let limit = try request.number("limit", in: 0...10_000) ?? 100
      return .list("requests", Array(admin.unmatched.prefix(limit)), then: [admin.journalSwitch]) {
        entry in
        guard case .unmatched(let report) = entry.outcome, var row = admin.row(entry).object
        else { return .null }
        for (name, value) in report.json.object?.members ?? []
        where ["nearMisses", "rule"].contains(name) { row[name] = value }
        row["curl"] = .string(admin.curlCommand(report))
        return .object(row)
      }
    },
    .asking(
      "/check", "Say what is wrong with a rule file; nothing is added",
      body: .other(["application/yaml", "application/json"]),
      answers: [(200, .json(.object(["ok": .flag, "findings": .list(.object)])))]
    ) { request, admin in
      let findings = admin.sentRules.findings(request.body)
      return .json([
        "ok": .bool(!findings.hasErrors),
        "findings": .array(
          findings.sorted.map { finding in
            guard var object = finding.adminError.object else { return .null }
            object["severity"] = .string(finding.severity.rawValue)
            return .object(object)
          }),
      ])
    },
  ]
}

extension Admin {
  /// Runs an operation for an MCP tool, without checking a token.
  func run(
    _ method: HTTPMethod, _ path: String, body: String?
  ) async -> (status: Int, text: String) {
    let request = ReceivedRequest(
      method, "http://127.0.0.1\(configuration.prefix)\(path)",
      body: body.map { Data($0.utf8) })
    var answer: AdminResponse
    do throws(AdminRefusal) {
      answer = try await perform(request)
    } catch {
      answer = error.answer
    }
    return (answer.status.rawValue, String(decoding: await answer.wholeBody(), as: UTF8.self))
  }
}

extension AdminResponse {
  /// Returns the whole body, even if the body is streamed.
  fileprivate func wholeBody() async -> Data {
    switch body {
    case .data(let data): return data
    case .stream(let write):
      let stream = AdminStream()
      stream.tail.openWindow()
      await write(stream)
      var bytes = Data()
      while case .bytes(let piece) = stream.tail.take(upTo: .max) { bytes += piece }
      return bytes
    }
  }
}
