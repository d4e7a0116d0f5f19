import StubCore
import StubDocuments
import StubRules

extension ToolFormat {
  /// Simulations of Hoverfly, schema versions 1 to 5.
  ///
  /// If several pairs of request and response match, Hoverfly uses the pair whose matchers have the
  /// greatest weight. The weights do not depend on the request, so the stubs are sorted by weight
  /// when they are read.
  static let hoverfly = ToolFormat(
    "Hoverfly",
    recognizes: { document in
      guard let data = document["data"] else { return false }
      if data["pairs"]?.elements != nil { return true }
      let first = data.elements?.first
      return first?["requestTemplate"] != nil || first?["urlPattern"] != nil
    },
    read: { $1.read($0, HoverflySimulation.fileKeys, filling: &$2) })
}

/// A simulation while its keys are read.
struct HoverflySimulation {
  let scope: RuleScope
  var delays = HoverflyDelays()
  var pairs: [HoverflyPair] = []

  /// The keys of a file.
  static let fileKeys = Keys<FileDraft>([
    Key("data", isRequired: true) { reader, value, file in
      guard value.elements == nil else {
        return reader.report(
          value, found: value.summary, expected: "a simulation with \"pairs\"",
          remedy: "import the file into Hoverfly and export it as a simulation")
      }
      let simulation = reader.read(value, keys, into: HoverflySimulation(scope: file.scope))
      if let simulation {
        file.append(HoverflyPair.stubs(of: simulation.pairs, simulation.delays, file.scenarios))
      }
    },
    .idle("meta"),
  ])

  /// The keys of `data`.
  static let keys = Keys<HoverflySimulation>([
    Key("globalActions") { reader, value, simulation in
      if let delays = reader.hoverflyDelays(value) { simulation.delays = delays }
    },
    Key("pairs", isRequired: true) { reader, value, simulation in
      let scope = simulation.scope
      simulation.pairs = reader.list(value) { reader.hoverflyPair($0, in: scope) } ?? []
    },
    .refused("variables", "remove it, and use a rule file for templates"),
    .refused("literals", "remove it, and use a rule file for templates"),
  ])
}

/// A request pattern and its response.
struct HoverflyPair: Sendable {
  var request: HoverflyRequest
  var response: HoverflyResponse
  let node: Value

  /// Returns the stubs of the pairs; the pair with the greatest weight comes last, because the last
  /// stub is tried first.
  ///
  /// The pairs of a recorded sequence become one stub, which answers in their order.
  static func stubs(
    of pairs: [HoverflyPair], _ delays: HoverflyDelays, _ states: ScenarioStates
  ) -> [StubOutline] {
    var stubs: [(pair: HoverflyPair, place: Int, outline: StubOutline)] = []
    for group in Dictionary(grouping: pairs.enumerated(), by: \.element.sequenceName).values {
      let chain = group.map(\.element).inOrder
      if chain.isRecordedSequence {
        stubs.append((chain[0], group[0].offset, stub(ofChain: chain, delays)))
      } else {
        stubs += group.map { place, pair in
          (pair, place, stub(ofChain: [pair], delays, pair.scenario(in: states)))
        }
      }
    }
    return stubs.sorted { ($0.pair.request.weight, $0.place) < ($1.pair.request.weight, $1.place) }
      .map(\.outline)
  }

  /// Returns one stub, which gives the responses of the pairs in turn.
  private static func stub(
    ofChain chain: [HoverflyPair], _ delays: HoverflyDelays, _ scenario: ScenarioCondition? = nil
  ) -> StubOutline {
    let first = chain[0]
    // Without a scenario, the stub of a recorded sequence does not depend on a state.
    let conditions =
      scenario == nil ? first.conditions : first.node["request"]?.members ?? []
    let position = first.node.position
    let request = HTTPStubRequest(file: position.file, line: position.line)
    request.written = HTTPStub.Written(offset: first.node.offset)
    for matcher in first.request.matchers { request.match(matcher) }
    request.responses[ResponseKey(method: nil)] = ResponseScript(
      responders: chain.compactMap { $0.response.responder(delayedBy: delays) },
      condition: scenario)
    return StubOutline(
      stub: request.snapshot, node: first.node,
      conditions: .members(conditions, entriesOf: ["headers"]))
  }

  /// The name of the state that the pair requires or changes.
  var sequenceName: String? { request.sequence?.name ?? response.next?.name }

  /// The conditions on a request, except that on a state.
  fileprivate var conditions: [Value.Member] {
    (node["request"]?.members ?? []).filter { $0.key != "requiresState" }
  }

  /// Returns the required and the next state as a scenario; `nil` if the pair has no states.
  private func scenario(in states: ScenarioStates) -> ScenarioCondition? {
    sequenceName.map { name in
      ScenarioCondition(
        states, name, required: request.sequence?.scenarioState,
        next: response.next?.scenarioState)
    }
  }
}

extension HoverflySequence {
  /// The name of the state in a scenario, which for state 1 is the name of a scenario's first
  /// state.
  fileprivate var scenarioState: String {
    guard let number else { return "removed" }
    return number == 1 ? ScenarioStates.first : String(number)
  }
}

extension [HoverflyPair] {
  /// Whether Hoverfly recorded the pairs from equal requests, so that their states are numbered
  /// from 1.
  fileprivate var isRecordedSequence: Bool {
    func conditions(_ pair: HoverflyPair) -> JSONValue {
      .object(JSONObject(pair.conditions.map { ($0.key, $0.value.json) }))
    }
    return enumerated().allSatisfy { place, pair in
      guard let state = pair.request.sequence, state.number == place + 1 else { return false }
      let next = place + 1 < count ? HoverflySequence(name: state.name, number: place + 2) : nil
      return pair.response.next == next && conditions(pair) == conditions(self[0])
    }
  }

  /// The pairs sorted by the number of the required state.
  fileprivate var inOrder: [HoverflyPair] {
    enumerated().sorted {
      ($0.element.request.sequence?.number ?? 0, $0.offset)
        < ($1.element.request.sequence?.number ?? 0, $1.offset)
    }.map(\.element)
  }
}

/// A pair while its keys are read.
struct HoverflyPairDraft {
  let scope: RuleScope
  var request: HoverflyRequest?
  var response: HoverflyResponse?

  static let keys = Keys<HoverflyPairDraft>([
    Key("request", isRequired: true) { reader, value, pair in
      pair.request = reader.hoverflyRequest(value, in: pair.scope)
    },
    Key("response", isRequired: true) { reader, value, pair in
      pair.response = reader.hoverflyResponse(
        value, in: pair.scope, toHead: pair.request?.asksForHead ?? false)
    },
    .idle("labels"),
  ])
}

extension Reader {
  /// Reads a pair of request and response; `nil` if it has an error, which has been reported.
  func hoverflyPair(_ value: Value, in scope: RuleScope) -> HoverflyPair? {
    let pair: HoverflyPair? = findings.clean {
      let draft = read(value, HoverflyPairDraft.keys, into: HoverflyPairDraft(scope: scope))
      guard let request = draft?.request, let response = draft?.response else { return nil }
      return HoverflyPair(request: request, response: response, node: value)
    }
    guard let pair else { return nil }
    if let next = pair.response.next, next.name != pair.sequenceName {
      report(
        value, found: "a pair with two states is not supported",
        remedy: "use a rule file with a list of responses in \"respond\"")
      return nil
    }
    return pair
  }
}
