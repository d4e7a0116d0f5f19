import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// A format of VCR's family, with the places where its notions stand.
struct FamilyFormat: Sendable, CustomTestStringConvertible {
  let title: String
  /// The keys of the status.
  var statusKey = "status"
  /// What a request has beside its method, its URL and its parts.
  var urlKey = "uri"
  /// The file around one interaction.
  let file: @Sendable (_ interaction: String) -> String

  var testDescription: String { title }

  static let all = [
    FamilyFormat(title: "VCR") { "{ http_interactions: [ \($0) ] }" },
    FamilyFormat(title: "Betamax") {
      "{ http_interactions: [ \($0) ], recorded_with: betamax/0.8.1 }"
    },
    FamilyFormat(title: "rVCR") { "{ http_interactions: [ \($0) ], recorded_with: rVCR 0.1 }" },
    FamilyFormat(title: "VCR.py") { "{ interactions: [ \($0) ], version: 1 }" },
    FamilyFormat(title: "Betamax for Java") { "!tape { name: a, interactions: [ \($0) ] }" },
    FamilyFormat(title: "go-vcr", urlKey: "url") { "{ version: 2, interactions: [ \($0) ] }" },
    FamilyFormat(title: "EasyVCR") { "[ \($0) ]" },
    FamilyFormat(title: "ExVCR", statusKey: "status_code", urlKey: "url") { "[ \($0) ]" },
    FamilyFormat(title: "php-vcr", urlKey: "url") { "[ \($0) ]" },
  ]

  /// A file with one interaction, in YAML.
  func text(
    status: String = "200", headers: String = "{}", body: String = "ok", sent: String? = nil
  ) -> String {
    let request = sent.map { ", body: \($0)" } ?? ""
    return file(
      """
      { recordedAt: '2020-01-01T00:00:00Z',
        request: { method: POST, \(urlKey): 'http://a/', headers: \(headers)\(request) },
        response: { \(statusKey): \(status), headers: \(headers), body: \(body) } }
      """)
  }

  /// The one interaction of a file without faults, whose format was recognized.
  func interaction(_ text: String) throws -> Interaction {
    #expect(try Reading.node(text).document.format == .yaml)
    #expect(try RecordingFormat.recognizing(Reading.node(text))?.title == title)
    return try VCRReading.interaction(text)
  }
}
