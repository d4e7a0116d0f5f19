import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Redaction")
struct RedactorTests {
  private func redacted(
    _ interactions: [Interaction], _ names: SecretNames = .usual, after earlier: [Interaction] = []
  ) -> (interactions: [Interaction], lines: [String]) {
    var interactions = interactions
    var redactor = Redactor(names, after: earlier)
    let report = redactor.redact(&interactions)
    return (interactions, report.lines)
  }

  private func interaction(
    _ url: String = "http://h/", _ headers: HTTPHeaders = HTTPHeaders(), body: String? = nil,
    response: String = "", _ responseHeaders: HTTPHeaders = HTTPHeaders()
  ) -> Interaction {
    Interaction(
      RecordedRequest(.get, url, headers: headers, body: body.map { Data($0.utf8) }),
      RecordedResponse(.ok, headers: responseHeaders, body: Data(response.utf8)))
  }

  @Test(
    "A secret in a URL is replaced, the rest stays as written",
    arguments: [
      ("http://h/?a=%20x&API_Key=abc&b", "http://h/?a=%20x&API_Key=REDACTED-apikey-1&b"),
      ("http://me:pw@h/x", "http://me:REDACTED-password-1@h/x"),
      ("http://h/a?token=#f", "http://h/a?token=#f"),
      (
        "http://h/ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "http://h/REDACTED-token-1"
      ),
      ("http://h/a?x=1", "http://h/a?x=1"),
    ])
  func urls(url: String, expected: String) {
    #expect(redacted([interaction(url)]).interactions[0].request.url == expected)
  }

  @Test(
    "A secret in a header field is replaced, its scheme and its cookie's name stay",
    arguments: [
      ("Authorization", "Bearer abc", "Bearer REDACTED-authorization-1"),
      ("Proxy-Authorization", "abc", "REDACTED-proxyauthorization-1"),
      ("Cookie", "a=1234; b=5678", "a=REDACTED-a-1; b=REDACTED-b-2"),
      ("Set-Cookie", "a=1234; Path=/", "a=REDACTED-a-1; Path=/"),
      ("X-Api-Key", "abc", "REDACTED-xapikey-1"),
      ("Location", "/x?access_token=abc", "/x?access_token=REDACTED-accesstoken-1"),
      ("Accept", "text/plain", "text/plain"),
    ])
  func headers(name: String, value: String, expected: String) {
    let headers = HTTPHeaders([.init(name: HTTPHeaderName(name), value: value)])
    #expect(
      redacted([interaction(headers)]).interactions[0].request.headers.fields[0].value == expected)
  }

  private func interaction(_ headers: HTTPHeaders) -> Interaction {
    interaction("http://h/", headers)
  }

  @Test("A body in an unsupported encoding is reported, without secrets of its URL")
  func unsearched() {
    var interactions = [interaction("http://me:pw@h:81/a?token=abc", HTTPHeaders(), body: nil)]
    interactions[0].response = RecordedResponse(
      .ok, headers: ["Content-Encoding": "br"], body: Data([0x8B, 0x00, 0x80, 0xFF, 0x03]))
    let told = "the body of GET http://h:81/a is br-encoded and was not searched for secrets"
    func unsearched(_ interactions: [Interaction]) -> [String] {
      var interactions = interactions
      var redactor = Redactor(.usual)
      return UnsearchedBody.lines(redactor.redact(&interactions).unsearched)
    }
    #expect(unsearched(interactions) == [told])
    let many = unsearched(Array(repeating: interactions[0], count: 7))
    let others = "and 2 more bodies were not searched"
    #expect(many == Array(repeating: told, count: 5) + [others])
    interactions[0].response = RecordedResponse(
      .ok, headers: ["Content-Encoding": "br"], body: Data("text".utf8))
    #expect(unsearched(interactions) == [])
  }

  @Test("JSON keeps its spelling around secrets, also in text that is only partly JSON")
  func json() {
    let text = #"x {"Password" : "a\"b", "n": {"client_secret":12345}, "token": null} {"token":"z"#
    #expect(
      redacted([interaction(response: text)]).interactions[0].response?.body
        == Data(
          (#"x {"Password" : "REDACTED-password-1", "n": {"client_secret":73322833}"#
            + #", "token": null} {"token":"z"#).utf8))
  }

  @Test("A secret of a query is hidden in logs, also one that begins with a combining mark")
  func logs() {
    let url = "http://h/?a=1&token=\u{301}abc;b=abc"
    #expect(
      QuerySecrets(RequestURL(url)).hidden(in: "GET \(url)") == "GET http://h/?a=1&token=…;b=abc")
  }

  @Test("Content-Length follows a body that has changed")
  func length() {
    let interaction = interaction(response: #"{"password":"abc"}"#, ["Content-Length": "18"])
    let response = redacted([interaction]).interactions[0].response
    #expect(response?.headers[.contentLength] == "\(response?.body.count ?? 0)")
    #expect(response?.body.count == 34)
  }

  @Test("Equal secrets have equal placeholders, wherever they occur and however they are written")
  func everywhere() {
    let interactions = [
      interaction("http://h/", ["Authorization": "Token s3/cr3t+value"]),
      interaction(
        "http://h/x?again=s3%2Fcr3t%2Bvalue", body: #"{"a":"s3\/cr3t+value"}"#,
        response: "s3/cr3t+value"),
    ]
    let (found, lines) = redacted(interactions)
    #expect(found[1].request.url == "http://h/x?again=REDACTED-authorization-1")
    #expect(found[1].request.body == Data(#"{"a":"REDACTED-authorization-1"}"#.utf8))
    #expect(found[1].response?.body == Data("REDACTED-authorization-1".utf8))
    #expect(lines == ["header Authorization: once", "the same secrets elsewhere: 3 times"])
  }

  @Test("A short secret is replaced only in its place")
  func short() {
    let found = redacted([interaction("http://h/?pin=12", body: "12 apples")]).interactions[0]
    #expect(found.request.url == "http://h/?pin=REDACTED-pin-1")
    #expect(found.request.body == Data("12 apples".utf8))
  }

  @Test("The password of Basic credentials is found elsewhere")
  func basic() {
    let credentials = Data("ann:l0ng-p4ssword".utf8).base64EncodedString()
    let interactions = [
      interaction("http://h/", ["Authorization": "Basic \(credentials)"], response: "l0ng-p4ssword")
    ]
    #expect(
      redacted(interactions).interactions[0].response?.body == Data("REDACTED-password-1".utf8))
  }

  @Test("Placeholders are left alone and numbers go on after those of earlier interactions")
  func again() {
    let earlier = redacted([interaction("http://h/?token=abc")]).interactions
    let (found, lines) = redacted(earlier + [interaction("http://h/?token=def")], after: earlier)
    #expect(
      found.map(\.request.url) == [
        "http://h/?token=REDACTED-token-1", "http://h/?token=REDACTED-token-2",
      ])
    #expect(lines == ["query item token: once"])
  }

  @Test("Without redaction only values named by a filter are hidden")
  func filtersOnly() {
    let configuration = RecordingConfiguration(
      filters: [.queryItems("page")], redactsSecrets: false)
    let interaction = interaction("http://h/?page=7&token=abc", ["Authorization": "Bearer x"])
    let found = redacted([interaction], configuration.secretNames).interactions[0]
    #expect(found.request.url == "http://h/?page=REDACTED-page-1&token=abc")
    #expect(found.request.headers[.authorization] == "Bearer x")
  }
}

@Suite("Placeholders of secrets")
struct SecretPlaceholderTests {
  @Test(
    "A placeholder matches any text, the text around it literally",
    arguments: [
      ("a=REDACTED-x-1", "a=anything", true), ("a=REDACTED-x-1", "a=", true),
      ("a=REDACTED-x-1&b", "a=1&b", true), ("a=REDACTED-x-1&b", "a=1&c", false),
      ("REDACTED-x-1 REDACTED-y-12.", "one two.", true),
      ("REDACTED-x-1 REDACTED-y-12.", "one.", false),
      ("ab", "ab", true), ("ab", "abc", false), ("REDACTED-x", "REDACTED-y", false),
      ("aREDACTED-x-1a", "a", false), ("aREDACTED-x-1a", "aa", true),
    ])
  func matching(recorded: String, text: String, matches: Bool) {
    #expect(SecretPlaceholder.matches(recorded: recorded, text) == matches)
  }
}
