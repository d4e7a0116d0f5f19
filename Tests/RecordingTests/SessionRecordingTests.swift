import Foundation
import HTTPStubber
import StubCore
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

  @Test("What is recorded is sent as a session of one's own sends it")
  func backingSession() async throws {
    guard let server = try PythonServer() else { return }
    let guarded = try RealServer()
    let folder = try TemporaryFolder()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["X-Backing": "yes"]
    let stubber = HTTPStubber()
    stubber.backingSession = URLSession(configuration: configuration)
    let recording = try stubber.stubSet.insert(
      RecordingPlan(file: folder.file("tape.yaml"), RecordingConfiguration(), environment: [:]),
      configuration: CassetteConfiguration())
    #expect(await outcome(stubber.session, server.url + "/first").hasPrefix("200 /text"))
    #expect(await outcome(stubber.session, server.url + "/drop").hasPrefix("NSURLErrorDomain"))
    let denied = await outcome(stubber.session, "http://127.0.0.1:\(guarded.port)/secret")
    #expect(denied.hasPrefix("401"))
    let url = try #require(URL(string: server.url + "/echo"))
    let (data, _) = try await stubber.session.data(from: url)
    #expect(String(decoding: data, as: UTF8.self).contains("X-Backing: yes"))
    // The redirect is three interactions.
    #expect(try await recording.finish()?.recorded == 6)
  }

  @Test("A session that a stubber answers cannot load anything for real")
  func stubbedBackingSession() async throws {
    let warnings = Lock<[String]>([])
    let stubber = HTTPStubber()
    stubber.onWarning { text in warnings.withLock { $0.append(text) } }
    stubber.backingSession = HTTPStubber().session
    #expect(stubber.backingSession == nil)
    #expect(warnings.withLock { $0.count } == 1)
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
