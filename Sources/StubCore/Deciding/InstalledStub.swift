/// A stub in use: the immutable stub, and the counts of its responses.
package final class InstalledStub: Sendable {
  /// The number of requests that each script has answered, by index; a script is the responses for
  /// one method.
  ///
  /// It is empty if there is only one script. The lock is held while a response is claimed.
  private final class ScriptClaims: Sendable {
    let counts: Lock<[Int]>

    init(_ scripts: Int) {
      counts = Lock(scripts > 1 ? Array(repeating: 0, count: scripts) : [])
    }
  }

  /// The matchers, which all have to accept a request.
  private enum Matchers {
    case one(any HTTPStubMatcher)
    case several(ArraySlice<any HTTPStubMatcher>)

    init(_ matchers: ArraySlice<any HTTPStubMatcher>) {
      self = matchers.count == 1 ? .one(matchers[matchers.startIndex]) : .several(matchers)
    }
  }

  // The properties that most requests read come first, as each cache line read costs time.

  /// The decoded path that a request must have, in which only `%2F` and `%25` stay encoded.
  ///
  /// It is `nil` if the first condition does not check for a path, or if the path is not ASCII.
  private let path: String?
  /// Whether the path is the only condition.
  private let isPathAll: Bool
  private let isLimited: Bool
  /// Whether the stub sends webhooks after its responses.
  let sendsWebhooks: Bool
  /// The number of requests answered.
  ///
  /// If there is only one response, requests beyond the limit also count.
  private let claimed = AtomicInt(0)
  /// The counts of each script; `nil` if one responder answers all requests, as for most stubs.
  private let scriptClaims: ScriptClaims?
  /// The kept plan, which is the complete response, if all requests except HEAD get the same one.
  private let kept = ResponsePlan.PlanCache()
  private let soleKey: ResponseKey
  private let namesConnect: Bool

  /// The responder that answers all requests; `nil` if there are several responses.
  private let soleResponder: (any HTTPStubResponder)?
  /// The position of the stub among the others.
  let rank: Rank
  package let stub: HTTPStub
  /// The conditions of a request in addition to its path.
  private let matchers: Matchers
  private let synchronous = Once<Bool>()

  init(_ stub: HTTPStub, rank: Rank) {
    self.stub = stub
    self.rank = rank
    path = stub.exactPath.flatMap { $0.utf8.allSatisfy { $0 < 0x80 } ? $0 : nil }
    let others = stub.matchers.dropFirst(path == nil ? 0 : 1)
    isPathAll = path != nil && others.isEmpty
    matchers = Matchers(others)
    let responses = stub.responses
    soleResponder = responses.count == 1 ? responses[0].script.soleResponder : nil
    soleKey = responses.first?.key ?? .any
    namesConnect = stub.matchers.contains { $0.methods?.contains(.connect) ?? false }
    isLimited = stub.limit != nil
    sendsWebhooks = !stub.webhooks.isEmpty
    scriptClaims = soleResponder == nil ? ScriptClaims(responses.count) : nil
  }

  /// Whether the stub was added separately; stubs from the set's files have negative numbers.
  var isAdded: Bool { rank.number >= 0 }

  /// Whether the stub may run out of responses, because of a limit or a sequence.
  var hasEnd: Bool { isLimited || scriptClaims != nil }

  /// Whether the stub answers without caller code and without waiting.
  var isSynchronous: Bool { synchronous.value { stub.isSynchronous } }

  /// The number of requests that the stub has answered.
  var answered: Int { min(claimed.load(), limit) }

  private var limit: Int { stub.limit ?? .max }

  /// Restarts the counts at 0.
  func resetCounts() {
    guard let scriptClaims else { return claimed.store(0) }
    scriptClaims.counts.withLock { counts in
      claimed.store(0)
      for place in counts.indices { counts[place] = 0 }
    }
  }

  /// Returns the number of the next response in list `place`, and the permission to give it.
  ///
  /// A claim checks the condition and takes the response in one step; a peek changes nothing.
  ///
  /// - Throws: the reason why there is no response.
  func response(
    _ place: Int, _ mode: DecisionMode
  ) throws(ClaimRefusal) -> (number: Int, leave: ClaimPermit?) {
    guard let scriptClaims else { return (try soleResponse(mode), nil) }
    let script = stub.responses[place].script
    return try scriptClaims.counts.withLock { counts throws(ClaimRefusal) in
      let answered = answered
      let number = counts.isEmpty ? answered : counts[place]
      guard answered < limit, script.responder(at: number) != nil
      else { throw usedUp(answered, script.ending) }
      if mode == .peek {
        if let obstacle = script.condition?.obstacle(to: number) { throw obstacle }
        return (number, nil)
      }
      let leave = try script.condition?.claim(number)
      claimed.add(1)
      if !counts.isEmpty { counts[place] += 1 }
      return (number, leave)
    }
  }

  /// Returns the number of the next response of a stub that has only one responder.
  ///
  /// - Throws: the reason why there is no response.
  private func soleResponse(_ mode: DecisionMode) throws(ClaimRefusal) -> Int {
    let number =
      mode == .peek
      ? claimed.load() : claimed.add(1) - 1
    if isLimited, number >= limit { throw usedUp(limit, .repeatLast) }
    return number
  }

  /// Returns the claimed response, which the responder makes.
  func answer(_ claim: Claim, templates: TemplateEnvironment) -> Answer {
    let request = claim.request
    if request.method != .head, let plan = kept.plan { return .ready(plan) }
    do {
      if let responder = soleResponder {
        let context = ResponderContext(stub: stub, templates: templates, number: claim.number)
        let answer = try responder.respond(to: request, in: context)
          .checked(by: stub, for: request)
        guard responder.answersAlike, request.method != .head, case .ready(let plan) = answer
        else { return answer }
        return .ready(kept.keep(plan))
      }
      let script = stub.responses[claim.place].script
      guard let responder = script.responder(at: claim.number) else {
        throw ResponderError("the stub has no response")
      }
      let context = ResponderContext(
        stub: stub, templates: templates, number: claim.number,
        repetition: script.repetition(at: claim.number))
      return try responder.respond(to: request, in: context).checked(by: stub, for: request)
    } catch {
      return .ready(ResponsePlan(thrown: error, by: stub, for: request))
    }
  }

  /// Returns whether the claimed response, or a webhook after it, may depend on the request's body.
  func readsBody(_ claim: Claim) -> Bool {
    if sendsWebhooks { return true }
    let responder =
      soleResponder ?? stub.responses[claim.place].script.responder(at: claim.number)
    return responder?.readsBody ?? true
  }

  /// Returns why the stub could not answer one more request with `method`; `nil` if it could.
  func obstacle(for method: HTTPMethod) -> ClaimRefusal? {
    guard let place = place(for: method) else { return usedUp(0, .fallThrough) }
    do throws(ClaimRefusal) {
      _ = try response(place, .peek)
      return nil
    } catch {
      return error
    }
  }

  private func usedUp(_ answered: Int, _ ending: HTTPStubSequenceEnding) -> ClaimRefusal {
    ClaimRefusal(
      "has responses left",
      expected: stub.limit.map { "at most \($0) \($0 == 1 ? "request" : "requests")" }
        ?? "requests within its sequence",
      found: "\(answered) answered already", consequence: ending)
  }

  /// Returns whether the stub has a response for the method.
  func answers(_ method: HTTPMethod) -> Bool { place(for: method) != nil }

  /// Returns the index of the responses for a method; `nil` if there are none.
  ///
  /// Responses for any method do not answer CONNECT, unless a condition names this method. A client
  /// that takes the server for a proxy would begin to speak TLS after any 2xx (RFC 9110 §9.3.6).
  func place(for method: HTTPMethod) -> Int? {
    let place = scriptClaims == nil ? solePlace(for: method) : stub.responses.place(for: method)
    guard let place, method == .connect, !namesConnect, stub.responses[place].key == .any
    else { return place }
    return nil
  }

  private func solePlace(for method: HTTPMethod) -> Int? {
    let isMeant =
      soleKey.method == nil || soleKey.method == method
      || (method == .head && soleKey.method == .get)
    return isMeant ? 0 : nil
  }

  /// Returns the captures of the request if every matcher accepts it; otherwise `nil`.
  func match(_ request: ReceivedRequest) -> Captures? {
    if let path {
      // A path in ASCII equals only texts that have more bytes, or the same.
      let found = request.target.readablePath
      guard path.utf8.count == found.utf8.count, path == found else { return nil }
    }
    if isPathAll { return Captures() }
    switch matchers {
    case .one(let matcher): return matcher.captures(of: request)
    case .several(let matchers):
      var captures = Captures()
      for matcher in matchers {
        guard let more = matcher.captures(of: request) else { return nil }
        captures.merge(more)
      }
      return captures
    }
  }
}
