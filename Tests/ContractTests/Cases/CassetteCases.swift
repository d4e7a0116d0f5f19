import Foundation
import StubCore
import StubFiles

/// Rules about recordings.
enum CassetteCases {
  private static let me = "https://api.test/me"

  /// What is recorded at `https://api.test` and asked for at `http://api.test`.
  private static func cassette(
    _ configuration: CassetteConfiguration = CassetteConfiguration(), _ interactions: Interaction...
  ) -> @Sendable (StubSet) -> Void {
    { set in
      set.insert(Cassette(name: "tape", interactions: interactions), configuration: configuration)
    }
  }

  private static let anyHost = CassetteConfiguration(answersAnyHost: true)

  static let all: [ContractCase] = [
    ContractCase(
      "a recording answers as it was recorded",
      ContractRequest.get("/me").gets(
        201, #"{"name":"Ada"}"#, headers: ["Content-Type": "application/json", "X-A": "1"]),
      ContractRequest.get("/you").getsNothing,
      stubs: cassette(
        anyHost,
        Interaction(
          .get, me, respond: .json(["name": "Ada"]), status: .created, headers: ["X-A": "1"]))),
    ContractCase(
      "recordings of one request answer in order, others between them",
      ContractRequest.get("/me").gets("1"), ContractRequest.post("/me", body: "x").gets("2"),
      ContractRequest.get("/me").gets("3"), ContractRequest.get("/me").getsNothing,
      stubs: cassette(
        CassetteConfiguration(answersAnyHost: true, ending: .fail),
        Interaction(.get, me, respond: .text("1")),
        Interaction(.post, me, respond: .text("2")),
        Interaction(.get, me, respond: .text("3")))),
    ContractCase(
      "each hop of a redirect is a recording",
      ContractRequest.get("/a").gets(302, headers: ["Location": "http://api.test/b"]),
      ContractRequest.get("/b").gets("there"),
      stubs: cassette(
        CassetteConfiguration(keepsRecordedOrder: true),
        Interaction(
          .get, "http://api.test/a", status: .found, headers: ["Location": "http://api.test/b"]),
        Interaction(.get, "http://api.test/b", respond: .text("there")))),
    ContractCase(
      "a recorded error ends the request without a response",
      ContractRequest.get("/me").fails, ContractRequest.get("/you").fails,
      ContractRequest.get("/he").fails,
      stubs: cassette(
        anyHost, Interaction(.get, me, error: .networkConnectionLost),
        Interaction(.get, "https://api.test/you", error: .badServerResponse),
        Interaction(
          .get, "https://api.test/he", error: DomainError(domain: "NSPOSIXErrorDomain", code: 61)))
    ),
    ContractCase(
      "a recorded error after a part of a response ends it too early",
      ContractRequest.get("/me").fails,
      stubs: cassette(
        anyHost,
        Interaction(
          .get, me, error: .networkConnectionLost,
          after: RecordedResponse(.ok, headers: ["Content-Length": "9"], body: Data("a".utf8))))),
    ContractCase(
      "chronological replay of requests that come one after the other holds nothing up",
      ContractRequest.get("/you").gets("2"), ContractRequest.get("/me").gets("1"),
      ContractRequest.get("/you").gets("2"),
      stubs: cassette(
        CassetteConfiguration(answersAnyHost: true, playback: .chronological),
        Interaction(.get, me, respond: .text("1")),
        Interaction(.get, "https://api.test/you", respond: .text("2")))),
  ]
}
