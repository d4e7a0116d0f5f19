import StubCore

extension ValueReader {
  /// A fault of connections by its name, or a mapping with its type and which ones meet it.
  mutating func connectionFault() -> ConnectionFaultRule? {
    guard let (fault, draft) = listenerFault(among: NamedListenerFault<ConnectionFault>.all) else {
      return nil
    }
    return ConnectionFaultRule(
      fault, first: draft.first, probability: draft.probability, for: draft.duration)
  }

  /// A fault of TLS by its name, or a mapping with its type and who meets it.
  mutating func tlsFault() -> TLSFaultRule? {
    guard let (fault, draft) = listenerFault(among: NamedListenerFault<TLSFault>.all) else {
      return nil
    }
    return TLSFaultRule(
      fault, serverName: draft.serverName, first: draft.first, probability: draft.probability,
      for: draft.duration)
  }

  private mutating func listenerFault<Fault>(
    among known: [NamedListenerFault<Fault>]
  ) -> (Fault, ListenerFaultDraft)? {
    guard node.members != nil else {
      guard let named = choice(among: known, named: \.name) else { return nil }
      return make(named)
    }
    return mapping { reader in
      guard let named = reader.required("type", { $0.choice(among: known, named: \.name) }) else {
        // Nobody can tell what belongs to a fault that is not known.
        _ = reader.rest { _, _ in true }
        return nil
      }
      for key in named.required { reader.reportIfMissing(key) }
      var draft = ListenerFaultDraft()
      reader.members(named.keys, into: &draft)
      return named.make(draft).map { ($0, draft) }
    }
  }

  private mutating func make<Fault>(
    _ named: NamedListenerFault<Fault>
  ) -> (Fault, ListenerFaultDraft)? {
    guard let missing = named.required.first else {
      let draft = ListenerFaultDraft()
      return named.make(draft).map { ($0, draft) }
    }
    return mismatch(
      expected: "\(Quotation.of(missing)) beside it",
      remedy: "try { type: \(named.name), \(missing): 2s }")
  }
}

extension Schema {
  static var connectionFault: Schema { listenerFault(NamedListenerFault<ConnectionFault>.all) }

  static var tlsFaults: Schema {
    .oneOrMore(listenerFault(NamedListenerFault<TLSFault>.all))
  }

  /// A fault by its name, or a mapping; faults that take the same keys share one.
  private static func listenerFault<Fault>(_ known: [NamedListenerFault<Fault>]) -> Schema {
    let groups = known.reduce(into: [(keys: RuleKeys<ListenerFaultDraft>, faults: [String])]()) {
      groups, fault in
      if let place = groups.firstIndex(where: { $0.keys.names == fault.keys.names }) {
        groups[place].faults.append(fault.name)
      } else {
        groups.append((fault.keys, [fault.name]))
      }
    }
    let mappings = groups.map { group in
      let keys = group.keys.list.map { key in
        (key.name, key.schema.described(key.summary, example: key.example))
      }
      let needed = known.first { $0.name == group.faults.first }?.required ?? []
      return Schema.object(
        [("type", .oneOf(group.faults))] + keys, required: ["type"] + needed)
    }
    return .anyOf([.oneOf(known.filter(\.required.isEmpty).map(\.name))] + mappings)
  }
}
