package import StubLanguages

/// The limit of the work for one query to the journal.
///
/// A query evaluates its conditions for each request in the journal. Together, these evaluations
/// may take the steps (units of work) allowed for one request, and more steps for each byte of all
/// bodies. Patterns share the ``SearchTime`` of the current work.
///
/// ```swift
/// var limit = QuestionLimit(for: entries, stubs.evaluationLimits)
/// let found = try entries.filter { try limit.verdict(of: matchers, on: $0.request).isMatch }
/// ```
package struct QuestionLimit {
  /// The steps that one evaluation of a matcher costs, in addition to the steps for reading a body.
  private static let stepsPerMatcher = 10
  /// The limit of processor time for work that is not counted in steps, such as searching in texts.
  private static let timeLimit = Duration.seconds(4)

  /// The number of bytes that each request counts in addition to its body.
  private static let bytesPerRequest = 256

  private var steps: StepBudget
  private var time = Self.timeLimit

  /// Creates the limit for `count` requests, whose bodies have a total of `bytes` bytes.
  package init(forRequests count: Int, bytes: Int = 0, _ limits: EvaluationLimits) {
    let (heads, isTooMuch) = count.multipliedReportingOverflow(by: Self.bytesPerRequest)
    let (sum, isTooMuchToo) = heads.addingReportingOverflow(bytes)
    steps = limits.steps.budget(forBytes: isTooMuch || isTooMuchToo ? .max : sum)
  }

  /// Creates the limit for these requests.
  package init(for entries: [JournalEntry], _ limits: EvaluationLimits) {
    let bytes = entries.reduce(0) { $0 &+ $1.request.loadedBodySize }
    self.init(forRequests: entries.count, bytes: bytes, limits)
  }

  /// Evaluates matchers for a request within the limit, as ``ReceivedRequest/verdict(of:)`` does.
  ///
  /// - Throws: `EvaluationLimitExceeded` if the limit is exceeded, or the task was cancelled.
  package mutating func verdict(
    of matchers: [any HTTPStubMatcher], on request: ReceivedRequest
  ) throws(EvaluationLimitExceeded) -> MatchResult {
    try asking(request) { request, limit throws(EvaluationLimitExceeded) in
      try request.verdict(of: matchers) { matcher throws(EvaluationLimitExceeded) in
        try limit.evaluate(matcher, request)
      }
    }
  }

  /// Returns how far a request is from matching all matchers; 0 if they accept it.
  ///
  /// - Throws: `EvaluationLimitExceeded` if the limit is exceeded, or the task was cancelled.
  package mutating func distance(
    _ request: ReceivedRequest, to matchers: [any HTTPStubMatcher]
  ) throws(EvaluationLimitExceeded) -> Double {
    try asking(request) { request, limit throws(EvaluationLimitExceeded) in
      var results: [MatchResult] = []
      for matcher in matchers { results.append(try limit.evaluate(matcher, request)) }
      return StubComparison.distance(of: results)
    }
  }

  /// Runs any other evaluation of a request within the limit, such as finding the closest stubs.
  ///
  /// - Throws: `EvaluationLimitExceeded` if the limit is exceeded, or the task was cancelled.
  package mutating func asking<Answer>(
    _ request: ReceivedRequest, _ ask: (ReceivedRequest) -> Answer
  ) throws(EvaluationLimitExceeded) -> Answer {
    try asking(request) { request, limit throws(EvaluationLimitExceeded) in
      limit.timed { ask(request) }
    }
  }

  /// Runs an evaluation with a copy of the request, so that the original's parsed body and steps
  /// stay.
  private mutating func asking<Answer>(
    _ request: ReceivedRequest,
    _ ask: (ReceivedRequest, inout QuestionLimit) throws(EvaluationLimitExceeded) -> Answer
  ) throws(EvaluationLimitExceeded) -> Answer {
    let body = RequestBody(asking: request.content, allowing: steps.remaining)
    let asked = request.with(body: body)
    let answer = try ask(asked, &self)
    // If the steps ran out, the conditions have no valid result.
    if body.isOverdue { throw steps.limitExceeded }
    steps.take(body.stepsTaken)
    try check()
    return answer
  }

  private mutating func evaluate(
    _ matcher: any HTTPStubMatcher, _ request: ReceivedRequest
  ) throws(EvaluationLimitExceeded) -> MatchResult {
    let result = timed { matcher.evaluate(request, for: .stubRequest) }
    steps.take(Self.stepsPerMatcher)
    try check()
    return result
  }

  private mutating func timed<Result>(_ work: () -> Result) -> Result {
    let start = ProcessorClock.now
    defer { time -= ProcessorClock.now - start }
    return work()
  }

  private func check() throws(EvaluationLimitExceeded) {
    if Task.isCancelled { throw EvaluationLimitExceeded("the client has left") }
    if let searching = SearchTime.shared, searching.isOver {
      throw EvaluationLimitExceeded(searching.reason)
    }
    if steps.isExhausted { throw steps.limitExceeded }
    if time <= .zero { throw EvaluationLimitExceeded("gave up after \(Self.timeLimit)") }
  }
}
