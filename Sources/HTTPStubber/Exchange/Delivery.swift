import StubCore

/// The part of a response that has been delivered to a client, compared with the planned response.
struct Delivery {
  private var planned = 0
  /// The fault that would end a connection before the response is complete; `nil` if there is none.
  private var fault: FaultEnding?
  private var status: HTTPStatusCode?
  private var count = 0
  /// The time when the head was delivered, in nanoseconds since 1970; 0 before.
  private var start: Int64 = 0
  private var hasProgress = false

  /// Notes the response that will be delivered.
  mutating func plan(_ plan: ResponsePlan, isBodiless: Bool) {
    planned = isBodiless ? 0 : plan.bodyCount
    fault = plan.fault?.steps.last.flatMap { if case .end(let end) = $0 { end } else { nil } }
  }

  /// Notes that the head has been delivered.
  mutating func add(_ head: ResponseHead) {
    (status, start, hasProgress) = (head.status, Journal.now, true)
  }

  /// Notes that `bytes` more bytes of the body have been delivered.
  mutating func add(_ bytes: Int) {
    count += bytes
    hasProgress = true
  }

  /// Returns whether anything has been delivered since the last call.
  mutating func takeProgress() -> Bool {
    defer { hasProgress = false }
    return hasProgress
  }

  /// Returns the report for the journal; `ending` is `nil` while the response is being sent.
  func sent(_ ending: ResponseEnding?) -> SentResponse {
    let isBroken = if case .failed = ending { true } else { false }
    return SentResponse(
      status: status, count: count, of: planned, hasBegun: status != nil, firstByte: start,
      ending: ending, connectionEnding: isBroken ? fault?.onHTTP1 : nil)
  }
}
