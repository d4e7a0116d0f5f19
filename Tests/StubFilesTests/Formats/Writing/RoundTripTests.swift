import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Cassettes written in one format and read again")
struct RoundTripTests {
  @Test(
    "A written cassette reads back without the reported losses",
    arguments: WrittenFormat.cassettes, CassetteSample.all)
  func once(format: WrittenFormat, sample: CassetteSample) throws {
    let held = format.held(sample.cassette)
    // A file without interactions may not tell its format.
    if held.interactions.isEmpty { return }
    expectSame(try format.again(sample.cassette), held, format)
    let losses = format.type.write(sample.cassette).losses
    #expect(losses.isEmpty == (held == sample.cassette))
    #expect(format.type.write(held).losses == [])
  }

  @Test(
    "From one format to another and back nothing is lost that both can hold",
    arguments: WrittenFormat.cassettes, WrittenFormat.cassettes)
  func thereAndBack(first: WrittenFormat, second: WrittenFormat) throws {
    for sample in CassetteSample.all {
      let start = first.held(sample.cassette)
      if second.held(start).interactions.isEmpty { continue }
      try expectRoundTrip(start, first, second)
    }
  }

  /// Of the recordings each pair gets every eighth, so that each is read and written in all formats.
  @Test(
    "Recordings of other tools keep what both formats can hold",
    .outside("cassettes"),
    arguments: WrittenFormat.cassettes, WrittenFormat.cassettes)
  func recordings(first: WrittenFormat, second: WrittenFormat) throws {
    let names = WrittenFormat.cassettes.map { $0.type.name }
    let start = try #require(names.firstIndex(of: first.type.name))
    let step = try #require(names.firstIndex(of: second.type.name))
    let paths = RecordedFiles.paths(in: "aligned/har", ["har"])
    for path in stride(from: (start + step) % 8, to: paths.count, by: 8).map({ paths[$0] }) {
      let reading = VCRReading(try SourceText(path: path))
      try expectRoundTrip(try #require(reading.cassettes.first), first, second)
    }
  }

  @Test(
    "Every recording of other tools is written in every format",
    .outside("cassettes"),
    arguments: ["aligned/vcr-ruby-yaml", "yahttpvcr", "dvr", "vcrpy"], WrittenFormat.cassettes)
  func everyRecording(folder: String, format: WrittenFormat) throws {
    var count = 0
    for path in RecordedFiles.paths(in: folder, ["har", "json", "yml", "yaml"]) {
      let reading = VCRReading(try SourceText(path: path))
      guard !reading.diagnostics.hasErrors else { continue }
      for cassette in reading.cassettes {
        let held = format.held(cassette)
        if held.interactions.isEmpty { continue }
        expectSame(try format.again(cassette), held, format)
        count += 1
      }
    }
    #expect(count > 0)
  }

  private func expectRoundTrip(
    _ cassette: Cassette, _ first: WrittenFormat, _ second: WrittenFormat
  ) throws {
    let start = try first.again(cassette)
    let middle = try second.again(start)
    expectSame(middle, second.held(start), second)
    expectSame(try first.again(middle), first.held(second.held(start)), first)
  }

  private func expectSame(_ found: Cassette, _ expected: Cassette, _ format: WrittenFormat) {
    let (found, expected) = (found.comparable, expected.comparable)
    #expect(found.name == expected.name)
    #expect(found.recorder == expected.recorder)
    #expect(found.interactions.count == expected.interactions.count)
    for (found, expected) in zip(found.interactions, expected.interactions) {
      #expect(found == expected, "\(format.type.name)")
    }
  }
}
