import Foundation
import StubCore
import Testing

@testable import StubFiles

@Suite("Redaction")
struct RedactorTests {
  private func redacted(
    _ tracks: [Cassette.Track], _ names: SecretNames = .usual, after earlier: [Cassette.Track] = []
  ) -> (tracks: [Cassette.Track], lines: [String]) {
    var tracks = tracks
    var redactor = Redactor(names, after: earlier)
    redactor.redact(&tracks)
    return (tracks, redactor.report.lines)
  }

  private func track(
    _ url: String = "http://h/", _ headers: HTTPHeaders = HTTPHeaders(), body: String? = nil,
    response: String = "", _ responseHeaders: HTTPHeaders = HTTPHeaders()
  ) -> Cassette.Track {
    Cassette.Track(
      RecordedRequest(.get, url, headers: headers, body: body.map { Data($0.utf8) }),
      .response(RecordedResponse(.ok, headers: responseHeaders, body: Data(response.utf8))))
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
    #expect(redacted([track(url)]).tracks[0].request.url == expected)
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
    #expect(redacted([track(headers)]).tracks[0].request.headers.fields[0].value == expected)
  }

  private func track(_ headers: HTTPHeaders) -> Cassette.Track { track("http://h/", headers) }

  @Test("A body in a coding that is not decoded is told, without what its URL may hide")
  func unsearched() {
    var tracks = [track("http://me:pw@h:81/a?token=abc", HTTPHeaders(), body: nil)]
    tracks[0].outcome = .response(
      RecordedResponse(
        .ok, headers: ["Content-Encoding": "br"], body: Data([0x8B, 0x00, 0x80, 0xFF, 0x03])))
    let told = "the body of GET http://h:81/a is br-encoded and was not searched for secrets"
    #expect(redacted(tracks).lines.last == told)
    let many = redacted(Array(repeating: tracks[0], count: 7)).lines
    let others = "and 2 more bodies were not searched"
    #expect(many.suffix(6) == Array(repeating: told, count: 5) + [others])
    tracks[0].outcome = .response(
      RecordedResponse(.ok, headers: ["Content-Encoding": "br"], body: Data("text".utf8)))
    #expect(redacted(tracks).lines.contains(told) == false)
  }

  @Test("JSON keeps its spelling around secrets, in text that is JSON only in part, too")
  func json() {
    let text = #"x {"Password" : "a\"b", "n": {"client_secret":12345}, "token": null} {"token":"z"#
    #expect(
      redacted([track(response: text)]).tracks[0].outcome.response?.body
        == Data(
          (#"x {"Password" : "REDACTED-password-1", "n": {"client_secret":"REDACTED-clientsecret-2"}"#
            + #", "token": null} {"token":"z"#).utf8))
  }

  @Test("Content-Length follows a body that has changed")
  func length() {
    let track = track(response: #"{"token":"abc"}"#, ["Content-Length": "15"])
    let response = redacted([track]).tracks[0].outcome.response
    #expect(response?.headers[.contentLength] == "\(response?.body.count ?? 0)")
    #expect(response?.body.count == 28)
  }

  @Test("Equal secrets have equal placeholders, wherever they occur and however they are written")
  func everywhere() {
    let tracks = [
      track("http://h/", ["Authorization": "Token se/cret+value"]),
      track(
        "http://h/x?again=se%2Fcret%2Bvalue", body: #"{"a":"se\/cret+value"}"#,
        response: "se/cret+value"),
    ]
    let (found, lines) = redacted(tracks)
    #expect(found[1].request.url == "http://h/x?again=REDACTED-authorization-1")
    #expect(found[1].request.body == Data(#"{"a":"REDACTED-authorization-1"}"#.utf8))
    #expect(found[1].outcome.response?.body == Data("REDACTED-authorization-1".utf8))
    #expect(lines == ["header Authorization: once", "the same secrets elsewhere: 3 times"])
  }

  @Test("A short secret is replaced only in its place")
  func short() {
    let found = redacted([track("http://h/?pin=12", body: "12 apples")]).tracks[0]
    #expect(found.request.url == "http://h/?pin=REDACTED-pin-1")
    #expect(found.request.body == Data("12 apples".utf8))
  }

  @Test("The password of Basic credentials is found elsewhere")
  func basic() {
    let credentials = Data("ann:long-password".utf8).base64EncodedString()
    let tracks = [
      track("http://h/", ["Authorization": "Basic \(credentials)"], response: "long-password")
    ]
    #expect(redacted(tracks).tracks[0].outcome.response?.body == Data("REDACTED-password-1".utf8))
  }

  @Test("Placeholders are left alone and numbers go on after those of earlier tracks")
  func again() {
    let earlier = redacted([track("http://h/?token=abc")]).tracks
    let (found, lines) = redacted(earlier + [track("http://h/?token=def")], after: earlier)
    #expect(
      found.map(\.request.url) == [
        "http://h/?token=REDACTED-token-1", "http://h/?token=REDACTED-token-2",
      ])
    #expect(lines == ["query item token: once"])
  }

  @Test("Without redaction only what a filter names is hidden")
  func filtersOnly() {
    let configuration = RecordingConfiguration(
      filters: [.queryItems("page")], redactsSecrets: false)
    let track = track("http://h/?page=7&token=abc", ["Authorization": "Bearer x"])
    let found = redacted([track], configuration.secretNames).tracks[0]
    #expect(found.request.url == "http://h/?page=REDACTED-page-1&token=abc")
    #expect(found.request.headers[.authorization] == "Bearer x")
  }
}

@Suite("Placeholders of secrets")
struct SecretPlaceholderTests {
  @Test(
    "A placeholder stands for any text, what is around it for itself",
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
