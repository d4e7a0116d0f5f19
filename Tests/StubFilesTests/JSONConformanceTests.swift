import Foundation
import StubCore
import Testing

@testable import StubFiles

@Suite(
  .enabled(
    if: Fixtures.has(Fixtures.jsonTests), "no data at \(Fixtures.jsonTests)"))
struct JSONConformanceTests {
  /// Not JSON, but JSON with comments and trailing commas.
  static let allowedHere: Set = [
    "n_array_extra_comma.json", "n_array_number_and_comma.json",
    "n_object_trailing_comma.json", "n_object_trailing_comment.json",
    "n_object_trailing_comment_slash_open.json", "n_structure_object_with_comment.json",
  ]

  /// JSON, but refused in rule files because one of the two values would be lost.
  static let duplicateKeys: Set = [
    "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
  ]

  /// JSON that Foundation on Linux takes for a number out of range.
  static let refusedByFoundation: [String: JSONValue] = ["y_number_0e1.json": [0]]

  @Test("Every valid text gives the value that Foundation reads from it")
  func valid() throws {
    let files = try Fixtures.files(in: Fixtures.jsonTests).filter { $0.name.hasPrefix("y_") }
    #expect(files.count == 95)
    for (name, bytes) in files where !Self.duplicateKeys.contains(name) {
      let reading = Self.read(name, bytes)
      let expected = try Self.refusedByFoundation[name] ?? Self.decoded(bytes)
      #expect(reading.values == [expected], "\(name)")
      #expect(reading.problem == nil, "\(name)")
    }
  }

  @Test("Duplicate keys are reported, though the text is JSON")
  func duplicates() throws {
    for (name, bytes) in try Fixtures.files(in: Fixtures.jsonTests)
    where Self.duplicateKeys.contains(name) {
      let reading = Self.read(name, bytes)
      #expect(reading.problem?.contains(#"duplicate key "a""#) == true, "\(name)")
      #expect(reading.values.count == 1, "\(name)")
    }
  }

  @Test("Every invalid text is refused, apart from comments and trailing commas")
  func invalid() throws {
    let files = try Fixtures.files(in: Fixtures.jsonTests).filter { $0.name.hasPrefix("n_") }
    #expect(files.count == 188)
    for (name, bytes) in files {
      let isRefused = Self.read(name, bytes).problem != nil
      #expect(isRefused == !Self.allowedHere.contains(name), "\(name)")
    }
  }

  @Test("Texts that parsers may take or refuse never end in a crash, in either reader")
  func others() throws {
    for (name, bytes) in try Fixtures.files(in: Fixtures.jsonTests) {
      let json = Self.read(name, bytes)
      #expect(json.problem != nil || json.values.count == 1, "\(name)")
      _ = Self.read(name + ".yaml", bytes)
    }
  }

  private static func decoded(_ bytes: [UInt8]) throws -> JSONValue {
    try JSONDecoder().decode(DecodedJSON.self, from: Data(bytes)).value
  }

  private static func read(
    _ name: String, _ bytes: [UInt8]
  ) -> (values: [JSONValue], problem: String?) {
    do {
      let source = try SourceText(name: name, bytes: bytes)
      var diagnostics = DiagnosticList()
      let documents = DocumentReader.documents(in: source, reportingTo: &diagnostics)
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
