import Foundation
import StubLanguages
import TestSupport
import Testing

@Suite("Reading JSON")
struct JSONParserTests {
  @Test("A text of RFC 8259 is taken", arguments: JSONTexts.valid + JSONTexts.duplicates)
  func taken(text: String) throws {
    let value = try JSONValue(parsing: text)
    #expect(try JSONValue(parsing: Array(text.utf8)) == value)
  }

  @Test("Any other text is refused", arguments: JSONTexts.invalid + JSONTexts.lenient)
  func refused(text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
  }

  @Test("No text ends in a crash")
  func undecided() {
    for bytes in JSONTexts.undecided { _ = try? JSONValue(parsing: bytes) }
  }

  @Test(
    "Every file of JSONTestSuite is taken or refused as its name says",
    .outside("suites/JSONTestSuite"))
  func conformance() throws {
    var failures: [String] = []
    var counts: [Character: Int] = [:]
    for (name, bytes) in try OutsideFixtures.files(in: "suites/JSONTestSuite/test_parsing") {
      let result = Result { try JSONValue(parsing: bytes) }
      counts[name.first ?? "?", default: 0] += 1
      switch (name.first, result) {
      case ("y", .failure(let error)): failures.append("\(name) refused: \(error)")
      case ("n", .success(let value)): failures.append("\(name) taken as \(value)")
      default: break
      }
    }
    #expect(failures == [])
    #expect(counts == ["y": 95, "n": 188, "i": 35])
  }

  @Test(
    "An error says where, what was expected, what was found and what to do",
    arguments: [
      ("", "line 1, column 1: expected a value, found the end of the text"),
      (
        "[1,]",
        #"line 1, column 4: expected a value, found "]"; remove the comma before it, or add the value"#
      ),
      (
        "{\"a\": 1,\n  b: 2}",
        #"line 2, column 3: expected a member name in double quotes, found "b"; put the name in double quotes"#
      ),
      ("{\"a\" 1}", #"line 1, column 6: expected ":" after a member name, found "1""#),
      ("[1 2]", #"line 1, column 4: expected "," or "]" after an array element, found "2""#),
      ("01", #"line 1, column 2: expected no digit after a leading 0, found "1"; remove the 0"#),
      ("1.", "line 1, column 3: expected a digit, found the end of the text"),
      ("nul", #"line 1, column 4: expected "null", found the end of the text"#),
      ("\"a", "line 1, column 3: expected a closing quote, found the end of the text"),
      (
        "\"\\x\"",
        #"line 1, column 3: expected one of "\/bfnrtu after a backslash, found "x"; write \\ for a backslash"#
      ),
      (
        "\"a\nb\"",
        #"line 1, column 3: expected a printable character, found the end of the line; write control characters as \u0000"#
      ),
      (
        "\"\\ud800\"",
        #"line 1, column 2: expected a surrogate pair, found half of one; write both halves, or \ufffd"#
      ),
      ("true é", #"line 1, column 6: expected the end of the text, found "é""#),
    ])
  func errors(text: String, message: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
    do {
      _ = try JSONValue(parsing: text)
    } catch {
      #expect(error.description == message)
    }
  }

  @Test("Invalid UTF-8 is refused at its first bad byte")
  func invalidUTF8() {
    let bytes = Array("[\"a".utf8) + [0xC3, 0x28] + Array("\"]".utf8)
    do {
      _ = try JSONValue(parsing: bytes)
      Issue.record("taken")
    } catch {
      #expect(
        error.description
          == "line 1, column 4: expected UTF-8, found byte 0xC3; save the text as UTF-8")
    }
  }

  @Test("Escapes become the characters they stand for")
  func escapes() throws {
    let value = try JSONValue(parsing: #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é""#)
    #expect(value == .string("\"\\/\u{8}\u{C}\n\r\t\u{E9}\u{1F600}é"))
  }

  @Test("Members keep their order, and of two with one name the last value wins")
  func members() throws {
    let value = try JSONValue(parsing: #"{"b": 1, "a": 2, "b": 3}"#)
    #expect(value.object?.names == ["b", "a"])
    #expect(value["b"] == 3)
  }

  @Test("Names that differ only in Unicode normalization are two members")
  func normalization() throws {
    let value = try JSONValue(parsing: #"{"\u00e9": 1, "e\u0301": 2}"#)
    #expect(value.object?.count == 2)
    #expect(value["\u{E9}"] == 1)
    #expect(value["e\u{301}"] == 2)
  }

  @Test("Nesting is taken up to 512 levels and refused, without a crash, beyond")
  func depth() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array(repeating: UInt8(ascii: "["), count: depth)
        + Array(repeating: UInt8(ascii: "]"), count: depth)
    }
    _ = try JSONValue(parsing: nested(512))
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: nested(513)) }
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: nested(1_000_000)) }
  }

  @Test("Long arrays are read like short ones, also within each other")
  func longArrays() throws {
    let inner = (0..<5_000).map { #"{"é\n":[\#($0),"\#($0)"]}"# }.joined(separator: " , ")
    let value = try JSONValue(
      parsing: "[0,\(Array(repeating: "[\(inner)]", count: 3).joined(separator: ","))]")
    #expect(value.array?.count == 4)
    for list in value.array?.dropFirst() ?? [] {
      let expected = (0..<5_000).map {
        ["é\n": [.number(JSONNumber($0)), .string("\($0)")]] as JSONValue
      }
      #expect(list == .array(expected))
    }
    let many = "[" + String(repeating: "[1,null],", count: 20_000) + "true]"
    #expect(try JSONValue(parsing: many).text() == many)
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: "[\n" + String(repeating: "1,", count: 20_000) + "\n,")
    }
    #expect(error?.line == 3)
  }

  @Test("A byte order mark is skipped")
  func byteOrderMark() throws {
    #expect(try JSONValue(parsing: [0xEF, 0xBB, 0xBF] + Array("{}".utf8)) == [:])
  }

  @Test("Objects with many members find, replace and remove each of them")
  func manyMembers() {
    var object = JSONObject((0..<100).map { ("name\($0)", .number(JSONNumber($0))) })
    #expect((0..<100).allSatisfy { object["name\($0)"] == .number(JSONNumber($0)) })
    object["name50"] = nil
    object["name99"] = "last"
    #expect(object.count == 99)
    #expect(object["name50"] == nil)
    #expect(object["name99"] == "last")
    #expect(object["name98"] == 98)
    #expect(object == JSONObject(object.members.reversed().map { ($0.name, $0.value) }))
  }

  @Test("Long arrays within long arrays, many levels deep, are read once and once more")
  func longArraysDeep() throws {
    let (depth, rest) = (60, String(repeating: ",0", count: 4_100))
    let text =
      String(repeating: "[0,", count: depth) + "0" + String(repeating: rest + "]", count: depth)
    #expect(try JSONValue(parsing: text).text() == text)
    let sizes = Array(text.utf8).withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes, .strict(foldingRuns: 4_096))
      try? scanner.scan()
      // What is folded has no folded elements inside, which would be read at each level.
      return scanner.tokens.indices.filter { scanner.tokens[$0].kind == .folded }.map { place in
        var inner = JSONScanner(
          bytes, from: Int(scanner.tokens[place].start), .strict(foldingRuns: 4_096))
        try? inner.scanElements(Int(scanner.tokens[place].extent))
        return inner.hasRuns ? -1 : inner.tokens.count
      }
    }
    #expect(sizes.count >= depth)
    #expect(sizes.allSatisfy { (2...5_000).contains($0) })
  }

  @Test("Names that differ in their scalars only are different, however many there are")
  func namesByScalars() throws {
    for count in [0, 30] {
      let more = (0..<count).map { "\"n\($0)\":0," }.joined()
      let object = try JSONValue(parsing: "{\(more)\"\u{E9}\":1,\"e\u{301}\":2}")
      #expect(object.object?.count == count + 2)
      #expect(object["\u{E9}"] == 1)
    }
  }
}
