import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// The lists of keys are what the readers do and what the guide says.
@Suite struct FormatKeysTests {
  /// One kind of mapping: its keys, and a document with one of them.
  struct Kind: Sendable, CustomTestStringConvertible {
    let title: String
    let read: [String]
    let idle: [String]
    let refused: [String: String]
    let document: @Sendable (_ member: String) -> String

    var testDescription: String { title }

    init<Target>(
      _ title: String, _ keys: Keys<Target>, _ document: @escaping @Sendable (String) -> String
    ) {
      self.title = title
      self.document = document
      read = keys.names
      idle = keys.list.compactMap { if case .idle = $0.use { $0.name } else { nil } }
      let remedies = keys.list.compactMap { key -> (String, String)? in
        if case .refused(let remedy) = key.use { (key.name, remedy) } else { nil }
      }
      refused = Dictionary(uniqueKeysWithValues: remedies)
    }
  }

  @Test(
    "Keys without effect are ignored, and refused ones are named with a remedy", arguments: kinds)
  func lists(kind: Kind) throws {
    for key in kind.idle {
      let findings = try Definition(kind.document(#""\#(key)": "x""#)).findings
      #expect(!findings.contains { $0.contains("\"\(key)\"") }, "\(key)")
    }
    for (key, remedy) in kind.refused {
      let message = "\"\(key)\" is not supported; \(remedy)"
      let findings = try Definition(kind.document(#""\#(key)": "x""#)).findings
      #expect(findings.contains { $0.hasSuffix(message) }, "\(key): \(findings)")
      let quiet = try Definition(kind.document(#""\#(key)": false"#)).findings
      #expect(!quiet.contains { $0.contains("\"\(key)\"") }, "\(key)")
    }
  }

  @Test("Each key that is read is known to the reader", arguments: kinds)
  func read(kind: Kind) throws {
    for key in kind.read {
      let findings = try Definition(kind.document(#""\#(key)": {}"#)).findings
      #expect(!findings.contains { $0.contains("unknown key \"\(key)\"") }, "\(findings)")
    }
  }

  @Test("A value of any type is read, or reported with its place", arguments: kinds)
  func types(kind: Kind) throws {
    let values = [
      "null", "true", "0", "-1", "1e300", "99999999999999999999", "\"\"", "\"x\"", "\"(\"",
      "\"<a\"", "\"{{x\"", "[]", "[1]", "[null]", "[[]]", "{}", "{\"a\": 1}", "{\"a\": {}}",
      "[{\"a\": null}]", "{\"type\": \"JSON\"}", "{\"value\": []}",
    ]
    for key in kind.read {
      for value in values {
        let text = kind.document(#""\#(key)": \#(value)"#)
        let findings = try Definition(text).findings
        #expect(findings.allSatisfy { $0.hasPrefix("1:") }, "\(text)")
      }
    }
  }

  @Test("The guide names every key and nothing is left out", arguments: kinds)
  func guide(kind: Kind) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let guide = try String(
      contentsOf: root.appending(
        path: "Sources/HTTPStubber/HTTPStubber.docc/OtherStubFormats.md"), encoding: .utf8)
    for key in kind.read + kind.refused.keys {
      #expect(guide.contains("`\(key)`"), "\(kind.title): \(key)")
    }
  }

  static let kinds: [Kind] = [
    Kind("WireMock stub", WireMockStubDraft.keys) { #"{\#($0), "request": {}, "response": {}}"# },
    Kind("WireMock request", WireMockRequestDraft.keys) {
      #"{"request": {\#($0)}, "response": {}}"#
    },
    Kind("WireMock response", WireMockResponseDraft.keys) {
      #"{"request": {}, "response": {\#($0)}}"#
    },
    Kind("WireMock operator", WireMockOperator.keys) {
      #"{"request": {"bodyPatterns": [{\#($0)}]}, "response": {}}"#
    },
    Kind("Hoverfly pair", HoverflyPairDraft.keys) {
      #"{"data": {"pairs": [{\#($0), "request": {}, "response": {}}]}}"#
    },
    Kind("Hoverfly data", HoverflySimulation.keys) { #"{"data": {\#($0), "pairs": []}}"# },
    Kind("Hoverfly request", HoverflyRequestDraft.keys) {
      #"{"data": {"pairs": [{"request": {\#($0)}, "response": {}}]}}"#
    },
    Kind("Hoverfly response", HoverflyResponseDraft.keys) {
      #"{"data": {"pairs": [{"request": {}, "response": {\#($0)}}]}}"#
    },
    Kind("mountebank imposter", MountebankImposter.keys) {
      #"{\#($0), "protocol": "http", "stubs": []}"#
    },
    Kind("mountebank stub", MountebankStub.keys) { #"{"protocol": "http", "stubs": [{\#($0)}]}"# },
    Kind("mountebank response", MountebankResponseDraft.keys) {
      #"{"protocol": "http", "stubs": [{"responses": [{\#($0)}]}]}"#
    },
    Kind("mountebank behavior", MountebankResponseDraft.behaviorKeys) {
      #"{"protocol": "http", "stubs": [{"responses": [{"behaviors": [{\#($0)}]}]}]}"#
    },
    Kind("mountebank comparison", MountebankPredicate.comparisons) {
      #"{"protocol": "http", "stubs": [{"predicates": [{\#($0)}]}]}"#
    },
    Kind("mountebank option", MountebankPredicate.options) {
      #"{"protocol": "http", "stubs": [{"predicates": [{\#($0)}]}]}"#
    },
    Kind("mountebank field", MountebankFields.keys) {
      #"{"protocol": "http", "stubs": [{"predicates": [{"equals": {\#($0)}}]}]}"#
    },
    Kind("MockServer expectation", MockServerExpectation.keys) {
      #"{\#($0), "httpRequest": {}, "httpResponse": {}}"#
    },
    Kind("MockServer request", MockServerRequestDraft.keys) {
      #"{"httpRequest": {\#($0)}, "httpResponse": {}}"#
    },
    Kind("MockServer response", MockServerResponseDraft.keys) {
      #"{"httpRequest": {}, "httpResponse": {\#($0)}}"#
    },
    Kind("MockServer connection", MockServerResponseDraft.connectionKeys) {
      #"{"httpRequest": {}, "httpResponse": {"connectionOptions": {\#($0)}}}"#
    },
    Kind("MockServer error", MockServerError.keys) {
      #"{"httpRequest": {}, "httpError": {\#($0)}}"#
    },
  ]
}
