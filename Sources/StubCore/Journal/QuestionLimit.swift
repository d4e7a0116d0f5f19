package import StubLanguages

/// What the conditions of one question may take on all requests together that it is asked of.
///
/// A question to the journal is asked of each request there. Its conditions have the steps of one request, and
/// more for each byte of all bodies; its patterns have the ``SearchTime`` of the work under way.
///
/// ```swift
/// var limit = QuestionLimit(for: entries, stubs.evaluationLimits)
/// let found = try entries.filter { try limit.verdict(of: matchers, on: $0.request).isMatch }
/// ```
package struct QuestionLimit {
  /// What asking a matcher takes, whatever it looks at.
  private static let stepsPerMatcher = 10
  /// The processor time for what is not counted in steps, such as to look for texts.
  private static let timeLimit = Duration.seconds(4)

  /// What each request counts for, beside its body.
  private static let bytesPerRequest = 256

  private var steps: StepBudget
  private var time = Self.timeLimit

  /// The limit for so many requests, whose bodies have so many bytes together.
  package init(forRequests count: Int, bytes: Int = 0, _ limits: EvaluationLimits) {
    let (heads, isTooMuch) = count.multipliedReportingOverflow(by: Self.bytesPerRequest)
    let (sum, isTooMuchToo) = heads.addingReportingOverflow(bytes)
    steps = limits.steps.budget(forBytes: isTooMuch || isTooMuchToo ? .max : sum)
  }

  /// The limit for these requests.
  package init(for entries: [JournalEntry], _ limits: EvaluationLimits) {
    let bytes = entries.reduce(0) { $0 &+ $1.request.bodySizeAtHand }
    self.init(forRequests: entries.count, bytes: bytes, limits)
  }

  /// What matchers say of a request, as ``ReceivedRequest/verdict(of:)`` has it.
  ///
  /// - Throws: `EvaluationGaveUp` when the limit is exceeded, or the task was cancelled.
  package mutating func verdict(
    of matchers: [any HTTPStubMatcher], on request: ReceivedRequest
  ) throws(EvaluationGaveUp) -> MatchResult {
    try asking(request) { request, limit throws(EvaluationGaveUp) in
      try request.verdict(of: matchers) { matcher throws(EvaluationGaveUp) in
        try limit.evaluate(matcher, request)
      }
    }
  }

  /// How far a request is from being accepted by matchers.
  ///
  /// - Throws: `EvaluationGaveUp` when the limit is exceeded, or the task was cancelled.
  package mutating func distance(
    _ request: ReceivedRequest, to matchers: [any HTTPStubMatcher]
  ) throws(EvaluationGaveUp) -> Double {
    try asking(request) { request, limit throws(EvaluationGaveUp) in
      var results: [MatchResult] = []
      for matcher in matchers { results.append(try limit.evaluate(matcher, request)) }
      return StubComparison.distance(of: results)
    }
  }

  /// Asks something else about a request, such as which stubs are nearest to it.
  ///
  /// - Throws: `EvaluationGaveUp` when the limit is exceeded, or the task was cancelled.
  package mutating func asking<Answer>(
    _ request: ReceivedRequest, _ ask: (ReceivedRequest) -> Answer
  ) throws(EvaluationGaveUp) -> Answer {
    try asking(request) { request, limit throws(EvaluationGaveUp) in
      limit.timed { ask(request) }
    }
  }

  /// Asks about the request, whose own parsed body and steps stay as they are.
  private mutating func asking<Answer>(
    _ request: ReceivedRequest,
    _ ask: (ReceivedRequest, inout QuestionLimit) throws(EvaluationGaveUp) -> Answer
  ) throws(EvaluationGaveUp) -> Answer {
    let body = RequestBody(asking: request.content, allowing: steps.remaining)
    let asked = request.with(body: body)
    let answer = try ask(asked, &self)
    // Conditions that gave up as nothing was left for them have told nothing.
    if body.isOverdue { throw steps.surrender }
    steps.take(body.stepsTaken)
    try check()
    return answer
  }

  private mutating func evaluate(
    _ matcher: any HTTPStubMatcher, _ request: ReceivedRequest
  ) throws(EvaluationGaveUp) -> MatchResult {
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

  private func check() throws(EvaluationGaveUp) {
    if Task.isCancelled { throw EvaluationGaveUp("the client has left") }
    if let searching = SearchTime.shared, searching.isOver {
      throw EvaluationGaveUp(searching.reason)
    }
    if steps.isExhausted { throw steps.surrender }
    if time <= .zero { throw EvaluationGaveUp("gave up after \(Self.timeLimit)") }
  }
}
