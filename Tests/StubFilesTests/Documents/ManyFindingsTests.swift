import Foundation
import StubCore
import StubLanguages
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Many findings", .timeLimit(.minutes(5)))
struct ManyFindingsTests {
  /// Counts how often a text is made.
  private final class Counter {
    var count = 0

    func text(_ text: String = "text") -> String {
      count += 1
      return text
    }
  }

  /// Each way in which a reader reports something about a value, with texts that are counted.
  private static let ways: [(name: String, report: @Sendable (Reader, Value, Counter) -> Void)] = [
    ("value", { $0.report($1, found: $2.text(), expected: $2.text(), remedy: .advice($2.text())) }),
    ("warning", { $0.report($1, .warning, found: $2.text(), remedy: .advice($2.text())) }),
    ("byte", { $0.report($1, atByte: 0, found: $2.text(), remedy: .advice($2.text())) }),
    ("key", { $0.report(keyOf: $1, found: $2.text(), remedy: .advice($2.text())) }),
    (
      "byte of a key", { $0.report($1, atKeyByte: 0, found: $2.text(), remedy: .advice($2.text())) }
    ),
    ("mismatch", { _ = $0.mismatch($1, expected: $2.text(), remedy: .advice($2.text())) as Int? }),
    (
      "mapping",
      { reader, value, counter in
        Mapping(value, [], reader).report(found: counter.text(), remedy: .advice(counter.text()))
      }
    ),
    (
      "recurring warning",
      { reader, value, counter in
        reader.warn(value, found: "warning \(value.json)", remedy: .advice(counter.text()))
      }
    ),
  ]

  @Test(
    "The texts of findings are made for a hundred only; the others are counted",
    arguments: ways.indices)
  func words(way: Int) throws {
    let list = try Reading.node("[\((0..<1_000).map(String.init).joined(separator: ","))]")
    let (reader, counter) = (Reader(), Counter())
    for value in list.eachElement { Self.ways[way].report(reader, value, counter) }
    let found = reader.findings.list
    #expect(found.errorCount + found.warningCount == 1_000)
    #expect(found.sorted.count == DiagnosticList.limit)
    #expect((1...3 * DiagnosticList.limit).contains(counter.count))
    #expect(found.description.hasSuffix("\nand 900 more"))
  }

  @Test("A recurring warning is shown once; when there are enough of others, it is counted")
  func recurring() throws {
    let value = try Reading.node("{}")
    let reader = Reader()
    for number in 0..<300 {
      for _ in 0..<3 { reader.warn(value, found: "warning \(number)") }
    }
    #expect(reader.findings.list.sorted.count == DiagnosticList.limit)
    #expect(reader.findings.list.sorted[0].message == "warning 0 (3 times in this file)")
    #expect(reader.findings.list.warningCount == 100 + 200 * 3)
  }

  @Test("Patterns are tried until there are enough findings")
  func patterns() {
    let stubs = (0..<150).map {
      #"{"match": {"path": {"regex": "^/(a+)+\#($0)$"}}, "respond": {"GET": {"status": 204}}}"#
    }
    let found = SentRules(folder: "", context: RuleContext(formats: .all))
      .findings(Data("{\"stubs\": [\(stubs.joined(separator: ","))]}".utf8))
    let slow = found.sorted.filter { $0.found.hasPrefix("slow regular expression") }
    #expect(slow.count == 100)
  }

  // Documents of all formats.

  /// A short document of each kind that is read.
  private static let documents: [(name: String, document: JSONValue)] = {
    var cassette = Cassette()
    cassette.interactions = [
      Interaction(
        RecordedRequest(.get, "https://a.example/b?c=d"),
        RecordedResponse(
          ResponseHead(status: .ok, headers: ["Content-Type": "text/plain"]), body: Data("x".utf8)))
    ]
    let recordings = WritableFormat.withTools.compactMap {
      format -> (name: String, document: JSONValue)? in
      guard
        let source = try? SourceText(
          name: format.name, bytes: Array(format.write(cassette).bytes))
      else { return nil }
      var diagnostics = DiagnosticList()
      return StubFormats.all.documents(in: source, reportingTo: &diagnostics).first
        .map { (name: format.name, document: $0.json) }
    }
    return recordings
      + tools.compactMap { name, text in
        (try? JSONValue(parsing: text)).map { (name: name, document: $0) }
      }
  }()

  private static let tools = [
    (
      "rules",
      #"""
      {"stubs": [{"match": {"path": "/a", "headers": {"A": {"contains": "b"}}, "query": {"c": "d"}},
        "respond": {"GET": {"status": 200, "json": {"a": 1}, "headers": {"B": "c"}}}}]}
      """#
    ),
    (
      "WireMock",
      #"""
      {"mappings": [{"request": {"url": "/a", "headers": {"A": {"contains": "b"}},
        "bodyPatterns": [{"contains": "c"}]}, "response": {"status": 200, "headers": {"B": "c"}}}]}
      """#
    ),
    (
      "Hoverfly",
      #"""
      {"data": {"pairs": [{"request": {"path": [{"matcher": "exact", "value": "/a"}]},
        "response": {"status": 200, "body": "x"}}], "globalActions": {"delays": []}},
        "meta": {"schemaVersion": "v5.2"}}
      """#
    ),
    (
      "mountebank",
      #"""
      {"imposters": [{"port": 1, "protocol": "http", "stubs": [
        {"predicates": [{"equals": {"path": "/a"}}], "responses": [{"is": {"statusCode": 200}}]}]}]}
      """#
    ),
    (
      "MockServer",
      #"[{"httpRequest": {"path": "/a"}, "httpResponse": {"statusCode": 200, "body": "x"}}]"#
    ),
  ]

  @Test(
    "A document of any kind with thousands of members or elements too many is read in one go",
    arguments: documents.indices)
  func inflated(place: Int) {
    let (name, document) = Self.documents[place]
    for large in document.inflations(by: 2_000) {
      let found = SentRules(folder: "", context: RuleContext(formats: .all)).findings(large.data())
      #expect(found.sorted.count <= DiagnosticList.limit, "\(name)")
    }
  }
}

extension JSONValue {
  /// The value with so many members or elements more, once in each object and each list in it.
  fileprivate func inflations(by count: Int) -> [JSONValue] {
    if let members = object?.members {
      let more = (0..<count).map { ("unknown\($0)", JSONValue.number(1)) }
      let inside = members.flatMap { name, value in
        value.inflations(by: count).map { inflated in
          JSONValue.object(
            JSONObject(members.map { ($0.name, $0.name == name ? inflated : $0.value) }))
        }
      }
      return [.object(JSONObject(members.map { ($0.name, $0.value) } + more))] + inside
    }
    guard let elements = array else { return [] }
    let first = elements.first.map { first in
      first.inflations(by: count).map { JSONValue.array([$0] + elements.dropFirst()) }
    }
    return [.array(elements + Array(repeating: [:], count: count))] + (first ?? [])
  }
}
