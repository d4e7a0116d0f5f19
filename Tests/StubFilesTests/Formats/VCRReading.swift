import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// What reading a recording gives: its interactions, and every finding as it would be printed.
struct VCRReading {
  let cassettes: [Cassette]
  let diagnostics: DiagnosticList
  let stubCount: Int

  init(_ text: String, as name: String) throws {
    self.init(try SourceText(name: name, text: text))
  }

  init(_ source: SourceText) {
    var reader = RuleFileReader(variables: EnvironmentVariables([:]), formats: .all)
    reader.read(source)
    cassettes = reader.draft.cassettes
    diagnostics = reader.diagnostics
    stubCount = reader.draft.stubs.count
  }

  /// The cassette of a text without faults.
  static func cassette(_ text: String, as name: String = "a.yml") throws -> Cassette {
    let reading = try VCRReading(text, as: name)
    #expect(reading.diagnostics.description == "")
    return try #require(reading.cassettes.first)
  }

  /// The one interaction of a text without faults.
  static func interaction(_ text: String, as name: String = "a.yml") throws -> Interaction {
    let interactions = try cassette(text, as: name).interactions
    try #require(interactions.count == 1)
    return interactions[0]
  }

  /// What is printed about a text.
  static func findings(_ text: String, as name: String = "a.yml") throws -> String {
    try VCRReading(text, as: name).diagnostics.description
  }
}

extension Interaction {
  /// The response's body as text.
  var text: String? { response.map { String(decoding: $0.body, as: UTF8.self) } }
}

/// Recordings of other tools beside the package.
enum RecordedFiles {
  static let root = "cassettes"

  /// The files below a folder of them with one of the extensions, or without any.
  static func paths(in folder: String, _ extensions: Set<String>) -> [String] {
    let path = OutsideFixtures.path("\(root)/\(folder)")
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter { extensions.contains(($0 as NSString).pathExtension) }
      .sorted().map { "\(path)/\($0)" }
  }
}
