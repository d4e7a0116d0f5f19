import Foundation
import HTTPStubber
import StubFiles
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Recording in-process")
struct SessionRecordingTests {
  @Test("Redirects, errors, empty bodies and repeats are replayed without the server")
  func replay() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let base = server.url
    let paths = ["/text", "/first", "/nothing", "/empty", "/count", "/count", "/binary", "/drop"]
    let recorder = HTTPStubber()
    let recording = try recorder.stubSet.insert(
      RecordingPlan(file: file, RecordingConfiguration(), environment: [:]),
      configuration: CassetteConfiguration())
    var recorded: [String] = []
    for path in paths { recorded.append(await outcome(recorder.session, base + path)) }
    let summary = try await recording.finish()
    // The redirect is three interactions: each hop is one.
    #expect(summary?.recorded == paths.count + 2)
    server.stop()
    let player = HTTPStubber()
    try player.stubSet.insert(
      RecordingPlan(file: file, RecordingConfiguration(mode: .none), environment: [:]),
      configuration: CassetteConfiguration())
    var played: [String] = []
    for path in paths { played.append(await outcome(player.session, base + path)) }
    #expect(played == recorded)
    #expect(recorded[0].hasPrefix("200"))
    #expect(recorded[1].contains("/text 200") == false)
    #expect(recorded[7].hasPrefix("NSURLErrorDomain"))
  }

  /// Everything that a client sees, but the date.
  private func outcome(_ session: URLSession, _ url: String) async -> String {
    guard let url = URL(string: url) else { return "no URL" }
    do {
      let (data, response) = try await session.data(from: url)
      guard let response = response as? HTTPURLResponse else { return "no response" }
      var fields: [String] = []
      for (name, value) in response.allHeaderFields where "\(name)" != "Date" {
        fields.append("\(name): \(value)")
      }
      let path = response.url?.path ?? ""
      return "\(response.statusCode) \(path) \(fields.sorted()) \(data.base64EncodedString())"
    } catch {
      let error = error as NSError
      return "\(error.domain) \(error.code)"
    }
  }
}
