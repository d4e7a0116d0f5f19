import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("A stub is written as a rule file")
struct WrittenRuleTests {
  /// What is read of a rule file with one stub.
  private func stub(_ text: String) throws -> JSONValue {
    let rules = SentRules(folder: "", context: RuleContext())
    return try #require(try rules.rules(.init(text.utf8)).texts.first)
  }

  @Test(
    "What is read of it is what was written",
    arguments: [
      #"{"match": {"path": "/a"}, "respond": {"GET": {"json": {"a": [1, null, "1", "yes"]}}}}"#,
      #"{"name": "it's: #1", "respond": {"text": "two\nlines\n"}}"#,
      #"{"respond": {"any": {"headers": {"A-B": "{x}, [y]"}, "text": " begins with a blank"}}}"#,
      #"{"match": {"jsonPath": {"$.a": 1.50, "$['b']": true}}, "respond": [{"status": 500}, {}]}"#,
      #"{"respond": {"json": [[1, [2]], {"a": {}}, "tab\there", "\u0001"]}}"#,
      #"{"respond": {"json": {"a": "it's, ok", "b,\u0301": "x,\u0301y", "c #️⃣": "o #️⃣"}}}"#,
      #"{"respond": {"json": {"a": "say 'so'\u0301 now", "b": "n: \u0301x"}}}"#,
      #"{"respond": {"json": {"long": "\#(String(repeating: "word ", count: 40))", "b": []}}}"#,
    ])
  func roundTrip(text: String) throws {
    let value = try JSONValue(parsing: text)
    #expect(try stub(WrittenRule(value).text) == value, "\(WrittenRule(value).text)")
  }

  @Test(
    "A key may be as long as it likes, at the start of an element or later, above any value",
    arguments: [1_000, 1_021, 1_024, 3_000])
  func longKeys(length: Int) throws {
    let key = String(repeating: "k: '", count: length / 4)
    let values: [JSONValue] = [
      1, "two\nlines\n", [], [:], ["a": [1, 2]], [1, ["b": "c"]],
      .object(JSONObject([(key, .string(key))])),
    ]
    let members = values.enumerated().map { place, value in ("\(place)\(key)", value) }
    let object = JSONValue.object(JSONObject(members))
    let value: JSONValue = ["respond": ["json": ["object": object, "list": [object, object]]]]
    #expect(try stub(WrittenRule(value).text) == value)
  }

  @Test("Short mappings stand on one line, long ones on several")
  func lines() throws {
    let value = try JSONValue(
      parsing: #"""
        {"name": "one user", "match": {"uri": "/users/{id}"},
        "respond": {"GET": {"json": {"id": "{{uri.id}}", "name": "Ada Lovelace of London", "age": 36}}}}
        """#)
    #expect(
      WrittenRule(value).text == """
        stubs:
          - name: one user
            match: { uri: '/users/{id}' }
            respond:
              GET:
                json: { id: '{{uri.id}}', name: Ada Lovelace of London, age: 36 }

        """)
  }
}
