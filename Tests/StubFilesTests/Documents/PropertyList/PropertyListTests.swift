import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// What a property list says, or what is said of it: line, column and message of each finding.
private func reading(_ value: String) throws -> (document: Value?, findings: String) {
  var diagnostics = DiagnosticList()
  let source = try SourceText(name: "a.plist", text: value)
  let documents = StubFormats.all.documents(in: source, reportingTo: &diagnostics)
  let findings = diagnostics.sorted.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.message)" }
  return (documents.first, findings.joined(separator: "\n"))
}

private let lint = "run plutil -lint FILE, or record it again"

private func document(_ value: String) throws -> Value {
  let (document, findings) = try reading("<plist version=\"1.0\">\(value)</plist>")
  #expect(findings == "")
  return try #require(document)
}

@Suite("Property lists")
struct PropertyListTests {
  @Test(
    "A value has the type of its element",
    arguments: [
      ("<string>a &amp; <![CDATA[<b>]]></string>", "\"a & <b>\""),
      ("<string/>", "\"\""),
      ("<string> a\n</string>", "\" a\\n\""),
      ("<integer> -5 </integer>", "-5"),
      ("<integer>0x1F</integer>", "31"),
      ("<integer>18446744073709551615</integer>", "18446744073709551615"),
      ("<real>1459383236.9509249</real>", "1459383236.9509249"),
      ("<true/>", "true"),
      ("<false></false>", "false"),
      ("<date>2016-03-31T00:13:56Z</date>", "\"2016-03-31T00:13:56Z\""),
      ("<array><integer>1</integer><!-- 2 --><array/></array>", "[1,[]]"),
      ("<dict><key>b</key><true/> <key>a</key><dict/></dict>", #"{"b":true,"a":{}}"#),
    ])
  func values(text: String, json: String) throws {
    #expect(try document(text).json.text() == json)
  }

  @Test("Data becomes bytes, whatever white space is in it")
  func data() throws {
    let scalar = try document("<data>\n\tYW\n\tI=\n</data>").scalar
    #expect(scalar?.kind == .bytes(Array("ab".utf8)))
    #expect(try document("<data/>").scalar?.kind == .bytes([]))
  }

  @Test("The declaration of the document type is passed over, and nothing is loaded for it")
  func documentType() throws {
    let text = """
      <?xml version="1.0" encoding="ISO-8859-1"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "file:///dev/null">
      <plist version="1.0"><string>é</string></plist>
      """
    let (document, findings) = try reading(text)
    #expect(findings == "")
    #expect(document?.scalar?.text == "é")
  }

  @Test("Every value and key knows its line and column")
  func positions() throws {
    let text = """
      <plist>
      <dict>
        <key>ä</key> <array> <string >b</string><true/>
        </array>
      </dict>
      </plist>
      """
    let (document, _) = try reading(text)
    let member = try #require(document?.members?.first)
    let elements = try #require(member.value.elements)
    let places =
      [try #require(document).position, member.position, member.value.position]
      + elements.map(\.position)
    #expect(places.map { "\($0.line):\($0.column)" } == ["2:1", "3:8", "3:16", "3:33", "3:43"])
  }

  @Test(
    "Errors are reported with their positions",
    arguments: [
      ("<plist", "1:7 expected a property list in XML, got "),
      ("", "1:1 this property list is empty; remove it, or record it again"),
      (" \n", "1:1 this property list is empty; remove it, or record it again"),
      ("<html></html>", "1:1 expected <plist>, got <html>; \(lint)"),
      ("<plist></plist>", "1:8 expected a value, got no value; \(lint)"),
      ("<plist><true/><true/></plist>", "1:15 expected </plist>, got <true>; \(lint)"),
      ("<plist><dict>a</dict></plist>", "1:14 expected <key>, got the text \"a\"; \(lint)"),
      ("<plist><dict><true/></dict></plist>", "1:14 expected <key>, got <true>; \(lint)"),
      (
        "<plist><dict><key>a</key></dict></plist>",
        "1:26 expected the value of \"a\", got no value; \(lint)"
      ),
      (
        "<plist><dict><key>a</key><key>b</key></dict></plist>",
        "1:26 expected the value of \"a\", got <key>; \(lint)"
      ),
      (
        "<plist><float>1</float></plist>",
        "1:8 expected a value such as <string> or <dict>, got <float>; \(lint)"
      ),
      ("<plist><string><b/></string></plist>", "1:16 expected text, got <b>; \(lint)"),
      (
        "<plist><dict><key>a</key><true/><key>a</key><false/></dict></plist>",
        #"1:38 duplicate key "a", first at 1:19"#
      ),
      (
        "<plist><integer>1.5</integer></plist>",
        #"1:17 expected a whole number, got the text "1.5"; use 200"#
      ),
      ("<plist><real>x</real></plist>", #"1:14 expected a number, got the text "x"; use 1.5"#),
      (
        "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
        "expected a property list in XML, got a declaration of an entity; "
      ),
      (
        "<!DOCTYPE plist SYSTEM \"x\"><plist><string>&a;</string></plist>",
        "1:46 expected a property list in XML, got Entity 'a' not defined; "
      ),
    ])
  func faults(text: String, finding: String) throws {
    let (_, findings) = try reading(text)
    #expect(findings.contains(finding), "\(findings)")
    #expect(findings.split(separator: "\n").count == 1)
  }

  @Test("Nesting is bounded, with room for as much as other documents have")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      let levels = String(repeating: "<array>", count: depth)
      return "<plist>\(levels)\(String(repeating: "</array>", count: depth))</plist>"
    }
    #expect(try reading(nested(DocumentLimits.depth)).findings == "")
    for depth in [300, 100_000] {
      let findings = try reading(nested(depth)).findings
      #expect(findings.contains("got elements nested more than 258 deep"))
      #expect(findings.split(separator: "\n").count == 1)
    }
  }
}

@Suite("Property lists in binary")
struct BinaryPropertyListTests {
  private func binary(_ value: Any) throws -> [UInt8] {
    Array(try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
  }

  /// A binary property list of these objects, all below offset 256, the first of them on top.
  private func binary(objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    func number(_ value: UInt8) -> [UInt8] { [0, 0, 0, 0, 0, 0, 0, value] }
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    return bytes + number(UInt8(objects.count)) + number(0) + number(table)
  }

  @Test("A binary property list is read like the same list in XML")
  func values() throws {
    let value: [String: Any] = [
      "a": [1, -2, 1.5, true, false, "é<&", Data("ab".utf8), [String](), [String: String]()],
      "b": Date(timeIntervalSince1970: 1_459_383_236),
    ]
    var diagnostics = DiagnosticList()
    let source = try SourceText(name: "a.plist", bytes: try binary(value))
    let document = StubFormats.all.documents(in: source, reportingTo: &diagnostics).first
    #expect(diagnostics.description == "")
    #expect(document?["b"]?.json == "2016-03-31T00:13:56Z")
    let elements = try #require(document?["a"]?.elements)
    #expect(
      JSONValue.array(elements.dropLast(3).map(\.json)) == [1, -2, 1.5, true, false, "é<&"])
    #expect(elements[6].scalar?.kind == .bytes(Array("ab".utf8)))
    #expect(JSONValue.array(elements.suffix(2).map(\.json)) == [[], [:]])
  }

  @Test("A list in itself, and a short one that stands for millions of values, are refused")
  func references() {
    let bomb = (0..<20).map { level in [0xAA] + [UInt8](repeating: UInt8(level + 1), count: 10) }
    for bytes in [binary(objects: [[0xA1, 0x00]]), binary(objects: bomb + [[0xA0]])] {
      #expect {
        _ = try SourceText(name: "a.plist", bytes: bytes)
      } throws: { error in
        (error as? FileDiagnostic)?.description
          == "a.plist: error: expected one of at most 256 levels that holds each list once, "
          + "or XML, got a binary property list that cannot be read; run plutil -convert "
          + "xml1 FILE, or plistutil -i FILE -o XMLFILE"
      }
    }
  }

  @Test("No change of a byte makes the reader crash")
  func damage() throws {
    let bytes = try binary(["scenes": [["a": 1, "b": Data([1, 2]), "c": "d"]]])
    for place in bytes.indices {
      for value: UInt8 in [0x00, 0x0F, 0x5F, 0xA8, 0xD2, 0xFF] {
        var changed = bytes
        changed[place] = value
        let read = try? SourceText(name: "a.plist", bytes: changed)
        #expect(read?.bytes.isEmpty != true)
      }
      #expect(
        throws: FileDiagnostic.self,
        performing: {
          _ = try SourceText(name: "a.plist", bytes: Array(bytes.prefix(max(6, place))))
        })
    }
  }
}

/// Compares what is read of a property list with what Foundation reads.
private enum PropertyListComparison {
  static func check(_ source: SourceText, _ data: Data) throws {
    var diagnostics = DiagnosticList()
    let documents = StubFormats.all.documents(in: source, reportingTo: &diagnostics)
    #expect(diagnostics.description == "")
    let expected = try PropertyListSerialization.propertyList(from: data, format: nil)
    #expect(isSame(try #require(documents.first), expected))
  }

  private static func isSame(_ node: Value, _ value: Any) -> Bool {
    if let members = node.members {
      guard let value = value as? [String: Any], members.count == value.count else { return false }
      return members.allSatisfy { member in
        value[member.key].map { isSame(member.value, $0) } ?? false
      }
    }
    if let elements = node.elements {
      guard let value = value as? [Any], elements.count == value.count else { return false }
      return zip(elements, value).allSatisfy { isSame($0, $1) }
    }
    guard let scalar = node.scalar else { return false }
    switch scalar.kind {
    case .bytes(let bytes): return Data(bytes) == value as? Data
    case .bool(let isTrue): return isTrue == value as? Bool
    case .integer(let number): return number.integer == value as? Int
    case .real(let number): return number.double == value as? Double
    case .string:
      if let date = value as? Date { return RecordedDate.read(scalar.text) == date }
      return scalar.text == value as? String
    case .null: return false
    }
  }
}

@Suite("Property lists as Foundation reads them") struct PropertyListComparisonTests {
  @Test("Each kind of value is the same in XML and in binary", arguments: [true, false])
  func kinds(isBinary: Bool) throws {
    let value: [String: Any] = [
      "text": "a <b> & \u{E9}\u{1F600}", "empty": "", "yes": true, "no": false, "int": 7,
      "negative": -70_000, "large": 1 << 40, "real": 0.1, "date": Date(timeIntervalSince1970: 1e9),
      "bytes": Data([0, 1, 0xFF]), "list": [1, "two", [3]] as [Any], "none": [] as [Any],
      "inner": ["a": ["b": "c"]], "long": String(repeating: "long ", count: 50),
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: value, format: isBinary ? .binary : .xml, options: 0)
    try PropertyListComparison.check(SourceText(name: "a.plist", bytes: Array(data)), data)
  }
}

@Suite("Property lists of BeKindRewind", .outside("cassettes"))
struct PropertyListFixtureTests {
  static let files = RecordedFiles.paths(in: "bekindrewind", ["plist"])

  @Test("There are some")
  func areThere() { #expect(!Self.files.isEmpty) }

  @Test("A binary property list is read as Foundation reads it", arguments: files)
  func sameAsFoundation(path: String) throws {
    try PropertyListComparison.check(
      SourceText(path: path), Data(contentsOf: URL(filePath: path)))
  }
}
