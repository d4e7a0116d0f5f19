import Synchronization

/// A stub in use: the stub, which never changes, and what happened to it, which does.
final class InstalledStub: Sendable {
  private struct Progress {
    var answered = 0
    var answeredByScript: [ResponseKey: Int] = [:]
  }

  let stub: HTTPStub
  private let progress = Mutex(Progress())

  init(_ stub: HTTPStub) { self.stub = stub }

  /// How many requests it has answered.
  var answered: Int { progress.withLock { $0.answered } }

  /// Takes the responder for one more request with that method and the request's number.
  ///
  /// `nil` when the stub is used up.
  func claim(_ method: HTTPMethod) -> (responder: any HTTPStubResponder, number: Int)? {
    guard let (key, script) = stub.script(for: method) else { return nil }
    return progress.withLock { progress in
      let number = progress.answeredByScript[key, default: 0]
      guard progress.answered < stub.limit ?? .max, let responder = script.responder(at: number)
      else { return nil }
      progress.answered += 1
      progress.answeredByScript[key] = number + 1
      return (responder, number)
    }
  }

  /// Whether it could answer one more request with that method.
  func isAvailable(for method: HTTPMethod) -> Bool {
    guard let (key, script) = stub.script(for: method) else { return false }
    return progress.withLock { progress in
      progress.answered < stub.limit ?? .max
        && script.responder(at: progress.answeredByScript[key, default: 0]) != nil
    }
  }

  /// Whether it would answer the request if it came now.
  func wouldAnswer(_ request: ReceivedRequest) -> Bool {
    stub.answers(request.method) && match(request) != nil && isAvailable(for: request.method)
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
