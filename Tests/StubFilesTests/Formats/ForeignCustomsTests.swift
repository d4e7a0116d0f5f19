import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// Files of other tools are read as their own parsers read them.
@Suite("Strictness of foreign files")
struct ForeignCustomsTests {
  /// What a parser puts up with, and what is said of it.
  struct Leniency: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (String) -> String
    var warning: String?

    static let all = [
      Leniency(testDescription: "byte order mark") { "\u{FEFF}" + $0 },
      Leniency(testDescription: "comments") { "// a\n" + $0 + "\n/* b */" },
      Leniency(testDescription: "trailing comma") { $0.dropLast() + "," + $0.suffix(1) },
      Leniency(testDescription: "single quotes") { $0.replacing("\"", with: "'") },
      Leniency(
        testDescription: "duplicate key",
        change: { text in
          text.prefix(1) == "{"
            ? "{\"x\": 1, \"x\": 2, " + text.dropFirst()
            : "[{\"x\": 1, \"x\": 2, " + text.dropFirst(2)
        }, warning: "duplicate key \"x\""),
      Leniency(
        testDescription: "NaN",
        change: { text in
          text.prefix(1) == "{"
            ? "{\"x\": NaN, \"y\": -Infinity, " + text.dropFirst()
            : "[{\"x\": NaN, \"y\": -Infinity, " + text.dropFirst(2)
        }, warning: "JSON has no NaN and no Infinity, so they are read as null"),
    ]
  }

  /// Recordings in JSON, each with one interaction or more.
  private static let samples = RecordingSample.all.filter {
    ["{", "["].contains($0.text.prefix(1)) && !$0.text.contains("'") && !$0.text.contains("\\")
  }

  private func trimmed(_ sample: RecordingSample) -> String {
    sample.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(
    "A recording in JSON is read as without what its parser puts up with", arguments: samples,
    Leniency.all)
  func json(sample: RecordingSample, leniency: Leniency) throws {
    let plain = try VCRReading(trimmed(sample), as: "a.json")
    let text = leniency.change(trimmed(sample))
    let reading = try VCRReading(text, as: "a.json")
    #expect(!reading.diagnostics.hasErrors, "\(reading.diagnostics)")
    #expect(
      reading.cassettes.flatMap(\.interactions).map(\.unplaced)
        == plain.cassettes.flatMap(\.interactions).map(\.unplaced))
    let more = reading.diagnostics.sorted.filter { finding in
      leniency.warning.map { finding.found.hasPrefix($0) } ?? false
    }
    #expect(more.count == (leniency.warning == nil ? 0 : 1))
  }

  @Test(
    "A recording in YAML is read as without what its parser puts up with",
    arguments: FamilyFormat.all,
    [
      ("x: 1, x: 2", "duplicate key \"x\", first at 1:"), ("x: .nan", nil), ("x: -.inf", nil),
      ("x: !ruby/symbol a", nil), ("x: !!python/tuple [ a ]", nil), ("x: !Other { a: b }", nil),
      ("x: 0xFFFFFFFFFFFFFFFFFF", nil), ("x: !!int a", nil), ("<<: { x: 1 }", nil),
      ("x: &a 1, y: *a", nil),
    ] as [(String, String?)])
  func yaml(format: FamilyFormat, more: (member: String, warning: String?)) throws {
    let text = format.text().replacing("{ recordedAt", with: "{ \(more.member), recordedAt")
    let reading = try VCRReading(text, as: "a.yml")
    #expect(reading.cassettes.first?.interactions.count == 1)
    #expect(!reading.diagnostics.hasErrors, "\(reading.diagnostics)")
    let findings = reading.diagnostics.sorted
    #expect(findings.count == (more.warning == nil ? 0 : 1))
    if let warning = more.warning { #expect(findings.first?.found.hasPrefix(warning) == true) }
  }

  @Test("Several documents are several recordings")
  func documents() throws {
    let text = FamilyFormat.all[0].text() + "\n---\n" + FamilyFormat.all[3].text()
    #expect(try VCRReading(text, as: "a.yml").cassettes.count == 2)
  }

  @Test(
    "Rule files, and cassettes of the project's own format, stay strict",
    arguments: [
      ("a.json", #"{"stubs": [], "stubs": []}"#, "duplicate key"),
      ("a.json", #"{'stubs': []}"#, "expected a key in double quotes"),
      ("a.json", #"{"stubs": NaN}"#, #"the bare word "NaN""#),
      ("a.json", #"{"stubs": -Infinity}"#, "in the number"),
      ("a.yaml", "stubs: []\nstubs: []", "duplicate key"),
      ("a.yaml", "stubs: .nan", "the number .nan, which JSON does not have"),
      ("a.yaml", "stubs: !tape []", "the unknown tag !tape"),
      ("a.yaml", "cassette: 1\ncassette: 1\ninteractions: []", "duplicate key"),
      ("a.json", #"{"cassette": 1, "cassette": 1, "interactions": []}"#, "duplicate key"),
    ])
  func own(name: String, text: String, problem: String) throws {
    let findings = try VCRReading(text, as: name).diagnostics
    #expect(findings.hasErrors)
    #expect(findings.sorted.contains { $0.severity == .error && "\($0.message)".contains(problem) })
  }

  @Test("WireMock's response has both values of a field, and its other keys the last one")
  func wireMock() throws {
    let text = """
      { 'mappings': [ { "request": { "method": "GET", "method": "POST", "url": "/a",
        "headers": { "A": { "equalTo": "1" }, "A": { "equalTo": "2" } } },
      "response": { "status": 200, "headers": { "Set-Cookie": "a=1", "Set-Cookie": "b=2" } } } ] }
      """
    let rules = try RuleSet(text: text, as: "mappings/a.json")
    #expect(!rules.diagnostics.hasErrors)
    #expect(
      rules.diagnostics.sorted.map(\.message) == [
        "duplicate key \"method\", first at 1:32; the last one counts",
        "duplicate key \"A\", first at 2:16; the last one counts",
      ])
    let set = StubSet()
    set.replaceAll(with: rules)
    let request = ReceivedRequest(.post, "http://h/a", headers: ["A": "2"])
    #expect(
      set.plan(for: request)?.head?.headers.values(of: .setCookie) == ["a=1", "b=2"])
  }

  @Test(
    "Other tools' stubs take the last of two values, with a warning",
    arguments: [
      #"{"httpRequest": {"path": "/a", "path": "/b"}, "httpResponse": {"statusCode": 200}}"#,
      #"{"imposters": [{"protocol": "http", "port": 1, "port": 2, "stubs": []}]}"#,
      #"{"data": {"pairs": [], "pairs": []}, "meta": {"schemaVersion": "v5"}}"#,
    ])
  func stubs(text: String) throws {
    let findings = try VCRReading(text, as: "a.json").diagnostics.sorted
    #expect(findings.filter { $0.severity == .error }.map(\.message) == [])
    #expect(findings.count { $0.message.hasSuffix("; the last one counts") } == 1)
  }
}

extension Interaction {
  /// The interaction without where it was read.
  fileprivate var unplaced: Interaction {
    var interaction = self
    interaction.origin = nil
    return interaction
  }
}
