import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Secrets that look the same, but have different bytes")
struct EquivalentSecretTests {
  private static let composed = "caf\u{e9}-s3cr3t-9"
  private static let decomposed = "cafe\u{301}-s3cr3t-9"

  private func interaction(_ response: String, url: String = "http://h/") -> Interaction {
    Interaction(RecordedRequest(.get, url), RecordedResponse(.ok, body: Data(response.utf8)))
  }

  private func redacted(
    _ responses: String..., url: String = "http://h/", hiding names: SecretNames = .usual
  ) -> (bodies: [[UInt8]], lines: [String]) {
    var interactions = responses.map { interaction($0, url: url) }
    var redactor = Redactor(names)
    let report = redactor.redact(&interactions)
    return (interactions.map { Array($0.response?.body ?? Data()) }, report.lines)
  }

  @Test("Each is hidden where it is found and elsewhere, with a placeholder of its own")
  func both() {
    let found = redacted(
      #"{"password": "\#(Self.composed)"}"#, #"{"password": "\#(Self.decomposed)"}"#,
      "\(Self.composed) \(Self.decomposed)")
    #expect(found.bodies[0] == Array(#"{"password": "REDACTED-password-1"}"#.utf8))
    #expect(found.bodies[1] == Array(#"{"password": "REDACTED-password-2"}"#.utf8))
    #expect(found.bodies[2] == Array("REDACTED-password-1 REDACTED-password-2".utf8))
  }

  @Test("A harmless text that only looks like a secret stays")
  func harmless() {
    let found = redacted(#"{"password": "\#(Self.composed)"}"#, Self.decomposed)
    #expect(found.bodies[1] == Array(Self.decomposed.utf8))
  }

  @Test("A kept value keeps no secret that only looks like a part of it")
  func kept() {
    var names = SecretNames.usual
    names.formUnion(SecretNames(["note"], of: nil, .kept))
    let url = "http://h/?note=pa%CC%88ssw0rd-9"
    let found = redacted(
      "see http://me:p\u{e4}ssw0rd-9@h/ and http://me:pa\u{308}ssw0rd-9@h/", url: url, hiding: names
    )
    #expect(
      found.bodies[0]
        == Array("see http://me:REDACTED-password-1@h/ and http://me:pa\u{308}ssw0rd-9@h/".utf8))
  }

  @Test("Each text of a filter has its own treatment, also in a journal")
  func filters() throws {
    var names = SecretNames(texts: [Self.composed], .replaced("A"))
    names.formUnion(SecretNames(texts: [Self.decomposed], .replaced("B")))
    let read = try JSONDecoder().decode(SecretNames.self, from: JSONEncoder().encode(names))
    for names in [names, read] {
      let found = redacted("\(Self.composed) \(Self.decomposed)", hiding: names)
      #expect(found.bodies[0] == Array("A B".utf8))
    }
  }

  @Test("Each name of a filter has its own treatment, and another name has none")
  func names() {
    let body = #"{"cl\#u{e9}": "x", "cle\#u{301}": "y"}"#
    var names = SecretNames(["cl\u{e9}"], of: .jsonKey, .replaced("A"))
    #expect(
      redacted(body, hiding: names).bodies[0]
        == Array(#"{"cl\#u{e9}": "A", "cle\#u{301}": "y"}"#.utf8))
    names.formUnion(SecretNames(["cle\u{301}"], of: .jsonKey, .replaced("B")))
    #expect(
      redacted(body, hiding: names).bodies[0]
        == Array(#"{"cl\#u{e9}": "A", "cle\#u{301}": "B"}"#.utf8))
  }

  @Test("A filter's text replaces a value that only looks like it")
  func replacement() {
    let names = SecretNames(["name"], of: .jsonKey, .replaced(Self.composed))
    let found = redacted(#"{"name": "\#(Self.decomposed)"}"#, hiding: names)
    #expect(found.bodies[0] == Array(#"{"name": "\#(Self.composed)"}"#.utf8))
  }

  @Test("Names that look the same are counted and reported separately")
  func reports() {
    let body = #"{"\#u{e9}password": "k7Qx9-Lm2Pz", "e\#u{301}password": "w3Rt8-Vn5Bc"}"#
    #expect(
      redacted(body).lines.map { Array($0.utf8) }
        == ["JSON key e\u{301}password: once", "JSON key \u{e9}password: once"].map {
          Array($0.utf8)
        })
    var check = SecretCheck()
    check.run([Cassette(interactions: [interaction(body)])])
    #expect(check.found.sorted.count == 2)
  }

  @Test("Both are hidden from the log of a query that has both")
  func queries() {
    let secrets = QuerySecrets(
      RequestURL("http://h/?token=caf%C3%A9-s3cr3t&password=cafe%CC%81-s3cr3t"))
    let text = "caf\u{e9}-s3cr3t cafe\u{301}-s3cr3t"
    #expect(secrets.hidden(in: text) == "… …")
    let one = QuerySecrets(RequestURL("http://h/?token=caf%C3%A9-s3cr3t"))
    #expect(Array(one.hidden(in: text).utf8) == Array("… cafe\u{301}-s3cr3t".utf8))
  }

  @Test("Requests that only look the same have different keys in a shared cassette")
  func keys() {
    let keys = ["\u{e9}", "e\u{301}"].map { interaction("", url: "http://h/\($0)").requestKey }
    #expect(keys[0] != keys[1])
  }
}
