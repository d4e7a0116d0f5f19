import StubCore

/// The result of a transfer.
struct ReceivedResponse: Sendable {
  /// The response; `nil` if none has arrived.
  var response: RecordedResponse?
  /// The reason why the response is missing or incomplete; `nil` if it is complete.
  var problem: CurlProblem?
  /// Whether the body was decoded.
  var isDecoded = false
}
