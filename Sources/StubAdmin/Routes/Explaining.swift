import StubCore
import StubLanguages

/// Routes that explain which stub would answer a request, and why the others would not.
extension AdminRoute {
  static let explaining: [AdminRoute] = [
    .asking(
      "/explain", "Say which stub would answer a request, and why; nothing changes",
      body: .json(.named("RequestDescription")),
      answers: [(200, .json(.object(["answered": .flag])))]
    ) { request, admin throws(AdminRefusal) in
      let described = try RequestDescription(request.object())
      return .json(admin.explanation(of: described.request))
    },
    AdminRoute(
      .get, "/requests/{requestId}/explanation",
      "Say why a request in the journal was answered as it was", answers: [(200, .json(.object))]
    ) { request, admin throws(AdminRefusal) in
      let entry = try admin.entry(named: request["requestId"])
      return .json(admin.explanation(of: entry.request))
    },
  ]
}

extension Admin {
  /// Returns a curl command that sends the report's request to this server.
  func curlCommand(_ report: UnmatchedReport) -> String {
    var request = report.request
    if let session { request.headers[sessions.configuration.field] = session }
    var report = report.about(request)
    report.server = url
    return report.curlCommand
  }

  /// Explains how the current stubs would answer a request.
  fileprivate func explanation(of request: ReceivedRequest) -> JSONValue {
    let explanation = stubs.explain(request, nearMissLimit: 3)
    let winner = explanation.isIgnored ? nil : explanation.winner
    var object = JSONObject([
      ("answered", .bool(winner != nil)), ("ignored", .bool(explanation.isIgnored)),
    ])
    if let winner { object["stub"] = winner.json }
    if let claim = explanation.claim, winner != nil {
      object["stubId"] = .string(name(of: claim.installed.stub))
    }
    if winner != nil { object["warning"] = request.webSocketWarning.map { .string($0) } }
    object["nearMisses"] = .array(explanation.report.nearMisses.map(\.json))
    if winner == nil {
      object["rule"] = .string(explanation.report.suggestedRule.joined(separator: "\n"))
      object["curl"] = .string(curlCommand(explanation.report))
    }
    return .object(object)
  }
}
