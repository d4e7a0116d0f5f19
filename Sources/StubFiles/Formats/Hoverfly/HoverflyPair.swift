import StubCore

/// A request pattern and its response.
struct HoverflyPair: Sendable {
  var request: HoverflyRequest
  var response: HoverflyResponse
  let node: DocumentNode

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
    }.flatMap { stubs(ofChain: $0.element.inOrder, delays) }
  }

  /// The stub of a chain and, asked before it, one for each delay that only some requests meet.
  private static func stubs(
    ofChain chain: [HoverflyPair], _ delays: HoverflyDelays
  ) -> [StubOutline] {
    let first = chain[0]
    // A chain is not tied to the state that its first pair asks for.
    let conditions = (first.node["request"]?.members ?? []).filter {
      $0.key != "requiresState" || first.request.sequence == nil
    }
    return delays.cases.map { delay in
      let position = first.node.position
      let request = HTTPStubRequest(file: position.file, line: position.line)
      for matcher in first.request.matchers { request.match(matcher) }
      if let condition = delay?.matcher { request.match(condition) }
      request.responses[ResponseKey(method: nil)] = ResponseScript(
        responders: chain.compactMap { $0.response.responder(delayedBy: delay) })
      // What the delay asks for is written elsewhere, and is a condition like the others.
      let delayed = delay?.matcher.map {
        DocumentMember(key: "delay: \($0.description)", position: position, value: first.node)
      }
      return StubOutline(
        stub: request.snapshot, node: first.node,
        conditions: .members(conditions + (delayed.map { [$0] } ?? []), entriesOf: ["headers"]))
    }
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

extension ValueReader {
  /// A pair; `nil` when something is wrong with it, which was reported.
  mutating func hoverflyPair(in scope: RuleScope) -> HoverflyPair? {
    let whole = node
    let pair: HoverflyPair? = mapping { reader in
      reader.settle(HoverflyKeys.pair)
      let request = reader.required("request") { $0.hoverflyRequest(in: scope) }
      let response = reader.required("response") { $0.hoverflyResponse(in: scope) }
      guard let request, let response else { return nil }
      return HoverflyPair(request: request, response: response, node: whole)
    }
    guard let pair, !diagnostics.hasErrors else { return nil }
    if pair.response.movesState, pair.request.sequence == nil {
      report(
        found: "\"transitionsState\" or \"removesState\" without a state \"sequence:…\"",
        expected: "states of recorded sequences only",
        remedy: "try a rule file with a list of responses in \"respond\"")
      return nil
    }
    return pair
  }
}
