import CoreTestSupport
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct WireMockKeyTests {
  @Test("A member that is null says nothing, but one of an unknown name is unknown")
  func nulls() throws {
    let frames: [([String], (String) -> String)] = [
      (
        WireMockStubDraft.keys.names, { #"{"request": {"urlPath": "/a"}, "response": {}, \#($0)}"# }
      ),
      (
        WireMockRequestDraft.keys.names,
        { #"{"request": {"urlPath": "/a", \#($0)}, "response": {}}"# }
      ),
      (
        WireMockResponseDraft.keys.names,
        { #"{"request": {}, "response": {"status": 204, \#($0)}}"# }
      ),
      (
        WireMockPart.keys.names,
        { #"{"request": {"multipartPatterns": [{"name": "n", \#($0)}]}, "response": {}}"# }
      ),
      (
        WireMockOperator.keys.names,
        { #"{"request": {"headers": {"X": {"contains": "a", \#($0)}}}, "response": {}}"# }
      ),
    ]
    let written: Set = ["request", "response", "urlPath", "status", "name", "contains"]
    let values = WireMockOperator.keys.nulls ?? []
    for (keys, frame) in frames {
      for key in keys where !written.contains(key) && !values.contains(key) {
        #expect(try Definition(frame(#""\#(key)": null"#)).findings == [], "\(key)")
      }
      let unknown = try Definition(frame(#""zzz": null"#)).findings
      #expect(unknown.count == 1 && unknown[0].contains("unknown key \"zzz\""), "\(unknown)")
    }
    for text in [
      #"{"request": {"headers": {"X": {"equalTo": "a", "caseInsensitive": null}}}, "name": null}"#,
      #"{"request": {}, "response": null}"#,
      #"{"request": {"bodyPatterns": [{"matchesJsonPath": {"expression": "$.a", "#
        + #""equalToJson": "1", "ignoreArrayOrder": null, "contains": null}}]}, "response": {}}"#,
      #"{"request": {"bodyPatterns": [{"matchesXPath": {"expression": "/a", "#
        + #""xPathNamespaces": null, "equalTo": null}}]}, "response": {}}"#,
    ] { #expect(try Definition(text).findings == [], "\(text)") }
    let set = try Definition.set(
      #"{"request": {}, "response": {"jsonBody": null, "body": "text"}}"#)
    #expect(set.text(for: .get("/")) == "text")
  }

  @Test("A list of what is missing names each operator once")
  func names() throws {
    let text = #"{"request": {"bodyPatterns": [{}]}, "response": {}}"#
    let finding = try #require(try Definition(text).findings.first)
    for name in WireMockOperator.keys.names {
      #expect(finding.ranges(of: "\"\(name)\"").count == 1, "\(name)")
    }
  }
}
