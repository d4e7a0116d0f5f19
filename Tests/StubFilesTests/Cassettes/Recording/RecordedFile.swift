import Foundation
import StubCore

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// A file to which interactions were recorded, as `stubber record` does it.
struct RecordedFile {
  let bytes: Data
  let cassette: Cassette
  let summary: RecordingSummary

  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(_ interactions: [Interaction], _ configuration: RecordingConfiguration = .init()) throws {
    let file = NSTemporaryDirectory() + "recorded-\(UUID().uuidString).yaml"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let plan = try RecordingPlan(file: file, configuration, environment: [:], writesAtEndOnly: true)
    guard let recorder = plan.recorder else { throw NothingRecorded() }
    for interaction in interactions {
      recorder.begin(interaction.request.received).finish(interaction)
    }
    summary = try recorder.waitAndFinish()
    bytes = try Data(contentsOf: URL(filePath: file))
    // There are files of cassettes in these tests too.
    let read = try StubCassettes.CassetteFile(path: file).read()
    guard let read else { throw NothingRecorded() }
    cassette = read
  }

  private struct NothingRecorded: Error {}
}
