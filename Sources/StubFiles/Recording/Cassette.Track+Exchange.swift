import StubCore

extension Cassette.Track {
  /// The exchange as it is recorded.
  init(_ exchange: LoadedExchange, keepsTiming: Bool) {
    let sent = exchange.request
    let url = sent.target
    let userInfo = url.userInfo.map { "\($0)@" } ?? ""
    let text = url.absoluteString
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    let request = RecordedRequest(
      sent.method, text[..<start] + userInfo + text[start...], httpVersion: sent.httpVersion,
      headers: sent.headers, body: sent.body)
    let response = exchange.head.map { head in
      RecordedResponse(
        head.status, reason: head.reason, httpVersion: exchange.httpVersion,
        headers: head.headers, body: exchange.body)
    }
    let outcome: RecordedOutcome
    if let failure = exchange.failure {
      outcome = .failure(
        RecordedFailure(domain: failure.domain, code: failure.code, message: failure.message),
        after: response)
    } else {
      outcome = .response(response ?? RecordedResponse(HTTPStatusCode(rawValue: 0)))
    }
    self.init(request, outcome, recordedAt: RecordedInstant.rounded(exchange.startedAt))
    if keepsTiming { timing = RecordedTiming(exchange.times) }
  }
}

extension RecordedTiming {
  /// Times as they are written: to the microsecond.
  fileprivate init(_ times: LoadedExchange.Times) {
    self.init(
      wait: times.wait.rounded, receive: times.receive.rounded,
      chunks: times.chunks.map { ResponseTiming.ScriptedChunk(at: $0.at.rounded, count: $0.count) })
  }
}

extension Duration {
  fileprivate var rounded: Duration { max(.zero, .microseconds(wholeMicroseconds)) }
}
