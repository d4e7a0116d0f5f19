import Foundation
import HTTPStubber
import StubFiles
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Examples of recording cassettes")
struct RecordingExamples {
  @Test("A cassette in a file answers, or is recorded")
  func insert() async throws {
    let stubber = HTTPStubber()
    let path = NSTemporaryDirectory() + "example-\(UUID().uuidString).yaml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = """
      cassette: 1
      interactions:
        - request: { method: GET, url: "http://recorded.test/" }
          response: { status: 200, body: recorded }
      """
    try Data(text.utf8).write(to: URL(filePath: path))
    let url = try #require(URL(string: "http://recorded.test/"))
    // example: record a file
    let cassette = try stubber.stubSet.insert(file: path)
    _ = try await stubber.session.data(from: url)
    let summary = try await cassette.finish()
    // end of example
    #expect(summary == nil)
    #expect(cassette.allPlayed)
  }

  @Test("A recording has a mode, an age and filters")
  func configure() {
    // example: recording filters
    let recording = RecordingConfiguration(
      mode: .newEpisodes, expiry: .seconds(7 * 86_400),
      filters: [
        .hosts("*.example.com"), .paths(under: "/v1"),
        .headers("X-User"), .jsonKeys("email"), .queryItems("session", replacedBy: "example"),
        .secrets("pa55word"), .keeping("resume_token"),
        .request { $0.url.hasSuffix("/health") ? nil : $0 },
        .response { response, _ in
          var response = response
          response.headers.remove(.server)
          return response
        },
      ])
    // end of example
    #expect(recording.filters.count == 9)
  }
}
