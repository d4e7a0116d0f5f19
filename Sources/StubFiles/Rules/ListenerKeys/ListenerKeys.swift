package import StubCore

extension RuleKey where Target == FileDraft {
  static var connection: Self {
    Self(
      "connection", "What goes wrong with new connections, before any request.",
      .connectionFault, example: ["type": "reset", "first": 3]
    ) { value, file in
      guard let rule = value.connectionFault() else { return }
      value.set(rule, called: "fault of connections", in: &file.connection)
    }
  }

  static var tls: Self {
    Self(
      "tls", "What goes wrong with new TLS connections: the first of these faults that fits.",
      .tlsFaults, example: ["type": "expiredCertificate", "serverName": "old.example"]
    ) { value, file in
      guard let rules = value.oneOrMore({ $0.tlsFault() }) else { return }
      value.set(rules, called: "faults of TLS", in: &file.tls)
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
    ) { $0.connectionFault() }
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
    ) { $0.oneOrMore { $0.tlsFault() } }
  }
}
