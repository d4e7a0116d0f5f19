/// A whole response as a value, complete before the first byte is sent.
///
/// Copies share their parts, and the data that a host caches for the plan.
public struct ResponsePlan: Sendable {
  fileprivate struct Parts: Sendable, Hashable {
    var head: ResponseHead?
    var body: PlannedBody
    var tail: BodyTail?
    var timing: ResponseTiming
    var randomDelay: Duration?
    var failure: StubFailure?
    var fault: HTTPStubFault?
    var soundFraming: HTTPHeaders?
    var links: [NetworkLink] = []
    var forwarding: Shared<Forwarding>?
    var cachePolicy: HTTPStubCachePolicy
  }

  /// The properties that a host reads first, so that it skips the other parts of a cached plan.
  fileprivate struct Outline: Sendable {
    let isInMemory: Bool
    let hasTrailers: Bool
    let isPlain: Bool
    let bodyCount: Int
    let beforeHead: Duration
    let status: HTTPStatusCode?

    init(_ parts: Parts) {
      status = parts.head?.status
      beforeHead = parts.timing.beforeHead
      bodyCount = parts.body.count
      hasTrailers = parts.head?.hasTrailers ?? false
      isInMemory = if case .data = parts.body { true } else { false }
      isPlain =
        parts.head != nil && parts.tail == nil && parts.failure == nil && parts.fault == nil
        && parts.forwarding == nil
        && parts.links.isEmpty && parts.timing.body == .atOnce && parts.timing.gate == nil
    }
  }

  /// The storage of all properties in one object, because plans are passed along for each request.
  ///
  /// Not private, because compiler 6.3 fails on a `PlanCache` of a private class in debug builds.
  final class Storage: Sendable {
    fileprivate let isKept: Bool
    fileprivate let sharesBody: Bool
    fileprivate let hostCache = LazyObject<any AnyObject & Sendable>()
    fileprivate let outline: Outline
    fileprivate let parts: Parts

    fileprivate init(_ parts: Parts, isKept: Bool = false, sharesBody: Bool = false) {
      self.isKept = isKept
      self.sharesBody = isKept || sharesBody
      outline = Outline(parts)
      self.parts = parts
    }
  }

  private var storage: Storage

  private var parts: Parts {
    // `_read` lends the parts, so that reading one does not copy the others.
    _read { yield storage.parts }
    set { storage = Storage(newValue, sharesBody: storage.sharesBody) }
  }

  /// Creates a plan; if it has no head, it must have a failure or a fault.
  public init(
    head: ResponseHead?, body: PlannedBody = .empty, failure: StubFailure? = nil,
    fault: HTTPStubFault? = nil
  ) {
    self.init(head: head, body: body, timing: .immediate, failure: failure, fault: fault)
  }

  package init(
    head: ResponseHead?, body: PlannedBody = .empty, timing: ResponseTiming,
    failure: StubFailure? = nil, fault: HTTPStubFault? = nil,
    cachePolicy: HTTPStubCachePolicy = .notAllowed
  ) {
    storage = Storage(
      Parts(
        head: head, body: body, timing: timing, failure: failure, fault: fault,
        cachePolicy: cachePolicy))
  }

  /// The head; `nil` if the request fails before any response.
  public var head: ResponseHead? {
    get { parts.head }
    set { parts.head = newValue }
  }

  /// The body; it is not sent for HEAD, 204 and 304.
  public var body: PlannedBody {
    get { parts.body }
    set {
      var changed = parts
      changed.body = newValue
      storage = Storage(changed)
    }
  }

  /// The rest of the body, which arrives from a real server; `nil` if the body is complete.
  ///
  /// Only listeners get plans with a tail, which is sent after the body. If a fault needs a part of
  /// the tail, ``withBodyForFault()`` moves this part into the body first.
  package var tail: BodyTail? {
    get { parts.tail }
    set { parts.tail = newValue }
  }

  /// The times at which the head and the bytes of the body are sent.
  package var timing: ResponseTiming {
    get { parts.timing }
    set { parts.timing = newValue }
  }

  /// The random part of the delay before the head; `nil` if there is none.
  package var randomDelay: Duration? {
    get { parts.randomDelay }
    set { parts.randomDelay = newValue }
  }

  /// The status of the head; `nil` if there is no head.
  package var status: HTTPStatusCode? { storage.outline.status }

  /// The size of the body in bytes, without the tail.
  package var bodyCount: Int { storage.outline.bodyCount }

  /// Whether the body is in memory, and not in a file.
  package var isInMemory: Bool { storage.outline.isInMemory }

  /// Whether there are fields after the body.
  package var hasTrailers: Bool { storage.outline.hasTrailers }

  /// The delay before the first byte, as in ``timing``.
  package var wait: Duration { storage.outline.beforeHead }

  /// The failure that ends the response after the body; `nil` for a complete response.
  public var failure: StubFailure? {
    get { parts.failure }
    set { parts.failure = newValue }
  }

  /// The intended fault, whose steps replace head, body and end; `nil` for none.
  public var fault: HTTPStubFault? {
    get { parts.fault }
    set { parts.fault = newValue }
  }

  /// The framing fields, such as `Content-Length`, before a fault changed them; `nil` if none did.
  var soundFraming: HTTPHeaders? {
    get { parts.soundFraming }
    set { parts.soundFraming = newValue }
  }

  /// The simulated network links that each byte of the body passes, in order.
  package var links: [NetworkLink] {
    get { parts.links }
    set { parts.links = newValue }
  }

  /// The real server that gives head and body on hosts that can forward; `nil` for none.
  package var forwarding: Forwarding? {
    get { parts.forwarding?.value }
    set { parts.forwarding = newValue.map(Shared.init) }
  }

  /// Whether an in-process client may cache the response, and where.
  package var cachePolicy: HTTPStubCachePolicy {
    get { parts.cachePolicy }
    set { parts.cachePolicy = newValue }
  }

  /// Whether head and body are sent together, without a fault and perhaps after a delay.
  package var isPlain: Bool { storage.outline.isPlain }

  /// Whether the plan is kept to answer many requests.
  package var isKept: Bool { storage.isKept }

  /// Whether other responses share the bytes of the body, which their stub keeps.
  package var sharesBody: Bool { storage.sharesBody }

  /// Returns the plan, marked so that hosts know that its stub keeps the bytes of the body.
  func sharingBody() -> ResponsePlan {
    var plan = self
    plan.storage = Storage(parts, sharesBody: true)
    return plan
  }

  /// Returns the plan, marked as kept for many requests, so that hosts cache their form of it.
  package func kept() -> ResponsePlan {
    var plan = self
    plan.storage = Storage(parts, isKept: true)
    return plan
  }

  /// Returns the host's cached form of a kept plan; `nil` for a plan for one request.
  ///
  /// Each plan has only one cache. If hosts of two kinds use the same plan, only the first kind
  /// uses the cache.
  package func hostCache(
    _ make: () throws -> any AnyObject & Sendable
  ) rethrows -> (any AnyObject & Sendable)? {
    storage.isKept ? try storage.hostCache.object(make) : nil
  }

  /// The storage of a plan that answers many requests, which is empty at first.
  struct PlanCache: ~Copyable, Sendable {
    private let storage = LazyObject<Storage>()

    var plan: ResponsePlan? { storage.object.map(ResponsePlan.init(storage:)) }

    /// Keeps the plan, unless another thread has already stored one.
    ///
    /// - Returns: the plan that is kept.
    func keep(_ plan: ResponsePlan) -> ResponsePlan {
      ResponsePlan(storage: storage.object { (plan.isKept ? plan : plan.kept()).storage })
    }
  }

  private init(storage: Storage) { self.storage = storage }

  /// Returns a plan with which the request fails without a response.
  package static func failing(_ failure: StubFailure, timing: ResponseTiming = .immediate) -> Self {
    Self(head: nil, timing: timing, failure: failure)
  }
}

extension ResponsePlan: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.parts == right.parts
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

/// The times at which the parts of a response are sent, counted from the decision on the request.
package struct ResponseTiming: Sendable, Hashable {
  /// The pace at which the bytes of the body are sent after the head.
  package enum Pacing: Sendable, Hashable {
    /// As fast as the client reads them.
    case atOnce
    /// Evenly, so that the last byte is sent when this time has passed.
    case over(Duration)
    /// At this number of bytes per second, more than 0.
    case rate(Double)
    /// In `chunks` equal chunks, 1 or more; the last chunk is sent when this time has passed.
    case dribble(chunks: Int, over: Duration)
    /// Chunk by chunk, each at its own time; bytes beyond all chunks belong to the last one.
    case script([ScriptedChunk])
  }

  /// A chunk of the body that is sent at one time.
  package struct ScriptedChunk: Sendable, Hashable {
    /// The time, counted from the head.
    package var at: Duration
    /// The number of bytes.
    package var count: Int

    /// Creates a chunk of `count` bytes that is due at the time `at` after the head.
    package init(at: Duration, count: Int) {
      self.at = at
      self.count = count
    }

    /// Returns `number` chunks whose sizes differ by at most one byte, the last of them at `time`.
    package static func equal(_ number: Int, of count: Int, over time: Duration) -> [Self] {
      let number = max(1, min(number, count))
      return (0..<number).map { place in
        let end = count * (place + 1) / number
        return Self(at: time * (place + 1) / number, count: end - count * place / number)
      }
    }
  }

  /// The wait before the head, 0 or more.
  package var beforeHead: Duration
  /// The pace at which the bytes of the body are sent after the head.
  package var body: Pacing
  /// The gate that holds the response after the wait; later times count from its opening.
  package var gate: HTTPStubGate?

  /// Creates a timing (default: no waits).
  package init(
    beforeHead: Duration = .zero, body: Pacing = .atOnce, gate: HTTPStubGate? = nil
  ) {
    self.beforeHead = beforeHead
    self.body = body
    self.gate = gate
  }

  /// No waits: the head and all bytes are sent immediately.
  package static let immediate = ResponseTiming()
}
