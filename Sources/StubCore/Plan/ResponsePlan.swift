import Synchronization

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
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

  /// What a player asks first: beside the parts, so that a plan that its host keeps in its own form
  /// is played without a look at them.
  private struct Outline: Sendable {
    let status: HTTPStatusCode?
    let beforeHead: Duration
    let bodyCount: Int
    let isInMemory: Bool
    let isPlain: Bool

    init(_ parts: Parts) {
      status = parts.head?.status
      beforeHead = parts.timing.beforeHead
      bodyCount = parts.body.count
      isInMemory = if case .data = parts.body { true } else { false }
      isPlain =
        parts.head != nil && parts.tail == nil && parts.failure == nil && parts.fault == nil
        && parts.links.isEmpty && parts.timing.body == .atOnce && parts.timing.gate == nil
    }
  }

  /// One object for all there is, as a plan is handed on for each request.
  private final class Storage: Sendable {
    let isKept: Bool
    let outline: Outline
    let encodings = PlanEncodings()
    let parts: Parts

    init(_ parts: Parts, isKept: Bool = false) {
      self.isKept = isKept
      outline = Outline(parts)
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

  /// The status of the head, if there is one.
  package var status: HTTPStatusCode? { storage.outline.status }

  /// The bytes of the body without the tail.
  package var bodyCount: Int { storage.outline.bodyCount }

  /// Whether the body is in memory, and not in a file.
  package var isInMemory: Bool { storage.outline.isInMemory }

  /// How long nothing goes out at first: part of its timing.
  package var wait: Duration { storage.outline.beforeHead }

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
  package var isPlain: Bool { storage.outline.isPlain }

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

/// What hosts make of a response that answers many requests, for each kind of connection once.
struct PlanEncodings: ~Copyable, Sendable {
  private let open = Once<EncodedAnswer>()
  private let closing = Once<EncodedAnswer>()
  private let http10Open = Once<EncodedAnswer>()
  private let http10Closing = Once<EncodedAnswer>()
  private let http2 = Once<EncodedFields>()
  private let lastInProcess = Mutex<(any AnyObject & Sendable)?>(nil)

  /// What a host in the process has made of it last.
  var inProcess: (any AnyObject & Sendable)? {
    get { lastInProcess.withLock { $0 } }
    nonmutating set { lastInProcess.withLock { $0 = newValue } }
  }

  /// The answer on a connection of that kind.
  func answer(
    isHTTP10: Bool, keepsAlive: Bool, make: () throws -> EncodedAnswer
  ) rethrows -> EncodedAnswer {
    switch (isHTTP10, keepsAlive) {
    case (false, true): try open.value(make)
    case (false, false): try closing.value(make)
    case (true, true): try http10Open.value(make)
    case (true, false): try http10Closing.value(make)
    }
  }

  /// The answer on a stream.
  func fields(make: () throws -> EncodedFields) rethrows -> EncodedFields { try http2.value(make) }
}

/// A whole HTTP/1.1 response but for the value of its `Date`.
package struct EncodedAnswer: Sendable {
  /// All bytes, or those before the body, with some value for `Date`.
  package let bytes: [UInt8]
  /// Where the value of `Date` is to be filled in; `nil` when it is part of the response.
  private let dateStart: Int32?
  package let keepsAlive: Bool
  /// Whether the plan's body follows as it is.
  package let endsBeforeBody: Bool

  /// A response with the place of the `Date` that is to be filled in, if one is.
  package init(bytes: [UInt8], date: Range<Int>?, keepsAlive: Bool, endsBeforeBody: Bool) {
    self.bytes = bytes
    dateStart = date.map { Int32($0.lowerBound) }
    self.keepsAlive = keepsAlive
    self.endsBeforeBody = endsBeforeBody
  }

  /// Shows the bytes with that date, which is as long as any other (RFC 9110 §5.6.7).
  package func withBytes(date: [UInt8], _ body: (UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { bytes in
      guard let dateStart else { return body(bytes) }
      withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 1) { whole in
        whole.copyMemory(from: bytes)
        let place = Int(dateStart)..<Int(dateStart) + date.count
        date.withUnsafeBytes {
          UnsafeMutableRawBufferPointer(rebasing: whole[place]).copyMemory(from: $0)
        }
        body(UnsafeRawBufferPointer(whole))
      }
    }
  }
}

/// The head of a whole HTTP/2 response but for the value of its `date`, and its body.
package final class EncodedFields: Sendable {
  package struct Place: Sendable, Hashable {
    package var name: Range<Int>
    package var value: Range<Int>

    package init(name: Range<Int>, value: Range<Int>) {
      self.name = name
      self.value = value
    }
  }

  /// All names and values, one after the other.
  package let bytes: [UInt8]
  package let places: [Place]
  /// The place of the date that is filled in; `nil` when it is part of the response.
  package let date: Int?
  package let body: Data

  package init(bytes: [UInt8], places: [Place], date: Int?, body: Data) {
    self.bytes = bytes
    self.places = places
    self.date = date
    self.body = body
  }
}
