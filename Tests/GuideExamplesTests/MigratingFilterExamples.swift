import Foundation
import StubTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Migrating filters and matchers") struct MigratingFilterExamples {
  @Test("Filters of YAHTTPVCR change requests before they are compared")
  func yahttpvcrFilters() async throws {
    // example: yahttpvcr filters
    let filters: [RecordingFilter] = [
      .hosts { $0.contains("httpbin") },
      .path { $0.replacing("alex", with: "bob") },
      .queryItems("signature", replacedBy: "secret-signature"),
      .headers("X-User", replacedBy: "bob"),
      .formKeys("pwd", replacedBy: "pwd"), .jsonKeys("pwd", replacedBy: "pwd"),
      .responseBody { body in
        Data(String(decoding: body, as: UTF8.self).replacing("sender:bob", with: "").utf8)
      },
      .request { request in
        var request = request
        request.headers.remove("X-Trace")
        return request
      },
      .response { response, _ in
        var response = response
        response.headers.remove(.server)
        return response
      },
    ]
    let recording = RecordingConfiguration(filters: filters)
    // end of example
    let recorded = Interaction(
      .get, "https://httpbin.test/bob?signature=secret-signature", respond: .text("recorded"))
    let stubber = HTTPStubber()
    var configuration = CassetteConfiguration()
    configuration.filters = recording.filters
    stubber.stubSet.insert(Cassette(interactions: [recorded]), configuration: configuration)
    let address = "https://httpbin.test/alex?signature=9f8e7d"
    #expect(try await stubber.session.text(from: address) == "recorded")
  }

  @Test("Matchers of YAHTTPVCR have names")
  func yahttpvcrMatchers() async throws {
    let stubber = HTTPStubber()
    let path = try fixture("GreetingTestCase.bundle/Greeting.json")
    // example: yahttpvcr matchers
    var configuration = CassetteConfiguration(matching: [.method, .custom("place")])
    configuration.matchers["hostAndPort"] = .parts([.host, .port])
    configuration.matchers["place"] = .parts([.custom("hostAndPort"), .custom("anyUser")])
    configuration.matchers["anyUser"] = .closure { recorded, received in
      recorded.url.contains("/users/") && received.target.path.hasPrefix("/users/")
    }
    let cassette = try stubber.stubSet.insert(file: path, configuration: configuration)
    // end of example
    let text = try await stubber.session.text(from: "https://api.example.com/users/7")
    #expect(text == #"{"name": "Ada"}"#)
    #expect(cassette.allPlayed)
  }

  @Test("A cassette of YAHTTPVCR is inserted and ejected")
  func yahttpvcrCassette() async throws {
    let stubber = HTTPStubber()
    let path = try fixture("GreetingTestCase.bundle/Greeting.json")
    // example: yahttpvcr cassette
    let cassette = try stubber.stubSet.insert(
      file: path, configuration: CassetteConfiguration(playback: .chronological))
    let app = Greeter(session: stubber.session)
    let greeting = try await app.greeting(forUser: 42)
    try await cassette.finish()
    stubber.stubSet.eject(cassette)
    // end of example
    #expect(greeting == "Hello Ada!")
    #expect(cassette.isWriteProtected)
    await #expect(throws: (any Error).self) { try await app.greeting(forUser: 42) }
  }

  @Test("What BeKindRewind leaves out of URLs is left out here")
  func bekindrewindMatching() async throws {
    let stubber = HTTPStubber()
    let path = try fixture("SearchTestCase.bundle/testSearch.plist")
    // example: bekindrewind matching
    var configuration = CassetteConfiguration(
      matching: [.host, .path, .query], playback: .recorded(scale: 0.1))
    configuration.ignoredQueryParameters = ["timestamp"]
    configuration.playsEachOnce = true
    let cassette = try stubber.stubSet.insert(file: path, configuration: configuration)
    // end of example
    let address = "http://api.example.com/users/42?timestamp=1"
    #expect(try await stubber.session.text(from: address) == #"{"name": "Ada"}"#)
    #expect(cassette.allPlayed)
    await #expect(throws: (any Error).self) { try await stubber.session.text(from: address) }
  }

  @Test("Filters and an interval of VCR are those of a recording")
  func vcrRecording() {
    let token = "pa55word"
    // example: vcr recording
    let recording = RecordingConfiguration(
      mode: .newEpisodes, expiry: .seconds(7 * 86_400),
      filters: [
        .secrets(token, replacedBy: "<TOKEN>"),
        .request { $0.url.hasSuffix("/health") ? nil : $0 },
        .response { response, _ in response.status == .serviceUnavailable ? nil : response },
      ])
    // end of example
    #expect(recording.filters.count == 3)
    #expect(recording.mode == .newEpisodes)
  }

  @Test("Placeholders of VCR become the value again before a response is played")
  func vcrPlayback() async throws {
    let stubber = HTTPStubber()
    let path = try fixture("vcr_greeting.yml")
    let token = "pa55word"
    // example: vcr playback
    var configuration = CassetteConfiguration(matching: [.method, .url, .header(.authorization)])
    configuration.playsEachOnce = true
    configuration.ignoredQueryParameters = ["timestamp"]
    configuration.filters = [.secrets(token, replacedBy: "<TOKEN>")]
    configuration.beforePlayback = [
      { interaction in
        guard var response = interaction.response else { return interaction }
        let text = String(decoding: response.body, as: UTF8.self)
        response.body = Data(text.replacing("<TOKEN>", with: token).utf8)
        var interaction = interaction
        interaction.response = response
        return interaction
      }
    ]
    let cassette = try stubber.stubSet.insert(file: path, configuration: configuration)
    // end of example
    var request = URLRequest(url: try url("https://api.example.com/users/42?timestamp=1"))
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    let (data, _) = try await stubber.session.data(for: request)
    #expect(String(decoding: data, as: UTF8.self) == #"{"name": "Ada", "token": "pa55word"}"#)
    #expect(cassette.allPlayed)
  }

  private func fixture(_ name: String) throws -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)").path
  }
}
