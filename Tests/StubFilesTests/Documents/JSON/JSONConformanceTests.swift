import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// JSON in rule files, compared with what Foundation reads.
@Suite("JSON as documents have it") struct JSONConformanceTests {
  @Test("A valid text gives the value that Foundation reads from it", arguments: JSONTexts.valid)
  func valid(text: String) throws { try JSONText(text).expectValue() }

  @Test("A duplicate key is reported, though the text is JSON", arguments: JSONTexts.duplicates)
  func duplicates(text: String) { JSONText(text).expectDuplicate() }

  @Test("Comments and trailing commas are taken", arguments: JSONTexts.lenient)
  func lenient(text: String) { JSONText(text).expect(isRefused: false) }

  @Test("Any other text is refused", arguments: JSONTexts.invalid)
  func invalid(text: String) { JSONText(text).expect(isRefused: true) }

  @Test("No text ends in a crash, in either reader")
  func undecided() {
    for text in JSONTexts.all { JSONText(text.name, text.bytes).expectAnEnd() }
  }
}

@Suite("JSONTestSuite as documents", .outside("suites/JSONTestSuite"))
struct JSONSuiteTests {
  /// Not JSON, but JSON with comments and trailing commas.
  private static let lenient: Set = [
    "n_array_extra_comma.json", "n_array_number_and_comma.json",
    "n_object_trailing_comma.json", "n_object_trailing_comment.json",
    "n_object_trailing_comment_slash_open.json", "n_structure_object_with_comment.json",
  ]

  /// JSON, but refused in rule files because one of the two values would be lost.
  private static let duplicateKeys: Set = [
    "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
  ]

  private func texts(_ prefix: String = "") throws -> [JSONText] {
    try OutsideFixtures.files(in: "suites/JSONTestSuite/test_parsing")
      .filter { $0.name.hasPrefix(prefix) }.map { JSONText($0.name, $0.bytes) }
  }

  @Test("Every valid text gives the value that Foundation reads from it")
  func valid() throws {
    let texts = try texts("y_")
    #expect(texts.count == 95)
    for text in texts {
      if Self.duplicateKeys.contains(text.name) {
        text.expectDuplicate()
      } else {
        try text.expectValue()
      }
    }
  }

  @Test("Every invalid text is refused, apart from comments and trailing commas")
  func invalid() throws {
    let texts = try texts("n_")
    #expect(texts.count == 188)
    for text in texts { text.expect(isRefused: !Self.lenient.contains(text.name)) }
  }

  @Test("Texts that parsers may take or refuse never end in a crash, in either reader")
  func others() throws {
    for text in try texts() { text.expectAnEnd() }
  }
}

/// A text, and what documents make of it.
private struct JSONText {
  let name: String
  let bytes: [UInt8]

  init(_ text: String) { self.init(text, Array(text.utf8)) }

  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  func expectValue() throws {
    let reading = read(as: "a.json")
    #expect(reading.values == [try expected()], "\(name)")
    #expect(reading.problem == nil, "\(name)")
  }

  func expectDuplicate() {
    let reading = read(as: "a.json")
    #expect(reading.problem?.contains(#"duplicate key "a""#) == true, "\(name)")
    #expect(reading.values.count == 1, "\(name)")
  }

  func expect(isRefused: Bool) {
    #expect((read(as: "a.json").problem != nil) == isRefused, "\(name)")
  }

  func expectAnEnd() {
    let json = read(as: "a.json")
    #expect(json.problem != nil || json.values.count == 1, "\(name)")
    _ = read(as: "a.yaml")
  }

  private func expected() throws -> JSONValue {
    // Foundation on Linux takes this for a number out of range.
    if name == "0e1" { return 0 }
    if name == "y_number_0e1.json" { return [0] }
    return try JSONDecoder().decode(DecodedJSON.self, from: Data(bytes)).value
  }

  private func read(as file: String) -> (values: [JSONValue], problem: String?) {
    do {
      let source = try SourceText(name: file, bytes: bytes)
      var diagnostics = DiagnosticList()
      let documents = StubFormats.all.documents(in: source, reportingTo: &diagnostics)
      return (documents.map(\.json), diagnostics.isEmpty ? nil : diagnostics.description)
    } catch {
      return ([], error.description)
    }
  }
}

/// What Foundation reads.
private struct DecodedJSON: Decodable {
  let value: JSONValue

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Key.self) {
      value = .object(
        JSONObject(
          try members.allKeys.map {
            ($0.stringValue, try members.decode(DecodedJSON.self, forKey: $0).value)
          }))
    } else if var elements = try? decoder.unkeyedContainer() {
      var values: [JSONValue] = []
      while !elements.isAtEnd { values.append(try elements.decode(DecodedJSON.self).value) }
      value = .array(values)
    } else {
      let single = try decoder.singleValueContainer()
      if single.decodeNil() {
        value = .null
      } else if let bool = try? single.decode(Bool.self) {
        value = .bool(bool)
      } else if let number = try? single.decode(Double.self) {
        value = .number(JSONNumber(number))
      } else {
        value = .string(try single.decode(String.self))
      }
    }
  }
}
