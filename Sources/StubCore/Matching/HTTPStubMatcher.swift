/// A condition on a request; a stub answers only requests that all its matchers accept.
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
  /// Returns the result for a request: a match with captures, or the reason for another result.
  ///
  /// `source` tells whether the matcher belongs to a stub or to an ignore rule, which lets requests
  /// pass through.
  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult

  /// Returns the captures if the request matches; otherwise `nil`.
  ///
  /// Stubs decide by this function, so it must agree with `evaluate(_:for:)`, which the default
  /// calls. Implement it if your matcher is faster without giving a reason.
  func captures(of request: ReceivedRequest) -> Captures?

  /// The properties that every accepted request has, such as a path (default: none).
  ///
  /// An index finds stubs by the keys of their matchers, so that only the matchers of a few stubs
  /// run for a request. Keys are read once, when the stub is added.
  var keys: [StubKey] { get }

  /// A request that the matcher accepts (default: `nil`).
  ///
  /// `stubber serve` shows a command that sends this request, and lists the response to it.
  var sample: RequestSample? { get }

  /// The accepted methods, if the matcher has no other condition; `nil` (the default) otherwise.
  ///
  /// `stubber serve` shows the methods in its list of stubs.
  var methods: [HTTPMethod]? { get }

  /// The mistakes in the matcher, such as a literal pattern that does not compile (default: none).
  ///
  /// They are reported when the stub is added and in every report.
  var problems: [String] { get }

  /// Whether the matcher neither runs code of yours nor blocks (default: `false`).
  ///
  /// If all matchers and responders of a stub are synchronous, it answers on the queue that all
  /// sessions of a process share, without a thread switch.
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

/// The limits for decisions that are made at once, while other clients wait.
enum BriefLimits {
  /// The largest body in bytes.
  static let bodySize = 64 * 1_024
  /// The steps (units of work) that all conditions may take together; they last 2 to 4 ms.
  static let steps = 100_000
}

/// The limits of the work for all conditions on the body of one request.
///
/// A condition that needs more work is undecided: its stub does not answer, and reports say why.
public struct EvaluationLimits: Sendable, Hashable {
  /// The number of steps that all conditions may take together.
  ///
  /// A step is a unit of work. Each condition may use half of the remaining steps.
  public var steps: StepLimit
  /// The size in bytes up to which a body is parsed as JSON, XML or a form.
  ///
  /// Conditions on larger bodies are undecided.
  public var parsedBytes: Int

  /// Creates limits; the defaults suffice for usual conditions on documents of many megabytes.
  public init(steps: StepLimit = StepLimit(), parsedBytes: Int = 32 * 1_024 * 1_024) {
    (self.steps, self.parsedBytes) = (steps, parsedBytes)
  }
}
