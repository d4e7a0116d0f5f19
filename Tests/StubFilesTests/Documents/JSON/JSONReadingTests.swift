import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct JSONReadingTests {
  @Test("Invalid JSON is reported with position, expectation and remedy", arguments: jsonMistakes)
  func syntax(mistake: Mistake) throws {
    let printed = try Reading(mistake.text, as: "a.json").diagnostics.description
    #expect(printed == mistake.printed)
  }

  @Test(
    "Comments and trailing commas are allowed, in .json as in .jsonc", arguments: ["json", "jsonc"])
  func comments(fileExtension: String) throws {
    let text = """
      // before
      { /* in */ "a": [1, 2, /* last */ ], // after
        "url": "http://a//b/*c*/",
      }
      // end
      """
    let value: JSONValue = ["a": [1, 2], "url": "http://a//b/*c*/"]
    #expect(try Reading.values(text, as: "a.\(fileExtension)") == [value])
  }

  @Test("Numbers keep their text")
  func numbers() throws {
    let node = try Reading.node("[1.50, 1E400, -0, 123456789012345678901234567890]", as: "a.json")
    let texts = try #require(node.elements).compactMap { element -> String? in
      guard case .number(let number) = element.json else { return nil }
      return number.text
    }
    #expect(texts == ["1.50", "1E400", "-0", "123456789012345678901234567890"])
  }

  @Test("Escapes give the characters they stand for")
  func escapes() throws {
    #expect(
      try Reading.values(#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\u0000""#, as: "a.json")
        == ["\"\\/\u{8}\u{C}\n\r\té😀\0"])
  }

  @Test("Members keep their order, and every key and value its line and column")
  func positions() throws {
    let node = try Reading.node("\u{FEFF}{\n  \"é\": \"😀\", \"b\": [\n1,\r\n 2]}", as: "a.json")
    let members = try #require(node.members)
    #expect(members.map(\.key) == ["é", "b"])
    #expect(members.map(\.position.line) == [2, 2])
    #expect(members.map(\.position.column) == [3, 13])
    #expect(members.map(\.value.position.column) == [8, 18])
    #expect(members[1].value.elements?.map(\.position.line) == [3, 4])
    #expect(members[1].value.elements?.map(\.position.column) == [1, 2])
  }

  @Test(
    "Text without a telling name is JSON when it starts like JSON",
    arguments: [
      ("{\"a\": 1}", DocumentFormat.json), ("\n [1]", .json), ("// x\n{}", .json),
      ("/* x */ {}", .json), ("a: 1", .yaml), ("# x", .yaml), ("", .yaml), ("/a: b", .yaml),
      ("---\n{}", .yaml), ("<<: a", .yaml), ("<?xml version=\"1.0\"?>", .propertyList),
      (" <plist>", .propertyList),
    ])
  func guess(text: String, format: DocumentFormat) throws {
    #expect(DocumentFormat(guessedFrom: try SourceText(name: "<stdin>", text: text)) == format)
  }

  @Test(
    "The extension decides the format, whatever its case",
    arguments: [
      ("a.yaml", DocumentFormat.yaml), ("b/a.YML", .yaml), ("a.b.json", .json), ("x.JSONC", .json),
      ("a.plist", .propertyList), ("a.txt", nil), ("yaml", nil), ("json.d/a", nil), ("", nil),
    ] as [(String, DocumentFormat?)])
  func fileName(name: String, format: DocumentFormat?) {
    #expect(DocumentFormat(fileName: name) == format)
  }
}
