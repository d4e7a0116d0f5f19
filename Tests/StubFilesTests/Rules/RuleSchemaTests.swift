import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// A key of rule files with its example, put into a whole file.
private struct KeyExample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let file: JSONValue

  static var all: [KeyExample] {
    keys(.file, "file") { $0 }
      + keys(.stub, "stub") { ["stubs": [$0]] }
      + keys(.match, "match") { ["stubs": [["match": $0, "respond": ["status": 204]]]] }
      + keys(.response, "response") { ["stubs": [["respond": ["GET": $0]]]] }
      + keys(.webhook, "webhook") { sending($0) }
      + keys(.value, "value") { matching(["headers": ["X-A": $0]]) }
      + keys(.host, "host", without: Keys.value.names) { matching(["host": $0]) }
      + keys(.path, "path", without: Keys.value.names) { matching(["path": $0]) }
      + keys(.delay, "delay") { responding(["delay": $0]) }
      + keys(.chunk, "chunk") { responding(["chunks": [$0]]) }
      + keys(.event, "event") { responding(["events": [$0]]) }
      + keys(.network, "network") { ["network": $0] }
      + keys(.cassette, "cassette") { ["cassettes": [$0]] }
      + FaultKind<HTTPStubFault>.all.flatMap(faults)
      + FaultKind<ConnectionFault>.all.flatMap { listenerFaults($0, $0.keys, at: "connection") }
      + FaultKind<TLSFault>.all.flatMap { listenerFaults($0, $0.keys, at: "tls") }
  }

  /// The fault with no more than it needs, and with each of its keys.
  private static func listenerFaults<Fault>(
    _ fault: FaultKind<Fault>, _ keys: Keys<ListenerFaultDraft>, at place: String
  ) -> [KeyExample] {
    let examples = keys.list.map { ($0.name, $0.example) }
    let least = fault.example
    return [KeyExample(testDescription: "\(place) \(fault.name)", file: [place: .object(least)])]
      + examples.map { name, example in
        var mapping = least
        mapping[name] = example
        return KeyExample(
          testDescription: "\(place) \(fault.name) \(name)", file: [place: .object(mapping)])
      }
  }

  /// The fault with no more than it needs, and with each of its parameters.
  private static func faults(_ fault: FaultKind<HTTPStubFault>) -> [KeyExample] {
    let least = KeyExample(
      testDescription: "fault \(fault.name)", file: responding(["fault": .object(fault.example)]))
    return [least]
      + fault.parameters.map(\.key).map { key in
        var mapping = fault.example
        mapping[key.name] = key.example
        mapping["first"] = 2
        return KeyExample(
          testDescription: "fault \(fault.name) \(key.name)",
          file: responding(["fault": .object(mapping)]))
      }
  }

  private static func responding(_ response: JSONValue) -> JSONValue {
    ["stubs": [["respond": ["GET": response]]]]
  }

  /// The webhook, to some URL unless it has one.
  private static func sending(_ webhook: JSONValue) -> JSONValue {
    var members = webhook.object ?? JSONObject()
    if members["url"] == nil { members["url"] = "http://127.0.0.1:9000/" }
    return ["stubs": [["respond": ["status": 202], "then": .object(members)]]]
  }

  private static func matching(_ match: JSONValue) -> JSONValue {
    ["stubs": [["match": match, "respond": ["status": 204]]]]
  }

  private static func keys<Target>(
    _ keys: Keys<Target>, _ kind: String, without omitted: [String] = [],
    _ file: (JSONValue) -> JSONValue
  ) -> [KeyExample] {
    keys.list.filter { !omitted.contains($0.name) }.map { key in
      var mapping = key.beside
      mapping[key.name] = key.example
      return KeyExample(testDescription: "\(kind) \(key.name)", file: file(.object(mapping)))
    }
  }
}

@Suite struct RuleSchemaTests {
  private static let published = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Stubs/schema.json")

  private let validator = SchemaValidator(root: RuleSchema.json)

  /// Written anew by `UPDATE_SCHEMA=1 swift test --filter RuleSchemaTests`.
  @Test("The published schema is the one made from the lists of keys")
  func published() throws {
    let text = RuleSchema.json.text(pretty: true) + "\n"
    if ProcessInfo.processInfo.environment["UPDATE_SCHEMA"] != nil {
      try Data(text.utf8).write(to: Self.published)
    }
    let found = try String(decoding: Data(contentsOf: Self.published), as: UTF8.self)
    #expect(
      found == text,
      "Stubs/schema.json is out of date; try UPDATE_SCHEMA=1 swift test --filter RuleSchemaTests")
  }

  @Test("The reader and the schema take the example of every key", arguments: KeyExample.all)
  private func examples(_ example: KeyExample) throws {
    let folder = try TemporaryFolder([
      "a.json": example.file.text(), "body.json": "{}", "message.txt": "HTTP/1.1 200 OK\r\n\r\n",
      "tapes/github.har": #"{"log": {"version": "1.2", "entries": []}}"#,
    ])
    let rules = RuleSet(reading: [folder.path + "/a.json"])
    #expect(rules.diagnostics.description == "")
    #expect(try validator.faults(in: example.file) == [])
  }

  @Test("Every property of the schema is a key of the reader, and the other way round")
  func sameKeys() throws {
    func names(_ definition: String) throws -> [String] {
      let schema = try #require(RuleSchema.json["definitions"]?[definition])
      return try #require(schema["properties"]?.names)
    }
    #expect(try names("match") == Keys.match.names)
    #expect(try names("response") == Keys.response.names)
    #expect(try names("stub") == Keys.stub.names)
    #expect(try names("webhook") == Keys.webhook.names)
  }

  @Test(
    "Files that the reader takes conform to the schema",
    arguments: [
      RuleExampleTests.example, "[]", "- respond: {}", "match: {}\nrespond: [{}, {}]",
      "$schema: schema.json\nmatch: { path: /a }\nrespond: {}",
      "match: { host: { any: [{ domain: a.com }], not: { domain: b.com } } }",
      "stubs: [{ respond: { sequence: [{}, {}], then: cycle } }]",
      "stubs: [{ respond: { any: {}, PURGE: [{}] } }]", RuleRobustnessTests.bad,
    ])
  func samples(text: String) throws {
    #expect(try RuleSet(text: text).diagnostics.description == "")
    #expect(try validator.faults(in: Reading.node(text).json) == [])
  }

  @Test(
    "The schema refuses all keys and kinds that the reader refuses",
    arguments: [
      "stubs: [{ matches: {} }]", "stubs: [{ match: { methd: GET } }]", "stubs: {}", "hello: 1",
      "stubs: [{ match: { urlOptions: [ignorePath] } }]", "stubs: [{ respond: { status: 99 } }]",
      "stubs: [{ then: {} }]", "stubs: [{ then: { url: 'http://a/', status: 1 } }]",
      "stubs: [{ then: [{ url: 'http://a/', text: a, json: 1 }] }]",
      "stubs: [{ respond: { text: a, json: 1 } }]", "stubs: [{ respond: { get: {} } }]",
      "stubs: [{ respond: { error: timeOut } }]", "stubs: [{ respond: { speed: 0 } }]",
      "stubs: [{ respond: { delay: -1 } }]", "stubs: [{ respond: [] }]", "stubs: [{}]",
      "stubs: [{ match: { headers: { A: {} } } }]", "stubs: [{ times: -1 }]",
      "unhandled: maybe", "network: 5g", "network: {}", "network: { latency: -1 }",
      "network: { stalls: { every: 1s } }", "network: { outage: reste }",
      "network: { outage: { type: reset, first: 1 } }", "connection: rfuse",
      "connection: { type: refuse, first: 1 }", "connection: slowAccept",
      "connection: { type: slowAccept }", "tls: [{ type: noHandshake, delay: 1s }]",
      "tls: { type: slowHandshake }", "tls: { serverName: a }",
      "stubs: [{ respond: { delay: { uniform: [1s] } } }]",
      "stubs: [{ respond: { delay: { oneOf: [1s], uniform: [1s, 2s] } } }]",
      "stubs: [{ respond: { delay: { lognormal: { median: 1s } } } }]",
      "stubs: [{ respond: { dribble: { chunks: 0, over: 1s } } }]",
      "stubs: [{ respond: { chunks: [] } }]", "stubs: [{ respond: { chunks: [{ after: 1s }] } }]",
      "stubs: [{ respond: { events: [{ event: a }] } }]",
      "stubs: [{ respond: { events: [{ data: 1 }], over: 1s } }]",
      "stubs: [{ respond: { fault: wrongLength } }]",
      "stubs: [{ respond: { fault: { type: wrongLength } } }]",
      "stubs: [{ respond: { fault: { type: reset, probability: 2 } } }]",
      "stubs: [{ respond: { fault: { type: reset, first: -1 } } }]",
      "stubs: [{ respond: { fault: { type: reset, insideHead: 1, after: 1 } } }]",
      "stubs: [{ respond: { fault: { type: reset, after: half } } }]",
      "stubs: [{ respond: { fault: { type: goAway, code: REFUSED } } }]",
      "stubs: [{ respond: { fault: reset, error: timedOut } }]",
    ])
  func refused(text: String) throws {
    #expect(try validator.faults(in: Reading.node(text).json) != [])
    #expect(try RuleSet(text: text).diagnostics.hasErrors || text == "stubs: [{}]")
  }
}

extension JSONValue {
  fileprivate var names: [String]? {
    if case .object(let object) = self { object.names } else { nil }
  }
}
