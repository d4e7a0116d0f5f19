/// A whole response as a value, complete before its first byte is sent.
///
/// Copies share their parts, and what a host caches for them.
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

  /// Properties that a player reads first, so that it need not read the parts of a cached plan.
  fileprivate struct Outline: Sendable {
    let isInMemory: Bool
    let isPlain: Bool
    let bodyCount: Int
    let beforeHead: Duration
    let status: HTTPStatusCode?

    init(_ parts: Parts) {
      status = parts.head?.status
      beforeHead = parts.timing.beforeHead
      bodyCount = parts.body.count
      isInMemory = if case .data = parts.body { true } else { false }
      isPlain =
        parts.head != nil && parts.tail == nil && parts.failure == nil && parts.fault == nil
        && parts.forwarding == nil
        && parts.links.isEmpty && parts.timing.body == .atOnce && parts.timing.gate == nil
    }
  }

  /// The storage in one object, because plans are passed along for each request.
  ///
  /// Not private, because compiler 6.3 fails on a `Keeper` of a private class in debug builds.
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

  /// Creates a plan; without a head, it must have a failure or a fault.
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

  /// The bytes after the head; not sent for HEAD, 204 and 304.
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
  /// Only listeners get plans with a tail, and send it after the body. A fault may need a part of
  /// it, which then becomes the body first (``withBodyForFault()``).
  package var tail: BodyTail? {
    get { parts.tail }
    set { parts.tail = newValue }
  }

  /// When the head and the bytes of the body are sent.
  package var timing: ResponseTiming {
    get { parts.timing }
    set { parts.timing = newValue }
  }

  /// The random part of the wait before the head; `nil` if the response has none.
  package var randomDelay: Duration? {
    get { parts.randomDelay }
    set { parts.randomDelay = newValue }
  }

  /// The status of the head; `nil` if there is no head.
  package var status: HTTPStatusCode? { storage.outline.status }

  /// The number of bytes of the body, without the tail.
  package var bodyCount: Int { storage.outline.bodyCount }

  /// Whether the body is in memory, and not in a file.
  package var isInMemory: Bool { storage.outline.isInMemory }

  /// The delay before the first byte; part of its timing.
  package var wait: Duration { storage.outline.beforeHead }

  /// The failure after the last byte; `nil` for a complete response.
  public var failure: StubFailure? {
    get { parts.failure }
    set { parts.failure = newValue }
  }

  /// An intended fault; its steps replace head, body and end.
  public var fault: HTTPStubFault? {
    get { parts.fault }
    set { parts.fault = newValue }
  }

  /// The framing fields of the head before a fault changed them; `nil` without a fault.
  var soundFraming: HTTPHeaders? {
    get { parts.soundFraming }
    set { parts.soundFraming = newValue }
  }

  /// The network links that each byte of the body passes, in order.
  package var links: [NetworkLink] {
    get { parts.links }
    set { parts.links = newValue }
  }

  /// The real server whose response replaces head and body, on a host that can forward.
  package var forwarding: Forwarding? {
    get { parts.forwarding?.value }
    set { parts.forwarding = newValue.map(Shared.init) }
  }

  /// Whether an in-process client may cache the response.
  package var cachePolicy: HTTPStubCachePolicy {
    get { parts.cachePolicy }
    set { parts.cachePolicy = newValue }
  }

  /// Whether the plan is sent as a whole without a fault, perhaps after a delay.
  package var isPlain: Bool { storage.outline.isPlain }

  /// Whether the plan answers many requests.
  package var isKept: Bool { storage.isKept }

  /// Whether other responses share the bytes of the body.
  package var sharesBody: Bool { storage.sharesBody }

  /// Returns the plan, marked as having a body that its stub keeps.
  func sharingBody() -> ResponsePlan {
    var plan = self
    plan.storage = Storage(parts, sharesBody: true)
    return plan
  }

  /// Returns this plan as one for many requests: hosts cache their own form of it.
  package func kept() -> ResponsePlan {
    var plan = self
    plan.storage = Storage(parts, isKept: true)
    return plan
  }

  /// Returns what the host caches for a plan for many requests, or `nil` for a plan for one request.
  ///
  /// There is only one cache per plan. If hosts of two kinds use the same plan, only the first kind
  /// caches.
  package func hostCache(
    _ make: () throws -> any AnyObject & Sendable
  ) rethrows -> (any AnyObject & Sendable)? {
    storage.isKept ? try storage.hostCache.object(make) : nil
  }

  /// A place for the plan that answers many requests; empty at first.
  struct Keeper: ~Copyable, Sendable {
    private let storage = LazyObject<Storage>()

    var plan: ResponsePlan? { storage.object.map(ResponsePlan.init(storage:)) }

    /// Keeps the plan, unless another thread has already set one.
    ///
    /// - Returns: the plan that is kept.
    func keep(_ plan: ResponsePlan) -> ResponsePlan {
      ResponsePlan(storage: storage.object { (plan.isKept ? plan : plan.kept()).storage })
    }
  }

  private init(storage: Storage) { self.storage = storage }

  /// Returns a plan that fails without a response.
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

/// Where an in-process client may cache a response.
public enum HTTPStubCachePolicy: Sendable, Hashable {
  /// In memory and on disk.
  case allowed
  /// In memory only, as long as the process runs.
  case allowedInMemoryOnly
  /// Not at all: each request reaches the stub.
  case notAllowed
}

/// When the parts of a response are sent, counted from the decision on the request.
package struct ResponseTiming: Sendable, Hashable {
  /// How the bytes of the body are spread over time after the head.
  package enum Pacing: Sendable, Hashable {
    /// As fast as the client reads them.
    case atOnce
    /// Evenly, so that the last byte is sent after this time.
    case over(Duration)
    /// At this many bytes per second, more than 0.
    case rate(Double)
    /// In that number of equal chunks, 1 or more; the last is sent after this time.
    case dribble(chunks: Int, over: Duration)
    /// Chunk by chunk; the last chunk includes the rest.
    case script([ScriptedChunk])
  }

  /// A piece of the body that is sent at one time.
  package struct ScriptedChunk: Sendable, Hashable {
    /// The time, counted from the head.
    package var at: Duration
    /// The number of bytes.
    package var count: Int

    /// Creates a piece of `count` bytes, due at that time after the head.
    package init(at: Duration, count: Int) {
      self.at = at
      self.count = count
    }

    /// Returns chunks whose sizes differ by at most one byte; the last is sent after `time`.
    package static func equal(_ number: Int, of count: Int, over time: Duration) -> [Self] {
      let number = max(1, min(number, count))
      return (0..<number).map { place in
        let end = count * (place + 1) / number
        return Self(at: time * (place + 1) / number, count: end - count * place / number)
      }
    }
  }

  /// The wait before the head; not negative.
  package var beforeHead: Duration
  /// How the bytes of the body are spread over time after the head.
  package var body: Pacing
  /// A gate that holds the response after the wait; later times count from its opening.
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
