import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Tapes of Betamax for Java and OkReplay")
struct TapeTests {
  private func tape(body: String, tag: String = "!tape") -> String {
    """
    \(tag)
    name: a tape
    interactions:
    - recorded: 2013-10-31T21:26:22.666Z
      request:
        method: GET
        uri: https://a.example/
        headers:
          Accept: text/html, */*; q=.2
      response:
        status: 200
        headers:
          Content-Length: '6'
        body: \(body)
    """
  }

  @Test(
    "A tape is read with its name and its times, with and without its tag",
    arguments: ["!tape", "---"])
  func tapes(tag: String) throws {
    let cassette = try VCRReading.cassette(tape(body: "O HAI!", tag: tag))
    #expect(cassette.name == "a tape")
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.url == "https://a.example/")
    #expect(interaction.request.headers["Accept"] == "text/html, */*; q=.2")
    #expect(interaction.response?.status == .ok)
    #expect(interaction.text == "O HAI!")
    #expect(interaction.recordedAt == Date(timeIntervalSince1970: 1_383_254_782.666))
  }

  @Test("An empty tape is a recording")
  func empty() throws {
    #expect(try VCRReading.cassette("!tape\nname: a\ninteractions: []\n").interactions == [])
  }

  @Test("Binary data is bytes, and a file's body is read from beside the tape")
  func bodies() throws {
    #expect(try VCRReading.interaction(tape(body: "!!binary \"aGk=\"")).text == "hi")
    let folder = FileManager.default.temporaryDirectory.appending(path: "tape-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("from a file".utf8).write(to: folder.appending(path: "body.txt"))
    let name = folder.appending(path: "a.yaml").path
    #expect(
      try VCRReading.interaction(tape(body: "!file body.txt"), as: name).text == "from a file")
    let missing = try VCRReading(tape(body: "!file other.txt"), as: name).diagnostics.sorted
    #expect(
      missing.map(\.message) == ["no file other.txt; put it beside this file, or record again"])
  }
}
