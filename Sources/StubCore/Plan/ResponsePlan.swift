#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
    var links: [NetworkLink] = []
    var cachePolicy: HTTPStubCachePolicy
  }

  /// One object for all there is, as a plan is handed on for each request.
  private final class Storage: Sendable {
    let isKept: Bool
    // Beside what is kept, so that no more is looked at to answer with that.
    let beforeHead: Duration
    let encodings = PlanEncodings()
    let parts: Parts

    init(_ parts: Parts, isKept: Bool = false) {
      self.isKept = isKept
      beforeHead = parts.timing.beforeHead
      self.parts = parts
    }
  }

  private var storage: Storage

  private var parts: Parts {
    // Lends them, so that looking at one copies no other.
    _read { yield storage.parts }
    set { storage = Storage(newValue) }
  }

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

  /// `nil` when the request fails before any response.
  public var head: ResponseHead? {
    get { parts.head }
    set { parts.head = newValue }
  }

  public var body: PlannedBody {
    get { parts.body }
    set { parts.body = newValue }
  }

  /// What follows the body as it comes from a real server; `nil` when the body is whole.
  ///
  /// Listeners play it at the end of a plan without a fault; no other host is given one.
  package var tail: BodyTail? {
    get { parts.tail }
    set { parts.tail = newValue }
  }

  public var timing: ResponseTiming {
    get { parts.timing }
    set { parts.timing = newValue }
  }

  /// How long nothing goes out at first: part of its timing.
  package var wait: Duration { storage.beforeHead }

  /// What the response ends with instead of its last byte; `nil` for a complete response.
  public var failure: StubFailure? {
    get { parts.failure }
    set { parts.failure = newValue }
  }

  /// What goes wrong on purpose; its script takes the place of head, body and end.
  public var fault: HTTPStubFault? {
    get { parts.fault }
    set { parts.fault = newValue }
  }

  /// The links that each byte of the body goes through, one after the other.
  package var links: [NetworkLink] {
    get { parts.links }
    set { parts.links = newValue }
  }

  /// Whether an in-process client may cache the response.
  public var cachePolicy: HTTPStubCachePolicy {
    get { parts.cachePolicy }
    set { parts.cachePolicy = newValue }
  }

  /// Whether all of it goes out at once, maybe after a wait, and nothing goes wrong.
  package var isPlain: Bool {
    let parts = storage.parts
    return parts.head != nil && parts.tail == nil && parts.failure == nil && parts.fault == nil
      && parts.links.isEmpty && parts.timing.body == .atOnce
      && parts.timing.gate == nil
  }

  /// Whether it is for many requests.
  package var isKept: Bool { storage.isKept }

  /// The plan for many requests: what a host makes of it is kept.
  package func kept() -> ResponsePlan {
    var plan = self
    plan.storage = Storage(parts, isKept: true)
    return plan
  }

  /// The answer on a connection of that kind; that of a plan for many requests is made once.
  package func answer(
    isHTTP10: Bool, keepsAlive: Bool, make: () throws -> EncodedAnswer
  ) rethrows -> EncodedAnswer {
    guard storage.isKept else { return try make() }
    return try storage.encodings.answer(isHTTP10: isHTTP10, keepsAlive: keepsAlive, make: make)
  }

  /// The answer on an HTTP/2 stream; that of a plan for many requests is made once.
  package func fields(make: () throws -> EncodedFields) rethrows -> EncodedFields {
    storage.isKept ? try storage.encodings.fields(make: make) : try make()
  }

  /// What a host in the process has made last of a plan for many requests.
  package var keptInProcess: (any AnyObject & Sendable)? {
    get { storage.encodings.inProcess }
    nonmutating set { if storage.isKept { storage.encodings.inProcess = newValue } }
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
    left.storage === right.storage || left.parts == right.parts
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

/// Where an in-process client may keep a response.
public enum HTTPStubCachePolicy: Sendable, Hashable {
  case allowed
  case allowedInMemoryOnly
  case notAllowed
}
