/// A whole response, settled before its first byte goes out: a value that hosts only play.
public struct ResponsePlan: Sendable, Hashable {
  /// `nil` when the request fails before any response.
  public var head: ResponseHead?
  public var body: PlannedBody
  /// What follows the body as it comes from a real server; `nil` when the body is whole.
  ///
  /// Listeners play it at the end of a plan without a fault; no other host is given one.
  package var tail: BodyTail?
  public var timing: ResponseTiming
  /// What the response ends with instead of its last byte; `nil` for a complete response.
  public var failure: StubFailure?
  /// What goes wrong on purpose; its script takes the place of head, body and end.
  public var fault: HTTPStubFault?
  /// The line that the body shares with other responses; `nil` where nothing limits it.
  public var link: NetworkLink?
  /// The lines of the host that the body goes through besides.
  package var hostLinks: [NetworkLink] = []
  /// Whether an in-process client may cache the response.
  public var cachePolicy: HTTPStubCachePolicy

  public init(
    head: ResponseHead?, body: PlannedBody = .empty, timing: ResponseTiming = .immediate,
    failure: StubFailure? = nil, fault: HTTPStubFault? = nil,
    cachePolicy: HTTPStubCachePolicy = .notAllowed
  ) {
    self.head = head
    self.body = body
    self.timing = timing
    self.failure = failure
    self.fault = fault
    self.cachePolicy = cachePolicy
  }

  /// A plan that fails without a response.
  public static func failing(
    _ failure: StubFailure, timing: ResponseTiming = .immediate
  ) -> ResponsePlan {
    ResponsePlan(head: nil, timing: timing, failure: failure)
  }
}

/// Where an in-process client may keep a response.
public enum HTTPStubCachePolicy: Sendable, Hashable {
  case allowed
  case allowedInMemoryOnly
  case notAllowed
}
