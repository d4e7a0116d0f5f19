#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Builds a response; it is copied when the stub is added, so later changes have no effect.
public final class HTTPStubResponse {
  /// The status (default: 200).
  public var statusCode: HTTPStatusCode = .ok
  /// The reason phrase; `nil` for the status code's own.
  public var reasonPhrase: String?
  /// The `Content-Type`; `nil` for the one in ``headers`` or, failing that, the body's natural one.
  public var contentType: HTTPContentType?
  /// The header fields; `Content-Length`, `Content-Type` and the like are added if they are missing.
  public var headers = HTTPHeaders()
  /// The body; `nil` for none.
  public var body: (any HTTPStubBodyConvertible)?
  /// The error to fail with instead of answering.
  public var failError: (any Error)?
  /// Where an in-process client may cache the response (default: nowhere).
  public var cachePolicy = HTTPStubCachePolicy.notAllowed
  /// The delay before the response, in addition to ``responseTime``.
  ///
  /// It is a year at most. With a negative one, the stub answers with an error that says so.
  public var delay = Duration.zero
  /// ``delay`` in seconds.
  public var responseDelay: Double {
    get { delay.seconds }
    set { delay = .written(newValue) }
  }
  /// How the bytes are spread over time, after ``delay`` (default: all at once).
  public var responseTime = HTTPStubResponseInterval.immediate
  /// Whether `Range` requests get parts of the body; `nil` means for file bodies only.
  public var acceptsRanges: Bool?

  /// Whether Handlebars tags in text, JSON strings, header values, file names and files are filled
  /// in from the request (see `Template`).
  public var usesTemplates = false

  /// A random delay for each response, added to the others.
  public var randomDelay: HTTPStubDelay?
  /// Holds the response until the gate opens.
  public var gate: HTTPStubGate?
  /// The body as parts that go out one after the other; takes the place of ``body``.
  public var chunks: [HTTPStubChunk]?
  /// `nil` where nothing goes wrong.
  private var trouble: ResponseTrouble?

  /// A response 200 without a body, sent at once.
  public init() {}

  /// Makes the response go wrong: always, with a probability, or for the first requests only.
  ///
  /// - Precondition: the probability is from 0 to 1, and `first` is 0 or more.
  public func fail(
    with fault: HTTPStubFault, probability: Double = 1, first: Int? = nil
  ) {
    precondition(
      (0...1).contains(probability),
      "a probability must be from 0 to 1, not \(probability)")
    precondition(first ?? 0 >= 0, "the number of requests must be 0 or more, not \(first ?? 0)")
    var trouble = ResponseTrouble.none
    trouble.fault = fault
    trouble.probability = probability
    trouble.first = first
    self.trouble = trouble
  }

  /// What answers with this response: many requests, or one.
  ///
  /// - Throws: `ResponderError` for a time below 0 or a head that cannot be sent, `TemplateError` when a
  ///   template does not compile.
  func responder(forOneRequest: Bool = false) throws -> any HTTPStubResponder {
    if let problem = timeProblem ?? headProblem { throw ResponderError(problem) }
    return try specification.responder(forOneRequest: forOneRequest)
  }

  /// What is wrong with the head; with templates, it is not known before they are filled in.
  private var headProblem: String? {
    if usesTemplates || failError != nil { return nil }
    var headers = headers
    if let contentType { headers[.contentType] = contentType.rawValue }
    return ResponseHead(reason: reasonPhrase, headers: headers).problem
  }

  /// What is wrong with the times; a speed is not meant by any of them.
  private var timeProblem: String? {
    let times: [(name: String, time: Duration)] =
      switch responseTime {
      case .immediate, .withSpeed, .spreadOver: []
      case .delayedBy(let time): [("delay", time)]
      case .dribble(_, let time): [("time for chunks", time)]
      }
    let chunks = (chunks ?? []).map { (name: "delay of a chunk", time: $0.after) }
    return ([("delay", delay)] + times + chunks).lazy
      .compactMap { $0.time.problem(as: $0.name) }.first
  }

  package var specification: ResponseSpecification {
    var specification = ResponseSpecification()
    specification.head = ResponseHead(
      status: statusCode, reason: reasonPhrase, headers: headers)
    specification.contentType = contentType
    if let body { specification.body = body.stubBody }
    // What most responses leave as it is costs nothing where they do.
    if !isImmediate { specification.timing = timing }
    if let failError { specification.failure = .error(failError) }
    if cachePolicy != .notAllowed { specification.cachePolicy = cachePolicy }
    if let acceptsRanges { specification.acceptsRanges = acceptsRanges }
    if usesTemplates { specification.usesTemplates = true }
    if trouble != nil || randomDelay != nil {
      specification.trouble = trouble ?? .none
      specification.trouble.delay = randomDelay
    }
    if let chunks { specification.send(chunks) }
    return specification
  }

  private var isImmediate: Bool {
    guard case .immediate = responseTime else { return false }
    return delay == .zero && gate == nil
  }

  private var timing: ResponseTiming {
    var timing = ResponseTiming(beforeHead: delay.asDelay)
    switch responseTime {
    case .immediate: break
    case .delayedBy(let time): timing.beforeHead += time.asDelay
    case .withSpeed(let speed): timing.body = .rate(speed.bytesPerSecond)
    case .spreadOver(let time) where time < .zero:
      timing.body = .rate(-time.seconds * 1_000)
    case .spreadOver(let time): timing.body = .over(time.asDelay)
    case .dribble(let chunks, let time):
      timing.body = .dribble(chunks: chunks, over: time.asDelay)
    }
    timing.gate = gate
    return timing
  }
}

@available(*, unavailable)
extension HTTPStubResponse: Sendable {}

extension Duration {
  /// The longest delay there is, one year; sums of many such still fit a duration.
  package static let longestDelay = Duration.seconds(365 * 86_400)

  /// A delay in seconds; negative ones and those that are no number count as none.
  package static func delay(_ seconds: Double) -> Duration {
    guard seconds > 0, seconds.isFinite else { return .zero }
    return .seconds(Swift.min(seconds, longestDelay.seconds))
  }

  /// A delay as it was written, in seconds: negative ones stay so; one that is no number is negative.
  static func written(_ seconds: Double) -> Duration {
    if seconds.isNaN { return .zero - longestDelay }
    return .seconds(Swift.min(Swift.max(seconds, -longestDelay.seconds), longestDelay.seconds))
  }

  /// What is wrong with it as a time, in words that name it.
  func problem(as name: String) -> String? {
    self < .zero ? "a \(name) must be 0 s or more, not \(self)" : nil
  }

  /// The time as a delay: none below 0, and a year at most.
  package var asDelay: Duration { Swift.min(Swift.max(self, .zero), .longestDelay) }
}

/// When the bytes of a response are sent.
public enum HTTPStubResponseInterval: Sendable, Hashable {
  /// Without waiting.
  case immediate
  /// After this time; with a negative one, the stub answers with an error that says so.
  case delayedBy(Duration)
  /// At once, the body spread over time as a connection of that speed would.
  case withSpeed(HTTPConnectionSpeed)
  /// At once, the body spread evenly over this time.
  ///
  /// A negative time is a speed, as in OHHTTPStubs: -7 s stand for 7 KB/s, which are 7,000 bytes per
  /// second.
  case spreadOver(Duration)
  /// At once, the body in that many equal chunks, the last after this time.
  case dribble(chunks: Int, over: Duration)
}

extension HTTPStubResponseInterval {
  /// After this time in seconds.
  public static func delayedBy(_ seconds: Double) -> Self { .delayedBy(Duration.written(seconds)) }

  /// At once, the body spread evenly over this time in seconds; a negative one is a speed in KB/s.
  public static func spreadOver(_ seconds: Double) -> Self {
    .spreadOver(Duration.written(seconds))
  }
}
