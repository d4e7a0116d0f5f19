import StubPlatform

/// A builder of a response.
///
/// Adding the stub copies the response, so later changes have no effect.
public final class HTTPStubResponse {
  /// The status (default: 200).
  public var statusCode: HTTPStatusCode = .ok
  /// The reason phrase; `nil` for the default phrase of the status code.
  public var reasonPhrase: String?
  /// The `Content-Type`.
  ///
  /// `nil` stands for the one in ``headers``, or else for the default type of the body.
  public var contentType: HTTPContentType?
  /// The header fields; `Content-Length`, `Content-Type` and similar fields are added if they are
  /// missing.
  public var headers = HTTPHeaders()
  /// The fields that are sent after the body (RFC 9110 §6.5).
  ///
  /// HTTP/1.1 sends them with chunked coding, and HTTP/2 in a last HEADERS frame. HTTP/1.0 and
  /// in-process clients do not get them.
  public var trailers = HTTPHeaders()
  /// The body; `nil` for no body.
  public var body: (any HTTPStubBodyConvertible)?
  /// The error with which the request fails, in place of a response; `nil` for none.
  public var failError: (any Error)? {
    get { if case .error(let error)? = failure { error } else { nil } }
    set { failure = newValue.map { .error($0) } }
  }
  /// The places where an in-process client may cache the response (default: none).
  public var cachePolicy = HTTPStubCachePolicy.notAllowed
  /// The delay before the response: seconds, a `Duration` or an ``HTTPStubDelay``.
  ///
  /// It is added to ``responseTime``, and is limited to one year. If it is negative, the stub
  /// answers with an error about it.
  public var delay: any HTTPStubDelayConvertible {
    get { wait }
    set { wait = newValue.stubDelay }
  }
  /// The delay under its name in RealHTTP; the same property as ``delay``.
  public var responseDelay: any HTTPStubDelayConvertible {
    get { delay }
    set { delay = newValue }
  }
  /// The pace of the response after ``delay`` (default: everything at once).
  public var responseTime = HTTPStubResponseInterval.immediate
  /// Whether `Range` requests get parts of the body; with `nil`, they do only if the body is a
  /// file.
  public var acceptsRanges: Bool?

  /// Whether Handlebars tags are filled in from the request (see `Template`).
  ///
  /// Tags can be in text, JSON strings, header values, file names and files.
  public var usesTemplates = false

  /// Another delay, usually a random one, which is added to ``delay``.
  public var randomDelay: (any HTTPStubDelayConvertible)? {
    get { secondWait }
    set { secondWait = newValue?.stubDelay }
  }
  /// The gate that holds the response until it opens; `nil` for none.
  public var gate: HTTPStubGate?
  /// The parts of the body, which are sent one after another in place of ``body``; `nil` to send
  /// ``body``.
  public var chunks: [HTTPStubChunk]?
  private var wait = HTTPStubDelay.none
  private var secondWait: HTTPStubDelay?
  /// The failure of the request, in place of a response; `nil` for none.
  var failure: StubFailure?
  /// The `Content-Type` that is used if neither ``contentType`` nor ``headers`` sets one.
  var usualType: HTTPContentType?
  /// Whether the response is an echo of the request.
  var isEcho = false
  /// The reason why the response cannot be sent; `nil` if it can.
  var defect: String?
  /// The remarks that are reported when the stub is added, although the response can be sent.
  var remarks: [String] = []
  /// The fault; `nil` if there is none.
  private var impairment: ResponseImpairment?

  /// Creates a 200 without a body, which is sent immediately.
  public init() {}

  /// Creates an independent copy of a response.
  init(_ other: HTTPStubResponse) {
    (statusCode, reasonPhrase, contentType) =
      (other.statusCode, other.reasonPhrase, other.contentType)
    (headers, trailers, body, chunks) = (other.headers, other.trailers, other.body, other.chunks)
    (wait, secondWait, responseTime) = (other.wait, other.secondWait, other.responseTime)
    (gate, impairment, failure) = (other.gate, other.impairment, other.failure)
    (cachePolicy, acceptsRanges) = (other.cachePolicy, other.acceptsRanges)
    (usesTemplates, usualType, isEcho) = (other.usesTemplates, other.usualType, other.isEcho)
    (defect, remarks) = (other.defect, other.remarks)
  }

  /// Adds a fault: always, with a probability, or for the first requests only.
  ///
  /// - Precondition: the probability is from 0 to 1, and `first` is 0 or more.
  public func fail(
    with fault: HTTPStubFault, probability: Double = 1, first: Int? = nil
  ) {
    precondition(
      (0...1).contains(probability),
      "a probability must be from 0 to 1, not \(probability)")
    precondition(first ?? 0 >= 0, "the number of requests must be 0 or more, not \(first ?? 0)")
    var impairment = ResponseImpairment.none
    impairment.fault = fault
    impairment.probability = probability
    impairment.first = first
    self.impairment = impairment
  }

  /// Returns a responder for this response; if it is `forOneRequest`, it keeps no plan for other
  /// requests.
  ///
  /// - Throws: `ResponderError` if the response cannot be sent, for example because of a negative
  ///   time; `TemplateError` if a template does not compile.
  func responder(forOneRequest: Bool = false) throws -> any HTTPStubResponder {
    if let problem = defect ?? timeProblem ?? headProblem ?? echoProblem ?? charsetProblem {
      throw ResponderError(problem)
    }
    let specification = specification
    if isEcho { return try specification.echo() }
    return try specification.responder(forOneRequest: forOneRequest)
  }

  /// The problem with the head; `nil` if there is none, or none is known before tags are filled in.
  private var headProblem: String? {
    if usesTemplates || failure != nil { return nil }
    var headers = headers
    if let contentType { headers[.contentType] = contentType.rawValue }
    var head = ResponseHead(reason: reasonPhrase, headers: headers)
    head.trailers = trailers
    return head.problem
  }

  /// The charset in which the texts are sent.
  private var charset: TextCharset { TextCharset(headers, contentType: contentType) }

  /// The reason why a text cannot be sent in the declared charset; tags of templates are checked
  /// like other text.
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
    // Only values that differ from the defaults are set, because default values are shared
    // and take no memory.
    if !isImmediate { specification.timing = timing }
    if let failure { specification.failure = failure }
    if cachePolicy != .notAllowed { specification.cachePolicy = cachePolicy }
    if let acceptsRanges { specification.acceptsRanges = acceptsRanges }
    if usesTemplates { specification.usesTemplates = true }
    if impairment != nil || secondWait != nil || !isImmediate {
      specification.impairment = impairment ?? .none
      specification.impairment.delay = randomWait
      specification.impairment.pacing = responseTime.randomPacing
    }
    if let chunks { specification.send(chunks) }
    return specification
  }

  /// Whether the response has a setting that its body may contradict.
  var mayHaveRemarks: Bool {
    if isEcho { return false }
    return !headers.isEmpty || contentType != nil || !responseTime.isImmediate || impairment != nil
      || chunks != nil || usesTemplates || acceptsRanges == true || statusCode.forbidsContent
  }

  private var isImmediate: Bool {
    wait == .none && gate == nil && responseTime.isImmediate
  }

  private var timing: ResponseTiming {
    let fixed = [wait, responseTime.delay].compactMap(\.fixed)
    return ResponseTiming(
      beforeHead: fixed.reduce(.zero) { $0 + $1.clampedToDelayRange }, body: responseTime.pacing,
      gate: gate)
  }

  /// The sum of the random delays; `nil` if there are none.
  private var randomWait: HTTPStubDelay? {
    let drawn =
      [wait, responseTime.delay].filter { $0.fixed == nil } + (secondWait.map { [$0] } ?? [])
    return drawn.first.map { drawn.dropFirst().reduce($0, +) }
  }
}

@available(*, unavailable)
extension HTTPStubResponse: Sendable {}

extension Duration {
  /// The longest delay, one year; the sum of many such delays still fits in a `Duration`.
  package static let longestDelay = Duration.seconds(365 * 86_400)

  /// Returns a delay of `seconds` seconds, from 0 to a year; negative values and NaN count as 0.
  package static func delay(_ seconds: Double) -> Duration {
    guard seconds > 0, seconds.isFinite else { return .zero }
    return .seconds(Swift.min(seconds, longestDelay.seconds))
  }

  /// Returns a delay of `seconds` seconds, exact to the nanosecond.
  ///
  /// Negative values stay negative and NaN becomes negative, so that checks reject both.
  static func written(_ seconds: Double) -> Duration {
    if seconds.isNaN { return .zero - longestDelay }
    let limit = longestDelay.seconds
    return .nanoseconds(Int64((Swift.min(Swift.max(seconds, -limit), limit) * 1e9).rounded()))
  }

  /// The time, limited to the range of delays from 0 to a year.
  package var clampedToDelayRange: Duration { Swift.min(Swift.max(self, .zero), .longestDelay) }
}
