import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Responses of MockServer's expectations") struct MockServerResponseTests {
  @Test("A cookie that a header field sets, as in recorded responses, is set once")
  func cookies() throws {
    let set = try Definition.set(
      #"""
      {"httpRequest": {}, "httpResponse": {"cookies": {"c": "1", "d": "2", "e": "3"},
        "headers": {"set-cookie": ["C=1; Path=/", "d=\"2\"", "e=4"]}}}
      """#)
    let fields = set.plan(for: .get("/"))?.head?.headers.values(of: .setCookie)
    #expect(fields == ["C=1; Path=/", #"d="2""#, "e=4", "e=3"])
  }

  @Test("A response has its head, its delay and its cookies")
  func response() throws {
    let set = try Definition.set(
      #"""
      {"httpRequest": {}, "httpResponse": {"statusCode": 299, "reasonPhrase": "Odd",
        "cookies": {"c": "1"}, "delay": {"timeUnit": "SECONDS", "value": 2}}}
      """#)
    let plan = try #require(set.plan(for: .get("/")))
    #expect(plan.head?.status == 299)
    #expect(plan.head?.reason == "Odd")
    #expect(plan.head?.headers["Set-Cookie"] == "c=1")
    #expect(plan.timing.beforeHead == .seconds(2))
  }

  @Test(
    "Errors and closed sockets are faults",
    arguments: [
      (#""httpError": {"dropConnection": true}"#, HTTPStubFault.emptyResponse),
      (#""httpError": {"responseBytes": "aGk="}"#, .garbage(Data("hi".utf8))),
      (
        #""httpResponse": {"connectionOptions": {"closeSocket": true}}"#, .close(after: .all)
      ),
    ])
  func faults(action: String, fault: HTTPStubFault) throws {
    let definition = try Definition(#"{"httpRequest": {}, \#(action)}"#)
    let script = definition.stubs.first?.responses[ResponseKey(method: nil)]
    let responder = try #require(script?.responders.first as? ImpairedResponder)
    #expect(responder.impairment.fault == fault)
  }
}
