import StubCore

/// Simulations of Hoverfly, schema versions 1 to 5.
///
/// Of the pairs that fit a request, Hoverfly takes the one whose matchers weigh most; the weights
/// do not depend on the request, so the stubs are put in that order here.
enum HoverflyFormat: DefinitionFormat {
  static let title = "Hoverfly"

  static func recognizes(_ document: Value) -> Bool {
    guard let data = document["data"] else { return false }
    if data["pairs"]?.elements != nil { return true }
    let first = data.elements?.first
    return first?["requestTemplate"] != nil || first?["urlPattern"] != nil
  }

  static func read(_ document: Value, _ reader: Reader, into file: inout FileDraft) {
    let scope = file.scope
    let stubs: [StubOutline]? = reader.mapping(document) { mapping in
      mapping.settle(HoverflyKeys.file)
      return mapping.required("data") { value -> [StubOutline]? in
        guard value.elements == nil else {
          return reader.mismatch(
            value, expected: "a simulation with \"pairs\"",
            remedy: "import the file into Hoverfly and export it as a simulation")
        }
        return reader.mapping(value) { mapping in
          mapping.settle(HoverflyKeys.data)
          let delays =
            mapping.optional("globalActions") { reader.hoverflyDelays($0) } ?? HoverflyDelays()
          let pairs = mapping.required("pairs") {
            reader.list($0) { reader.hoverflyPair($0, in: scope) }
          }
          return pairs.map { HoverflyPair.stubs(of: $0, delays) }
        }
      }
    }
    file.append(stubs ?? [])
  }
}

/// A request pattern and its response.
struct HoverflyPair: Sendable {
  var request: HoverflyRequest
  var response: HoverflyResponse
  let node: Value

  /// The pairs as stubs, those with the greatest weight last, because the last is asked first.
  ///
  /// Pairs that differ only in a state named `sequence:…` are one stub that answers in their order.
  static func stubs(of pairs: [HoverflyPair], _ delays: HoverflyDelays) -> [StubOutline] {
    var chains: [[HoverflyPair]] = []
    var places: [String: Int] = [:]
    for pair in pairs {
      if let name = pair.request.sequence?.name, let place = places[name] {
        chains[place].append(pair)
      } else {
        if let name = pair.request.sequence?.name { places[name] = chains.count }
        chains.append([pair])
      }
    }
    return chains.enumerated().sorted {
      ($0.element[0].request.weight, $0.offset) < ($1.element[0].request.weight, $1.offset)
    }.map { stub(ofChain: $0.element.inOrder, delays) }
  }

  /// The stub of a chain; its responses choose their delay by the request.
  private static func stub(
    ofChain chain: [HoverflyPair], _ delays: HoverflyDelays
  ) -> StubOutline {
    let first = chain[0]
    // A chain does not depend on the state that its first pair requires.
    let conditions = (first.node["request"]?.members ?? []).filter {
      $0.key != "requiresState" || first.request.sequence == nil
    }
    let position = first.node.position
    let request = HTTPStubRequest(file: position.file, line: position.line)
    request.written = HTTPStub.Written(offset: first.node.offset)
    for matcher in first.request.matchers { request.match(matcher) }
    request.responses[ResponseKey(method: nil)] = ResponseScript(
      responders: chain.compactMap { $0.response.responder(delayedBy: delays) })
    return StubOutline(
      stub: request.snapshot, node: first.node,
      conditions: .members(conditions, entriesOf: ["headers"]))
  }
}

extension [HoverflyPair] {
  /// By the number of the state that each requires.
  fileprivate var inOrder: [HoverflyPair] {
    enumerated().sorted {
      ($0.element.request.sequence?.number ?? 0, $0.offset)
        < ($1.element.request.sequence?.number ?? 0, $1.offset)
    }.map(\.element)
  }
}

extension Reader {
  /// A pair; `nil` when something is wrong with it, which was reported.
  func hoverflyPair(_ value: Value, in scope: RuleScope) -> HoverflyPair? {
    let pair: HoverflyPair? = findings.clean {
      mapping(value) { mapping in
        mapping.settle(HoverflyKeys.pair)
        let request = mapping.required("request") { hoverflyRequest($0, in: scope) }
        let response = mapping.required("response") { hoverflyResponse($0, in: scope) }
        guard let request, let response else { return nil }
        return HoverflyPair(request: request, response: response, node: value)
      }
    }
    guard let pair else { return nil }
    if pair.response.movesState, pair.request.sequence == nil {
      report(
        value, found: "states other than \"sequence:…\" are not supported",
        remedy: "use a rule file with a list of responses in \"respond\"")
      return nil
    }
    return pair
  }
}
