import StubCore
import Synchronization

/// The states of scenarios by their names, shared by all files that are read together.
///
/// A scenario that is not there is in its first state.
final class WireMockScenarios: Sendable {
  static let firstState = "Started"

  private let states = Mutex<[String: String]>([:])

  subscript(name: String) -> String {
    get { states.withLock { $0[name] } ?? Self.firstState }
    set { states.withLock { $0[name] = newValue } }
  }
}

/// Accepts requests while a scenario is in a certain state.
struct WireMockScenarioMatcher: HTTPStubMatcher {
  let name: String
  let state: String
  let scenarios: WireMockScenarios

  var description: String {
    "scenario \(Quotation.of(name)) is in the state \(Quotation.of(state))"
  }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let found = scenarios[name]
    return found == state
      ? .matched
      : .mismatched(expected: "the state \(Quotation.of(state))", found: Quotation.of(found))
  }
}

/// Moves a scenario to another state and answers as another responder does.
struct WireMockScenarioResponder: HTTPStubResponder {
  let base: any HTTPStubResponder
  let name: String
  let state: String
  let scenarios: WireMockScenarios

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    scenarios[name] = state
    return try base.respond(to: request, in: context)
  }
}

/// What a stub says about a scenario.
struct WireMockScenario: Sendable {
  let name: String
  let required: String?
  let next: String?
  let scenarios: WireMockScenarios

  var matcher: WireMockScenarioMatcher? {
    required.map { WireMockScenarioMatcher(name: name, state: $0, scenarios: scenarios) }
  }

  /// The responder, which moves the scenario when the stub says so.
  func moved(by responder: any HTTPStubResponder) -> any HTTPStubResponder {
    guard let next else { return responder }
    return WireMockScenarioResponder(
      base: responder, name: name, state: next, scenarios: scenarios)
  }
}

extension MappingReader {
  /// The scenario of a stub; `nil` when it has none.
  mutating func wireMockScenario(_ scenarios: WireMockScenarios) -> WireMockScenario? {
    let isNeeded = has("requiredScenarioState") || has("newScenarioState")
    let name =
      isNeeded
      ? required("scenarioName") { $0.text() } : optional("scenarioName") { $0.textOrNull() }
    let required = optional("requiredScenarioState") { $0.textOrNull() }
    let next = optional("newScenarioState") { $0.textOrNull() }
    return name.map {
      WireMockScenario(name: $0, required: required, next: next, scenarios: scenarios)
    }
  }
}

extension ValueReader {
  fileprivate mutating func textOrNull() -> String? {
    if case .null? = node.scalar?.kind { return nil }
    return text()
  }
}
