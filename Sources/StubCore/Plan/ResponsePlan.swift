/// A whole response, complete before its first byte is sent: a value that hosts only play.
///
/// Copies share their parts, and what a host has made of them.
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

  /// What a player asks first: beside the parts, so that a plan that its host keeps in its own form
  /// is played without a look at them.
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

  /// One object for all there is, as a plan is handed on for each request.
  ///
  /// Not private, as compiler 6.3 fails on a `Keeper` of a private class in a debug build.
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
    // Lends them, so that looking at one copies no other.
    _read { yield storage.parts }
    set { storage = Storage(newValue, sharesBody: storage.sharesBody) }
  }

  /// A plan; without a head it must have a failure or a fault.
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

  /// `nil` when the request fails before any response.
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

  /// What follows the body as it comes from a real server; `nil` when the body is whole.
  ///
  /// Listeners play it at the end of a plan; no other host is given one. What a fault needs of it becomes the
  /// body before that (``withBodyForFault()``).
  package var tail: BodyTail? {
    get { parts.tail }
    set { parts.tail = newValue }
  }

  /// When the head and the bytes of the body are sent.
  package var timing: ResponseTiming {
    get { parts.timing }
    set { parts.timing = newValue }
  }

  /// The part of the wait before the head that was drawn; `nil` if the response draws none.
  package var randomDelay: Duration? {
    get { parts.randomDelay }
    set { parts.randomDelay = newValue }
  }

  /// The status of the head, if there is one.
  package var status: HTTPStatusCode? { storage.outline.status }

  /// The bytes of the body without the tail.
  package var bodyCount: Int { storage.outline.bodyCount }

  /// Whether the body is in memory, and not in a file.
  package var isInMemory: Bool { storage.outline.isInMemory }

  /// The delay before the first byte; part of its timing.
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

  /// The fields of the head that say where the body ends, as they were before a fault; `nil` without one.
  var soundFraming: HTTPHeaders? {
    get { parts.soundFraming }
    set { parts.soundFraming = newValue }
  }

  /// The links that each byte of the body goes through, one after the other.
  package var links: [NetworkLink] {
    get { parts.links }
    set { parts.links = newValue }
  }

  /// The real server whose answer takes the place of head and body, on a host that can forward to it.
  package var forwarding: Forwarding? {
    get { parts.forwarding?.value }
    set { parts.forwarding = newValue.map(Shared.init) }
  }

  /// Whether an in-process client may cache the response.
  package var cachePolicy: HTTPStubCachePolicy {
    get { parts.cachePolicy }
    set { parts.cachePolicy = newValue }
  }

  /// Whether it is sent whole, maybe after a delay, and without a fault.
  package var isPlain: Bool { storage.outline.isPlain }

  /// Whether it is for many requests.
  package var isKept: Bool { storage.isKept }

  /// Whether the bytes of the body are there for other responses too, and not for this one alone.
  package var sharesBody: Bool { storage.sharesBody }

  /// The plan with a body that its stub keeps.
  func sharingBody() -> ResponsePlan {
    var plan = self
    plan.storage = Storage(parts, sharesBody: true)
    return plan
  }

  /// The plan for many requests: what a host makes of it is kept.
  package func kept() -> ResponsePlan {
    var plan = self
    plan.storage = Storage(parts, isKept: true)
    return plan
  }

  /// What the host keeps with a plan for many requests; `nil` for a plan for one request.
  ///
  /// There is one place for it. Where hosts of two kinds play one plan, only that which came first
  /// keeps something.
  package func hostCache(
    _ make: () throws -> any AnyObject & Sendable
  ) rethrows -> (any AnyObject & Sendable)? {
    storage.isKept ? try storage.hostCache.object(make) : nil
  }

  /// A place for the plan that answers many requests; empty at first.
  struct Keeper: ~Copyable, Sendable {
    private let storage = LazyObject<Storage>()

    var plan: ResponsePlan? { storage.object.map(ResponsePlan.init(storage:)) }

    /// Keeps the plan, unless another thread was faster.
    ///
    /// - Returns: the plan that is kept.
    func keep(_ plan: ResponsePlan) -> ResponsePlan {
      ResponsePlan(storage: storage.object { (plan.isKept ? plan : plan.kept()).storage })
    }
  }

  private init(storage: Storage) { self.storage = storage }

  /// A plan that fails without a response.
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

/// Where an in-process client may keep a response.
public enum HTTPStubCachePolicy: Sendable, Hashable {
  /// In memory and on disk.
  case allowed
  /// In memory, as long as the process runs.
  case allowedInMemoryOnly
  /// Nowhere: each request reaches the stub.
  case notAllowed
}

/// When the parts of a response go out, counted from the moment the request was decided on.
package struct ResponseTiming: Sendable, Hashable {
  /// How the bytes of the body spread over time once the head is out.
  package enum Pacing: Sendable, Hashable {
    /// As fast as the client takes them.
    case atOnce
    /// Evenly, so that the last byte is out after this time.
    case over(Duration)
    /// At this many bytes per second, more than 0.
    case rate(Double)
    /// In that many equal chunks, 1 or more, the last of them after this time.
    case dribble(chunks: Int, over: Duration)
    /// Chunk by chunk; the last chunk includes the rest.
    case script([ScriptedChunk])
  }

  /// A piece of the body that is sent at once.
  package struct ScriptedChunk: Sendable, Hashable {
    /// Counted from the head.
    package var at: Duration
    /// The number of bytes.
    package var count: Int

    /// A piece of `count` bytes, due at a time after the head.
    package init(at: Duration, count: Int) {
      self.at = at
      self.count = count
    }

    /// Chunks of equal size, to a byte, at most one for each byte; the last is sent at that time.
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
  /// How the bytes of the body are spread over time.
  package var body: Pacing
  /// Holds the response, after the wait, until it is opened; later times count from then.
  package var gate: HTTPStubGate?

  /// A timing; unless you say otherwise nothing waits.
  package init(
    beforeHead: Duration = .zero, body: Pacing = .atOnce, gate: HTTPStubGate? = nil
  ) {
    self.beforeHead = beforeHead
    self.body = body
    self.gate = gate
  }

  /// No wait: the head and all bytes at once.
  package static let immediate = ResponseTiming()
}
