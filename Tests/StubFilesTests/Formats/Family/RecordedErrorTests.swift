import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Errors that ExVCR recorded")
struct RecordedErrorTests {
  @Test(
    "An error is told by its innermost reason, in any form",
    arguments: [
      (#""nxdomain""#, .cannotFindHost, "nxdomain"),
      (#"["conn_failed", ["error", "nxdomain"]]"#, .cannotFindHost, "conn_failed, error, nxdomain"),
      (
        #"["conn_failed", ["error", "econnrefused"]]"#, .cannotConnectToHost,
        "conn_failed, error, econnrefused"
      ),
      (#"["req_timedout"]"#, .timedOut, "req_timedout"),
      (#""failed_connect""#, .cannotConnectToHost, "failed_connect"),
      (#""{\"reason\":\"closed\"}""#, .networkConnectionLost, "closed"),
      (
        #""%Req.TransportError{reason: :timeout}""#, .timedOut,
        "%Req.TransportError{reason: :timeout}"
      ),
      (#"{"reason": "etimedout"}"#, .timedOut, "etimedout"), (#""other""#, .unknown, "other"),
      ("[]", .unknown, ""), ("null", .unknown, ""),
    ] as [(String, NetworkErrorCode, String)])
  func reasons(body: String, code: NetworkErrorCode, message: String) throws {
    let text = """
      [{"request": {"body": "", "headers": [], "method": "get", "options": [], "url": "http://a/"},
      "response": {"body": \(body), "headers": [], "status_code": null, "type": "error"}}]
      """
    let interaction = try VCRReading.interaction(text, as: "a.json")
    #expect(interaction.response == nil)
    #expect(interaction.failure == RecordedFailure(code: code.rawValue, message: message))
  }
}
