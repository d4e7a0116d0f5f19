import CoreTestSupport
import Foundation
import StubCore
import Testing

@Suite("The curl line of a report")
struct CurlCommandTests {
  @Test(
    "The command sends URL, fields and body unchanged",
    arguments: [
      (
        ReceivedRequest(
          .post, "http://h/", headers: ["Content-Type": "text/plain"], body: Data("@file".utf8)),
        "curl -X POST -H 'Content-Type: text/plain' --data-raw '@file' 'http://h/'"
      ),
      (
        ReceivedRequest(.get, "http://h/", body: Data("'\u{301}".utf8)),
        #"curl -X GET -H 'Content-Type:' --data-raw ''\''\#u{301}' 'http://h/'"#
      ),
      (ReceivedRequest(.head, "http://h/", body: Data("a".utf8)), "curl --head 'http://h/'"),
      (ReceivedRequest(.get, "http://h/a?b[]=1&c={2}"), "curl -g 'http://h/a?b[]=1&c={2}'"),
      (ReceivedRequest(.get, "http://h/a/../b"), "curl --path-as-is 'http://h/a/../b'"),
      (ReceivedRequest(.get, "http://h/%2e/b"), "curl --path-as-is 'http://h/%2e/b'"),
      (ReceivedRequest(.get, "http://h/a..b/.c"), "curl 'http://h/a..b/.c'"),
      (ReceivedRequest(.get, "http://h/", headers: ["X-A": ""]), "curl -H 'X-A;' 'http://h/'"),
      (ReceivedRequest(.get, "/a?b"), "curl 'http://127.0.0.1:8080/a?b'"),
    ])
  func curl(request: ReceivedRequest, line: String) throws {
    let report = try #require(StubSet().receive(request).outcome.report)
    #expect(report.curlCommand == line)
  }

  @Test(
    "A body that is not text, or has a NUL, is decoded from base64",
    arguments: [
      ([0xFF, 0xFE], "//4="), ([0x61, 0, 0x62], "YQBi"), ([0x1F, 0x8B, 8], "H4sI"),
    ] as [([UInt8], String)])
  func bytes(body: [UInt8], encoded: String) throws {
    let request = ReceivedRequest(.put, "http://h/", body: Data(body))
    let report = try #require(StubSet().receive(request).outcome.report)
    #expect(
      report.curlCommand
        == "printf '%s' '\(encoded)' | base64 -d | curl -X PUT -H 'Content-Type:' "
        + "--data-binary @- 'http://h/'")
  }

  @Test("Of a long body that is not text the beginning is in base64, with how much is left out")
  func longBytes() throws {
    let body = Data(repeating: 0xFF, count: 3_072)
    let request = ReceivedRequest(.post, "http://a.test/", body: body)
    let report = try #require(StubSet().receive(request).outcome.report)
    let shown = body.prefix(2_048).base64EncodedString()
    #expect(report.curlCommand.hasPrefix("printf '%s' '\(shown)… 1 KB more' | base64 -d | curl "))
  }
}
