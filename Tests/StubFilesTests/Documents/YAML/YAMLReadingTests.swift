import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct YAMLReadingTests {
  @Test(
    "Plain scalars follow the core schema of YAML 1.2",
    arguments: [
      ("~", nil), ("null", nil), ("Null", nil), ("", nil), ("nUll", "nUll"),
      ("true", true), ("FALSE", false), ("tRue", "tRue"),
      ("no", "no"), ("on", "on"), ("yes", "yes"), ("off", "off"), ("y", "y"),
      ("12", 12), ("+12", 12), ("-7", -7), ("007", 7), ("0o17", 15), ("0x1F", 31), ("0b1", "0b1"),
      ("0x", "0x"), ("0x-1", "0x-1"), ("0o8", "0o8"), ("1_000", "1_000"), ("+", "+"),
      (".5", 0.5), ("1.", 1), ("-.5e2", -50), ("1e3", 1000), ("1e", "1e"), (".", "."),
      ("1.2.3", "1.2.3"),
      ("1e+3", 1000), ("12e-1", 1.2), ("2001-01-01", "2001-01-01"), ("12:30:45", "12:30:45"),
      ("'12'", "12"), ("\"true\"", "true"), ("''", ""), ("=", "="),
      ("!!str 12", "12"), ("!!int \"12\"", 12), ("!!float 1", 1), ("!!bool 'true'", true),
      ("!!null ''", nil), ("!!binary aGk=", "aGk="), ("!!timestamp 2001-01-01", "2001-01-01"),
    ] as [(String, JSONValue)])
  func scalars(text: String, value: JSONValue) throws {
    #expect(try Reading.node("key: \(text)\n")["key"]?.json == value)
  }

  @Test("Numbers become JSON texts and keep the text around them")
  func numberTexts() throws {
    let node = try Reading.node("[007, +1.50, .5e+03, 1., -0x1]")
    let scalars = try #require(node.elements).compactMap(\.scalar)
    #expect(scalars.map(\.text) == ["007", "+1.50", ".5e+03", "1.", "-0x1"])
    let numbers: [String] = scalars.map {
      switch $0.kind {
      case .integer(let number), .real(let number): number.text
      default: "none"
      }
    }
    #expect(numbers == ["7", "1.50", "0.5e+03", "1", "none"])
  }

  @Test("!!binary gives bytes")
  func binary() throws {
    let node = try Reading.node("!!binary |\n  //8A\n  AQI=\n")
    #expect(node.scalar?.kind == .bytes([0xFF, 0xFF, 0x00, 0x01, 0x02]))
  }

  @Test("Block and folded scalars keep and fold their lines")
  func blocks() throws {
    let text = "a: |\n  x\n   y\n\nb: >\n  x\n  y\n\n  z\nc: |-\n  x\nd: |+\n  x\n\n"
    let value: JSONValue = ["a": "x\n y\n", "b": "x y\nz\n", "c": "x", "d": "x\n\n"]
    #expect(try Reading.node(text).json == value)
  }

  @Test("A stream gives its documents, an empty one none")
  func streams() throws {
    #expect(
      try Reading.values("a: 1\n---\n- b\n...\n---\nc\n", as: "a.yaml") == [["a": 1], ["b"], "c"])
    #expect(try Reading.values("# nothing here\n", as: "a.yaml") == [])
    #expect(try Reading.values("", as: "a.yaml") == [])
    #expect(try Reading.values("---\n", as: "a.yaml") == [nil])
  }

  @Test("An alias is the anchored value, with the position of the anchored value")
  func aliases() throws {
    let node = try Reading.node("a: &x {b: [1]}\nc: *x\n")
    #expect(node.json == ["a": ["b": [1]], "c": ["b": [1]]])
    #expect(node["c"]?["b"]?.position.line == 1)
  }

  @Test("Anchors end with their document")
  func anchorsPerDocument() throws {
    let reading = try Reading("a: &x 1\n---\na: *x\n", as: "a.yaml")
    #expect(reading.documents.count == 1)
    #expect(
      reading.diagnostics.description == """
        a.yaml:3:4: error: unknown alias *x; define &x first, or quote "*x"
        a: *x
           ^
        """)
  }

  @Test("A merge key adds missing keys; written keys win, then the first mapping of a list")
  func mergeKeys() throws {
    let text = """
      x: &x {a: 1, b: 2}
      y: &y {b: 3, c: 4}
      one: {<<: *x, b: 9}
      many: {<<: [*x, *y], d: 5}
      text: {"<<": *x}
      """
    let node = try Reading.node(text)
    #expect(node["one"]?.json == ["a": 1, "b": 9])
    #expect(node["many"]?.json == ["a": 1, "b": 2, "c": 4, "d": 5])
    #expect(node["text"]?.json == ["<<": ["a": 1, "b": 2]])
  }

  @Test("Keys of any single value are texts as they were written")
  func keys() throws {
    let node = try Reading.node("200: a\ntrue: b\n1.0: c\n'': d\n~: e\n")
    #expect(node.members?.map(\.key) == ["200", "true", "1.0", "", "~"])
  }

  @Test("Every key and value knows its line and column, in characters")
  func positions() throws {
    let node = try Reading.node("\u{FEFF}é: \"日本\"\r\nlist:\r\n  - 👩‍👩‍👧: x\r\n    z: [1,  2]\r\n")
    let members = try #require(node.members)
    #expect(members.map { "\($0.position.line):\($0.position.column)" } == ["1:1", "2:1"])
    #expect(
      members.map { "\($0.value.position.line):\($0.value.position.column)" } == ["1:4", "3:3"])
    let item = try #require(members[1].value.elements?.first?.members)
    #expect(item.map { "\($0.position.line):\($0.position.column)" } == ["3:5", "4:5"])
    #expect(item[0].value.position.column == 8)
    #expect(item[1].value.elements?.map(\.position.column) == [9, 13])
  }

  @Test("Positions hold far behind characters of several bytes")
  func positionsInLongText() throws {
    let text = "a: \"\(String(repeating: "ü😀", count: 1000))\"\nb: {c: d}\n"
    let node = try Reading.node(text)
    #expect(node["b"]?["c"]?.position.line == 2)
    #expect(node["b"]?["c"]?.position.column == 8)
  }
}
