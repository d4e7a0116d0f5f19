import Foundation
import StubTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What Vinyl's guide shows, as it is done here.
@Suite("Turntables") struct TurntableTests {
  @Test("A cassette in a file answers a session")
  func single() async throws {
    let turntable = try Turntable("single")
    let request = URLRequest(url: try #require(URL(string: "http://api.test/")))
    let body = await withCheckedContinuation { continuation in
      turntable.session.dataTask(with: request) { data, _, _ in
        continuation.resume(returning: data.map { String(decoding: $0, as: UTF8.self) })
      }.resume()
    }
    #expect(body == "hello")
  }

  @Test("The parts that have to agree are chosen, and each track is used once")
  func matching() async throws {
    var configuration = CassetteConfiguration(matching: [.body, .query])
    configuration.playsTracksUniquely = true
    let turntable = try Turntable(
      "single", options: CassetteOptions(configuration: configuration))
    #expect(try await turntable.session.text(from: "http://elsewhere.test/path") == "hello")
    await #expect(throws: (any Error).self) {
      try await turntable.session.text(from: "http://elsewhere.test/path")
    }
  }

  @Test("The tape is a queue")
  func queue() async throws {
    let configuration = CassetteConfiguration(
      matching: [], keepsTrackOrder: true, ending: .fail)
    let turntable = Turntable(
      Cassette(tracks: [
        Cassette.Track(.get, "http://api.test/first", respond: .text("1")),
        Cassette.Track(.get, "http://api.test/second", respond: .text("2")),
      ]), configuration: configuration)
    #expect(try await turntable.session.text(from: "http://any.test/") == "1")
    #expect(try await turntable.session.text(from: "http://any.test/") == "2")
    #expect(turntable.cassette?.allPlayed == true)
  }

  @Test("A track is made by hand")
  func track() async throws {
    let track = Cassette.Track(
      .get, "http://feel.test/", respond: .data(Data("good".utf8)),
      headers: ["X-Mood": "bright"])
    let turntable = Turntable(Cassette(tracks: [track]))
    #expect(try await turntable.session.text(from: "http://feel.test/") == "good")
  }

  @Test("Recordings of DVR answer, too")
  func dvr() async throws {
    #expect(try await Turntable("dvr").session.text(from: "http://dvr.test/") == "taped")
  }

  /// One configuration for several tests.
  private let turntable = Turntable(
    options: CassetteOptions(configuration: CassetteConfiguration(matching: [.path])))

  @Test("One cassette takes the place of another")
  func loading() async throws {
    try turntable.load("single")
    #expect(try await turntable.session.text(from: "http://any.test/") == "hello")
    try turntable.load("other")
    #expect(try await turntable.session.text(from: "http://any.test/") == "other")
    #expect(turntable.cassette?.playCount == 1)
  }

  @Test("What is missing is recorded, and written when recording stops or the turntable goes")
  func recording() async throws {
    let server = try RealServer()
    let folder = try TemporaryFolder()
    let base = "http://127.0.0.1:\(server.port)"
    var options = CassetteOptions(folder: folder.path)
    options.mode = .missingCassette
    do {
      let turntable = try Turntable("new/tape", options: options)
      _ = try await turntable.session.text(from: base + "/one")
      let summary = try await turntable.stopRecording()
      #expect(summary?.recorded == 1)
    }
    #expect(try folder.urls(in: "new/tape.yaml") == [base + "/one"])
    options.mode = .missingTracks
    do {
      let turntable = try Turntable("new/tape", options: options)
      _ = try await turntable.session.text(from: base + "/one")
      _ = try await turntable.session.text(from: base + "/two")
    }
    #expect(try folder.urls(in: "new/tape.yaml") == [base + "/one", base + "/two"])
    #expect(server.requestCount == 2)
  }

  @Test("A cassette that is not there is an error where nothing may be recorded")
  func missing() throws {
    var options = CassetteOptions()
    options.mode = .none
    #expect(throws: MissingCassette.self) { try Turntable("nowhere", options: options) }
  }
}
