package import StubCore

/// The answer to one request, and the function that receives the reports on its sending.
package struct ListenerResponse: Sendable {
  package var answer: Answer
  /// Receives reports while the response is sent, and one when it is complete, failed as planned or
  /// cut off.
  package var finish: ResponseReport
  /// Whether the answer is canceled if the client ends its side before the answer is ready.
  package internal(set) var endsWithInput = false

  package init(_ answer: Answer, finish: ResponseReport) {
    self.answer = answer
    self.finish = finish
  }

  package init(
    _ answer: Answer, finish: @escaping @Sendable (ResponseEnding) -> Void = { _ in }
  ) {
    self.init(answer, finish: ResponseReport(finish))
  }

  /// Returns the answer, to be sent through these network links.
  consuming func through(_ links: [NetworkLink], random: SeededRandom) -> ListenerResponse {
    if links.isEmpty { return self }
    return ListenerResponse(answer.map { $0.through(links, random: random) }, finish: finish)
  }
}
