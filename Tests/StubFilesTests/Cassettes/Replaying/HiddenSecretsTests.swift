import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Replaying recordings with hidden secrets")
struct HiddenSecretsTests {
  /// A set that plays a file to which these requests were recorded, each answered with its number.
  private func replay(
    _ requests: [RecordedRequest], _ recording: RecordingConfiguration = .init(),
    _ configuration: CassetteConfiguration = .init()
  ) throws -> StubSet {
    let interactions = requests.enumerated().map { number, request in
      Interaction(request, respond: .text("\(number)"))
    }
    let set = StubSet()
    let cassette = try RecordedFile(interactions, recording).cassette
    set.insert(
      InsertedCassette(cassette, configuration: configuration, filters: recording.filters))
    return set
  }

  private let tenant: HTTPHeaders = ["Cookie": "tenant=acme-corp; token=products"]

  @Test(
    "A secret that is a word is hidden only in its place, so no other request gets its response",
    arguments: [
      ("http://h/tenants/acme-corp/users", "http://h/tenants/globex/users"),
      ("http://h/api/products", "http://h/api/customers"),
      ("http://h/api?list=products", "http://h/api?list=customers"),
    ])
  func words(own: String, other: String) throws {
    let set = try replay([.get("http://h/login", headers: tenant), .get(own), .get(other)])
    #expect(set.replies(.init(.get, other), .init(.get, own)) == ["2", "1"])
    let only = try replay([.get("http://h/login", headers: tenant), .get(own)])
    #expect(only.replies(.init(.get, other), .init(.get, own)) == [nil, "1"])
  }

  @Test("A password that is a word does not hide the path that has it too")
  func password() throws {
    let credentials = Data("ann:products".utf8).base64EncodedString()
    let set = try replay([
      .get("http://h/login", headers: ["Authorization": "Basic \(credentials)"]),
      .get("http://h/api/products"), .get("http://h/api/customers"),
    ])
    #expect(
      set.replies(.init(.get, "http://h/api/customers"), .init(.get, "http://h/api/products"))
        == ["2", "1"])
  }

  private let token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"

  @Test("A request that equals a recorded one gets its response, not that of a placeholder")
  func exactFirst() throws {
    let set = try replay([
      .get("http://h/verify/\(token)"), .get("http://h/verify/list"),
      .get("http://h/q?api_key=\(token)&a=1"), .get("http://h/q?api_key=&a=1"),
    ])
    #expect(
      set.replies(
        .init(.get, "http://h/verify/list"), .init(.get, "http://h/verify/\(token)"),
        .init(.get, "http://h/q?api_key=&a=1"), .init(.get, "http://h/q?a=1&api_key=other"))
        == ["1", "0", "3", "2"])
  }

  @Test("Exact recordings come before placeholders of other files too")
  func exactFirstInFiles() throws {
    let first = try RecordedFile([
      Interaction(.get("http://h/verify/list"), respond: .text("exact"))
    ]).cassette
    let second = try RecordedFile([
      Interaction(.get("http://h/verify/\(token)"), respond: .text("hidden"))
    ]).cassette
    var reader = RuleFileReader(variables: EnvironmentVariables([:]))
    reader.draft.cassettes = [first, second]
    let inserted = [first, second].map {
      InsertedCassette($0, configuration: CassetteConfiguration())
    }
    let set = StubSet()
    set.add(
      inserted.flatMap { $0.stubs[..<$0.lenientCount] }
        + inserted.flatMap { $0.stubs[$0.lenientCount...] })
    #expect(
      set.replies(.init(.get, "http://h/verify/list"), .init(.get, "http://h/verify/x"))
        == ["exact", "hidden"])
  }

  @Test("A placeholder that a client sends back is that of its own recording")
  func followed() throws {
    let other = String(token.reversed().dropLast(4)) + "0000"
    let set = try replay([
      .get("http://h/t?token=\(token)"), .get("http://h/t?token=\(other)"),
    ])
    #expect(
      set.replies(
        .init(.get, "http://h/t?token=REDACTED-token-2"),
        .init(.get, "http://h/t?token=REDACTED-token-1")) == ["1", "0"])
  }

  @Test("The recording with less hidden comes first; a placeholder is one segment of a path")
  func specific() throws {
    let set = try replay([
      .get("http://h/\(token)/\(token)"), .get("http://h/\(token)/users"),
    ])
    #expect(
      set.replies(
        .init(.get, "http://h/x/users"), .init(.get, "http://h/x/y"),
        .init(.get, "http://h/x/y/z"), .init(.get, "http://h//users")) == ["1", "0", nil, nil])
  }

  @Test("Tokens as names of items, fields and keys match again")
  func names() throws {
    let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"
    let form = HTTPContentType.formURLEncoded
    let requests: [RecordedRequest] = [
      .get("http://h/verify?\(jwt)"), .get("http://h/verify?a=1&\(jwt)&z=2"),
      .post("http://h/json", #"{"b":1,"\#(jwt)":{"x":[true]},"a":2}"#, type: .json),
      .post("http://h/form", "b=1&\(jwt)=2&a=3", type: form),
    ]
    let set = try replay(
      requests, .init(), CassetteConfiguration(matching: [.method, .url, .body]))
    let file = try RecordedFile(requests.map { Interaction($0, respond: .empty) })
    #expect(!file.text.contains(jwt))
    for (number, request) in requests.enumerated() {
      #expect(set.replies(request.received) == ["\(number)"])
    }
    #expect(set.replies(.init(.get, "http://h/verify?a=2&\(jwt)&z=2")) == [nil])
  }

  @Test("Types stay: a number stands for a hidden number, which matches any on replay")
  func types() throws {
    let body =
      #"{"pass":412,"pin":4711,"token":null,"secret":true,"auth":false,"otp":123456}"#
    let request = RecordedRequest.post("http://h/", body, type: .json)
    let file = try RecordedFile([Interaction(request, respond: .empty)])
    let recorded = try #require(file.cassette.interactions[0].request.body)
    struct Values: Decodable, Equatable {
      var pass: Int, pin: Int32, token: String?, secret: Bool, auth: Bool, otp: UInt32
    }
    #expect(
      try JSONDecoder().decode(Values.self, from: recorded)
        == Values(
          pass: 412, pin: 73_322_833, token: nil, secret: true, auth: false, otp: 73_322_833))
    let set = try replay(
      [request], .init(), CassetteConfiguration(matching: [.method, .url, .jsonBody]))
    let other = body.replacing("4711", with: "1").replacing("123456", with: "9")
    let wrong = body.replacing("412", with: "1")
    #expect(
      set.replies(
        request.received, .post("http://h/", other, type: .json),
        .post("http://h/", wrong, type: .json)) == ["0", "0", nil])
  }

  @Test("Placeholders that earlier versions wrote still match")
  func earlier() throws {
    let set = StubSet(
      .numbered(
        .post("http://h/", #"{"pass": "REDACTED-pass-1", "a": 1}"#, type: .json)),
      CassetteConfiguration(matching: [.method, .url, .jsonBody]))
    #expect(set.replies(.post("http://h/", #"{"a": 1, "pass": 412}"#, type: .json)) == ["0"])
  }

  @Test("A compressed request body with a secret is recorded decoded and matches again")
  func compressed() throws {
    // gzip of {"password":"s3cr3t-credential-9876"}
    let text = "H4sIAAAAAAAC/6tWKkgsLi7PL0pRslIqNk4uMi7RTS5KTUnNK8lMzNG1tDA3U6oFANDgBZ8lAAAA"
    var request = RecordedRequest.post("http://h/", "", type: .json)
    request.headers["Content-Encoding"] = "gzip"
    request.body = Data(base64Encoded: text)
    let file = try RecordedFile([Interaction(request, respond: .empty)])
    let recorded = file.cassette.interactions[0].request
    #expect(recorded.body == Data(#"{"password":"REDACTED-password-1"}"#.utf8))
    #expect(recorded.headers[.contentEncoding] == nil)
    for part in [RequestPart.body, .jsonBody] {
      let set = try replay([request], .init(), CassetteConfiguration(matching: [.method, part]))
      #expect(set.replies(request.received) == ["0"])
    }
  }

  @Test("Only placeholders in compared parts need a stub of their own")
  func compared() throws {
    let request = RecordedRequest.get("http://h/", headers: ["Authorization": "Bearer \(token)"])
    #expect(try replay([request]).stubs.count == 1)
    let matching = CassetteConfiguration(matching: [.method, .header("Authorization")])
    let set = try replay([request], .init(), matching)
    #expect(set.stubs.count == 2)
    #expect(set.replies(.init(.get, "/", headers: ["Authorization": "Bearer x"])) == ["0"])
  }

  @Test("Among many recordings with secrets, each is found without asking the others")
  func many() throws {
    let asked = AtomicInt(0)
    var configuration = CassetteConfiguration(matching: [.method, .url, .custom("count")])
    configuration.matchers["count"] = .closure { _, _ in
      asked.add(1)
      return true
    }
    let interactions = (0..<3_000).flatMap { number in
      [
        Interaction(
          .get("http://h/items/\(number)?api_key=REDACTED-apikey-1"), respond: .text("a\(number)")),
        Interaction(
          .get("http://h/search?q=\(number)&api_key=REDACTED-apikey-1"),
          respond: .text("b\(number)")),
        Interaction(
          .get("http://h/t/REDACTED-token-2/\(number)"), respond: .text("c\(number)")),
      ]
    }
    let set = StubSet(Cassette(interactions: interactions), configuration)
    asked.store(0)
    #expect(
      set.replies(
        .init(.get, "http://h/items/77?api_key=x"), .init(.get, "http://h/search?api_key=x&q=1234"),
        .init(.get, "http://h/t/x/2999")) == ["a77", "b1234", "c2999"])
    #expect(asked.load() < 20)
  }
}
