import Synchronization

/// A stub in use: the stub, which never changes, and what happened to it, which does.
final class InstalledStub: Sendable {
  fileprivate struct Progress {
    var answered = 0
    /// By the place of the script; empty where there is only one.
    var answeredByScript: [Int] = []
  }

  /// What a stub gives for one request.
  struct Claim: Sendable {
    let responder: any HTTPStubResponder
    /// How many requests the same responses have answered before.
    let number: Int
    let turn: ResponseTurn?
  }

  let stub: HTTPStub
  private let matchers: [any HTTPStubMatcher]
  private let scripts: ResponseScripts
  private let limit: Int
  private let progress: Mutex<Progress>
  private let prompt = Once<Bool>()

  init(_ stub: HTTPStub) {
    self.stub = stub
    matchers = stub.matchers
    scripts = stub.responses
    limit = stub.limit ?? .max
    var progress = Progress()
    if scripts.count > 1 { progress.answeredByScript = Array(repeating: 0, count: scripts.count) }
    self.progress = Mutex(progress)
  }

  /// Whether it answers at once and alone.
  var isPrompt: Bool { prompt.value { stub.isPrompt } }

  /// How many requests it has answered.
  var answered: Int { progress.withLock { $0.answered } }

  /// Takes the responder for one more request, in one step with all that has to agree to it.
  func claim(for request: ReceivedRequest) -> Result<Claim, TurnObstacle> {
    guard let place = scripts.place(for: request.method) else {
      return .failure(usedUp(0, .fallThrough))
    }
    let script = scripts[place].script
    return progress.withLock { progress in
      let number = progress.number(ofScriptAt: place)
      guard progress.answered < limit, let responder = script.responder(at: number)
      else { return .failure(usedUp(progress.answered, script.ending)) }
      let turn: ResponseTurn?
      switch script.turns?.take(number, for: request) {
      case .failure(let obstacle): return .failure(obstacle)
      case .success(let given): turn = given
      case nil: turn = nil
      }
      progress.count(scriptAt: place)
      return .success(Claim(responder: responder, number: number, turn: turn))
    }
  }

  /// Why it could not answer one more request with that method; `nil` when it could.
  func obstacle(for method: HTTPMethod) -> TurnObstacle? {
    guard let place = scripts.place(for: method) else { return usedUp(0, .fallThrough) }
    let script = scripts[place].script
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
  func answers(_ method: HTTPMethod) -> Bool { scripts.place(for: method) != nil }

  /// The request's captures when every matcher accepts it.
  func match(_ request: ReceivedRequest) -> Captures? {
    var captures = Captures()
    for matcher in matchers {
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
