import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

private typealias Places = SecretPlaces

@Suite("Values that are no secrets, and those that a filter names")
struct HarmlessValueTests {
  private static func json(_ body: String) -> Interaction {
    Places.received("application/json", body)
  }

  private static let harmless: [(String, Places.Plant)] = [
    ("timetoken", { json(#"{"timetoken":"\#($0)"}"#) }),
    ("thoughtSignature", { json(#"{"thoughtSignature":"\#($0)"}"#) }),
    ("signature", { json(#"{"verification":{"signature":"\#($0)"}}"#) }),
    ("page[token]", { Places.request("http://h/?page[token]=\($0)") }),
    ("page%5Btoken%5D", { Places.request("http://h/?page%5Btoken%5D=\($0)") }),
    ("next_page_token", { json(#"{"next_page_token":"\#($0)"}"#) }),
    ("nextToken", { Places.sent("application/json", #"{"a":[{"nextToken":"\#($0)"}]}"#) }),
    ("continuation-token", { Places.request("http://h/", ["X-Continuation-Token": $0]) }),
    ("syncToken", { Places.request("http://h/?syncToken=\($0)") }),
    ("max_tokens", { Places.sent("application/json", #"{"max_tokens":"\#($0)"}"#) }),
    ("token_type", { json(#"{"token_type":"\#($0)"}"#) }),
    ("theme", { Places.request("http://h/", ["Cookie": "theme=\($0)"]) }),
    ("lang", { Places.received(["Set-Cookie": "lang=\($0); Path=/"]) }),
    ("type of a secret", { json(#"{"token":{"type":"\#($0)"}}"#) }),
    ("key", { Places.request("http://h/?key=\($0)") }),
    ("code", { Places.request("http://h/?code=\($0)") }),
    ("name of a field", { Places.received("text/html", "<label for='password'>\($0)</label>") }),
    ("sentence", { Places.received("text/plain", "Wrong password: \($0) was given") }),
    ("value of another name", { json(#"[{"name":"password"},{"name":"a","value":"\#($0)"}]"#) }),
    ("value beside a name", { json(#"{"a":{"name":"password"},"value":"\#($0)"}"#) }),
    ("sentence in JSON", { json(#"{"a":"Password for \"\#($0)\": none"}"#) }),
    ("auth0", { json(#"{"auth0":"\#($0)"}"#) }),
    ("next_token2", { json(#"{"next_token2":"\#($0)"}"#) }),
    ("template", { Places.received("text/plain", "API_KEY=${\($0)}") }),
  ]

  @Test("A value that is no secret stays, though its name is like those of secrets")
  func stay() throws {
    for (name, plant) in Self.harmless {
      let file = try RecordedFile([plant("abc-def")])
      #expect(file.text.contains("abc-def"), "\(name)")
      #expect(file.summary.redactions == [], "\(name)")
    }
  }

  @Test("A filter keeps names of one's own, even if their values look like tokens")
  func keeping() throws {
    let token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
    let interactions = [
      Places.request(
        "http://h/?access_token=\(token)1&token=\(token)2", ["Cookie": "id=\(token)3"]),
      Places.sent("application/json", #"{"resume_key":"\#(token)4","password":"\#(token)5"}"#),
    ]
    let filters: [RecordingFilter] = [.keeping("Access-Token", "resumeKey")]
    let file = try RecordedFile(interactions, RecordingConfiguration(filters: filters))
    for (number, isKept) in [(1, true), (2, false), (3, false), (4, true), (5, false)] {
      #expect(file.text.contains("\(token)\(number)") == isKept, "\(number)")
    }
  }

  @Test("A filter replaces values by a text of one's own, a number by a number")
  func replacing() throws {
    let filters: [RecordingFilter] = [
      .headers("X-User", replacedBy: "ann"), .cookies("id", replacedBy: "c"),
      .queryItems("user", replacedBy: "a&b"), .formKeys("user", replacedBy: "a b"),
      .jsonKeys("age", replacedBy: "7"), .jsonKeys("name", replacedBy: "\"A\""),
      .xmlNames("user", replacedBy: "x"), .secrets("pa55word"),
      .secrets("acme", replacedBy: "example"),
    ]
    var first = Places.sent(
      "application/x-www-form-urlencoded", "user=eve&x=pa55word",
      ["X-User": "eve", "Cookie": "id=1"])
    first.request.url = "http://h/acme/pa55word?user=eve"
    first.response =
      Places.received(
        "application/json", #"{"age":41,"name":"Eve","isAge":"acme"}"#
      ).response
    let file = try RecordedFile(
      [first, Places.received("text/xml", "<user>eve</user>")],
      RecordingConfiguration(filters: filters))
    let recorded = file.cassette.interactions[0]
    #expect(recorded.request.url == "http://h/example/REDACTED-secret-1?user=a%26b")
    #expect(recorded.request.headers["X-User"] == "ann")
    #expect(recorded.request.headers["Cookie"] == "id=c")
    #expect(recorded.request.body == Data("user=a%20b&x=REDACTED-secret-1".utf8))
    #expect(
      recorded.response?.body == Data(#"{"age":7,"name":"\"A\"","isAge":"example"}"#.utf8))
    #expect(file.cassette.interactions[1].response?.body == Data("<user>x</user>".utf8))
    #expect(file.summary.redactions.contains("header X-User: once"))
  }

  @Test(
    "A text of one's own stands for what is hidden without it: numbers, and texts at any depth",
    arguments: [
      (#"{"password":982451}"#, #"{"password":73322833}"#),
      (
        #"{"password":{"value":"plainword"},"secrets":["onesecret"]}"#,
        #"{"password":{"value":"example"},"secrets":["example"]}"#
      ),
      (#"{"password":{"type":"basic"},"b":"c"}"#, #"{"password":{"type":"basic"},"b":"c"}"#),
    ])
  func replacingAtDepth(body: String, expected: String) throws {
    let filters: [RecordingFilter] = [.jsonKeys("password", "secrets", replacedBy: "example")]
    let sent = Places.sent("application/json", body)
    let file = try RecordedFile([sent], RecordingConfiguration(filters: filters))
    #expect(file.cassette.interactions[0].request.body == Data(expected.utf8))
    // It is replaced alike on replay.
    let changed = ReplayFilters(filters).applied(to: sent.request.received)
    #expect(changed?.body == Data(expected.utf8))
  }

  @Test("A text of one's own stays in a form, also under the name of a secret")
  func replacingInForms() throws {
    let filters: [RecordingFilter] = [.formKeys("password", replacedBy: "example")]
    let sent = Places.sent(
      "application/x-www-form-urlencoded", "password=x1&note=see%20token%3Dabc123&secret=y2")
    let file = try RecordedFile([sent], RecordingConfiguration(filters: filters))
    #expect(
      file.cassette.interactions[0].request.body
        == Data(
          "password=example&note=see%20token%3DREDACTED-token-1&secret=REDACTED-secret-2".utf8))
  }

  @Test("Filters of the process hold for each recording and each cassette")
  func shared() async {
    // In a process of its own, as other tests make cassettes at the same time.
    await #expect(processExitsWith: .success) {
      RecordingConfiguration.sharedFilters = [.headers("X-Shared", replacedBy: "shared")]
      let request = RecordedRequest.get("http://shared.test/", headers: ["X-Shared": "own"])
      let file = try RecordedFile([Interaction(request, respond: .text("a"))])
      #expect(file.cassette.interactions[0].request.headers["X-Shared"] == "shared")
      let matching = CassetteConfiguration(matching: [.method, .url, .header("X-Shared")])
      #expect(StubSet(file.cassette, matching).replies(request.received) == ["a"])
    }
  }
}
