import CoreTestSupport
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Responses of mountebank")
struct MountebankResponseTests {
  @Test(
    "The length in a response stays if the predicates require HEAD",
    arguments: [
      (#"{"equals": {"method": "HEAD"}}"#, true), (#"{"deepEquals": {"method": "head"}}"#, true),
      (#"{"exists": {"body": false}}, {"equals": {"method": "HEAD", "path": "/"}}"#, true),
      (#"{"and": [{"equals": {"path": "/"}}, {"equals": {"method": "HEAD"}}]}"#, true),
      (#"{"or": [{"equals": {"method": "HEAD"}}, {"equals": {"method": "HEAD"}}]}"#, true),
      (#"{"or": [{"equals": {"method": "HEAD"}}, {"equals": {"method": "GET"}}]}"#, false),
      (#"{"not": {"equals": {"method": "GET"}}}"#, false),
      (#"{"matches": {"method": "^HEAD$"}}"#, false),
      (#"{"equals": {"method": "HEAD"}, "except": "x"}"#, false),
    ])
  func lengthsToHead(predicates: String, stays: Bool) throws {
    let text = MountebankTests.imposter(
      #"{"predicates": [\#(predicates)], "responses": [{"is": {"body": "hi", "#
        + #""headers": {"Content-Length": 99}}}]}"#)
    #expect(try Definition(text).findings == [])
    let head = try Definition.set(text).plan(for: ReceivedRequest(.head, "/"))?.head
    #expect(head?.headers[.contentLength] == (stays ? "99" : "2"))
  }

  @Test("A fault replaces the response, so that nothing in the response is warned of")
  func faultWithResponse() throws {
    let answer = #""is": {"headers": {"Content-Encoding": "gzip"}, "body": "a"}"#
    let fault = #""fault": "CONNECTION_RESET_BY_PEER""#
    func findings(_ response: String) throws -> [String] {
      try Definition(MountebankTests.imposter(#"{"responses": [{\#(response)}]}"#)).findings
    }
    #expect(try findings(answer).count == 1)
    #expect(try findings("\(answer), \(fault)") == [])
    #expect(try findings("\(fault), \(answer)") == [])
  }
}
