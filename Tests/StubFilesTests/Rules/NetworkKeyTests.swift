import CoreTestSupport
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct NetworkKeyTests {
  private func network(_ text: String) throws -> NetworkProfile {
    let rules = try RuleSet(text: "network: \(text)")
    #expect(rules.diagnostics.description == "")
    return try #require(rules.network)
  }

  @Test("Every named profile can be given by its name", arguments: NetworkProfile.named)
  func named(profile: NetworkProfile) throws {
    #expect(try network(profile.name) == profile)
    #expect(try network("{ profile: \(profile.name) }") == profile)
  }

  @Test("Figures change a profile, wherever the profile stands")
  func changes() throws {
    var expected = NetworkProfile.threeG
    expected.name = "3g, changed"
    expected.download = HTTPConnectionSpeed(bytesPerSecond: 20_000)
    expected.jitter = .zero
    #expect(try network("{ profile: 3g, download: 20KB, jitter: 0 }") == expected)
    #expect(try network("{ download: 20KB/s, jitter: 0s, profile: 3g }") == expected)
  }

  @Test("Figures alone make a network that is unlimited in all else")
  func figures() throws {
    #expect(
      try network("{ upload: edge, latency: 1s, stalls: { every: 10s, lasting: 2s } }")
        == NetworkProfile(
          name: "custom", upload: .speedEdge, latency: .seconds(1),
          stalls: .init(every: .seconds(10), lasting: .seconds(2))))
    #expect(
      try network("{ outage: { type: reset, insideHead: 9 } }")
        == NetworkProfile(name: "custom", outage: .reset(insideHead: 9)))
    #expect(try network("{ outage: emptyResponse }").outage == .emptyResponse)
  }

  @Test("Responses go through the network of the rules, which the host may override")
  func applied() throws {
    let rules = try RuleSet(
      text: "network: { latency: 2s }\nstubs: [{ respond: { text: a, delay: 1s } }]")
    let set = StubSet()
    set.replaceAll(with: rules)
    let request = ReceivedRequest(.get, "/")
    #expect(set.plan(for: request)?.timing.beforeHead == .seconds(3))
    #expect(set.plan(for: request)?.links.first?.profile.latency == .seconds(2))
    set.replaceAll(with: rules, network: .lost)
    #expect(set.plan(for: request)?.fault == .neverAnswer)
    set.replaceAll(with: try RuleSet(text: "respond: { text: a }"))
    #expect(set.network == nil)
    #expect(set.plan(for: request)?.timing.beforeHead == .zero)
  }

  @Test("Reading files again leaves a line with the same profile in use")
  func sameLine() throws {
    let rules = try RuleSet(text: "network: 4g\nstubs: [{ respond: {} }]")
    let set = StubSet()
    let links = try (0..<2).map { _ in
      set.replaceAll(with: rules)
      return try #require(set.plan(for: ReceivedRequest(.get, "/"))?.links.first)
    }
    #expect(links[0] === links[1])
  }

  @Test("Loading sets the network where a file says so, and leaves it otherwise")
  func loading() throws {
    let set = StubSet()
    set.load(try RuleSet(text: "network: edge"))
    set.load(try RuleSet(text: "respond: {}"))
    #expect(set.network == .edge)
  }

  @Test("Networks of several files that contradict each other are reported with both places")
  func contradiction() throws {
    let folder = try TemporaryFolder([
      "a.yaml": "network: 3g", "b.yaml": "network: 3g", "c.yaml": "network: lost",
    ])
    let rules = RuleSet(reading: [folder.path])
    #expect(
      rules.diagnostics.sorted.map(\.message) == [
        "\"network\" must be the same network as at \(folder.path)/a.yaml:1:10, not \"lost\"; "
          + "remove one of the two"
      ])
  }

  @Test("A network can be read from a text of one line")
  func text() throws {
    #expect(try NetworkProfile(ruleText: "dsl", named: "--network") == .dsl)
    #expect(
      try NetworkProfile(ruleText: "{ latency: 1s }", named: "--network").latency == .seconds(1))
    let error = #expect(throws: DiagnosticList.self) {
      try NetworkProfile(ruleText: "{ latency: -1s }", named: "--network")
    }
    #expect(error?.sorted.map(\.column) == [12])
    for text in ["", "[", "\u{0}", "3g: {"] {
      #expect(throws: DiagnosticList.self) { try NetworkProfile(ruleText: text, named: "n") }
    }
  }
}
