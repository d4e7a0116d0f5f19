/// A whole response, settled before its first byte goes out: a value that hosts only play.
///
/// Copies share their parts, and what hosts have made of them.
public struct ResponsePlan: Sendable {
  private struct Parts: Sendable, Hashable {
    var head: ResponseHead?
    var body: PlannedBody
    var tail: BodyTail?
    var timing: ResponseTiming
    var failure: StubFailure?
    var fault: HTTPStubFault?
    var link: NetworkLink?
    var hostLinks: [NetworkLink] = []
    var cachePolicy: HTTPStubCachePolicy
  }

  private final class Storage: Sendable {
    let parts: Parts
    let encodings: PlanEncodings?

    init(_ parts: Parts, _ encodings: PlanEncodings? = nil) {
      self.parts = parts
      self.encodings = encodings
    }
  }

  private var storage: Storage

  public init(
    head: ResponseHead?, body: PlannedBody = .empty, timing: ResponseTiming = .immediate,
    failure: StubFailure? = nil, fault: HTTPStubFault? = nil,
    cachePolicy: HTTPStubCachePolicy = .notAllowed
  ) {
    storage = Storage(
      Parts(
        head: head, body: body, timing: timing, failure: failure, fault: fault,
        cachePolicy: cachePolicy))
  }

  private mutating func change(_ body: (inout Parts) -> Void) {
    var parts = storage.parts
    body(&parts)
    storage = Storage(parts)
  }

  /// `nil` when the request fails before any response.
  public var head: ResponseHead? {
    get { storage.parts.head }
    set { change { $0.head = newValue } }
  }

  public var body: PlannedBody {
    get { storage.parts.body }
    set { change { $0.body = newValue } }
  }

  /// What follows the body as it comes from a real server; `nil` when the body is whole.
  ///
  /// Listeners play it at the end of a plan without a fault; no other host is given one.
  package var tail: BodyTail? {
    get { storage.parts.tail }
    set { change { $0.tail = newValue } }
  }

  public var timing: ResponseTiming {
    get { storage.parts.timing }
    set { change { $0.timing = newValue } }
  }

  /// What the response ends with instead of its last byte; `nil` for a complete response.
  public var failure: StubFailure? {
    get { storage.parts.failure }
    set { change { $0.failure = newValue } }
  }

  /// What goes wrong on purpose; its script takes the place of head, body and end.
  public var fault: HTTPStubFault? {
    get { storage.parts.fault }
    set { change { $0.fault = newValue } }
  }

  /// The line that the body shares with other responses; `nil` where nothing limits it.
  public var link: NetworkLink? {
    get { storage.parts.link }
    set { change { $0.link = newValue } }
  }

  /// The lines of the host that the body goes through besides.
  package var hostLinks: [NetworkLink] {
    get { storage.parts.hostLinks }
    set { change { $0.hostLinks = newValue } }
  }

  /// Whether an in-process client may cache the response.
  public var cachePolicy: HTTPStubCachePolicy {
    get { storage.parts.cachePolicy }
    set { change { $0.cachePolicy = newValue } }
  }

  /// Whether all of it goes out at once, and nothing goes wrong.
  package var isPlain: Bool {
    let parts = storage.parts
    return parts.head != nil && parts.tail == nil && parts.failure == nil && parts.fault == nil
      && parts.link == nil && parts.hostLinks.isEmpty && parts.timing == .immediate
  }

  /// What hosts have made of the plan; `nil` for one that answers a single request.
  package var encodings: PlanEncodings? { storage.encodings }

  /// The plan for many requests: what a host makes of it is kept.
  package func kept() -> ResponsePlan {
    var plan = self
    plan.storage = Storage(storage.parts, PlanEncodings())
    return plan
  }

  /// A plan that fails without a response.
  public static func failing(
    _ failure: StubFailure, timing: ResponseTiming = .immediate
  ) -> ResponsePlan {
    ResponsePlan(head: nil, timing: timing, failure: failure)
  }
}

extension ResponsePlan: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.storage.parts == right.storage.parts
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(storage.parts) }
}

/// Where an in-process client may keep a response.
public enum HTTPStubCachePolicy: Sendable, Hashable {
  case allowed
  case allowedInMemoryOnly
  case notAllowed
}
