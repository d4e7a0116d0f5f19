import Foundation
import StubTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What Vinyl's guide shows, as it is done here.
@Suite("Cassette players") struct CassettePlayerTests {
  @Test("A cassette in a file answers a session")
  func single() async throws {
    let player = try CassettePlayer("single")
    let request = URLRequest(url: try #require(URL(string: "http://api.test/")))
    let body = await withCheckedContinuation { continuation in
      player.session.dataTask(with: request) { data, _, _ in
        continuation.resume(returning: data.map { String(decoding: $0, as: UTF8.self) })
      }.resume()
    }
    #expect(body == "hello")
  }

  @Test("The parts that have to agree are chosen, and each interaction is used once")
  func matching() async throws {
    var configuration = CassetteConfiguration(matching: [.body, .query])
    configuration.playsEachOnce = true
    let player = try CassettePlayer(
      "single", options: CassetteOptions(configuration: configuration))
    #expect(try await player.session.text(from: "http://elsewhere.test/path") == "hello")
    await #expect(throws: (any Error).self) {
      try await player.session.text(from: "http://elsewhere.test/path")
    }
  }

  @Test("The cassette is a queue")
  func queue() async throws {
    let configuration = CassetteConfiguration(
      matching: [], keepsRecordedOrder: true, ending: .fail)
    let player = CassettePlayer(
      Cassette(interactions: [
        Interaction(.get, "http://api.test/first", respond: .text("1")),
        Interaction(.get, "http://api.test/second", respond: .text("2")),
      ]), configuration: configuration)
    #expect(try await player.session.text(from: "http://any.test/") == "1")
    #expect(try await player.session.text(from: "http://any.test/") == "2")
    #expect(player.cassette?.allPlayed == true)
  }

  @Test("An interaction is made by hand")
  func interaction() async throws {
    let interaction = Interaction(
      .get, "http://feel.test/", respond: .data(Data("good".utf8)),
      headers: ["X-Mood": "bright"])
    let player = CassettePlayer(Cassette(interactions: [interaction]))
    #expect(try await player.session.text(from: "http://feel.test/") == "good")
  }

  @Test("Recordings of DVR answer, too")
  func dvr() async throws {
    #expect(try await CassettePlayer("dvr").session.text(from: "http://dvr.test/") == "taped")
  }

  /// One configuration for several tests.
  private let player = CassettePlayer(
    options: CassetteOptions(configuration: CassetteConfiguration(matching: [.path])))

  @Test("One cassette takes the place of another")
  func loading() async throws {
    try player.load("single")
    #expect(try await player.session.text(from: "http://any.test/") == "hello")
    try player.load("other")
    #expect(try await player.session.text(from: "http://any.test/") == "other")
    #expect(player.cassette?.playCount == 1)
  }

  @Test("What is missing is recorded, and written when recording stops or the player goes")
  func recording() async throws {
    let server = try RealServer()
    let folder = try TemporaryFolder()
    let base = "http://127.0.0.1:\(server.port)"
    var options = CassetteOptions(folder: folder.path)
    options.mode = .missingCassette
    do {
      let player = try CassettePlayer("new/tape", options: options)
      _ = try await player.session.text(from: base + "/one")
      let summary = try await player.stopRecording()
      #expect(summary?.recorded == 1)
    }
    #expect(try folder.urls(in: "new/tape.yaml") == [base + "/one"])
    options.mode = .missingTracks
    do {
      let player = try CassettePlayer("new/tape", options: options)
      _ = try await player.session.text(from: base + "/one")
      _ = try await player.session.text(from: base + "/two")
    }
    #expect(try folder.urls(in: "new/tape.yaml") == [base + "/one", base + "/two"])
    #expect(server.requestCount == 2)
  }

  @Test("A cassette that is not there is an error where nothing may be recorded")
  func missing() throws {
    var options = CassetteOptions()
    options.mode = .none
    #expect(throws: MissingCassette.self) { try CassettePlayer("nowhere", options: options) }
  }
}
