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
  /// Returns whether the request matches, with captured values or the reason why it does not match.
  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult

  /// Returns the captures if the request matches, otherwise `nil`.
  ///
  /// Stubs decide by this function, which must agree with `evaluate(_:for:)`. The default calls
  /// that; implement it if a matcher is faster without giving a reason.
  func captures(of request: ReceivedRequest) -> Captures?

  /// Keys of this matcher: every request that it accepts has them (default: none).
  ///
  /// A stub with keys is found among thousands without asking its matchers, by the keys of all its
  /// matchers. Keys are read once, when the stub is added.
  var keys: [StubKey] { get }

  /// A request that the matcher accepts (default: `nil`).
  ///
  /// `stubber serve` shows it as a command to try, and lists the response to it.
  var sample: RequestSample? { get }

  /// The accepted methods, if the matcher has no other condition (default: `nil`).
  ///
  /// `stubber serve` shows them in its list of stubs.
  var methods: [HTTPMethod]? { get }

  /// Errors of the matcher, such as a literal pattern that does not compile (default: none).
  ///
  /// They are reported when the stub is added and in every report.
  var problems: [String] { get }

  /// Whether the matcher runs no code of yours and does not block (default: `false`).
  ///
  /// A stub with only such matchers answers on the queue that all sessions of a process share,
  /// without a thread switch.
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

/// The limits for decisions that are made immediately, while other clients wait.
enum BriefLimits {
  /// The largest body in bytes.
  static let bodySize = 64 * 1_024
  /// The steps of all conditions together; this number takes 2 to 4 ms.
  static let steps = 100_000
}

/// The limits of the work for conditions on the body of one request.
///
/// A condition that needs more work fails, and reports say so.
public struct EvaluationLimits: Sendable, Hashable {
  /// The steps of all conditions together.
  ///
  /// Each condition may use half of the remaining steps.
  public var steps: StepLimit
  /// The largest body in bytes that is parsed as JSON, XML or a form; conditions on larger bodies
  /// fail.
  public var parsedBytes: Int

  /// Creates limits; the defaults are enough for usual conditions on documents of many megabytes.
  public init(steps: StepLimit = StepLimit(), parsedBytes: Int = 32 * 1_024 * 1_024) {
    (self.steps, self.parsedBytes) = (steps, parsedBytes)
  }
}
