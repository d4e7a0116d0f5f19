import StubCore

/// Answers with what was recorded.
struct TrackResponder: HTTPStubResponder {
  let track: Cassette.Track

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    switch track.outcome {
    case .response(let response):
      var plan = ResponsePlan(
        head: ResponseHead(
          status: response.status, reason: response.reason, headers: response.headers),
        body: .data(response.body))
      plan.completeFraming(for: request)
      return .ready(plan)
    case .failure(let failure, _):
      return .ready(.failing(.network(NetworkErrorCode(rawValue: failure.code))))
    }
  }
}
