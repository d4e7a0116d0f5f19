import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Keys by which stubs of recordings and tools are found")
struct RecordedKeyTests {
  private func keys(
    of request: RecordedRequest, matching parts: [RequestPart], ignoring: Set<String> = []
  ) -> [StubKey] {
    var configuration = CassetteConfiguration()
    configuration.matching = parts
    configuration.ignoredQueryParameters = ignoring
    let set = StubSet(
      Cassette(interactions: [Interaction(request, respond: .text("a"))]), configuration)
    return set.stubs.flatMap { $0.matchers.flatMap(\.keys) }
  }

  @Test("A header field, items of a query or a form, and a path beside a secret are keys")
  func recordings() {
    let url = "http://t.test/a?b=1&b=2&c"
    let fields: HTTPHeaders = ["X": "1", "X": "2"]
    let header = keys(of: .get(url, headers: fields), matching: [.path, .header("X")])
    #expect(header.contains(.header("X", "1, 2")))
    let query = keys(of: .get(url), matching: [.path, .query])
    #expect(
      Set(query).isSuperset(of: [.query("b", "1"), .query("b", "2"), .query("c", "")]))
    #expect(
      keys(of: .get(url), matching: [.path, .query], ignoring: ["b"]).contains(.query("c", "")))
    let form = RecordedRequest.post("http://t.test/", "a=b+c", type: .formURLEncoded)
    #expect(keys(of: form, matching: [.body]).contains(.form("a", "b c")))
    let secret = "http://t.test/a%20b?k=\(SecretPlaceholder.text(label: "k", number: 1))"
    #expect(keys(of: .get(secret), matching: [.path, .query]).contains(.path("/a%20b")))
  }

  @Test("Each request that is accepted has the keys: stubs answer among thousands as alone")
  func many() {
    let placeholder = SecretPlaceholder.text(label: "k", number: 1)
    var interactions = (0..<600).map { number in
      Interaction(
        RecordedRequest.get("http://t.test/n/\(number)?k=\(placeholder)"),
        respond: .text("\(number)"))
    }
    interactions.append(
      Interaction(.get("http://t.test/%C3%A9?a=%2B&a=1", headers: ["X": "1"]), respond: .text("é")))
    var configuration = CassetteConfiguration()
    configuration.matching = [.path, .query, .header("X")]
    let set = StubSet(Cassette(interactions: interactions), configuration)
    #expect(
      set.replies(
        .get("http://t.test/n/7?k=any"), .get("http://t.test/n/599?k=other"),
        .get("http://t.test/é?a=%2b&a=1", headers: ["x": "1"]), .get("http://t.test/é?a=+&a=1"))
        == ["7", "599", "é", nil])
  }

  @Test("Header fields of Hoverfly have keys of their joined values, so several values are found")
  func hoverfly() throws {
    func keys(_ text: String) throws -> [StubKey] {
      let header = #"{"X": [{"matcher": "exact", "value": "\#(text)"}]}"#
      let pair = #"{"request": {"headers": \#(header)}, "response": {"status": 200, "body": "a"}}"#
      let text = #"{"data": {"pairs": [\#(pair)]}, "meta": {"schemaVersion": "v5"}}"#
      return try Definition(text).stubs.flatMap { $0.matchers.flatMap(\.keys) }
    }
    let part = DerivedPart("any name", id: "joined header x") { _ in .missing }
    #expect(try keys("1") == [.derived(part, "1")])
    #expect(try keys("1;2") == [.derived(part, "1;2")])
  }
}
