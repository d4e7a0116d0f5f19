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
  /// The fields that are sent behind the body: over HTTP/1.1 in chunked coding, over HTTP/2 as a last HEADERS
  /// (RFC 9110 §6.5); older and in-process clients do not get them.
  public var trailers = HTTPHeaders()
  /// The body; `nil` for none.
  public var body: (any HTTPStubBodyConvertible)?
  /// The error to fail with instead of answering.
  public var failError: (any Error)? {
    get { if case .error(let error)? = failure { error } else { nil } }
    set { failure = newValue.map { .error($0) } }
  }
  /// Where an in-process client may cache the response (default: nowhere).
  public var cachePolicy = HTTPStubCachePolicy.notAllowed
  /// The delay before the response, in addition to ``responseTime``: seconds, a `Duration` or an
  /// ``HTTPStubDelay``.
  ///
  /// It is a year at most. With a negative one, the stub answers with an error that says so.
  public var delay: any HTTPStubDelayConvertible {
    get { wait }
    set { wait = newValue.stubDelay }
  }
  /// The same as ``delay``, by its name in RealHTTP.
  public var responseDelay: any HTTPStubDelayConvertible {
    get { delay }
    set { delay = newValue }
  }
  /// How the bytes are spread over time, after ``delay`` (default: all at once).
  public var responseTime = HTTPStubResponseInterval.immediate
  /// Whether `Range` requests get parts of the body; `nil` means for file bodies only.
  public var acceptsRanges: Bool?

  /// Whether Handlebars tags in text, JSON strings, header values, file names and files are filled
  /// in from the request (see `Template`).
  public var usesTemplates = false

  /// A second delay, added to ``delay``; as a rule, a random one.
  public var randomDelay: (any HTTPStubDelayConvertible)? {
    get { secondWait }
    set { secondWait = newValue?.stubDelay }
  }
  /// Holds the response until the gate opens.
  public var gate: HTTPStubGate?
  /// The body as parts that go out one after the other; takes the place of ``body``.
  public var chunks: [HTTPStubChunk]?
  private var wait = HTTPStubDelay.none
  private var secondWait: HTTPStubDelay?
  /// What it fails with instead of answering.
  var failure: StubFailure?
  /// The `Content-Type` where neither ``contentType`` nor ``headers`` has one.
  var usualType: HTTPContentType?
  /// Whether it answers with the request itself.
  var isEcho = false
  /// Why it cannot be sent; `nil` where it can.
  var defect: String?
  /// What is reported when its stub is added, although it can be sent.
  var remarks: [String] = []
  /// `nil` where nothing goes wrong.
  private var trouble: ResponseTrouble?

  /// A response 200 without a body, sent at once.
  public init() {}

  /// A copy, whose later changes leave the other response alone.
  init(_ other: HTTPStubResponse) {
    (statusCode, reasonPhrase, contentType) =
      (other.statusCode, other.reasonPhrase, other.contentType)
    (headers, trailers, body, chunks) = (other.headers, other.trailers, other.body, other.chunks)
    (wait, secondWait, responseTime) = (other.wait, other.secondWait, other.responseTime)
    (gate, trouble, failure) = (other.gate, other.trouble, other.failure)
    (cachePolicy, acceptsRanges) = (other.cachePolicy, other.acceptsRanges)
    (usesTemplates, usualType, isEcho) = (other.usesTemplates, other.usualType, other.isEcho)
    (defect, remarks) = (other.defect, other.remarks)
  }

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
  /// - Throws: `ResponderError` for a response that cannot be sent, such as one with a time below 0,
  ///   `TemplateError` when a template does not compile.
  func responder(forOneRequest: Bool = false) throws -> any HTTPStubResponder {
    if let problem = defect ?? timeProblem ?? headProblem ?? echoProblem ?? charsetProblem {
      throw ResponderError(problem)
    }
    let specification = specification
    if isEcho { return try specification.echo() }
    return try specification.responder(forOneRequest: forOneRequest)
  }

  /// What is wrong with the head; with templates, it is not known before they are filled in.
  private var headProblem: String? {
    if usesTemplates || failure != nil { return nil }
    var headers = headers
    if let contentType { headers[.contentType] = contentType.rawValue }
    var head = ResponseHead(reason: reasonPhrase, headers: headers)
    head.trailers = trailers
    return head.problem
  }

  /// The charset that its texts are sent in.
  private var charset: TextCharset { TextCharset(headers, contentType: contentType) }

  /// Why a text cannot be sent in the charset that the response declares; with templates, tags count as text.
  private var charsetProblem: String? {
    let charset = charset
    if charset.charset == nil { return nil }
    if let problem = (chunks ?? []).lazy.compactMap({ $0.problem(in: charset) }).first {
      return problem
    }
    return switch body?.stubBody {
    case .text(let text): charset.problem(with: text)
    case .json(let value): charset.problem(with: value.text())
    case .data, .file, .none?, nil: nil
    }
  }

  private var echoProblem: String? {
    guard isEcho, body != nil || chunks != nil || failure != nil else { return nil }
    return "an echo has the body of the request; set its head, times, gate and fault only"
  }

  private var timeProblem: String? {
    wait.problem(as: "delay") ?? secondWait?.problem(as: "delay") ?? responseTime.problem
      ?? (chunks ?? []).lazy.compactMap { $0.wait.problem(as: "delay of a chunk") }.first
  }

  package var specification: ResponseSpecification {
    var specification = ResponseSpecification()
    specification.head = ResponseHead(
      status: statusCode, reason: reasonPhrase, headers: headers)
    if !trailers.isEmpty { specification.head.trailers = trailers }
    specification.contentType =
      contentType ?? (headers.contains(.contentType) ? nil : usualType)
    if let body { specification.body = body.stubBody }
    // What most responses leave as it is costs nothing where they do.
    if !isImmediate { specification.timing = timing }
    if let failure { specification.failure = failure }
    if cachePolicy != .notAllowed { specification.cachePolicy = cachePolicy }
    if let acceptsRanges { specification.acceptsRanges = acceptsRanges }
    if usesTemplates { specification.usesTemplates = true }
    if trouble != nil || secondWait != nil || !isImmediate {
      specification.trouble = trouble ?? .none
      specification.trouble.delay = randomWait
      specification.trouble.pacing = responseTime.randomPacing
    }
    if let chunks { specification.send(chunks) }
    return specification
  }

  /// Whether it says anything that its body may contradict.
  var mayHaveRemarks: Bool {
    if isEcho { return false }
    return !headers.isEmpty || contentType != nil || !responseTime.isImmediate || trouble != nil
      || chunks != nil || usesTemplates || acceptsRanges == true || statusCode.forbidsContent
  }

  private var isImmediate: Bool {
    wait == .none && gate == nil && responseTime.isImmediate
  }

  private var timing: ResponseTiming {
    let fixed = [wait, responseTime.delay].compactMap(\.fixed)
    return ResponseTiming(
      beforeHead: fixed.reduce(.zero) { $0 + $1.asDelay }, body: responseTime.pacing, gate: gate)
  }

  /// The delays that are drawn for each response; `nil` for none.
  private var randomWait: HTTPStubDelay? {
    let drawn =
      [wait, responseTime.delay].filter { $0.fixed == nil } + (secondWait.map { [$0] } ?? [])
    return drawn.first.map { drawn.dropFirst().reduce($0, +) }
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

  /// A delay as it was written, in seconds and to the nanosecond: negative ones stay so; one that is no
  /// number is negative.
  static func written(_ seconds: Double) -> Duration {
    if seconds.isNaN { return .zero - longestDelay }
    let limit = longestDelay.seconds
    return .nanoseconds(Int64((Swift.min(Swift.max(seconds, -limit), limit) * 1e9).rounded()))
  }

  /// The time as a delay: none below 0, and a year at most.
  package var asDelay: Duration { Swift.min(Swift.max(self, .zero), .longestDelay) }
}
