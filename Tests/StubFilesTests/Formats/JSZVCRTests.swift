import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// A property list with one recording of these members.
private func recording(_ members: String) -> String {
  "<plist version=\"1.0\"><array><dict>\(members)</dict></array></plist>"
}

private func request(_ key: String, _ url: String, _ members: String = "") -> String {
  """
  <key>\(key)</key><dict><key>HTTPMethod</key><string>POST</string><key>URL</key>
  <string>\(url)</string><key>allowsCellularAccess</key><true/>
  <key>timeoutInterval</key><real>60</real>\(members)</dict>
  """
}

private let response = """
  <key>data</key><dict><key>data</key><data>eyJhIjoxfQ==</data><key>json</key>
  <dict><key>a</key><integer>1</integer></dict></dict><key>response</key><dict><key>response</key>
  <dict><key>MIMEType</key><string>application/json</string><key>URL</key>
  <string>http://a/sent</string><key>allHeaderFields</key><dict><key>A</key><string>b</string></dict>
  <key>statusCode</key><integer>201</integer><key>expectedContentLength</key><integer>7</integer>
  <key>suggestedFileName</key><string>a.json</string></dict></dict>
  """

@Suite("JSZVCR") struct JSZVCRTests {
  @Test("A recording has its request as it was sent, its response and the bytes of its data")
  func parts() throws {
    let body = "<key>HTTPBody</key><data>YWJj</data>"
    let text = recording(
      "<key>cancelled</key><false/><key>request</key><dict>"
        + request("currentRequest", "http://a/sent", body)
        + request("originalRequest", "http://a/sent") + "</dict>\(response)")
    let interaction = try VCRReading.interaction(text, as: "a.plist")
    #expect(
      interaction.request == RecordedRequest(.post, "http://a/sent", body: Data("abc".utf8)))
    #expect(
      interaction.response
        == RecordedResponse(201, headers: ["A": "b"], body: Data(#"{"a":1}"#.utf8)))
    #expect(interaction.originalRequest == nil)
    #expect(interaction.failure == nil)
  }

  @Test("The request as it was made is answered like the one that was sent")
  func originals() throws {
    let text = recording(
      "<key>request</key><dict>\(request("currentRequest", "http://a/sent"))"
        + "\(request("originalRequest", "http://a/made"))</dict>\(response)")
    let set = StubSet(try VCRReading.cassette(text, as: "a.plist"))
    let answer = #"{"a":1}"#
    #expect(
      set.replies(.post("http://a/made", ""), .post("http://a/sent", ""), .post("http://a/b", ""))
        == [answer, answer, nil])
  }

  @Test("Errors are mappings, or text in old versions; a cancelled request is one too")
  func errors() throws {
    let sent = "<key>request</key><dict>\(request("originalRequest", "http://a/"))</dict>"
    let mapping = """
      <key>error</key><dict><key>domain</key><string>NSURLErrorDomain</string><key>code</key>
      <integer>-1001</integer></dict>
      """
    let failures = try [
      mapping, "<key>error</key><string>no</string>", "<key>cancelled</key><true/>",
    ].map { try VCRReading.interaction(recording(sent + $0), as: "a.plist").failure }
    #expect(
      failures == [
        RecordedFailure(code: -1001), RecordedFailure(code: -1, message: "no"),
        RecordedFailure(code: -999),
      ])
    let findings = try VCRReading.findings(recording(sent), as: "a.plist")
    #expect(
      findings.contains("this recording has no response or error; record it again, or remove it"))
  }

  @Test("An empty list is a cassette without interactions, of whichever tool it is")
  func empty() throws {
    let cassette = try VCRReading.cassette("<plist version=\"1.0\"><array/></plist>", as: "a.plist")
    #expect(cassette.interactions.isEmpty)
    let rules = try VCRReading("[]", as: "a.json")
    #expect(rules.cassettes.isEmpty && rules.diagnostics.isEmpty)
  }
}
