package import StubCore

/// What a listener plays for one request, and whom it tells of the end.
package struct ListenerAnswer: Sendable {
  package var answer: Answer
  /// Called once, when the response is out, has failed as planned, or was cut off.
  package var finish: ResponseReport

  package init(_ answer: Answer, finish: ResponseReport) {
    self.answer = answer
    self.finish = finish
  }

  package init(
    _ answer: Answer, finish: @escaping @Sendable (ResponseEnding) -> Void = { _ in }
  ) {
    self.init(answer, finish: ResponseReport(finish))
  }
}

/// Decides on a request; called on the thread of an event loop, so it must not wait.
package typealias RequestHandler = @Sendable (ReceivedRequest) -> ListenerAnswer
