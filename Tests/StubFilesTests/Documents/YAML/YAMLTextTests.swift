import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Texts in YAML")
struct YAMLTextTests {
  /// Those at the borders of what YAML and its writer tell apart.
  private static let scalars: [Unicode.Scalar] = {
    let borders: [UInt32] = [
      0x00, 0x01, 0x08, 0x09, 0x0A, 0x0D, 0x1F, 0x20, 0x22, 0x23, 0x2D, 0x3A, 0x5C, 0x7E, 0x7F,
      0x80, 0x85,
      0x9F, 0xA0, 0xFF, 0x2027, 0x2028, 0x2029, 0x202A, 0xD7FF, 0xE000, 0xFEFE, 0xFEFF, 0xFF00,
      0xFFFD, 0xFFFE, 0xFFFF, 0x1_0000, 0x10_FFFF, 0x301,
    ]
    return borders.flatMap { [$0 == 0 ? 0 : $0 - 1, $0, $0 + 1] }.compactMap { Unicode.Scalar($0) }
  }()

  @Test("A body is read as it was written, whatever characters are in it")
  func bodies() throws {
    let texts = Self.scalars.flatMap { scalar in
      [
        "\(scalar)", "a\(scalar)", "\(scalar)a", "a\(scalar) b", "a: \(scalar)",
        "a\n\(scalar)\nb\n", "a \(scalar)#\n\n",
      ]
    }
    let interactions = texts.map {
      Interaction(RecordedRequest(.get, "http://h/"), RecordedResponse(.ok, body: Data($0.utf8)))
    }
    let cassette = Cassette(interactions: interactions)
    let written = String(decoding: WritableFormat.own.write(cassette).bytes, as: UTF8.self)
    var reader = RuleFileReader(variables: EnvironmentVariables([:]), formats: .all)
    reader.read(try SourceText(name: "tape.yaml", text: written))
    #expect(reader.diagnostics.sorted.map(\.message) == [])
    let read = reader.draft.cassettes.flatMap(\.interactions).map { $0.response?.body ?? Data() }
    #expect(read.map { String(decoding: $0, as: UTF8.self) } == texts)
  }

  @Test("Exactly the characters that are not printable are escaped")
  func escapes() {
    for scalar in Self.scalars where scalar != "\"" && scalar != "\\" && scalar != "\t" {
      let isWhole = YAMLText.quoted("a\(scalar)b") == "\"a\(scalar)b\""
      #expect(isWhole == YAMLText.isPrintable(scalar), "U+\(String(scalar.value, radix: 16))")
    }
  }
}
