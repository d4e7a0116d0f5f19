import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// A damaged recording and what is said of it: line, column, pointer and message of each finding.
struct RecordingMistake: Sendable, CustomTestStringConvertible {
  let file: String
  let text: String
  let findings: String

  init(_ file: String, _ text: String, _ findings: String) {
    self.file = file
    self.text = text
    self.findings = findings
  }

  var testDescription: String { findings }
}

@Suite("Damaged recordings")
struct RecordingDamageTests {
  @Test(
    "Errors are reported with position, pointer, expectation and remedy",
    arguments: vcrMistakes + vcrPyMistakes + goVCRMistakes + listedVCRMistakes
      + swiftLibraryMistakes)
  func faults(mistake: RecordingMistake) throws {
    let findings = try VCRReading(mistake.text, as: mistake.file).diagnostics.sorted.map {
      "\($0.line ?? 0):\($0.column ?? 0) \($0.pointer ?? "-") \($0.message)"
    }
    #expect(findings.joined(separator: "\n") == mistake.findings)
  }

  @Test("A damaged recording does not keep the others from being read")
  func others() throws {
    let reading = try VCRReading(
      """
      http_interactions:
      - request: { method: get, uri: http://a/1 }
        response: { status: { code: 200 } }
      - request: { method: get }
        response: { status: { code: 200 } }
      - request: { method: get, uri: http://a/3 }
        response: { status: { code: 200 } }
      """, as: "a.yml")
    #expect(reading.diagnostics.errorCount == 1)
    #expect(
      reading.cassettes.first?.interactions.map(\.request.url) == ["http://a/1", "http://a/3"])
  }

  @Test("Half of a surrogate pair is U+FFFD in a recording, with one warning")
  func halvesOfPairs() throws {
    let reading = try VCRReading(
      #"""
      [
      { "scope": "http://a", "path": "/1", "status": 200, "response": { "a": "cut \ud83d" } },
      { "scope": "http://a", "path": "/2", "status": 200, "response": "\udcfc\ud83d\ud83d\ude00" }
      ]
      """#, as: "a.json")
    #expect(
      reading.diagnostics.sorted.map(\.message) == [
        #"this \u escape is half of a surrogate pair and read as U+FFFD (3 times in this file); "#
          + "write the character itself if it matters"
      ])
    #expect(reading.diagnostics.sorted.first?.position?.offset == 78)
    #expect(!reading.diagnostics.hasErrors)
    #expect(
      reading.cassettes.first?.interactions.map(\.text)
        == ["{\"a\":\"cut \u{FFFD}\"}", "\u{FFFD}\u{FFFD}\u{1F600}"])
  }

  @Test("The samples are whole", arguments: RecordingSample.all)
  func samplesAreWhole(sample: RecordingSample) throws {
    let reading = try VCRReading(sample.text, as: "a")
    #expect(!reading.diagnostics.hasErrors)
    #expect(reading.cassettes.first?.interactions.count == 1)
  }

  @Test(
    "A recording that is cut short is an error or has no interactions",
    arguments: RecordingSample.all)
  func beginnings(sample: RecordingSample) throws {
    for count in 0..<sample.text.utf8.count {
      let bytes = Array(sample.text.utf8.prefix(count))
      guard let source = try? SourceText(name: "a", bytes: bytes) else { continue }
      let reading = VCRReading(source)
      #expect(!sample.isClosed || reading.diagnostics.hasErrors || count == 0)
      #expect(reading.diagnostics.sorted.allSatisfy { ($0.line ?? 0) >= 1 })
    }
  }

  @Test("No change of a byte makes a reader crash", arguments: RecordingSample.all)
  func changes(sample: RecordingSample) throws {
    let bytes = Array(sample.text.utf8)
    let damage = Array("0\"[{:, \\-%<".utf8)
    for place in bytes.indices {
      var changed = bytes
      changed[place] = damage[place % damage.count]
      guard let source = try? SourceText(name: "a", bytes: changed) else { continue }
      let reading = VCRReading(source)
      #expect(reading.diagnostics.sorted.allSatisfy { ($0.line ?? 0) >= 1 })
      #expect(reading.cassettes.count <= 1)
    }
  }
}
