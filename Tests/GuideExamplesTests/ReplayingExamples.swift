import Foundation
import HTTPStubber
import StubFiles
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Replaying cassettes", .serialized) struct ReplayingExamples {
  @Test("A cassette made in code answers, and lists its used recordings")
  func inserting() async throws {
    let stubber = HTTPStubber()
    let whole = try Self.made()
    let cassette = Cassette(interactions: Array(whole.interactions.prefix(1)))
    func use(_ inserted: InsertedCassette) async throws {
      let text = try await stubber.session.text(from: "https://api.test/me")
      #expect(text == #"{"name":"Ada"}"#)
      #expect(inserted.playCount == 1)
    }
    // example: inserting a cassette
    let inserted = stubber.stubSet.insert(
      cassette, configuration: CassetteConfiguration(matching: [.method, .path, .query]))
    try await use(inserted)
    #expect(inserted.allPlayed, "not used: \(inserted.unused)")
    stubber.stubSet.eject(inserted)
    // end of example
    #expect(stubber.stubs.isEmpty)
  }

  private static func made() throws -> Cassette {
    // example: making a cassette
    let cassette = Cassette(interactions: [
      Interaction(.get, "https://api.test/me", respond: .json(["name": "Ada"])),
      Interaction(.get, "https://api.test/note", respond: .text("later"), status: .accepted),
      Interaction(.get, "https://api.test/icon", respond: try .base64("R0lGODlhAQABAAAAACw=")),
      Interaction(.delete, "https://api.test/me", status: .forbidden),
      Interaction(.get, "https://api.test/slow", error: .timedOut),
    ])
    // end of example
    return cassette
  }

  @Test("Parts are chosen, left out and registered")
  func configuring() throws {
    // example: configuring what is compared
    var configuration = CassetteConfiguration(matching: [.method, .url, .jsonBody, .custom("user")])
    configuration.ignoredQueryParameters = ["timestamp"]
    configuration.ignoredBodyKeys = ["nonce"]
    configuration.matchers["user"] = .closure { recorded, received in
      recorded.headers["X-User"] == received.headers["X-User"]
    }
    // end of example
    let stubs = StubSet()
    stubs.insert(try Self.made(), configuration: configuration)
    #expect(stubs.stubs.flatMap(\.problems) == [])
  }

  @Test("Filters and hooks change requests, interactions and responses")
  func hooks() throws {
    // example: filters and hooks on replay
    var hooked = CassetteConfiguration()
    hooked.filters = [.queryItems("user", replacedBy: "ann")]
    hooked.beforePlayback = [{ $0.request.url.hasSuffix("/health") ? nil : $0 }]
    hooked.beforeResponse = [
      { response, request in
        var response = response
        response.headers["X-Path"] = request.target.path
        return response
      }
    ]
    // end of example
    let cassette = try Self.made()
    let inserted = StubSet().insert(cassette, configuration: hooked)
    #expect(inserted.cassette.interactions.count == cassette.interactions.count)
  }

  @Test("Layers are merged")
  func layers() throws {
    let stubber = HTTPStubber()
    let cassette = try Self.made()
    // example: layers of configuration
    CassetteConfiguration.configureShared { $0.ignoredHeaders = ["X-Request-Id"] }
    let perCassette = CassetteConfiguration(playback: .chronological)
    let perTest = CassetteConfiguration(ending: .fail)
    stubber.stubSet.insert(cassette, configuration: perTest.merged(over: perCassette))
    // end of example
    CassetteConfiguration.configureShared { $0.ignoredHeaders = nil }
    #expect(stubber.stubs.count == cassette.interactions.count)
  }
}
