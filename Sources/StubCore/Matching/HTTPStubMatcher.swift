/// A condition on a request; the matchers of one stub are combined with AND.
///
/// Matchers run concurrently, possibly several times for one request, and never under a lock.
///
/// ```swift
/// struct WeekendMatcher: HTTPStubMatcher {
///   func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
///     request.headers["X-Day"] == "Sunday"
///       ? .matched : .mismatched(expected: "X-Day: Sunday", found: "another day")
///   }
/// }
/// ```
public protocol HTTPStubMatcher: Sendable, CustomStringConvertible {
  /// Whether the request fits, what was captured, or why it does not fit.
  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult

  /// What was captured of a request that fits; `nil` of another.
  ///
  /// It decides on stubs, and must agree with `evaluate(_:for:)`, from which it follows unless a
  /// matcher decides faster when it need not say why.
  func captures(of request: ReceivedRequest) -> Captures?

  /// What each request has that the matcher accepts; empty by default.
  ///
  /// A stub whose matchers state keys is found among thousands without being asked, by those of all
  /// its matchers. They are read once, when the stub is added.
  var keys: [StubKey] { get }

  /// A request that the matcher accepts; `nil` by default.
  ///
  /// `stubber serve` makes of it the command line to try, and lists what it gets.
  var sample: RequestSample? { get }

  /// The methods of accepted requests, of a matcher that asks for nothing else; `nil` by default.
  ///
  /// `stubber serve` lists a stub with them.
  var methods: [HTTPMethod]? { get }

  /// Errors of the matcher, such as a literal pattern that does not compile; empty by default. They are
  /// reported when the stub is added and in every report.
  var problems: [String] { get }

  /// Whether it runs no code of yours and waits for nothing; `false` by default.
  ///
  /// A stub of such matchers answers on the queue that all sessions of a process share, without a
  /// change of threads.
  var isSynchronous: Bool { get }
}

extension HTTPStubMatcher {
  public var description: String { String(describing: Self.self) }

  public var keys: [StubKey] { [] }

  public var sample: RequestSample? { nil }

  public var methods: [HTTPMethod]? { nil }

  public var problems: [String] { [] }

  public var isSynchronous: Bool { false }

  public func captures(of request: ReceivedRequest) -> Captures? {
    if case .matched(let captures) = evaluate(request, for: .stubRequest) { captures } else { nil }
  }
}

/// What is decided on at once, while other clients wait.
enum BriefLimits {
  /// The largest body in bytes.
  static let bodySize = 64 * 1_024
  /// The steps of all conditions together, which take 2 to 4 ms.
  static let steps = 100_000
}

/// How much work the conditions on the body of one request may be.
///
/// A condition that would take more fails, and reports say so.
public struct EvaluationLimits: Sendable, Hashable {
  /// The steps of all conditions together; of what is left, each condition may take half.
  public var steps: StepLimit
  /// The largest body that is parsed as JSON, XML or a form, in bytes; conditions fail on larger ones.
  public var parsedBytes: Int

  /// By default enough for ordinary conditions on documents of many megabytes.
  public init(steps: StepLimit = StepLimit(), parsedBytes: Int = 32 * 1_024 * 1_024) {
    (self.steps, self.parsedBytes) = (steps, parsedBytes)
  }
}
