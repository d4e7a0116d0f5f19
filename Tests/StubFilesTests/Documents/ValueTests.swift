import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct ValueTests {
  @Test("A pointer is the way to a value, with its special characters escaped")
  func pointers() throws {
    let root = try Reading.node(#"{"a": [1, {"b/~": [[], {"c": 2}]}], "d": {}}"#, as: "a.json")
    #expect(root.pointer == "")
    let inner = try #require(root["a"]?.elements?[1]["b/~"])
    #expect(inner.pointer == "/a/1/b~1~0")
    #expect(inner.elements?[1]["c"]?.pointer == "/a/1/b~1~0/1/c")
    #expect(root["d"]?.pointer == "/d")
  }

  @Test("Behind an alias or a merge key a pointer is the way by which a value was reached")
  func aliases() throws {
    let root = try Reading.node(
      """
      x: &x {a: {b: [1, 2]}}
      y: &y {<<: *x, c: *x}
      list: [*y]
      """)
    let merged = try #require(root["list"]?.elements?[0]["a"]?["b"]?.elements?[1])
    #expect(merged.pointer == "/list/0/a/b/1")
    #expect(merged.position.line == 1)
    let aliased = try #require(root["list"]?.elements?[0]["c"]?["a"])
    #expect(aliased.pointer == "/list/0/c/a")
    #expect(aliased.keyPosition?.column == 8)
    #expect(root["y"]?.members?.map(\.key) == ["c", "a"])
    #expect(
      root["list"]?.elements?.first?.json == ["c": ["a": ["b": [1, 2]]], "a": ["b": [1, 2]]])
  }

  @Test("Keys are found however they are written")
  func keys() throws {
    let json = try Reading.node(#"{"a\u0062": 1, "é": 2, "": 3, "ab ": 4}"#, as: "a.json")
    #expect([json["ab"], json["é"], json[""], json["ab "]].map { $0?.json } == [1, 2, 3, 4])
    #expect(json["a"] == nil)
    #expect(json["a\\u0062"] == nil)
    let yaml = try Reading.node("'it''s': 1\n\"a\\tb\": 2\n? |\n  c\n  d\n: 3\n")
    #expect([yaml["it's"], yaml["a\tb"], yaml["c\nd\n"]].map { $0?.json } == [1, 2, 3])
  }

  @Test("Anchors of keys are values that aliases may stand for")
  func anchoredKeys() throws {
    let root = try Reading.node("&k name: 1\nother: *k\n*k : 2\n".replacing("*k : 2\n", with: ""))
    #expect(root.json == ["name": 1, "other": "name"])
    #expect(try Reading.node("a: &k name\n*k : 2\n").json == ["a": "name", "name": 2])
  }

  @Test("Of a repeated key the last value counts, with few keys as with many", arguments: [1, 40])
  func repeated(count: Int) throws {
    let others = (0..<count).map { "\"k\($0)\": \($0), " }.joined()
    for name in ["a.json", "a.yaml"] {
      let reading = try Reading("{\"a\": 1, \(others)\"\\u0061\": [2, 3], \"b\": 4}", as: name)
      #expect(reading.diagnostics.errorCount == 1)
      let root = try #require(reading.documents.first)
      #expect(root["a"]?.json == [2, 3])
      #expect(root["b"]?.pointer == "/b")
      #expect(root.members?.count == count + 2)
    }
  }

  @Test("A text in the place of a value has the place and the way of that value")
  func replaced() throws {
    let value = try #require(try Reading.node("{\"a\": \"x\"}", as: "a.json")["a"])
    let other = value.replaced(by: "other")
    #expect(other.scalar?.text == "other")
    #expect(other.pointer == "/a")
    #expect(other.position == value.position)
    #expect(other.keyPosition == value.keyPosition)
  }
}
