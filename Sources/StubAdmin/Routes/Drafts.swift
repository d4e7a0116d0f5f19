import StubCore
import StubFiles
import StubLanguages
import StubPlatform

/// Routes that help to write a stub: a trial before it is added, and the names that can be used.
extension AdminRoute {
  static let drafts: [AdminRoute] = [
    .asking(
      "/explain/draft",
      "Say whether the stubs of a rule file would answer a request, and what; nothing changes",
      body: .json(.object(["rules": .text, "request": .object])),
      answers: [(200, .json(.object(["answered": .flag])))]
    ) { request, admin throws(AdminRefusal) in
      let document = try request.object()
      guard let text = document["rules"]?.string else {
        throw AdminRefusal(missing: "rules", "send the text of a rule file")
      }
      guard let request = document["request"]?.object else {
        throw AdminRefusal(missing: "request", "send the method and the URL of a request")
      }
      let described = try RequestDescription(request)
      return .json(try await admin.trial(of: text, described.request))
    }
  ]

  static let vocabulary: [AdminRoute] = [
    AdminRoute(
      .get, "/vocabulary", "List the names of networks and of faults",
      answers: [(200, .json(.object(["networks": .list(.object)])))]
    ) { _, admin in
      .json([
        "sessionField": .string(admin.sessions.configuration.field.rawName),
        "networks": .array(NetworkProfile.named.map { ["name": .string($0.name)] }),
        "responseFaults": .array(FaultKind<HTTPStubFault>.all.map(\.word)),
        "connectionFaults": .array(FaultKind<ConnectionFault>.all.map(\.word)),
        "tlsFaults": .array(FaultKind<TLSFault>.all.map(\.word)),
      ])
    }
  ]
}

extension FaultKind {
  fileprivate var word: JSONValue {
    [
      "name": .string(name), "summary": .string(summary),
      "needs": .array(required.map { .string($0.rawValue) }),
    ]
  }
}

extension Admin {
  /// Returns how draft stubs would answer a request; they have gates and scenarios of their own.
  fileprivate func trial(
    of rules: String, _ request: ReceivedRequest
  ) async throws(AdminRefusal) -> JSONValue {
    var environment = stubs.templateEnvironment
    // The trial must not use up random values of real responses.
    environment.random = SeededRandom(seed: environment.random.seed)
    let drafts = StubSet(templateEnvironment: environment)
    let reader = SentRules(folder: configuration.folder, context: RuleContext(formats: .all))
    drafts.add(try reader.checked(Data(rules.utf8)).rules.stubs)
    let explanation = drafts.explain(request, nearMissLimit: 3)
    var trial = JSONObject([("stubs", .number(JSONNumber(drafts.stubCount)))])
    trial["answered"] = .bool(explanation.claim != nil)
    trial["comparisons"] = .array(
      (explanation.winner.map { [$0] } ?? explanation.report.nearMisses).map(\.json))
    guard let claim = explanation.claim else { return .object(trial) }
    let plan: ResponsePlan =
      switch drafts.answer(claim) {
      case .ready(let plan): plan
      case .pending(let make): await make()
      }
    trial["response"] = .object(Self.response(plan))
    trial["wait"] = .milliseconds(plan.timing.beforeHead)
    return .object(trial)
  }
}
