import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubFiles

/// What reading a recording gives: its tracks, and every finding as it would be printed.
struct VCRReading {
  let cassettes: [Cassette]
  let diagnostics: DiagnosticList
  let stubCount: Int

  init(_ text: String, as name: String) throws {
    self.init(try SourceText(name: name, text: text))
  }

  init(_ source: SourceText) {
    var reader = RuleFileReader(variables: EnvironmentVariables([:]))
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

  /// The one track of a text without faults.
  static func track(_ text: String, as name: String = "a.yml") throws -> Cassette.Track {
    let tracks = try cassette(text, as: name).tracks
    try #require(tracks.count == 1)
    return tracks[0]
  }

  /// What is printed about a text.
  static func findings(_ text: String, as name: String = "a.yml") throws -> String {
    try VCRReading(text, as: name).diagnostics.description
  }
}

extension Cassette.Track {
  /// The response, when the recording is of one.
  var response: RecordedResponse? {
    guard case .response(let response) = outcome else { return nil }
    return response
  }

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
