import Synchronization

/// A stub in use: the stub, which never changes, and what happened to it, which does.
final class InstalledStub: Sendable {
  fileprivate struct Progress {
    var answered = 0
    /// By the place of the script; empty where there is only one.
    var answeredByScript: [Int] = []
  }

  /// What a stub gives for one request: one of its responses.
  struct Claim: Sendable {
    /// The place of its script.
    fileprivate let place: Int
    /// How many requests the same responses have answered before.
    let number: Int
    let turn: ResponseTurn?
  }

  let stub: HTTPStub
  private let limit: Int
  private let progress: Mutex<Progress>
  private let prompt = Once<Bool>()

  init(_ stub: HTTPStub) {
    self.stub = stub
    limit = stub.limit ?? .max
    var progress = Progress()
    let count = stub.responses.count
    if count > 1 { progress.answeredByScript = Array(repeating: 0, count: count) }
    self.progress = Mutex(progress)
  }

  /// Whether it answers at once and alone.
  var isPrompt: Bool { prompt.value { stub.isPrompt } }

  /// How many requests it has answered.
  var answered: Int { progress.withLock { $0.answered } }

  /// Takes a response for one more request, in one step with all that has to agree to it.
  func claim(for request: ReceivedRequest) throws(TurnObstacle) -> Claim {
    guard let place = stub.place(for: request.method) else {
      throw usedUp(0, .fallThrough)
    }
    let script = stub.soleResponder == nil ? stub.responses[place].script : nil
    return try progress.withLock { progress throws(TurnObstacle) in
      let number = progress.number(ofScriptAt: place)
      guard progress.answered < limit, script.map({ $0.responder(at: number) != nil }) ?? true
      else { throw usedUp(progress.answered, script?.ending ?? .repeatLast) }
      let turn = try script?.turns?.take(number, for: request).get()
      progress.count(scriptAt: place)
      return Claim(place: place, number: number, turn: turn)
    }
  }

  /// What the response is that was taken.
  func answer(
    to request: ReceivedRequest, _ claim: Claim, templates: TemplateEnvironment
  ) -> Answer {
    let context = ResponderContext(stub: stub, templates: templates, number: claim.number)
    do {
      if let responder = stub.soleResponder {
        return try responder.respond(to: request, in: context)
      }
      let responder = stub.responses[claim.place].script.responder(at: claim.number)
      guard let responder else { throw ResponderError("expected a response, found none") }
      return try responder.respond(to: request, in: context)
    } catch {
      return .ready(ResponsePlan(thrown: error, by: stub, for: request))
    }
  }

  /// Why it could not answer one more request with that method; `nil` when it could.
  func obstacle(for method: HTTPMethod) -> TurnObstacle? {
    guard let place = stub.place(for: method) else { return usedUp(0, .fallThrough) }
    if stub.soleResponder != nil {
      let answered = answered
      return answered < limit ? nil : usedUp(answered, .repeatLast)
    }
    let script = stub.responses[place].script
    return progress.withLock { progress in
      let number = progress.number(ofScriptAt: place)
      guard progress.answered < limit, script.responder(at: number) != nil else {
        return usedUp(progress.answered, script.ending)
      }
      return script.turns?.obstacle(to: number)
    }
  }

  private func usedUp(_ answered: Int, _ ending: HTTPStubSequenceEnding) -> TurnObstacle {
    TurnObstacle(
      "has responses left",
      expected: stub.limit.map { "at most \($0) requests" } ?? "requests within its sequence",
      found: "\(answered) answered already", consequence: ending)
  }

  /// Whether it would answer the request if it came now.
  func wouldAnswer(_ request: ReceivedRequest) -> Bool {
    answers(request.method) && match(request) != nil
      && obstacle(for: request.method) == nil
  }

  /// Whether the request would be answered, or would fail for want of an answer by this stub.
  func wouldHandle(_ request: ReceivedRequest) -> Bool {
    guard answers(request.method), match(request) != nil else { return false }
    return obstacle(for: request.method).map { $0.consequence == .fail } ?? true
  }

  /// Whether there is a response for the method.
  func answers(_ method: HTTPMethod) -> Bool { stub.place(for: method) != nil }

  /// The request's captures when every matcher accepts it.
  func match(_ request: ReceivedRequest) -> Captures? {
    if let path = stub.exactPath { return path == request.target.readablePath ? Captures() : nil }
    var captures = Captures()
    for matcher in stub.matchers {
      guard let more = matcher.captures(of: request) else { return nil }
      captures.merge(more)
    }
    return captures
  }
}

extension InstalledStub.Progress {
  /// How many requests the script has answered.
  fileprivate func number(ofScriptAt place: Int) -> Int {
    answeredByScript.isEmpty ? answered : answeredByScript[place]
  }

  fileprivate mutating func count(scriptAt place: Int) {
    answered += 1
    if !answeredByScript.isEmpty { answeredByScript[place] += 1 }
  }
}
