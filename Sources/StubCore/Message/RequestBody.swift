#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A request's body: read from its source once, and parsed at most once in each form.
///
/// Identity matters here: all copies of a request share what has been read and parsed.
package final class RequestBody: Sendable {
  struct State {
    var load: (@Sendable () -> Data?)?
    var data: Data?
    var limits = EvaluationLimits()
    /// The steps that conditions have taken.
    var stepsTaken = 0
    /// The most steps that they may take for now; `nil` for all.
    var allowance: Int?
    var text: String?
    var json: Result<JSONValue, JSONSyntaxError>?
    var form: [QueryItem]?
    var xml: Result<ParsedXML, XMLSyntaxError>?
    var multipart: (boundary: String, parts: Result<[MultipartPart], MultipartSyntaxError>)?
    var decoding: Decoding?
  }

  let state: Lock<State>
  /// Whether it was made of another body, whose compression and charset were undone.
  let isDerived: Bool
  /// The text before it was made UTF-8; `nil` for bytes as they came.
  private let coded: CodedText?
  /// How many bytes have come, when only the first of them are here.
  package let wholeCount: Int?
  /// What lives as long as the bytes do, such as a share of the memory for bodies.
  package let holding: (any Sendable)?

  /// That of a request without one.
  package static let none = RequestBody(nil)

  /// A body that is at hand; `nil` for a request without one.
  package init(_ data: Data?, wholeCount: Int? = nil, holding: (any Sendable)? = nil) {
    state = Lock(State(data: data))
    (self.wholeCount, self.holding, isDerived, coded) = (wholeCount, holding, false, nil)
  }

  /// A body that was made of another one, within the limits and steps of that.
  ///
  /// One that is a message of its own, such as a part of it, may be compressed, or in a charset.
  init(
    _ data: Data, of other: RequestBody, coded: CodedText? = nil, isDerived: Bool = true
  ) {
    let (limits, taken, allowance) = other.state.withLock {
      ($0.limits, $0.stepsTaken, $0.allowance)
    }
    state = Lock(State(data: data, limits: limits, stepsTaken: taken, allowance: allowance))
    (wholeCount, holding, self.isDerived, self.coded) = (nil, nil, isDerived, coded)
  }

  /// The bytes of a body that has been decided on, for a question that may take so many steps.
  ///
  /// What is parsed for the question goes with it; questions asked at the same time do not share their steps.
  init(asking other: RequestBody, allowing steps: Int) {
    let limits = other.state.withLock(\.limits)
    state = Lock(State(data: other.data, limits: limits, allowance: steps))
    (wholeCount, holding, isDerived) = (other.wholeCount, other.holding, other.isDerived)
    coded = other.coded
  }

  /// A body that is read, once, when it is first asked for.
  package init(load: @escaping @Sendable () -> Data?) {
    state = Lock(State(load: load))
    (wholeCount, holding, isDerived, coded) = (nil, nil, false, nil)
  }

  /// The bytes; `nil` for a request without a body.
  package var data: Data? {
    state.withLock { state in
      if let load = state.load.take() { state.data = load() }
      return state.data
    }
  }

  /// The same bytes without what was parsed of them, which can take many times their memory.
  package func unparsed(holding: (any Sendable)? = nil) -> RequestBody {
    RequestBody(data, wholeCount: wholeCount, holding: holding)
  }

  /// The number of bytes that are at hand.
  var sizeAtHand: Int { state.withLock { $0.data?.count ?? 0 } }

  /// Whether the bytes are at hand, and no more than so many.
  func isAtHand(upTo limit: Int) -> Bool {
    state.withLock { $0.load == nil && $0.data?.count ?? 0 <= limit }
  }

  /// Whether more bytes than so many are at hand.
  func isAtHand(over limit: Int) -> Bool {
    state.withLock { $0.data?.count ?? 0 > limit }
  }

  /// The bytes read as UTF-8, invalid sequences repaired; empty for a request without a body.
  package var text: String {
    guard let data, !data.isEmpty else { return "" }
    return state.withLock { state in
      if let text = state.text { return text }
      let text = String(decoding: data, as: UTF8.self)
      state.text = text
      return text
    }
  }

  /// The body as JSON, or why it is none.
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

  /// The body as a URL-encoded form; anything can be read as one.
  var form: [QueryItem] {
    if obstacle != nil { return [] }
    if let form = state.withLock({ $0.form }) { return form }
    let form = coded.flatMap { QueryItem.parse($0) } ?? QueryItem.parse(text)
    state.withLock { $0.form = form }
    return form
  }

  /// The body as XML, or why it is none.
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

  /// The body split at a boundary, or why it cannot be.
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
  /// Sets how much work conditions on the body may be.
  func limit(by limits: EvaluationLimits) {
    guard self !== Self.none else { return }
    let decoded = state.withLock { state in
      state.limits = limits
      return state.decoding?.body
    }
    decoded?.limit(by: limits)
  }

  /// Why the body is not parsed; `nil` for one that is small enough.
  var obstacle: UnreadableBody? {
    _ = data
    return state.withLock(\.obstacle)
  }

  /// Evaluates a condition with what is left of the steps for the body.
  ///
  /// It gets no more than half of them, so that one costly condition leaves steps for the others, and a
  /// thousandth of all at least.
  func evaluating<Value, Failure: Error>(
    _ evaluate: (inout StepBudget) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let size = data?.count ?? 0
    var budget = state.withLock { $0.budget(forBytes: size) }
    defer {
      let taken = budget.taken
      // All requests without a body share that one.
      if self !== Self.none {
        state.withLock { state in
          let (sum, isTooMuch) = state.stepsTaken.addingReportingOverflow(taken)
          state.stepsTaken = isTooMuch ? .max : sum
        }
      }
    }
    return try evaluate(&budget)
  }

  /// Evaluates a condition on a body that was made of this one, within the limits and steps of this one.
  ///
  /// It may be a message of its own, with fields of its own.
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

  /// Begins to count steps anew: a report may take as many as the decision before it.
  ///
  /// With an allowance, conditions end when they have taken so many, and their results do not count.
  func resetSteps(allowance: Int? = nil) {
    guard self !== Self.none else { return }
    let decoded = state.withLock { state in
      (state.stepsTaken, state.allowance) = (0, allowance)
      return state.decoding?.body
    }
    decoded?.resetSteps(allowance: allowance)
  }

  /// The steps that conditions have taken, on the body as it came and without its compression.
  var stepsTaken: Int {
    let (taken, decoded) = state.withLock { ($0.stepsTaken, $0.decoding?.body) }
    return max(taken, decoded?.stepsTaken ?? 0)
  }

  /// Whether conditions have ended as they had taken all steps that they may take for now.
  var isOverdue: Bool {
    guard self !== Self.none else { return false }
    let (taken, allowance, decoded) = state.withLock {
      ($0.stepsTaken, $0.allowance, $0.decoding?.body)
    }
    return taken >= allowance ?? .max || decoded?.isOverdue ?? false
  }
}

extension RequestBody.State {
  /// Half of the steps that are left, as far as they are allowed for now.
  fileprivate func budget(forBytes size: Int) -> StepBudget {
    let limit = limits.steps.steps(forBytes: size)
    let share = max((limit - min(stepsTaken, limit)) / 2, limit / 1_000)
    return StepBudget(min(share, max(0, (allowance ?? .max) - stepsTaken)))
  }

  fileprivate var obstacle: UnreadableBody? {
    guard let size = data?.count, size > limits.parsedBytes else { return nil }
    return UnreadableBody(
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
