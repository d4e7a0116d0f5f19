import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct ReaderTests {
  private struct Rule: Equatable {
    var name: String?
    var status: Int?
    var delay: Duration?
    var tags: [String]?
    var headers: [String]?
    var body: String?
  }

  /// Reads a document as a rule and gives what was found wrong.
  private func read(_ text: String) throws -> (rule: Rule?, printed: String) {
    let reader = Reader()
    let rule = reader.mapping(try Reading.node(text, as: "stubs.yaml")) { mapping in
      var rule = Rule()
      rule.name = mapping.required("name") { reader.string($0) }
      rule.status = mapping.optional("status") { reader.integer($0, in: 100...599) }
      rule.delay = mapping.optional("delay") { reader.duration($0) }
      rule.tags = mapping.optional("tags") { reader.oneOrMore($0) { reader.string($0) } }
      rule.headers = mapping.optional("headers") { value in
        reader.mapping(value) { headers in
          headers.rest { name, value in reader.text(value).map { "\(name): \($0)" } }.map(\.value)
        }
      }
      rule.body = mapping.optional("body") { value in
        reader.mapping(value) { $0.optional("text") { reader.string($0) } }
      }
      return rule
    }
    return (rule, reader.findings.list.description)
  }

  @Test("A mapping is read key by key, in any order")
  func reading() throws {
    let result = try read(
      """
      delay: 120ms
      name: a
      status: 201
      tags: one
      headers: {X-Count: 5, X-Version: 1.10, On: true}
      body: {text: hi}
      """)
    #expect(result.printed == "")
    #expect(
      result.rule
        == Rule(
          name: "a", status: 201, delay: .milliseconds(120), tags: ["one"],
          headers: ["X-Count: 5", "X-Version: 1.10", "On: true"], body: "hi"))
  }

  @Test("All faults of a mapping and what is below it are reported in one go, in order")
  func faults() throws {
    let result = try read(
      """
      nmae: a
      status: 99
      delay: soon
      tags: [a, 1]
      body: {txet: hi}
      zzz: 1
      """)
    #expect(
      result.printed == """
        stubs.yaml:1:1: error: this mapping needs "name"; rename "nmae"
        nmae: a
        ^
        stubs.yaml:1:1: error: unknown key "nmae"; did you mean "name"?
        nmae: a
        ^
        stubs.yaml:2:9: error: "status" must be from 100 to 599, not 99
        status: 99
                ^
        stubs.yaml:3:8: error: "delay" must be a duration, not "soon"; use 120ms, 1.5s, 2m or a \
        number of seconds
        delay: soon
               ^
        stubs.yaml:4:11: error: "tags" must be text, not 1; use quotes: "1"
        tags: [a, 1]
                  ^
        stubs.yaml:5:8: error: unknown key "txet"; did you mean "text"?
        body: {txet: hi}
               ^
        stubs.yaml:6:1: error: unknown key "zzz"; available: "name", "status", "delay", "tags", \
        "headers", "body"
        zzz: 1
        ^
        """)
  }

  @Test("Findings carry the JSON Pointer of the value they are about")
  func pointers() throws {
    let reader = Reader()
    let node = try Reading.node("{stubs: [{a: 1}, {a: x}]}", as: "a.yaml")
    _ = reader.mapping(node) { mapping in
      mapping.optional("stubs") { stubs in
        reader.list(stubs) { stub in
          reader.mapping(stub) { $0.optional("a") { reader.integer($0) } }
        }
      }
    }
    #expect(reader.findings.list.sorted.map(\.pointer) == ["/stubs/1/a"])
  }

  @Test(
    "A value of another kind is reported with the expected kind",
    arguments: [
      ("12", "string", #""key" must be text, not 12; use quotes: "12""#),
      ("true", "string", #""key" must be text, not true; use quotes: "true""#),
      ("", "string", #""key" must be text, not empty; use quotes: "text""#),
      ("[1]", "string", #""key" must be text, not a list; use quotes: "text""#),
      ("{}", "text", #""key" must be text, not an empty mapping; use a text in quotes"#),
      ("~", "text", #""key" must be text, not ~; use a text in quotes"#),
      (
        "'5'", "integer",
        #""key" must be a whole number, not "5"; remove the quotes"#
      ),
      (
        "1.5", "integer",
        #""key" must be a whole number, not 1.5"#
      ),
      (
        "99999999999999999999", "integer",
        #""key" must be 9223372036854775807 or less, not 99999999999999999999"#
      ),
      (
        "-99999999999999999999", "integer",
        #""key" must be -9223372036854775808 or more, not -99999999999999999999"#
      ),
      (
        "x", "number", #""key" must be a number, not "x""#
      ),
      (
        "1e999", "number",
        #""key" must be a smaller number, not 1e999"#
      ),
      ("yes", "boolean", #""key" must be true or false, not "yes"; use true"#),
      ("Off", "boolean", #""key" must be true or false, not "Off"; use false"#),
      (
        "'x'", "boolean",
        #""key" must be true or false, not "x"; use true or false without quotes"#
      ),
      ("10K", "size", #""key" must be a size, not "10K"; use 512, 10KB or 4MiB"#),
      (
        "[]", "duration",
        #""key" must be a duration, not an empty list; use 120ms, 1.5s, 2m or a number of seconds"#
      ),
      (
        "a", "list",
        #""key" must be a list, not "a"; use [ … ], or a line with "- " for each"#
      ),
      ("a", "mapping", #""key" must be a mapping, not "a""#),
      (
        "optinn", "keyword",
        #""key" cannot be "optinn"; did you mean "optin"?"#
      ),
      ("x", "keyword", #""key" must be one of "optin", "optout", not "x""#),
    ])
  func mismatches(text: String, accessor: String, message: String) throws {
    let node = try Reading.node("key: \(text)\n")
    let (reader, value) = (Reader(), try #require(node["key"]))
    let isRead: Bool =
      switch accessor {
      case "string": reader.string(value) != nil
      case "text": reader.text(value) != nil
      case "integer": reader.integer(value) != nil
      case "number": reader.number(value) != nil
      case "boolean": reader.boolean(value) != nil
      case "size": reader.byteCount(value) != nil
      case "duration": reader.duration(value) != nil
      case "list": reader.list(value) { reader.string($0) } != nil
      case "mapping": reader.mapping(value) { _ in true } != nil
      default: reader.keyword(value, ["optin": 1, "optout": 2]) != nil
      }
    #expect(!isRead)
    #expect(reader.findings.list.sorted.map(\.message) == [message])
  }

  @Test("Values of the right kind are read")
  func values() throws {
    let node = try Reading.node(
      "[text, 007, 1.5, true, 10KB, 2, !!binary aGk=, optout, [a, b], {k: v}]")
    let (reader, values) = (Reader(), try #require(node.elements))
    #expect(reader.string(values[0]) == "text")
    #expect(reader.integer(values[1]) == 7)
    #expect(reader.text(values[1]) == "007")
    #expect(reader.number(values[2]) == 1.5)
    #expect(reader.boolean(values[3]) == true)
    #expect(reader.byteCount(values[4]) == 10_000)
    #expect(reader.duration(values[5]) == .seconds(2))
    #expect(reader.bytes(values[6]) == [0x68, 0x69])
    #expect(reader.bytes(values[0]) == Array("text".utf8))
    #expect(reader.keyword(values[7], ["optin": 1, "optout": 2]) == 2)
    #expect(reader.list(values[8]) { reader.string($0) } == ["a", "b"])
    #expect(values[9].json == ["k": "v"])
    #expect(reader.findings.list.isEmpty)
  }
}
