import StubCore

extension MappingReader {
  /// What the scenario of a stub asks for and changes; `nil` when it has none.
  mutating func wireMockScenario(_ states: ScenarioStates) -> ScenarioCondition? {
    let isNeeded = has("requiredScenarioState") || has("newScenarioState")
    let name =
      isNeeded
      ? required("scenarioName") { $0.text() } : optional("scenarioName") { $0.textOrNull() }
    let required = optional("requiredScenarioState") { $0.textOrNull() }
    let next = optional("newScenarioState") { $0.textOrNull() }
    return name.map { ScenarioCondition(states, $0, required: required, next: next) }
  }
}

extension ValueReader {
  fileprivate mutating func textOrNull() -> String? {
    if case .null? = node.scalar?.kind { return nil }
    return text()
  }
}
