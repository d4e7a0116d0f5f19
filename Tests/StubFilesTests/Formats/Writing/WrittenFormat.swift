import Foundation
import StubCore
import Testing

@testable import StubFiles

/// A format that cassettes are written in and read from.
struct WrittenFormat: Sendable, CustomTestStringConvertible {
  let type: WritableFormat

  var testDescription: String { type.name }

  /// Those whose files are cassettes; WireMock's are stubs.
  static let cassettes = WritableFormat.all.filter { $0.name != "wiremock" }
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

  /// The cassette without what the format has no place for.
  func held(_ cassette: Cassette) -> Cassette {
    type.notHeld.reduce(cassette) { $1.removed($0) }
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
    for index in tracks.indices {
      cassette.tracks[index].origin = nil
      cassette.tracks[index].recordedAt = tracks[index].recordedAt.map {
        RecordedInstant.rounded($0)
      }
      if !overlaps { cassette.tracks[index].place = nil }
      switch tracks[index].outcome {
      case .response(let response):
        cassette.tracks[index].outcome = .response(response.comparable)
      case .failure(let failure, let response):
        cassette.tracks[index].outcome = .failure(failure, after: response?.comparable)
      }
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
