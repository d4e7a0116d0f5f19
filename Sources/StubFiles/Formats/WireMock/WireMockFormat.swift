import StubCore

/// Mapping files of WireMock 2 and 3: one stub, or several under `mappings`.
enum WireMockFormat: DefinitionFormat {
  static let title = "WireMock"

  static func recognizes(_ document: DocumentNode) -> Bool {
    if document["mappings"]?.elements != nil { return true }
    return document["request"]?.members != nil || document["grpcRequest"]?.members != nil
      || document["grpcResponse"]?.members != nil
  }

  static func read(_ document: inout ValueReader, into file: inout FileDraft) {
    let (scope, scenarios) = (file.scope, file.scenarios)
    guard document.node["mappings"] != nil else {
      if let stub = document.wireMockStub(in: scope, scenarios) { file.append([stub]) }
      return
    }
    let stubs: [StubOutline]? = document.mapping { reader in
      reader.settle(WireMockKeys.file)
      return reader.optional("mappings") { $0.list { $0.wireMockStub(in: scope, scenarios) } }
    }
    file.append(stubs ?? [])
  }
}

extension ValueReader {
  /// A stub; `nil` when something is wrong with it, which was reported.
  fileprivate mutating func wireMockStub(
    in scope: RuleScope, _ scenarios: ScenarioStates
  ) -> StubOutline? {
    let draft = StubDraft(scope: scope, line: position.line)
    let isRead: Bool? = mapping { reader in
      reader.settle(WireMockKeys.stub)
      draft.request.name = reader.optional("name") { $0.text() }
      if let priority = reader.optional("priority", { $0.integer() }) {
        draft.request.priority = priority
      }
      for matcher in reader.optional("request", { $0.wireMockMatchers(in: scope) }) ?? [] {
        draft.request.match(matcher)
      }
      let scenario = reader.wireMockScenario(scenarios)
      let responder = reader.optional("response") { $0.wireMockResponse(in: scope) }
      if let responder = responder ?? (try? ResponseSpecification().responder()) {
        draft.request.responses[ResponseKey(method: nil)] = ResponseScript(
          responders: [responder], condition: scenario)
      }
      return true
    }
    guard isRead != nil, !diagnostics.hasErrors else { return nil }
    let conditions = StubConditions.members(
      node.wireMockConditions,
      entriesOf: [
        "headers", "queryParameters", "formParameters", "cookies", "bodyPatterns",
        "multipartPatterns",
      ])
    return StubOutline(stub: draft.request.snapshot, node: node, conditions: conditions)
  }
}

extension DocumentNode {
  /// What a request has to be like, and the state that is asked for.
  fileprivate var wireMockConditions: [DocumentMember] {
    let request = (self["request"]?.members ?? []).filter { member in
      member.key != "method" || member.value.scalar?.text.uppercasedASCII() != "ANY"
    }
    guard let state = self["requiredScenarioState"], state.scalar?.kind != .null else {
      return request
    }
    return request
      + (members ?? []).filter { ["scenarioName", "requiredScenarioState"].contains($0.key) }
  }
}
