package import StubCore

extension Key where Target == FileDraft {
  static var connection: Self {
    Self(
      "connection", "What goes wrong with new connections, before any request.",
      .connectionFault, example: ["type": "reset", "first": 3]
    ) { reader, value, file in
      guard let rule = reader.connectionFault(value) else { return }
      reader.set(value, rule, called: "fault of connections", in: &file.connection)
    }
  }

  static var tls: Self {
    Self(
      "tls", "What goes wrong with new TLS connections: the first of these faults that fits.",
      .tlsFaults, example: ["type": "expiredCertificate", "serverName": "old.example"]
    ) { reader, value, file in
      guard let rules = reader.oneOrMore(value, { reader.tlsFault($0) }) else { return }
      reader.set(value, rules, called: "faults of TLS", in: &file.tls)
    }
  }
}

extension ConnectionFaultRule {
  /// Reads a fault as rule files write it, a name or a mapping; findings call the text by a name.
  ///
  /// - Throws: `DiagnosticList` with everything that is wrong.
  package init(ruleText text: String, named name: String) throws(DiagnosticList) {
    self = try RuleText(text, named: name).read(
      expecting: "a fault of connections", remedy: "try reset"
    ) { $0.connectionFault($1) }
  }
}

extension TLSFaultRule {
  /// Reads faults as rule files write them, one or a list; findings call the text by a name.
  ///
  /// - Throws: `DiagnosticList` with everything that is wrong.
  package static func rules(
    ruleText text: String, named name: String
  ) throws(DiagnosticList) -> [TLSFaultRule] {
    try RuleText(text, named: name).read(
      expecting: "a fault of TLS", remedy: "try expiredCertificate"
    ) { reader, value in reader.oneOrMore(value) { reader.tlsFault($0) } }
  }
}

/// What stands beside the type of a fault that comes before any request.
struct ListenerFaultDraft {
  var delay: Duration?
  var serverName: String?
  var first: Int?
  var probability = 1.0
  var duration: Duration?
}

extension Key where Target == ListenerFaultDraft {
  static var delay: Self {
    Self("delay", "How long nothing happens at first.", .duration, example: "2s") {
      reader, value, fault in
      fault.delay = reader.duration(value)
    }
  }

  static var serverName: Self {
    Self(
      "serverName", "Only clients that ask for a server by this name meet the fault.", .string,
      example: "old.example"
    ) { reader, value, fault in fault.serverName = reader.string(value) }
  }

  static var first: Self {
    Self("first", "Only that many meet the fault, then all is well.", .integer(from: 0), example: 3)
    { reader, value, fault in fault.first = reader.integer(value, in: 0...Int.max) }
  }

  static var probability: Self {
    Self("probability", "How likely the fault is met, from 0 to 1.", .probability, example: 0.3) {
      reader, value, fault in fault.probability = reader.probability(value) ?? 1
    }
  }

  static var duration: Self {
    Self(
      "for", "The fault is over when that time has passed since the files were read.", .duration,
      example: "5s"
    ) { reader, value, fault in fault.duration = reader.duration(value) }
  }
}

extension Reader {
  /// A fault of connections by its name, or a mapping with its type and which ones meet it.
  func connectionFault(_ value: Value) -> ConnectionFaultRule? {
    guard let (fault, draft) = listenerFault(value, among: NamedListenerFault<ConnectionFault>.all)
    else {
      return nil
    }
    return ConnectionFaultRule(
      fault, first: draft.first, probability: draft.probability, for: draft.duration)
  }

  /// A fault of TLS by its name, or a mapping with its type and who meets it.
  func tlsFault(_ value: Value) -> TLSFaultRule? {
    guard let (fault, draft) = listenerFault(value, among: NamedListenerFault<TLSFault>.all) else {
      return nil
    }
    return TLSFaultRule(
      fault, serverName: draft.serverName, first: draft.first, probability: draft.probability,
      for: draft.duration)
  }

  private func listenerFault<Fault>(
    _ value: Value, among known: [NamedListenerFault<Fault>]
  ) -> (Fault, ListenerFaultDraft)? {
    guard value.members != nil else {
      guard let named = choice(value, among: known, named: \.name) else { return nil }
      return make(value, named)
    }
    return mapping(value) { mapping in
      guard let named = mapping.required("type", { choice($0, among: known, named: \.name) }) else {
        // Nobody can tell what belongs to a fault that is not known.
        _ = mapping.rest { _, _ in true }
        return nil
      }
      for key in named.required { mapping.reportIfMissing(key) }
      var draft = ListenerFaultDraft()
      mapping.read(named.keys, into: &draft)
      return named.make(draft).map { ($0, draft) }
    }
  }

  private func make<Fault>(
    _ value: Value, _ named: NamedListenerFault<Fault>
  ) -> (Fault, ListenerFaultDraft)? {
    guard let missing = named.required.first else {
      let draft = ListenerFaultDraft()
      return named.make(draft).map { ($0, draft) }
    }
    return mismatch(
      value, expected: "\(Quotation.of(missing)) beside it",
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
    let groups = known.reduce(into: [(keys: Keys<ListenerFaultDraft>, faults: [String])]()) {
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

/// A fault that comes before any request, as rule files name it.
struct NamedListenerFault<Fault: Sendable>: Sendable {
  let name: String
  /// The keys that it takes beside its type.
  let keys: Keys<ListenerFaultDraft>
  /// Those of them that it cannot be without.
  let required: [String]
  /// The fault; `nil` when what it needs is missing or wrong.
  let make: @Sendable (ListenerFaultDraft) -> Fault?

  init(
    _ name: String, _ keys: [Key<ListenerFaultDraft>], required: [String] = [],
    make: @escaping @Sendable (ListenerFaultDraft) -> Fault?
  ) {
    self.name = name
    self.keys = Keys(keys)
    self.required = required
    self.make = make
  }
}

extension NamedListenerFault<ConnectionFault> {
  /// The faults of connections; a new one is an entry here.
  static var all: [Self] {
    [
      // Nobody counts those who are refused.
      Self("refuse", [.duration]) { _ in .refuse },
      Self("reset", occurrence) { _ in .reset },
      Self("slowAccept", [.delay] + occurrence, required: ["delay"]) {
        $0.delay.map(ConnectionFault.slowAccept)
      },
      Self("neverRead", occurrence) { _ in .neverRead },
    ]
  }
}

extension NamedListenerFault<TLSFault> {
  /// The faults of TLS: those that take no value by their names, and those that do.
  static var all: [Self] {
    TLSFault.named.map { name, fault in
      Self(name, [.serverName] + occurrence) { _ in fault }
    } + [
      Self("slowHandshake", [.delay, .serverName] + occurrence, required: ["delay"]) {
        $0.delay.map(TLSFault.slowHandshake)
      }
    ]
  }
}

/// Which of those that come meet the fault.
private let occurrence: [Key<ListenerFaultDraft>] = [.first, .probability, .duration]
