import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// Recordings that are damaged in every format in the same ways.
@Suite("Hostile recordings")
struct HostileRecordingTests {
  /// Where the recordings are, and a document that has the text as its only one.
  static func document(_ recording: String, at path: [String]) -> String {
    path.reversed().reduce("[\(recording)]") { "{\"\($1)\": \($0)}" }
  }

  /// Where lists are in documents of which each element is read for itself.
  private static let paths: [[String]] = Set(
    RecordingFormat.all.compactMap { format in
      if case .each = format.read { format.listPath } else { nil }
    }
  ).sorted { $0.joined() < $1.joined() }

  @Test("There is a sample of every format")
  func coverage() {
    let titles = Set(RecordingFormat.all.map(\.title))
    #expect(Set(RecordingSample.all.compactMap(\.title)) == titles)
  }

  @Test("10,000 levels are an error with a place", arguments: paths, ["a.json", "a.yaml"])
  func depth(path: [String], name: String) throws {
    let nested = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    let reading = try VCRReading(Self.document(nested, at: path), as: name)
    let finding = try #require(reading.diagnostics.sorted.first)
    #expect(
      finding.message.hasPrefix("lists and mappings are nested more than 256 levels deep"))
    #expect(finding.column ?? 0 > 256)
    #expect(reading.cassettes.isEmpty)
  }

  @Test("Aliases of aliases are an error with a place", arguments: paths)
  func aliases(path: [String]) throws {
    let many = { (item: String) in Array(repeating: item, count: 10).joined(separator: ", ") }
    let levels = (1...9).map { "l\($0): &l\($0) [\(many($0 == 1 ? "x" : "*l\($0 - 1)"))]" }
    let bomb = "{\(levels.joined(separator: ",\n"))}"
    let reading = try VCRReading(Self.document(bomb, at: path), as: "a.yaml")
    let finding = try #require(reading.diagnostics.sorted.first)
    #expect(finding.found == "the aliases stand for more than 1000000 values")
    #expect(finding.line == 6)
  }

  @Test("Each value may have another type", arguments: RecordingSample.all)
  func types(sample: RecordingSample) throws {
    let document = try Reading.node(sample.text, as: "a")
    let others: [JSONValue] = [
      .null, .bool(true), .number(JSONNumber(12)), .string("text"), .array([]),
      .object(JSONObject()),
    ]
    let documents = others.flatMap { document.json.replacingEach(with: $0) }
    try #require(documents.count > 40)
    for document in documents {
      let reading = try VCRReading(document.text(), as: "a.json")
      #expect(reading.diagnostics.sorted.allSatisfy { ($0.line ?? 0) >= 1 && !$0.found.isEmpty })
    }
  }

  @Test(
    "Base64 that is none is an error with a place, or in a request a warning",
    arguments: RecordingSample.all.filter { $0.text.contains("YQ==") || $0.text.contains("YWJj") })
  func base64(sample: RecordingSample) throws {
    let damaged = sample.text.replacing("YQ==", with: "Y!==").replacing("YWJj", with: "YW?j")
    let reading = try VCRReading(damaged, as: "a")
    let findings = reading.diagnostics.sorted.filter { $0.message.contains("base64") }
    #expect(!findings.isEmpty)
    for finding in reading.diagnostics.sorted where finding.severity == .error {
      #expect((finding.line ?? 0) >= 1)
      #expect(finding.message.contains("base64"))
    }
  }

  @Test("A byte that is not UTF-8 is an error at its place", arguments: RecordingSample.all)
  func encoding(sample: RecordingSample) throws {
    let bytes = Array(sample.text.utf8)
    for place in bytes.indices where bytes[place] < 0x80 {
      var changed = bytes
      changed[place] = 0xFF
      let error = #expect(throws: FileDiagnostic.self) {
        try SourceText(name: "a", bytes: changed)
      }
      #expect(error?.position?.offset == place)
    }
  }

  /// In megabytes; more when the environment asks, as for the 1 GB that takes 5 GB of memory.
  private static let textSize =
    ProcessInfo.processInfo.environment["LONG_TEXT_MEGABYTES"].flatMap { Int($0) } ?? 64

  @Test("A long text is read, and one without an end is an error", arguments: ["a.har", "a.yaml"])
  func longText(name: String) throws {
    let count = Self.textSize * 1_000_000
    let head =
      "{\"log\": {\"entries\": [{\"request\": {\"url\": \"http://a/\"}, \"response\": "
      + "{\"status\": 200, \"content\": {\"text\": \""
    var bytes = Array(head.utf8)
    bytes += Data(repeating: UInt8(ascii: "a"), count: count)
    let unfinished = VCRReading(try SourceText(name: name, bytes: bytes))
    #expect(unfinished.diagnostics.sorted.first?.found == "missing closing quote")
    #expect(unfinished.diagnostics.sorted.first?.column == head.utf8.count)
    bytes += Array("\"}}}]}}".utf8)
    let reading = VCRReading(try SourceText(name: name, bytes: bytes))
    #expect(reading.diagnostics.isEmpty)
    #expect(reading.cassettes.first?.interactions.first?.response?.body.count == count)
  }
}

extension JSONValue {
  /// Copies of this in each of which one value, on any level, is another.
  fileprivate func replacingEach(with other: JSONValue) -> [JSONValue] {
    var copies = [other]
    switch self {
    case .array(let elements):
      for place in elements.indices {
        for replaced in elements[place].replacingEach(with: other) {
          var copy = elements
          copy[place] = replaced
          copies.append(.array(copy))
        }
      }
    case .object(let object):
      for member in object.members {
        for replaced in member.value.replacingEach(with: other) {
          var copy = object
          copy[member.name] = replaced
          copies.append(.object(copy))
        }
      }
    default: break
    }
    return copies
  }
}
