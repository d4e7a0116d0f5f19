package import StubCore
package import StubDocuments

extension Key where Target == FileDraft {
  static var connection: Self {
    Self(
      "connection", "Breaks new connections, before any request.",
      .connectionFault, example: ["type": "reset", "first": 3]
    ) { reader, value, file in
      guard let rule = reader.connectionFault(value) else { return }
      reader.set(value, rule, called: "fault of connections", in: &file.connection)
    }
  }

  static var tls: Self {
    Self(
      "tls", "Breaks new TLS connections: the first of these faults that applies.",
      .tlsFaults, example: ["type": "expiredCertificate", "serverName": "old.example"]
    ) { reader, value, file in
      guard let rules = reader.oneOrMore(value, { reader.tlsFault($0) }) else { return }
      reader.set(value, rules, called: "faults of TLS", in: &file.tls)
    }
  }
}

extension ConnectionFaultRule {
  /// Reads a fault as rule files write it: a name, or a mapping.
  ///
  /// `name` is the name of the text in findings.
  ///
  /// - Throws: `DiagnosticList` with all errors.
  package init(ruleText text: String, named name: String) throws(DiagnosticList) {
    self = try RuleText(text, named: name).read(
      expecting: "a fault of connections", remedy: "use reset"
    ) { $0.connectionFault($1) }
  }
}

extension TLSFaultRule {
  /// Reads a fault or a list of faults as rule files write them.
  ///
  /// `name` is the name of the text in findings.
  ///
  /// - Throws: `DiagnosticList` with all errors.
  package static func rules(
    ruleText text: String, named name: String
  ) throws(DiagnosticList) -> [TLSFaultRule] {
    try RuleText(text, named: name).read(
      expecting: "a fault of TLS", remedy: "use expiredCertificate"
    ) { reader, value in reader.oneOrMore(value) { reader.tlsFault($0) } }
  }
}

/// The parameters of a fault of connections or TLS, while they are read.
package struct ListenerFaultDraft {
  var arguments = FaultArguments()
  var serverName: String?
  package var first: Int?
  var probability = 1.0
  var duration: Duration?
}

extension Key where Target == ListenerFaultDraft {
  /// Returns the key for a parameter of faults.
  fileprivate static func parameter(_ parameter: FaultParameter) -> Self {
    let key = parameter.key
    return Self(key.name, key.summary, key.schema, example: key.example) { reader, value, draft in
      key.read(reader, value, &draft.arguments)
    }
  }

  static var serverName: Self {
    Self(
      "serverName", "Only clients that ask for this server name get the fault.", .string,
      example: "old.example"
    ) { reader, value, fault in fault.serverName = reader.string(value) }
  }

  package static var first: Self {
    Self(
      "first", "Number of connections that get the fault, from the first on.", .integer(from: 0),
      example: 3
    ) {
      reader, value, fault in fault.first = reader.integer(value, in: 0...Int.max)
    }
  }

  static var probability: Self {
    Self("probability", "How likely the fault is, from 0 to 1.", .probability, example: 0.3) {
      reader, value, fault in fault.probability = reader.probability(value) ?? 1
    }
  }

  static var duration: Self {
    Self(
      "for", "How long the fault lasts, from the time that the files are read.", .duration,
      example: "5s"
    ) { reader, value, fault in fault.duration = reader.duration(value) }
  }
}

extension FaultKind {
  /// Returns the keys beside the type.
  ///
  /// They are the parameters of the fault, `others`, and the keys that select the affected
  /// connections.
  fileprivate func keys(_ others: [Key<ListenerFaultDraft>]) -> Keys<ListenerFaultDraft> {
    Keys(
      parameters.map { .parameter($0) } + others
        + (isCounted ? [.first, .probability, .duration] : [.duration]))
  }
}

extension FaultKind<ConnectionFault> {
  package var keys: Keys<ListenerFaultDraft> { keys([]) }
}

extension FaultKind<TLSFault> {
  package var keys: Keys<ListenerFaultDraft> { keys([.serverName]) }
}

extension Reader {
  /// Reads a connection fault: its name, or a mapping with its type and the affected connections.
  func connectionFault(_ value: Value) -> ConnectionFaultRule? {
    listenerFault(value, among: FaultKind<ConnectionFault>.all, \.keys).map { fault, draft in
      ConnectionFaultRule(
        fault, first: draft.first, probability: draft.probability, for: draft.duration)
    }
  }

  /// Reads a TLS fault: its name, or a mapping with its type and the affected clients.
  func tlsFault(_ value: Value) -> TLSFaultRule? {
    listenerFault(value, among: FaultKind<TLSFault>.all, \.keys).map { fault, draft in
      TLSFaultRule(
        fault, serverName: draft.serverName, first: draft.first, probability: draft.probability,
        for: draft.duration)
    }
  }

  private func listenerFault<Fault>(
    _ value: Value, among kinds: [FaultKind<Fault>],
    _ keys: (FaultKind<Fault>) -> Keys<ListenerFaultDraft>
  ) -> (Fault, ListenerFaultDraft)? {
    guard value.members != nil else {
      guard let kind = choice(value, among: kinds, named: \.name) else { return nil }
      return make(value, kind)
    }
    return mapping(value) { mapping in
      guard let kind = mapping.required("type", { choice($0, among: kinds, named: \.name) }) else {
        // The keys of an unknown fault cannot be checked.
        _ = mapping.rest { _, _ in true }
        return nil
      }
      for parameter in kind.required { mapping.reportIfMissing(parameter.rawValue) }
      var draft = ListenerFaultDraft()
      mapping.read(keys(kind), into: &draft)
      return kind.make(draft.arguments).map { ($0, draft) }
    }
  }

  private func make<Fault>(
    _ value: Value, _ kind: FaultKind<Fault>
  ) -> (Fault, ListenerFaultDraft)? {
    guard let missing = kind.required.first else {
      let draft = ListenerFaultDraft()
      return kind.make(draft.arguments).map { ($0, draft) }
    }
    let key = missing.key
    report(
      value, found: "\(Quotation.of(kind.name)) needs \(Quotation.of(key.name))",
      remedy: "use { type: \(kind.name), \(key.name): \(key.example.string ?? "") }")
    return nil
  }
}

extension Schema {
  static var connectionFault: Schema {
    listenerFault(FaultKind<ConnectionFault>.all, \.keys)
  }

  static var tlsFaults: Schema {
    .oneOrMore(listenerFault(FaultKind<TLSFault>.all, \.keys))
  }

  /// Returns the schema of a fault, which is a name or a mapping; faults with equal keys share one
  /// schema.
  private static func listenerFault<Fault>(
    _ kinds: [FaultKind<Fault>], _ keys: (FaultKind<Fault>) -> Keys<ListenerFaultDraft>
  ) -> Schema {
    var groups: [(keys: Keys<ListenerFaultDraft>, kinds: [FaultKind<Fault>])] = []
    for kind in kinds {
      let keys = keys(kind)
      if let place = groups.firstIndex(where: { $0.keys.names == keys.names }) {
        groups[place].kinds.append(kind)
      } else {
        groups.append((keys, [kind]))
      }
    }
    let mappings = groups.map { group in
      let keys = group.keys.list.map { key in
        (key.name, key.schema.described(key.summary, example: key.example))
      }
      return Schema.object(
        [("type", .oneOf(group.kinds.map(\.name)))] + keys,
        required: ["type"] + (group.kinds.first?.required.map(\.rawValue) ?? []))
    }
    return .anyOf([.oneOf(kinds.filter(\.required.isEmpty).map(\.name))] + mappings)
  }
}
