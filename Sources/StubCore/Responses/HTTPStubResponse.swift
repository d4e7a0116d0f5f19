/// Builds a response; it is copied when the stub is added, so later changes have no effect.
public final class HTTPStubResponse {
  public var statusCode: HTTPStatusCode = .ok
  /// The reason phrase; `nil` for the status code's own.
  public var reasonPhrase: String?
  /// The `Content-Type`; `nil` for the one in ``headers`` or, failing that, the body's natural one.
  public var contentType: HTTPContentType?
  public var headers = HTTPHeaders()
  public var body: (any HTTPStubBodyConvertible)?
  /// The error to fail with instead of answering.
  public var failError: (any Error)?
  public var cachePolicy = HTTPStubCachePolicy.notAllowed
  /// Seconds before the response goes out; adds to ``responseTime``.
  public var responseDelay: Double = 0
  public var responseTime = HTTPStubResponseInterval.immediate
  /// Whether `Range` requests get parts of the body; `nil` means for file bodies only.
  public var acceptsRanges: Bool?

  /// Whether Handlebars tags in text, JSON strings, header values, file names and files are filled
  /// in from the request (see ``Template``).
  public var usesTemplates = false

  public init() {}

  package var specification: ResponseSpecification {
    ResponseSpecification(
      head: ResponseHead(status: statusCode, reason: reasonPhrase, headers: headers),
      contentType: contentType, body: body?.stubBody ?? .none, timing: timing,
      failure: failError.map(StubFailure.error), cachePolicy: cachePolicy,
      acceptsRanges: acceptsRanges, usesTemplates: usesTemplates)
  }

  private var timing: ResponseTiming {
    var timing = ResponseTiming(beforeHead: .delay(responseDelay))
    switch responseTime {
    case .immediate: break
    case .delayedBy(let seconds): timing.beforeHead += .delay(seconds)
    case .withSpeed(let speed): timing.body = .rate(speed.bytesPerSecond)
    case .spreadOver(let seconds): timing.body = .over(.delay(seconds))
    }
    return timing
  }
}

@available(*, unavailable)
extension HTTPStubResponse: Sendable {}

extension Duration {
  /// A delay in seconds; negative ones and those that are no number count as none.
  package static func delay(_ seconds: Double) -> Duration {
    seconds > 0 && seconds.isFinite ? .seconds(seconds) : .zero
  }
}
