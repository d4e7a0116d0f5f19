import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct ListenerKeyTests {
  private func faults(_ text: String) throws -> ListenerFaults {
    let rules = try RuleSet(text: text)
    #expect(rules.diagnostics.description == "")
    return rules.faults
  }

  private func findings(_ text: String) throws -> String {
    try RuleSet(text: text).diagnostics.description
  }

  @Test("Files that say nothing about connections have no faults")
  func none() throws {
    #expect(try faults("stubs: []") == .none)
  }

  @Test("A fault of connections is a name, or a mapping with which of them meet it")
  func connection() throws {
    for (text, rule) in [
      ("refuse", ConnectionFaultRule(.refuse)),
      ("neverRead", ConnectionFaultRule(.neverRead)),
      ("{ type: refuse, for: 5s }", ConnectionFaultRule(.refuse, for: .seconds(5))),
      (
        "{ first: 3, type: reset, probability: 0.5 }",
        ConnectionFaultRule(.reset, first: 3, probability: 0.5)
      ),
      (
        "{ type: slowAccept, delay: 2s, for: 1m }",
        ConnectionFaultRule(.slowAccept(.seconds(2)), for: .seconds(60))
      ),
    ] {
      #expect(try faults("connection: \(text)") == ListenerFaults(connection: rule))
    }
  }

  @Test("Every fault that takes no value is its name")
  func names() throws {
    for kind in FaultKind<TLSFault>.all where kind.required.isEmpty {
      let fault = try #require(kind.make(FaultArguments()))
      #expect(try faults("tls: \(kind.name)").tls == [TLSFaultRule(fault)])
      #expect("\(fault)" == kind.name)
    }
    for kind in FaultKind<ConnectionFault>.all where kind.required.isEmpty {
      let fault = try #require(kind.make(FaultArguments()))
      #expect(try faults("connection: \(kind.name)").connection == ConnectionFaultRule(fault))
      #expect("\(fault)" == kind.name)
    }
  }

  @Test("Faults of TLS are one or a list, each for all clients or for those that ask for a name")
  func tls() throws {
    #expect(
      try faults(
        "tls: [{ type: expiredCertificate, serverName: a.example, first: 2 }, noHandshake]"
      ).tls == [
        TLSFaultRule(.expiredCertificate, serverName: "a.example", first: 2),
        TLSFaultRule(.noHandshake),
      ])
    #expect(
      try faults("tls: { type: slowHandshake, delay: 300ms }").tls
        == [TLSFaultRule(.slowHandshake(.milliseconds(300)))])
  }

  @Test(
    "Contradictions are reported with position and remedy",
    arguments: [
      (
        "connection: rfuse",
        """
        1:13: error: "connection" cannot be "rfuse"; did you mean "refuse"?
        """
      ),
      (
        "connection: slowAccept",
        """
        1:13: error: "slowAccept" needs "delay"; use { type: slowAccept, delay: 2s }
        """
      ),
      (
        "connection: { type: refuse, first: 3 }",
        """
        1:29: error: unknown key "first"; available: "type", "for"
        """
      ),
      (
        "connection: { first: 3 }",
        """
        stubs.yaml:1:13: error: "connection" needs "type"
        connection: { first: 3 }
                    ^
        """
      ),
      (
        "connection: { type: reset, probability: 2 }",
        """
        1:41: error: "probability" must be from 0 to 1, not 2
        """
      ),
      (
        "tls: { type: expiredCertificte }",
        """
        1:14: error: "type" cannot be "expiredCertificte"; did you mean "expiredCertificate"?
        """
      ),
      (
        "tls: [plainText, { type: noHandshake, servername: a }]",
        """
        1:39: error: unknown key "servername"; did you mean "serverName"?
        """
      ),
      (
        "connection: reset\n---\nconnection: refuse",
        """
        3:13: error: "connection" must be the same fault of connections as at 1:13, not \
        "refuse"; remove one of the two
        """
      ),
    ])
  func wrong(text: String, finding: String) throws {
    let found = try findings(text)
    #expect(found.contains(finding), "\(found)")
  }

  @Test("Options accept the same values as files")
  func options() throws {
    let rule = try ConnectionFaultRule(
      ruleText: "{ type: reset, first: 2 }", named: "--connection-fault")
    #expect(rule == ConnectionFaultRule(.reset, first: 2))
    let rules = try TLSFaultRule.rules(ruleText: "plainText", named: "--tls-fault")
    #expect(rules == [TLSFaultRule(.plainText)])
    #expect(throws: DiagnosticList.self) {
      try TLSFaultRule.rules(ruleText: "", named: "--tls-fault")
    }
  }
}
