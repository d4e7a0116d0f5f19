import Synchronization

/// A stub in use: the stub, which never changes, and what happened to it, which does.
final class InstalledStub: Sendable {
  private struct Progress {
    var answered = 0
    /// By the place of the script.
    var answeredByScript: [Int]
  }

  /// A matcher, and how it is asked.
  private enum Condition {
    case quick(any QuickMatcher)
    case other(any HTTPStubMatcher)
  }

  /// What a stub gives for one request.
  struct Claim: Sendable {
    let responder: any HTTPStubResponder
    /// How many requests the same responses have answered before.
    let number: Int
    let turn: ResponseTurn?
  }

  let stub: HTTPStub
  /// What can be found out once for all requests.
  private let conditions: [Condition]
  /// The method of each script; `nil` for all that have no script of their own.
  private let methods: [HTTPMethod?]
  private let scripts: [ResponseScript]
  private let progress: Mutex<Progress>

  init(_ stub: HTTPStub) {
    self.stub = stub
    conditions = stub.matchers.map { matcher in
      (matcher as? any QuickMatcher).map { .quick($0) } ?? .other(matcher)
    }
    methods = stub.responses.keys.map(\.method)
    scripts = Array(stub.responses.values)
    progress = Mutex(Progress(answeredByScript: Array(repeating: 0, count: scripts.count)))
  }

  /// How many requests it has answered.
  var answered: Int { progress.withLock { $0.answered } }

  /// Takes the responder for one more request, in one step with all that has to agree to it.
  func claim(for request: ReceivedRequest) -> Result<Claim, TurnObstacle> {
    guard let place = place(for: request.method) else {
      return .failure(usedUp(0, .fallThrough))
    }
    let script = scripts[place]
    return progress.withLock { progress in
      let number = progress.answeredByScript[place]
      guard progress.answered < stub.limit ?? .max, let responder = script.responder(at: number)
      else { return .failure(usedUp(progress.answered, script.ending)) }
      let turn: ResponseTurn?
      switch script.turns?.take(number, for: request) {
      case .failure(let obstacle): return .failure(obstacle)
      case .success(let given): turn = given
      case nil: turn = nil
      }
      progress.answered += 1
      progress.answeredByScript[place] = number + 1
      return .success(Claim(responder: responder, number: number, turn: turn))
    }
  }

  /// Why it could not answer one more request with that method; `nil` when it could.
  func obstacle(for method: HTTPMethod) -> TurnObstacle? {
    guard let place = place(for: method) else { return usedUp(0, .fallThrough) }
    let script = scripts[place]
    return progress.withLock { progress in
      let number = progress.answeredByScript[place]
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
    answers(request.method) && match(request) != nil
      && obstacle(for: request.method) == nil
  }

  /// Whether the request would be answered, or would fail for want of an answer by this stub.
  func wouldHandle(_ request: ReceivedRequest) -> Bool {
    guard answers(request.method), match(request) != nil else { return false }
    return obstacle(for: request.method).map { $0.consequence == .fail } ?? true
  }

  /// Whether there is a response for the method.
  func answers(_ method: HTTPMethod) -> Bool { place(for: method) != nil }

  /// The responses for a method: its own, else those for any method, else for HEAD those for GET.
  private func place(for method: HTTPMethod) -> Int? {
    if let place = methods.firstIndex(of: method) { return place }
    if let place = methods.firstIndex(of: nil) { return place }
    return method == .head ? methods.firstIndex(of: .get) : nil
  }

  /// The request's captures when every matcher accepts it.
  func match(_ request: ReceivedRequest) -> Captures? {
    var captures = Captures()
    for condition in conditions {
      switch condition {
      case .quick(let matcher):
        guard let more = matcher.captures(of: request) else { return nil }
        captures.merge(more)
      case .other(let matcher):
        guard case .matched(let more) = matcher.evaluate(request, for: .stubRequest) else {
          return nil
        }
        captures.merge(more)
      }
    }
    return captures
  }
}
