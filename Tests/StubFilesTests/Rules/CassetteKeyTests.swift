import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Recordings among rule files") struct CassetteKeyTests {
  private static func har(_ url: String, _ text: String) -> String {
    """
    {"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": [
      {"startedDateTime": "2024-01-01T00:00:00.000Z", "time": 1,
       "request": {"method": "GET", "url": "\(url)", "httpVersion": "HTTP/1.1", "headers": [],
         "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
       "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": [],
         "cookies": [], "redirectURL": "", "headersSize": -1, "bodySize": 2,
         "content": {"size": 2, "mimeType": "text/plain", "text": "\(text)"}},
       "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0}}
    ]}}
    """
  }

  private static func folder(_ rules: String) throws -> TemporaryFolder {
    try TemporaryFolder([
      "rules/a.yaml": rules, "rules/tapes/one.har": har("https://a.test/x?ts=1", "one"),
      "other.har": har("https://b.test/y", "two"),
    ])
  }

  @Test("Recordings among the files answer as they are, after the rules' own stubs")
  func plain() throws {
    let folder = try Self.folder("{ match: { path: /x, query: { ts: '2' } }, respond: {} }")
    let rules = RuleSet(reading: [folder.path])
    #expect(rules.diagnostics.description == "")
    #expect(rules.stubs.count == 1)
    #expect(rules.cassettes.count == 2)
    #expect(rules.allStubs.count == 3)
    let set = StubSet()
    let loaded = set.load(rules)
    #expect(Set(loaded.map(\.id)) == Set(set.stubs.map(\.id)))
    #expect(
      set.replies(
        .get("https://a.test/x?ts=1"), .get("https://a.test/x?ts=2"), .get("https://b.test/y"),
        .get("https://b.test/x?ts=1")) == ["one", "", "two", nil])
    #expect(rules.cassettes.map(\.playCount) == [1, 1])
  }

  @Test("A setting says how its recording is played, among the files or not, and no other")
  func settings() throws {
    let folder = try Self.folder(
      """
      cassettes:
        - { file: tapes/one.har, ignoreQuery: [ts], ending: fail }
        - { file: ./../other.har, anyHost: true }
      """)
    let rules = RuleSet(reading: [folder.path + "/rules"])
    #expect(rules.diagnostics.description == "")
    #expect(rules.cassettes.count == 2)
    let set = StubSet()
    set.load(rules)
    #expect(
      set.replies(
        .get("https://a.test/x"), .get("https://a.test/x"), .get("/y"), .get("/y"),
        .get("/x?ts=1")) == ["one", nil, "two", "two", nil])
  }

  @Test("Settings that no file contains come from the caller")
  func base() throws {
    let folder = try Self.folder("cassettes: [{ file: tapes/one.har, anyHost: false }]")
    let rules = RuleSet(
      reading: [folder.path], cassettes: CassetteConfiguration(answersAnyHost: true))
    let set = StubSet()
    set.load(rules)
    #expect(set.replies(.get("/x?ts=1"), .get("/y")) == [nil, "two"])
  }

  @Test("Each key sets its field")
  func fields() throws {
    let folder = try Self.folder(
      """
      cassettes:
        - file: tapes/one.har
          match: [method, scheme, host, port, path, query, headers, body, json]
          headers: [Accept]
          ignoreQuery: [a]
          ignoreBody: [b]
          ignoreHeaders: [c]
          order: recorded
          ending: passThrough
          timing: 0.5
          anyHost: true
        - { file: ../other.har, timing: chronological, headers: [Accept] }
      """)
    let rules = RuleSet(reading: [folder.path])
    #expect(rules.diagnostics.description == "")
    let all = try #require(rules.cassettes.first { $0.requests[0].url.contains("a.test") })
      .configuration
    #expect(
      all.matching == [
        .method, .scheme, .host, .port, .path, .query, .headers, .body, .jsonBody,
        .header("Accept"),
      ])
    #expect(all.ignoredQueryParameters == ["a"])
    #expect(all.ignoredBodyKeys == ["b"])
    #expect(all.ignoredHeaders == ["C"])
    #expect(all.keepsRecordedOrder == true)
    #expect(all.ending == .passThrough)
    #expect(all.playback == .recorded(scale: 0.5))
    #expect(all.answersAnyHost == true)
    let other = try #require(rules.cassettes.first { $0.requests[0].url.contains("b.test") })
      .configuration
    #expect(other.matching == [.method, .url, .header("Accept")])
    #expect(other.playback == .chronological)
  }

  @Test(
    "Errors are reported with their positions",
    arguments: [
      (
        "cassettes: [{ file: tapes/one.hra }]",
        """
        a.yaml:1:21: error: cannot read this file: no such file or folder; check its path
        """
      ),
      (
        "cassettes: [{ file: body.json }]",
        """
        a.yaml:1:21: error: this file is not a recording; check the path
        """
      ),
      (
        "cassettes: [{ file: tapes/one.har, ending: stop }]",
        """
        a.yaml:1:44: error: "ending" must be one of "repeat", "cycle", "fail", "passThrough", \
        not "stop"
        """
      ),
      (
        "cassettes: [{ file: tapes/one.har, timing: slow }]",
        """
        a.yaml:1:44: error: "timing" must be one of "none", "chronological", "recorded", not \
        "slow"
        """
      ),
      (
        "cassettes: [{ anyHost: true }]",
        #"a.yaml:1:13: error: "cassettes" needs "file"\#ncassettes: [{ anyHost: true }]\#n      "#
          + "      ^"
      ),
      (
        "cassettes: [{ file: tapes/one.har }, { file: ./tapes/one.har }]",
        """
        a.yaml:1:46: error: the recording "./tapes/one.har" is listed twice, first at 1:21
        cassettes: [{ file: tapes/one.har }, { file: ./tapes/one.har }]
                                                     ^
        """
      ),
    ])
  func faults(text: String, expected: String) throws {
    let folder = try TemporaryFolder([
      "a.yaml": text, "tapes/one.har": Self.har("https://a.test/x", "one"), "body.json": "[]",
    ])
    let rules = RuleSet(reading: [folder.path + "/a.yaml"])
    let found = rules.diagnostics.description.replacing("\(folder.path)/", with: "")
    #expect(found.contains(expected), "\(found)")
  }
}
