import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// A format that cassettes are written in and read from.
struct WrittenFormat: Sendable, CustomTestStringConvertible {
  let type: WritableFormat

  var testDescription: String { type.name }

  /// Those whose files are cassettes; WireMock's are stubs.
  static let cassettes = WritableFormat.withTools.filter { $0.name != "wiremock" }
    .map { WrittenFormat(type: $0) }

  /// What is read from the file that is written for the cassette.
  func again(_ cassette: Cassette) throws -> Cassette {
    let written = type.write(cassette)
    let name = "tape.\(try #require(type.fileExtensions.first))"
    let reading = VCRReading(
      try SourceText(name: name, text: String(decoding: written.bytes, as: UTF8.self)))
    #expect(reading.diagnostics.description == "", "\(type.name)")
    return try #require(reading.cassettes.first, "\(type.name)")
  }

  /// The cassette without what the format cannot store.
  func held(_ cassette: Cassette) -> Cassette {
    var stored = cassette
    for loss in type.losses { _ = loss.take(from: &stored, in: type.title) }
    return stored
  }
}

extension Cassette {
  /// The cassette in one of the forms that mean the same.
  ///
  /// A missing reason phrase is the usual one, a time counts to the millisecond, places say nothing
  /// where requests do not overlap, and the recorder is this package's unless it is said.
  var comparable: Cassette {
    var cassette = self
    if cassette.recorder == WritableFormat.recorder { cassette.recorder = nil }
    for index in interactions.indices {
      cassette.interactions[index].origin = nil
      cassette.interactions[index].recordedAt = interactions[index].recordedAt.map {
        RecordedInstant.rounded($0)
      }
      if !overlaps { cassette.interactions[index].position = nil }
      cassette.interactions[index].response = interactions[index].response?.comparable
    }
    return cassette
  }
}

extension RecordedResponse {
  fileprivate var comparable: RecordedResponse {
    var response = self
    if reason == status.reasonPhrase || reason == "" { response.reason = nil }
    return response
  }
}
