import Synchronization

/// A stub in use: the stub, which never changes, and what happened to it, which does.
final class InstalledStub: Sendable {
  private struct Progress {
    var answered = 0
    var answeredByScript: [ResponseKey: Int] = [:]
  }

  /// What a stub gives for one request.
  struct Claim: Sendable {
    let responder: any HTTPStubResponder
    /// How many requests the same responses have answered before.
    let number: Int
    let turn: ResponseTurn?
  }

  let stub: HTTPStub
  private let progress = Mutex(Progress())

  init(_ stub: HTTPStub) { self.stub = stub }

  /// How many requests it has answered.
  var answered: Int { progress.withLock { $0.answered } }

  /// Takes the responder for one more request, in one step with all that has to agree to it.
  func claim(for request: ReceivedRequest) -> Result<Claim, TurnObstacle> {
    guard let (key, script) = stub.script(for: request.method) else {
      return .failure(usedUp(0, .fallThrough))
    }
    return progress.withLock { progress in
      let number = progress.answeredByScript[key, default: 0]
      guard progress.answered < stub.limit ?? .max, let responder = script.responder(at: number)
      else { return .failure(usedUp(progress.answered, script.ending)) }
      let turn: ResponseTurn?
      switch script.turns?.take(number, for: request) {
      case .failure(let obstacle): return .failure(obstacle)
      case .success(let given): turn = given
      case nil: turn = nil
      }
      progress.answered += 1
      progress.answeredByScript[key] = number + 1
      return .success(Claim(responder: responder, number: number, turn: turn))
    }
  }

  /// Why it could not answer one more request with that method; `nil` when it could.
  func obstacle(for method: HTTPMethod) -> TurnObstacle? {
    guard let (key, script) = stub.script(for: method) else { return usedUp(0, .fallThrough) }
    return progress.withLock { progress in
      let number = progress.answeredByScript[key, default: 0]
      guard progress.answered < stub.limit ?? .max, script.responder(at: number) != nil else {
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
    stub.answers(request.method) && match(request) != nil
      && obstacle(for: request.method) == nil
  }

  /// Whether the request would be answered, or would fail for want of an answer by this stub.
  func wouldHandle(_ request: ReceivedRequest) -> Bool {
    guard stub.answers(request.method), match(request) != nil else { return false }
    return obstacle(for: request.method).map { $0.consequence == .fail } ?? true
  }

  /// The request's captures when every matcher accepts it.
  func match(_ request: ReceivedRequest) -> Captures? {
    var captures = Captures()
    for matcher in stub.matchers {
      guard case .matched(let more) = matcher.evaluate(request, for: .stubRequest) else {
        return nil
      }
      captures.merge(more)
    }
    return captures
  }
}
