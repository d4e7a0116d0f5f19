import StubCore
import StubLanguages

/// Routes for the scenarios of the stubs and their current states.
extension AdminRoute {
  static let scenarios: [AdminRoute] = [
    AdminRoute(
      .get, "/scenarios", "List the scenarios",
      answers: [(200, .json(.object(["scenarios": .list(.named("Scenario"))])))]
    ) { _, admin in
      .json(["scenarios": .array(admin.scenarioList.map { $0.form(admin) })])
    },
    AdminRoute(
      .post, "/scenarios/reset", "Return all scenarios to their first state",
      answers: [(200, .json(.object))]
    ) { _, admin in
      admin.scenarios.reset()
      return .json([:])
    },
    AdminRoute(
      .put, "/scenarios/{name}/state", "Set the state of a scenario",
      body: .json(.optional(["state": .text])), answers: [(200, .json(.object))]
    ) { request, admin throws(AdminRefusal) in
      let name = request["name"]
      guard let scenario = admin.scenarioList.first(where: { $0.name.hasSameScalars(as: name) })
      else {
        throw AdminRefusal(.notFound, code: 404, "Scenario \(name) does not exist")
      }
      let state =
        request.body.isEmpty
        ? ScenarioStates.first : try request.object()["state"]?.string ?? "null"
      guard scenario.states.containsScalars(of: state) else {
        throw AdminRefusal(
          422, code: 11, "Scenario \(name) does not support state \(state)",
          detail: "it has \(scenario.states.joined(separator: ", "))", pointer: "/state")
      }
      admin.scenarios[name] = state
      return .json([:])
    },
  ]
}

/// A scenario with its stubs.
struct ScenarioSummary {
  let name: String
  private(set) var states = [ScenarioStates.first]
  private(set) var stubs: [HTTPStub] = []

  fileprivate init(name: String) { self.name = name }

  fileprivate mutating func add(_ stub: HTTPStub, _ condition: ScenarioCondition) {
    for state in [condition.required, condition.next].compactMap(\.self)
    where !states.containsScalars(of: state) { states.append(state) }
    if stubs.last?.id != stub.id { stubs.append(stub) }
  }

  fileprivate func form(_ admin: Admin) -> JSONValue {
    let forms = StubForms(admin, for: stubs)
    return [
      "id": .string(name), "name": .string(name), "state": .string(admin.scenarios[name]),
      "possibleStates": .array(states.map { .string($0) }),
      "mappings": .array(stubs.map(forms.mapping)),
    ]
  }
}

extension Admin {
  /// The scenarios and their stubs, in the order in which the stubs were added.
  fileprivate var scenarioList: [ScenarioSummary] {
    var list: [ScenarioSummary] = []
    var places: [ScalarText: Int] = [:]
    for stub in stubs.stubs.reversed() {
      for case let condition as ScenarioCondition in stub.responses.map(\.script.condition) {
        let place = places[ScalarText(condition.name)] ?? list.count
        if place == list.count {
          places[ScalarText(condition.name)] = place
          list.append(ScenarioSummary(name: condition.name))
        }
        list[place].add(stub, condition)
      }
    }
    return list
  }
}
