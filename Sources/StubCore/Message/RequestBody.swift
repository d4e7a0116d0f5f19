package import StubPlatform

/// The body of a request, read from its source once, and parsed at most once for each format.
///
/// A body is a class, so that all copies of a request share the bytes and the parsed forms.
package final class RequestBody: Sendable {
  struct State {
    var load: (@Sendable () -> Data?)?
    var data: Data?
    var limits = EvaluationLimits()
    /// The number of steps (units of work) that conditions have taken.
    var stepsTaken = 0
    /// The number of steps that conditions may take until the next reset; `nil` for no extra limit.
    var allowance: Int?
    var text: String?
    var json: Result<JSONValue, JSONSyntaxError>?
    var form: [QueryItem]?
    var xml: Result<ParsedXML, XMLSyntaxError>?
    var multipart: (boundary: String, parts: Result<[MultipartPart], MultipartSyntaxError>)?
    var decoding: Decoding?
    var folded: RequestBody?
  }

  let state: Lock<State>
  /// Whether the bytes come from another body and need no decoding.
  let isDerived: Bool
  /// The text in its original charset; `nil` if the text was not converted.
  private let coded: CodedText?
  /// The length of the body in bytes, if only its start was kept; otherwise `nil`.
  package let wholeCount: Int?
  /// An object that lives as long as the body, such as its share of a listener's memory for bodies.
  package let holding: (any Sendable)?

  /// The body of requests that have no body.
  ///
  /// All threads share it, so it is asked for its bytes and steps without taking its lock.
  package static let none = RequestBody(nil)

  /// Creates a body in memory; without `data`, the request has no body.
  package init(_ data: Data?, wholeCount: Int? = nil, holding: (any Sendable)? = nil) {
    state = Lock(State(data: data))
    (self.wholeCount, self.holding, isDerived, coded) = (wholeCount, holding, false, nil)
  }

  /// Creates a body from a part of another body, or from its decoded bytes, within the same limits
  /// and steps.
  ///
  /// If `isDerived` is `false`, as for a part of a multipart body, the bytes may be compressed, or
  /// in another charset.
  init(
    _ data: Data, of other: RequestBody, coded: CodedText? = nil, isDerived: Bool = true
  ) {
    let (limits, taken, allowance) = other.state.withLock {
      ($0.limits, $0.stepsTaken, $0.allowance)
    }
    state = Lock(State(data: data, limits: limits, stepsTaken: taken, allowance: allowance))
    (wholeCount, holding, self.isDerived, self.coded) = (nil, nil, isDerived, coded)
  }

  /// Creates a copy of the body for a query to the journal, which may take at most `steps` steps.
  ///
  /// The copy's parsed forms are released with it, and simultaneous queries count their steps
  /// separately.
  init(asking other: RequestBody, allowing steps: Int) {
    let limits = other.state.withLock(\.limits)
    state = Lock(State(data: other.data, limits: limits, allowance: steps))
    (wholeCount, holding, isDerived) = (other.wholeCount, other.holding, other.isDerived)
    coded = other.coded
  }

  /// Creates a body that is read once, when it is first needed.
  package init(load: @escaping @Sendable () -> Data?) {
    state = Lock(State(load: load))
    (wholeCount, holding, isDerived, coded) = (nil, nil, false, nil)
  }

  /// The bytes; `nil` for a request without a body.
  package var data: Data? {
    if self === Self.none { return nil }
    return state.withLock { state in
      if let load = state.load.take() { state.data = load() }
      return state.data
    }
  }

  /// Returns a body with the same bytes and without the parsed forms, which can take many times
  /// their memory.
  package func unparsed(holding: (any Sendable)? = nil) -> RequestBody {
    RequestBody(data, wholeCount: wholeCount, holding: holding)
  }

  /// The number of bytes in memory.
  var loadedSize: Int { self === Self.none ? 0 : state.withLock { $0.data?.count ?? 0 } }

  /// Returns whether the body is in memory and has at most `limit` bytes.
  func isLoaded(upTo limit: Int) -> Bool {
    state.withLock { $0.load == nil && $0.data?.count ?? 0 <= limit }
  }

  /// Returns whether more than `limit` bytes of the body are in memory.
  func isLoaded(over limit: Int) -> Bool {
    loadedSize > limit
  }

  /// The bytes as UTF-8 text, with invalid sequences repaired; empty for a request without a body.
  package var text: String {
    guard let data, !data.isEmpty else { return "" }
    return state.withLock { state in
      if let text = state.text { return text }
      let text = String(decoding: data, as: UTF8.self)
      state.text = text
      return text
    }
  }

  /// The body as JSON, or the syntax error.
  package var json: Result<JSONValue, JSONSyntaxError> {
    let bytes = data ?? Data()
    return state.withLock { state in
      if let json = state.json { return json }
      if let obstacle = state.obstacle {
        return .failure(JSONSyntaxError(reason: obstacle.description, line: 1, column: 1))
      }
      let json = Result { () throws(JSONSyntaxError) in try JSONValue(parsing: bytes) }
      state.json = json
      return json
    }
  }

  /// The body as a URL-encoded form; any text is a valid form.
  var form: [QueryItem] {
    if obstacle != nil { return [] }
    if let form = state.withLock({ $0.form }) { return form }
    let form = coded.flatMap { QueryItem.parse($0) } ?? QueryItem.parse(text)
    state.withLock { $0.form = form }
    return form
  }

  /// The body as XML, or the syntax error.
  package var xml: Result<ParsedXML, XMLSyntaxError> {
    let bytes = data ?? Data()
    return state.withLock { state in
      if let xml = state.xml { return xml }
      if let obstacle = state.obstacle {
        return .failure(XMLSyntaxError(reason: obstacle.description, line: 0))
      }
      let xml = Result { () throws(XMLSyntaxError) in
        try ParsedXML(bytes, isUTF8: coded != nil)
      }
      state.xml = xml
      return xml
    }
  }

  /// Splits the body at a boundary; the result is the parts or the syntax error.
  func multipart(boundary: String) -> Result<[MultipartPart], MultipartSyntaxError> {
    let bytes = data ?? Data()
    return state.withLock { state in
      if let known = state.multipart, known.boundary == boundary { return known.parts }
      let parts = Result { () throws(MultipartSyntaxError) in
        try MultipartParser.parse(bytes, boundary: boundary)
      }
      state.multipart = (boundary, parts)
      return parts
    }
  }
}

extension RequestBody {
  /// Sets the limits of the work that conditions on the body may do.
  func limit(by limits: EvaluationLimits) {
    guard self !== Self.none else { return }
    let related = state.withLock { state in
      state.limits = limits
      return state.related
    }
    for body in related { body.limit(by: limits) }
  }

  /// The reason why the body is not parsed; `nil` if it is small enough.
  var obstacle: UnreadableContent? {
    _ = data
    return state.withLock(\.obstacle)
  }

  /// Evaluates a condition with some of the steps that the body has left.
  ///
  /// The condition gets at most half of them, so that a costly condition leaves steps for the
  /// others. It gets at least a thousandth of all steps.
  func evaluating<Value, Failure: Error>(
    _ evaluate: (inout StepBudget) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let size = data?.count ?? 0
    var budget = state.withLock { $0.budget(forBytes: size) }
    defer {
      let taken = budget.taken
      // All requests without a body share `none`, so it counts no steps.
      if self !== Self.none {
        state.withLock { state in
          let (sum, isTooMuch) = state.stepsTaken.addingReportingOverflow(taken)
          state.stepsTaken = isTooMuch ? .max : sum
        }
      }
    }
    return try evaluate(&budget)
  }

  /// Evaluates a condition on bytes that were taken from this body, within this body's limits and
  /// steps.
  ///
  /// `isMessage` means that the bytes have their own header fields, like a part of a multipart
  /// body.
  func evaluating<Value>(
    on bytes: Data, isMessage: Bool = false, _ evaluate: (RequestBody) -> Value
  ) -> Value {
    let body = RequestBody(bytes, of: self, isDerived: !isMessage)
    defer {
      let sum = body.stepsTaken
      if self !== Self.none { state.withLock { $0.stepsTaken = max($0.stepsTaken, sum) } }
    }
    return evaluate(body)
  }

  /// Restarts the count of steps at 0, so that a report may take as many steps as the decision
  /// before it.
  ///
  /// Conditions end after `allowance` steps, and their results are then not used.
  func resetSteps(allowance: Int? = nil) {
    guard self !== Self.none else { return }
    let related = state.withLock { state in
      (state.stepsTaken, state.allowance) = (0, allowance)
      return state.related
    }
    for body in related { body.resetSteps(allowance: allowance) }
  }

  /// The number of steps that conditions have taken on the received body or one made from it.
  var stepsTaken: Int {
    let (taken, related) = state.withLock { ($0.stepsTaken, $0.related) }
    return related.reduce(taken) { max($0, $1.stepsTaken) }
  }

  /// Whether conditions have stopped because the allowance of steps was used up.
  var isOverdue: Bool {
    guard self !== Self.none else { return false }
    let (taken, allowance, related) = state.withLock { ($0.stepsTaken, $0.allowance, $0.related) }
    return taken >= allowance ?? .max || related.contains(where: \.isOverdue)
  }
}

extension RequestBody {
  /// A body with the text of this one in one letter case, made and parsed once for all stubs.
  var folded: RequestBody {
    if let folded = state.withLock({ $0.folded }) { return folded }
    let folded = RequestBody(Data(text.foldingCase().utf8), of: self)
    state.withLock { $0.folded = folded }
    return folded
  }
}

extension RequestBody.State {
  /// The bodies that were made from this one and are still in use.
  fileprivate var related: [RequestBody] { [decoding?.body, folded].compactMap(\.self) }

  /// Returns half of the remaining steps, which leaves some for later conditions, but never more
  /// than the allowance.
  fileprivate func budget(forBytes size: Int) -> StepBudget {
    let limit = limits.steps.steps(forBytes: size)
    let share = max((limit - min(stepsTaken, limit)) / 2, limit / 1_000)
    return StepBudget(min(share, max(0, (allowance ?? .max) - stepsTaken)))
  }

  fileprivate var obstacle: UnreadableContent? {
    guard let size = data?.count, size > limits.parsedBytes else { return nil }
    return UnreadableContent(
      description:
        "a body of \(ByteCount(size)), which is larger than the \(ByteCount(limits.parsedBytes)) "
        + "that are parsed",
      isTooLarge: true)
  }
}

extension RequestBody: Hashable {
  package static func == (left: RequestBody, right: RequestBody) -> Bool {
    left === right || left.data == right.data
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(data) }
}
