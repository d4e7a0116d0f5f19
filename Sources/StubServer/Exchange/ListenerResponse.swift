package import StubCore

/// The way in which a listener gets the plan of a response.
package enum ListenerAnswer: Sendable {
  case made(Answer)
  /// The plan depends on the response of a real server.
  case relay(Relay, change: @Sendable (ResponsePlan) -> ResponsePlan = { $0 })
  /// The answer is found on another queue.
  case deferred(@Sendable () async -> ListenerAnswer)

  /// Returns the answer with a changed plan.
  package func map(
    _ change: @escaping @Sendable (ResponsePlan) -> ResponsePlan
  ) -> ListenerAnswer {
    switch self {
    case .made(let answer): .made(answer.map(change))
    case .relay(let relay, let earlier): .relay(relay) { change(earlier($0)) }
    case .deferred(let find): .deferred { await find().map(change) }
    }
  }
}

/// The answer to one request, and the function that receives the reports on its sending.
package struct ListenerResponse: Sendable {
  package var answer: ListenerAnswer
  /// Receives reports while the response is sent, and one when it is complete, failed as planned or
  /// cut off.
  package var finish: ResponseReport
  /// Whether the answer is canceled if the client ends its side before the answer is ready.
  package internal(set) var endsWithInput = false

  package init(_ answer: Answer, finish: ResponseReport) {
    self.init(answer: .made(answer), finish: finish)
  }

  package init(
    _ answer: Answer, finish: @escaping @Sendable (ResponseEnding) -> Void = { _ in }
  ) {
    self.init(answer, finish: ResponseReport(finish))
  }

  init(answer: ListenerAnswer, finish: ResponseReport) {
    (self.answer, self.finish) = (answer, finish)
  }

  /// Returns the answer, to be sent through these network links.
  consuming func through(_ links: [NetworkLink], random: SeededRandom) -> ListenerResponse {
    if links.isEmpty { return self }
    answer = answer.map { $0.through(links, random: random) }
    return self
  }
}
